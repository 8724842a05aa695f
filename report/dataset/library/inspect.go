package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gpca/report/dataset"
	"gpca/report/dataset/columns"
	"gpca/report/dataset/delimited"
	"gpca/report/dataset/imagefolder"
	"gpca/report/dataset/numbers"
	"gpca/report/words"
)

// Wishes are what a user says of a file.
type Wishes struct {
	columns.Wishes
	// Memory is how many bytes the samples may take, 0 for any number.
	Memory int64
}

// Inspected is what a file was found to be.
type Inspected struct {
	FileSet                  // as a study file would describe it
	Facts     []columns.Fact // what was guessed or left out, and why
	undecided *undecided     // until it is opened
}

// Inspect describes a file, or a folder of images, as a study file would, with the files of labels and
// of test samples beside it. Its Folder is that of path. The wishes leave open what is to be guessed.
func Inspect(ctx context.Context, path string, wishes Wishes) (*Inspected, error) {
	f := &Inspected{FileSet: FileSet{File: filepath.Base(path), Folder: filepath.Dir(path), Memory: wishes.Memory}}
	name, _, _ := strings.Cut(strings.ToLower(f.File), ".")
	f.Name = cmp.Or(strings.Trim(notOfNames.ReplaceAllString(name, "-"), "-"), "data")
	info, err := os.Stat(path)
	if err != nil {
		return f, fmt.Errorf("%w: give the path of a file or folder of data", err)
	}
	if !utf8.ValidString(path) {
		return f, fmt.Errorf("%q is not UTF-8, and a study names its data in UTF-8: rename the file or folder", path)
	}
	r := &loader{FileSet: f.FileSet, ctx: ctx, format: formatOf(path)}
	if info.IsDir() {
		f.Format = images
		r.format = format{name: images}
	}
	switch {
	case r.format.arrays != nil:
		err = r.inspectArrays(&f.FileSet)
	case r.format.name == images:
		err = r.inspectImages(&f.FileSet)
	default:
		err = r.inspectTable(f, wishes)
	}
	if err == nil && (r.format.table == nil || r.format.sparse) {
		f.ID, f.Omit = strings.TrimPrefix(wishes.ID, none), wishes.Omit
		if wishes.Class != "" {
			f.Class, f.Labels, f.Test.Labels = wishes.Class, "", ""
		}
	}
	return f, err
}

// Open reads what is not read yet. Dropping leaves out samples with missing values unless Missing says what becomes of
// them, and says so there.
func (f *Inspected) Open(ctx context.Context, dropping bool) (*dataset.Set, error) {
	r := &loader{FileSet: f.FileSet, ctx: ctx, undecided: f.undecided, dropping: dropping}
	f.undecided = nil
	set, err := r.open()
	f.Missing = r.Missing
	return set, err
}

// ColumnNames returns the names of the columns of a table, nil where it has none.
func (f *Inspected) ColumnNames() []string {
	if f.undecided == nil || !f.undecided.Named {
		return nil
	}
	return f.undecided.Names()
}

var notOfNames = regexp.MustCompile(`[^a-z0-9]+`)

// inspectTable reads a table, and guesses what its columns are for unless its format says so.
func (r *loader) inspectTable(f *Inspected, wishes Wishes) (err error) {
	ending := r.format.name
	if f.undecided, err = load(r, f.File, func(file io.Reader) (*undecided, error) {
		r.Dialect = wishes.Dialect
		d := r.dialect()
		if ending == "csv" { // it may have other separators
			d.Separator = wishes.Separator
		}
		if ending == "" || r.format.separator != 0 {
			var err error
			if d, f.Facts, file, err = columns.Guess(file, d); err != nil {
				if ending == "" && errors.Is(err, delimited.ErrZero) {
					err = cmp.Or(workbook(f.File),
						errors.New("not a text, and the ending tells no format: give the file one of the usual "+
							"endings"))
				}
				return nil, err
			}
			f.Dialect = d.Kept()
			named, ok := words.First(formats(), func(f format) bool { return f.separator == d.Sign() && d.Sign() != 0 })
			if r.format = named; ok {
				f.Dialect.Separator = ""
			} else {
				r.format, _ = words.First(formats(), func(f format) bool { return f.separator != 0 })
			}
		}
		source, err := r.format.table(d, file)
		if err != nil {
			return nil, withRemedy(err)
		}
		open := source
		if !r.format.sparse {
			open = source.Undecided(wishes.Wishes)
		}
		table, err := columns.Read(open, d, file)
		return &undecided{Table: table, source: source}, withRemedy(err)
	}); err != nil {
		return err
	}
	if f.undecided.path, f.undecided.digest = r.paths[0], r.digests[0]; r.format.sparse {
		return nil
	}
	if r.format.name != ending {
		f.Format = r.format.name
	}
	var roles columns.Roles
	if roles, f.Facts, err = f.undecided.Guess(wishes.Wishes, f.Facts); err != nil {
		err = fmt.Errorf("%s: %w", f.File, err)
	}
	f.Class, f.ID, f.Omit = roles.Class, roles.ID, roles.Omit
	f.Footer = f.undecided.Footer
	if roles.Missing {
		f.Missing = "drop"
	}
	f.Image = dataset.ImageSize{Width: roles.Side, Height: roles.Side}
	f.Test.File = r.beside(f.File, "train", "test")
	return err
}

// beside returns the first existing file whose name has one of others in place of word, else "".
func (r *loader) beside(file, word string, others ...string) string {
	if !strings.Contains(file, word) {
		return ""
	}
	for _, other := range others {
		name := strings.Replace(file, word, other, 1)
		for _, name := range []string{name, strings.TrimSuffix(name, ".gz"), name + ".gz"} {
			if _, err := os.Stat(filepath.Join(r.Folder, name)); err == nil && name != file {
				return name
			}
		}
	}
	return ""
}

func (r *loader) labelsBeside(file string) string {
	stem, _, _ := strings.Cut(file, ".")
	for _, pair := range [][2]string{
		{"images-idx3", "labels-idx1"}, {"images.idx3", "labels.idx1"}, {"images", "labels"},
		{"samples", "labels"}, {"features", "labels"}, {"data", "labels"}, {"data", "target"}, {"X", "y"}, {"x", "y"},
		{".", "-labels."}, {".", "_labels."}, {stem, "y"}, {stem, "labels"},
	} {
		if found := r.beside(file, pair[0], pair[1]); found != "" {
			return found
		}
	}
	return ""
}

func (r *loader) inspectArrays(f *FileSet) error {
	f.Class = none
	found, err := load(r, f.File, func(file io.Reader) ([]numbers.Named, error) {
		found, err := r.format.arrays(file)
		if err != nil {
			return nil, err
		}
		found = slices.DeleteFunc(found, func(a numbers.Named) bool { return a.Unread != "" })
		return found, r.chooseArrays(f, found)
	})
	if err != nil {
		return err
	}
	if len(found) > 1 {
		return nil
	}
	f.Test.File = r.beside(f.File, "train", "test", "t10k")
	if path := r.labelsBeside(f.File); path != "" {
		labels, err := r.labelFile(path)
		if err == nil && columns.ManyNumbers(distinct(labels), len(labels)) {
			return nil // a regression target
		}
		f.Class, f.Labels = "", path
		if f.Test.File != "" {
			f.Test.Labels = r.labelsBeside(f.Test.File)
		}
	}
	return nil
}

// chooseArrays chooses those of the samples and of the classes by their headers: only labels are read.
func (r *loader) chooseArrays(f *FileSet, found []numbers.Named) error {
	var samples numbers.Named
	for _, a := range found {
		if len(a.Shape) > 1 && entries(a.Shape) > entries(samples.Shape) {
			samples = a
		}
	}
	if entries(samples.Shape) == 0 {
		return errors.New("no array of samples, which has two dimensions or more")
	}
	if err := r.afford(entries(samples.Shape)); err != nil || len(found) == 1 {
		return err
	}
	f.Array = samples.Name
	begin, end := samples.Shape[0], samples.Shape[len(samples.Shape)-1]
	for _, a := range found {
		n := entries(a.Shape)
		if a.Name == samples.Name || n != float64(begin) && n != float64(end) {
			continue
		}
		read, err := a.Read()
		if err != nil {
			return fmt.Errorf("array %q: %w", a.Name, err)
		}
		labels, err := labelsOf(read)
		if err == nil && !columns.ManyNumbers(distinct(labels), len(labels)) && (f.Class == none || columns.IsClassName(a.Name)) {
			f.Class = a.Name
		}
	}
	return nil
}

// entries is how many values an array of a shape has, which a header may say wrongly.
func entries(shape []int) float64 {
	count := float64(min(len(shape), 1))
	for _, d := range shape {
		count *= float64(d)
	}
	return count
}

// Images of more pixels than largestImage, or of different sizes, are reduced so that their
// longer side is reducedSide.
const (
	largestImage = 128 * 128
	reducedSide  = 64
)

func (r *loader) inspectImages(f *FileSet) error {
	paths, err := imagePaths(filepath.Join(r.Folder, f.File))
	if err != nil {
		return err
	}
	f.Class = none
	if !slices.ContainsFunc(paths, func(p string) bool { return !strings.Contains(p, "/") }) {
		f.Class = folder
	}
	var size dataset.ImageSize
	differ := false
	for _, path := range paths {
		img, err := load(r, filepath.Join(f.File, path), imagefolder.Decode)
		if err != nil {
			return err
		}
		now := dataset.ImageSize{Width: img.Width, Height: img.Height}
		differ = differ || size.Width != 0 && size != now
		size = now
	}
	if differ || size.Width*size.Height > largestImage {
		longer := max(size.Width, size.Height)
		reduced := func(side int) int { return max(1, side*reducedSide/longer) }
		f.Image = dataset.ImageSize{Width: reduced(size.Width), Height: reduced(size.Height)}
	}
	return nil
}
