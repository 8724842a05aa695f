package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gpca/report/dataset"
	"gpca/report/dataset/delimited"
	"gpca/report/dataset/imagefolder"
	"gpca/report/dataset/numbers"
	"gpca/report/dataset/unpack"
)

// Wishes are what a user says of the columns of a table.
type Wishes struct {
	Class string   // as in a study file, empty to guess
	ID    string   // the column that names the rows, if one does
	Omit  []string // columns that are no features
	// Memory is how many bytes the samples may take, 0 for any number.
	Memory int64
}

// Inspected is what a file was found to be.
type Inspected struct {
	FileSet              // as a study file would describe it
	Set     *dataset.Set // of that description
	Facts   []string     // what was guessed or left out, and why
}

// Inspect describes a file, or a folder of images, as a study file would, with the files of labels and
// of test samples beside it. Its Folder is that of path.
//
// It guesses what the wishes leave open: the class is a column of a usual name, else a column of words or the last or
// first of few whole numbers. Columns of text, of row numbers, mostly empty and constant ones are left out, and rows
// with an empty cell. The first one left out that differs in each row names the rows.
func Inspect(ctx context.Context, path string, wishes Wishes) (Inspected, error) {
	f := Inspected{FileSet: FileSet{File: filepath.Base(path), Folder: filepath.Dir(path), Memory: wishes.Memory}}
	name, _, _ := strings.Cut(strings.ToLower(f.File), ".")
	f.Name = cmp.Or(strings.Trim(notOfNames.ReplaceAllString(name, "-"), "-"), "data")
	info, err := os.Stat(path)
	if err != nil {
		return f, fmt.Errorf("%w: give the path of a file or folder of data", err)
	}
	if !utf8.ValidString(path) {
		return f, fmt.Errorf("%q is not UTF-8, and a study names its data in UTF-8: rename the file or folder", path)
	}
	byEnding := formatOf(path)
	if info.IsDir() {
		f.Format = images
	} else if byEnding.name == "" || byEnding.name == "csv" { // a .csv file may have other separators
		f.Format, err = sniff(ctx, path)
		if byEnding.name == "" && errors.Is(err, delimited.ErrZero) {
			err = cmp.Or(workbook(path),
				errors.New("not a text, and the ending tells no format: give the file one of the usual endings"))
		}
		if err != nil {
			return f, fmt.Errorf("%s: %w", path, err)
		}
		if f.Format == byEnding.name {
			f.Format = ""
		}
	}
	r := &loader{FileSet: f.FileSet, ctx: ctx}
	if r.format, err = f.format(); err != nil {
		return f, err
	}
	table := r.format.table != nil && r.format.class == "" // else every line begins with the class
	switch {
	case table:
		err = r.inspectTable(&f, wishes)
	case r.format.arrays != nil:
		err = r.inspectArrays(&f.FileSet)
	case r.format.table == nil:
		err = r.inspectImages(&f.FileSet)
	}
	if err != nil {
		return f, err
	}
	if !table {
		f.ID, f.Omit = wishes.ID, wishes.Omit
		if wishes.Class != "" {
			f.Class, f.Labels, f.Test.Labels = wishes.Class, "", ""
		}
	}
	f.Set, err = f.open(ctx, nil)
	if err != nil && f.Missing == "" {
		lenient := f
		lenient.Missing = "drop"
		var fault error
		if lenient.Set, fault = lenient.open(ctx, nil); fault == nil {
			return lenient, nil
		}
	}
	return f, err
}

var notOfNames = regexp.MustCompile(`[^a-z0-9]+`)

// sniff finds the separator that divides the first two lines into equally many fields. Tabs and semicolons go before
// commas, which numbers may have.
func sniff(ctx context.Context, path string) (string, error) {
	lines, _, err := unpack.ReadFile(ctx, path, math.MaxInt64, func(r io.Reader) ([]string, error) {
		var lines []string
		for next := delimited.Lines(r); len(lines) < 2; {
			_, line, err := next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, err
			}
			if strings.TrimSpace(line) != "" {
				lines = append(lines, line)
			}
		}
		return lines, nil
	})
	if err != nil || len(lines) == 0 {
		return "", cmp.Or(err, delimited.ErrNoRows)
	}
	for _, format := range []string{"tsv", "semicolons", "csv", "blanks"} {
		var widths []int
		rows := separators[format].Rows(strings.NewReader(strings.Join(lines, "\n")))
		for _, row, err := rows(); err == nil; _, row, err = rows() {
			widths = append(widths, len(row))
		}
		if len(slices.Compact(widths)) == 1 && widths[0] > 1 {
			return format, nil
		}
	}
	return "", errors.New("its first two lines are not parted alike by commas, semicolons, tabs or " +
		"blanks: give a table with one sample on each line")
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
		if err == nil && manyNumbers(distinct(labels), len(labels)) {
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
		labels, err := array{read, a.Name}.labels()
		if err == nil && !manyNumbers(distinct(labels), len(labels)) && (f.Class == none || isClassName(a.Name)) {
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
