package library

import (
	"bytes"
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
	"strconv"
	"strings"

	"gpca/report/dataset"
	"gpca/report/dataset/delimited"
	"gpca/report/dataset/imagefolder"
	"gpca/report/dataset/unpack"
)

// Inspect looks at a file, or a folder of images, and describes it as a study file would:
// its format, where the classes are, which columns are no features, whether values are
// missing, and, where there is one beside it, the file of labels or of test samples. The
// set is what the description reads. Paths in the description are relative to the folder
// of the file, which is its Folder; its name is made of that of the file.
//
// What it finds is a guess that a person should read: a column called class, label,
// target, y or species is the class, else the last or the first that holds words or few
// whole numbers; columns of text and constant columns are left out.
func Inspect(ctx context.Context, path string) (FileSet, *dataset.Set, error) {
	f := FileSet{File: filepath.Base(path), Folder: filepath.Dir(path)}
	f.Name = setName(f.File)
	info, err := os.Stat(path)
	if err != nil {
		return f, nil, fmt.Errorf("%w: give the path of a file or folder of data", err)
	}
	byEnding, ok := formatOf(path)
	if info.IsDir() {
		f.Format = images
	} else if !ok || byEnding.name == "csv" { // which may have other separators
		f.Format, err = sniff(ctx, path)
		if !ok && errors.Is(err, delimited.ErrZero) {
			err = errors.New("not a text, and the ending tells no format: give the file one of the usual endings")
		}
		if err != nil {
			return f, nil, fmt.Errorf("%s: %w", path, err)
		}
		if f.Format == byEnding.name {
			f.Format = ""
		}
	}
	known, err := f.format()
	if err != nil {
		return f, nil, err
	}
	if err := known.inspect(&loader{FileSet: f, ctx: ctx}, &f); err != nil {
		return f, nil, err
	}
	set, err := f.open(ctx, nil)
	if err != nil && f.Missing == "" {
		// Values may be missing where nobody has looked.
		lenient := f
		lenient.Missing = "drop"
		if set, fault := lenient.open(ctx, nil); fault == nil {
			return lenient, set, nil
		}
	}
	return f, set, err
}

var notOfNames = regexp.MustCompile(`[^a-z0-9]+`)

// setName makes the name of a set of that of a file.
func setName(file string) string {
	name, _, _ := strings.Cut(strings.ToLower(file), ".")
	return cmp.Or(strings.Trim(notOfNames.ReplaceAllString(name, "-"), "-"), "data")
}

// sniff tells the format of a text by the separator that parts its first two lines
// alike, and into most fields.
func sniff(ctx context.Context, path string) (string, error) {
	lines, _, err := unpack.ReadFile(ctx, path, func(r io.Reader) ([]string, error) {
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
	best, most := "", 1
	for format, separator := range separators {
		var widths []int
		rows := separator.Rows(strings.NewReader(strings.Join(lines, "\n")))
		for _, row, err := rows(); err == nil; _, row, err = rows() {
			widths = append(widths, len(row))
		}
		if len(slices.Compact(widths)) == 1 && (widths[0] > most || widths[0] == most && most > 1 && format < best) {
			best, most = format, widths[0]
		}
	}
	if best == "" {
		return "", errors.New("its first two lines are not parted alike by commas, semicolons, tabs or blanks: " +
			"give a table with one sample on each line")
	}
	return best, nil
}

// classNames are names of columns and arrays that say that they are the class.
var classNames = []string{"class", "label", "labels", "target", "y", "species", "diagnosis", "category"}

func isClassName(name string) bool { return slices.Contains(classNames, strings.ToLower(name)) }

// few is the largest number of different whole numbers that are taken for classes.
func few(rows int) int { return min(max(2, rows/3), 100) }

// inspectedBytes is how much of a table is looked at to guess what its columns are. All
// of it is read for the set.
const inspectedBytes = 8 << 20

// inspectTable finds the class, what is no feature, and whether values are missing.
func (r *loader) inspectTable(f *FileSet, read tableReader) error {
	var names []string
	marks := append([]string{""}, missingMarks...)
	describe := func(columns []delimited.Column, named bool) ([]delimited.Column, error) {
		for i, c := range columns {
			if named {
				names = append(names, c.Name)
			}
			columns[i] = delimited.Column{Name: c.Name, Kind: delimited.Nominal, Missing: marks}
		}
		return columns, nil
	}
	table, err := load(r, f.File, func(file io.Reader) (*delimited.Table, error) {
		head, err := io.ReadAll(io.LimitReader(file, inspectedBytes))
		if err != nil {
			return nil, err
		}
		whole := bytes.LastIndexByte(head, '\n') + 1
		if len(head) == inspectedBytes && bytes.IndexByte(head[whole:], 0) < 0 { // else the reader says what is wrong
			head = head[:whole]
		}
		table, err := read(bytes.NewReader(head), nil, describe)
		return table, withRemedy(err)
	})
	if err != nil {
		return err
	}
	columns := table.Columns
	// name is how the description calls a column.
	name := func(at int) string {
		if names == nil || names[at] == "" || slices.Index(names, names[at]) != at {
			return strconv.Itoa(at + 1)
		}
		return names[at]
	}
	f.Class = none
	class := classColumn(names, columns, few(table.Rows()))
	if class >= 0 {
		f.Class = name(class)
	}
	features, grey := 0, true
	var constant []string
	for at, c := range columns {
		switch {
		case at == class:
			continue
		case !allNumbers(c.Words) || len(c.Words) == 0 || names != nil && c.Name == "":
			f.Omit = append(f.Omit, name(at))
			continue
		case len(c.Words) == 1:
			constant = append(constant, name(at))
		}
		features++
		values := wholes(c.Words)
		grey = grey && values != nil && slices.Min(values) >= 0 && slices.Max(values) <= 255
	}
	// Many whole numbers, as many as a square has pixels, are an image.
	if side := int(math.Sqrt(float64(features))); grey && side >= leastSide && side*side == features {
		f.Image = dataset.ImageSize{Width: side, Height: side}
	} else {
		f.Omit = append(f.Omit, constant...)
	}
	f.Test.File = r.beside(f.File, "train", "test")
	return nil
}

// leastSide is the side of the smallest square of numbers that is taken for an image.
const leastSide = 8

// classColumn guesses the column of the class, -1 for none: by its name, then by words in
// the last or first column, then by at most most different whole numbers there; in the
// first, without a gap.
func classColumn(names []string, columns []delimited.Column, most int) int {
	if at := slices.IndexFunc(names, isClassName); at >= 0 {
		return at
	}
	end := len(columns) - 1
	for _, numeric := range []bool{false, true} {
		for _, at := range []int{end, 0} {
			words := columns[at].Words
			if n := len(words); n < 2 || n > most || allNumbers(words) != numeric {
				continue
			}
			if values := wholes(words); !numeric || values != nil && (at == end || withoutGap(values)) {
				return at
			}
		}
	}
	return -1
}

func allNumbers(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !isNumber(w) })
}

// wholes are words as numbers, nil where one is no whole number.
func wholes(words []string) []float64 {
	var values []float64
	for _, w := range words {
		v, ok := number(w)
		if !ok || v != math.Trunc(v) {
			return nil
		}
		values = append(values, v)
	}
	return values
}

// withoutGap reports whether whole numbers follow each other, none of them twice.
func withoutGap(values []float64) bool {
	return len(values) > 0 && slices.Max(values)-slices.Min(values) == float64(len(values)-1)
}

// beside returns the name of a file beside another that is called the same but for one
// word, which is replaced by the others in turn; "" if there is none.
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

// labelsBeside returns the name of a file beside another that holds its labels, "" if
// there is none.
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

// inspectArrays finds the arrays of samples and of classes, or the files of them.
func (r *loader) inspectArrays(f *FileSet, read arrayReader) error {
	found, err := load(r, f.File, func(file io.Reader) ([]array, error) {
		return read.pick(file, func(names []string) ([]string, error) { return names, nil })
	})
	if err != nil {
		return err
	}
	var samples array
	for _, a := range found {
		if len(a.dims) > 1 && len(a.values) > len(samples.values) {
			samples = a
		}
	}
	if samples.dims == nil {
		return fmt.Errorf("%s: no array of samples, which has two dimensions or more", f.File)
	}
	f.Class = none
	if len(found) > 1 {
		f.Array = samples.name
		for _, a := range found {
			labels, err := a.labels()
			fits := a.name != samples.name && err == nil &&
				(len(labels) == samples.rows(first) || len(labels) == samples.rows(last))
			if fits && (f.Class == none || isClassName(a.name)) {
				f.Class = a.name
			}
		}
		has := func(name string) bool {
			return slices.ContainsFunc(found, func(a array) bool { return a.name == name })
		}
		if test := strings.Replace(f.Array, "train", "test", 1); test != f.Array && has(test) {
			f.Test.Array = test
			if class := strings.Replace(f.Class, "train", "test", 1); has(class) {
				f.Test.Class = class
			}
		}
		return nil
	}
	f.Test.File = r.beside(f.File, "train", "test", "t10k")
	if labels := r.labelsBeside(f.File); labels != "" {
		f.Class, f.Labels = "", labels
		if f.Test.File != "" {
			f.Test.Labels = r.labelsBeside(f.Test.File)
		}
		return nil
	}
	if width := samples.dims[1]; len(samples.dims) == 2 && width > 1 {
		var column []float64
		for i := width - 1; i < len(samples.values); i += width {
			column = append(column, samples.values[i])
		}
		labels, err := (array{values: column}).labels()
		slices.Sort(labels)
		distinct := slices.Compact(labels)
		if n := len(distinct); err == nil && n > 1 && n <= few(len(column)) && withoutGap(wholes(distinct)) {
			f.Class = last
		}
	}
	return nil
}

// namePatterns are what the classes of images are looked for by in their names.
var namePatterns = []string{`^([A-Za-z]+[0-9]*)[^A-Za-z0-9]`, `^([^._-]+)[._-]`, `^([A-Za-z]+)`}

// Images of more pixels than largestImage, or of differing sizes, are reduced so that
// their longer side has reducedSide.
const (
	largestImage = 128 * 128
	reducedSide  = 64
)

// inspectImages finds the classes and the size of images.
func (r *loader) inspectImages(f *FileSet) error {
	root := filepath.Join(r.Folder, f.File)
	paths, err := imagePaths(root)
	if err != nil {
		return err
	}
	f.Class = none
	if !slices.ContainsFunc(paths, func(p string) bool { return !strings.Contains(p, "/") }) {
		f.Class = folder
	}
	for _, pattern := range namePatterns {
		classify, err := imageClass(pattern)
		if err != nil {
			return err
		}
		classes := map[string]bool{}
		for _, path := range paths {
			var class string
			if class, err = classify(path); err != nil {
				break
			}
			classes[class] = true
		}
		if f.Class == none && err == nil && len(classes) > 1 && len(classes) <= len(paths)/2 {
			f.Class = pattern
		}
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
