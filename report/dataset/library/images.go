package library

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"

	"gpca/report/dataset"
	"gpca/report/dataset/internal/imagefolder"
)

// images is the format of a folder of images, one a file.
const images = "images"

// images reads a folder of images. Their classes are its folders or parts of file names.
func (r *loader) images(p part) (*content, error) {
	root, err := r.locate(p.file)
	if err != nil {
		return nil, err
	}
	paths, err := imagePaths(root)
	if err != nil {
		return nil, err
	}
	labels, err := imageClasses(p.class, root, paths)
	if err != nil {
		return nil, err
	}
	r.paths = append(r.paths, root)
	begin := len(r.paths)
	c := &content{image: r.Image, ids: paths, labels: labels, place: func(row, _ int) string { return paths[row] }}
	for _, path := range paths {
		img, err := load(r, filepath.Join(p.file, path), imagefolder.Decode)
		if err != nil {
			return nil, err
		}
		size := dataset.ImageSize{Width: img.Width, Height: img.Height}
		if c.image.Width == 0 {
			c.image = size
		}
		if r.Image.Width == 0 && size != c.image {
			return nil, fmt.Errorf("%s: %s has %dx%d pixels, and %s has %dx%d: give image: {width: …, height: …} "+
				"to reduce all to one size", root, path, size.Width, size.Height, paths[0], c.image.Width,
				c.image.Height)
		}
		if c.samples == nil {
			c.width = c.image.Width * c.image.Height
			if err := r.afford(float64(len(paths)) * float64(c.width)); err != nil {
				return nil, fmt.Errorf("%s: %d images of %dx%d pixels: %w", root, len(paths), c.image.Width,
					c.image.Height, err)
			}
			c.samples = make([]float64, 0, len(paths)*c.width)
		}
		at := len(c.samples)
		c.samples = c.samples[:at+c.width]
		img.ReduceTo(c.samples[at:], c.image.Width, c.image.Height)
	}
	if r.Image.Width != 0 {
		c.notes = []string{fmt.Sprintf("Images reduced to %dx%d pixels: the nearest pixel of the source is taken.",
			r.Image.Width, r.Image.Height)}
	}
	r.paths = r.paths[:begin] // the digests remain; the path is that of the folder
	return c, nil
}

// imagePaths lists the files below a folder by name, without hidden files and readme texts.
func imagePaths(root string) ([]string, error) {
	var paths []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch name := strings.ToLower(entry.Name()); {
		case err != nil:
			return err
		case path == root:
			if !entry.IsDir() {
				return fmt.Errorf("%s: a file, and the format images is for a folder: give the folder", root)
			}
		case strings.HasPrefix(name, ".") && entry.IsDir():
			return filepath.SkipDir
		case entry.IsDir(), strings.HasPrefix(name, "."), strings.HasPrefix(name, "readme"):
		default:
			relative, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			paths = append(paths, filepath.ToSlash(relative))
		}
		return nil
	})
	if err == nil && paths == nil {
		err = fmt.Errorf("%s: the folder holds no image: put PNG, JPEG, GIF or PGM files there", root)
	}
	return paths, err
}

// imageClasses are the classes of images by their folders, or by a pattern that finds them in the names of files.
func imageClasses(class, root string, paths []string) (classes []string, err error) {
	if class == none {
		return nil, nil
	}
	pattern, err := regexp.Compile(class)
	if err == nil && class != folder && pattern.NumSubexp() != 1 {
		err = errors.New("it has not one group")
	}
	if err != nil {
		return nil, fmt.Errorf("class is %q: give folder, none, or a regular expression with one group, such as "+
			"'^([a-z]+)': %w", class, err)
	}
	for _, path := range paths {
		first, _, inFolder := strings.Cut(path, "/")
		found := append(pattern.FindStringSubmatch(path[strings.LastIndex(path, "/")+1:]), "")
		switch {
		case class == folder && !inFolder:
			return nil, fmt.Errorf("%s: %s is in no folder that is its class: put it into one, or give as class a "+
				"pattern for the names of the files, or none", root, path)
		case class == folder:
			classes = append(classes, first)
		case cmp.Or(found[1:]...) == "":
			return nil, fmt.Errorf("%s: %s has no class: the pattern %q finds nothing in its name", root, path, class)
		default:
			classes = append(classes, found[1])
		}
	}
	return classes, nil
}
