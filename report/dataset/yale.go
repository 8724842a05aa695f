package dataset

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset/imagefolder"
)

// yaleDigests lists the images in the format of sha256sum, sorted by name.
//
//go:embed yale.sha256
var yaleDigests string

// yale is the set of faces in a form near to the thesis's, which used an adapted
// one that is not to be had (Appendix B): with the published images reduced to
// 100x80, the reconstruction errors come close to the printed ones. The thesis
// gives the faces no classes; the components are extracted from all of them
// together.
func yale() Entry {
	published, size := ImageSize{Width: 320, Height: 243}, ImageSize{Width: 100, Height: 80}
	var files []File
	for line := range strings.Lines(yaleDigests) {
		digest, path, _ := strings.Cut(strings.TrimSpace(line), "  ")
		files = append(files, File{Path: path, Alternatives: []string{path + ".gif"}, SHA256: digest})
	}
	return Entry{
		Name:     "yale",
		Title:    "Yale Faces",
		Citation: "P. Belhumeur, J. Hespanha, D. Kriegman, \"Eigenfaces vs. Fisherfaces: recognition using class specific linear projection\", IEEE Transactions on Pattern Analysis and Machine Intelligence 19(7), 1997",
		Terms:    "free for research with acknowledgement and citation; without permission from Yale, images may not be put into a larger database that is then publicly distributed",
		URL:      "http://cvc.cs.yale.edu/cvc/projects/yalefaces/yalefaces.html",

		Samples: 165, Features: size.Width * size.Height, Image: size,
		Encoding: ReducedImages,
		Notes: []string{
			"15 persons under 11 conditions, 320x243 pixels, each reduced to 100x80: output pixel (i, j) is the source pixel (⌊(i+½)·320/100⌋, ⌊(j+½)·243/80⌋).",
			"Nine pairs hold the same image in the published set, as its readme says of one.",
		},

		Files: files,
		read: func(ctx context.Context, files *entryFiles) (*Set, error) {
			set := &Set{Samples: mat.NewDense(len(files.found), size.Width*size.Height, nil)}
			for i, path := range files.found {
				img, err := parse(ctx, files, i, imagefolder.Decode)
				if err != nil {
					return nil, err
				}
				if img.Width != published.Width || img.Height != published.Height {
					return nil, fmt.Errorf("%s: %dx%d pixels, want %dx%d", path, img.Width, img.Height, published.Width, published.Height)
				}
				reduceTo(set.Samples.RawRowView(i), img, size)
			}
			return set, nil
		},
	}
}

// reduceTo stores in dst the image reduced to size by nearest neighbour: the
// centre of output pixel i of n lies at (i+½)·N/n of N source pixels, and the
// source pixel in which it lies is taken.
func reduceTo(dst []float64, img imagefolder.Image, size ImageSize) {
	for y := range size.Height {
		sourceY := (2*y + 1) * img.Height / (2 * size.Height)
		for x := range size.Width {
			sourceX := (2*x + 1) * img.Width / (2 * size.Width)
			dst[y*size.Width+x] = img.Pixels[sourceY*img.Width+sourceX]
		}
	}
}
