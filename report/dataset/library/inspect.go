package library

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
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

// Inspect describes a file, or a folder of images, as a study file would, with the files of labels and
// of test samples beside it, and returns the set of that description. Its Folder is that of path.
//
// It guesses: the class is a column of a usual name, else the last or the first column that holds words
// or few whole numbers. Columns of text and constant columns are left out.
func Inspect(ctx context.Context, path string) (FileSet, *dataset.Set, error) {
	f := FileSet{File: filepath.Base(path), Folder: filepath.Dir(path)}
	name, _, _ := strings.Cut(strings.ToLower(f.File), ".")
	f.Name = cmp.Or(strings.Trim(notOfNames.ReplaceAllString(name, "-"), "-"), "data")
	info, err := os.Stat(path)
	if err != nil {
		return f, nil, fmt.Errorf("%w: give the path of a file or folder of data", err)
	}
	byEnding := formatOf(path)
	if info.IsDir() {
		f.Format = images
	} else if byEnding.name == "" || byEnding.name == "csv" { // a .csv file may have other separators
		f.Format, err = sniff(ctx, path)
		if byEnding.name == "" && errors.Is(err, delimited.ErrZero) {
			err = errors.New("not a text, and the ending tells no format: give the file one of the usual endings")
		}
		if err != nil {
			return f, nil, fmt.Errorf("%s: %w", path, err)
		}
		if f.Format == byEnding.name {
			f.Format = ""
		}
	}
	r := &loader{FileSet: f, ctx: ctx}
	if r.format, err = f.format(); err != nil {
		return f, nil, err
	}
	switch {
	case r.format.class != "" && r.format.table != nil: // which every line begins with
	case r.format.table != nil:
		err = r.inspectTable(&f)
	case r.format.arrays != nil:
		err = r.inspectArrays(&f)
	default:
		err = r.inspectImages(&f)
	}
	if err != nil {
		return f, nil, err
	}
	set, err := f.open(ctx, nil)
	if err != nil && f.Missing == "" {
		lenient := f
		lenient.Missing = "drop"
		if set, fault := lenient.open(ctx, nil); fault == nil {
			return lenient, set, nil
		}
	}
	return f, set, err
}

var notOfNames = regexp.MustCompile(`[^a-z0-9]+`)

// sniff finds the separator that divides the first two lines into equally many fields, and into
// the most.
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
	for _, format := range slices.Sorted(maps.Keys(separators)) {
		var widths []int
		rows := separators[format].Rows(strings.NewReader(strings.Join(lines, "\n")))
		for _, row, err := rows(); err == nil; _, row, err = rows() {
			widths = append(widths, len(row))
		}
		if len(slices.Compact(widths)) == 1 && widths[0] > most {
			best, most = format, widths[0]
		}
	}
	if best == "" {
		return "", errors.New("its first two lines are not parted alike by commas, semicolons, tabs or blanks: " +
			"give a table with one sample on each line")
	}
	return best, nil
}

var classNames = []string{"class", "label", "labels", "target", "y", "species", "diagnosis", "category"}

func isClassName(name string) bool { return slices.Contains(classNames, strings.ToLower(name)) }

// inspectedBytes is how much of a table is read to guess its columns.
const inspectedBytes = 8 << 20

func (r *loader) inspectTable(f *FileSet) error {
	var names []string
	marks := append([]string{""}, missingMarks...)
	table, err := load(r, f.File, func(file io.Reader) (*delimited.Table, error) {
		head, err := io.ReadAll(io.LimitReader(file, inspectedBytes))
		if err != nil {
			return nil, err
		}
		whole := bytes.LastIndexByte(head, '\n') + 1
		if len(head) == inspectedBytes && bytes.IndexByte(head[whole:], 0) < 0 { // the reader reports a zero byte
			head = head[:whole]
		}
		source, err := r.format.table(bytes.NewReader(head), nil)
		if err != nil {
			return nil, withRemedy(err)
		}
		for i, c := range source.Columns {
			if source.Named {
				names = append(names, c.Name)
			}
			source.Columns[i] = delimited.Column{Name: c.Name, Kind: delimited.Nominal, Missing: marks}
		}
		table, err := delimited.ReadColumns(source.Rows, source.Columns)
		return table, withRemedy(err)
	})
	if err != nil {
		return err
	}
	columns := table.Columns
	// name is the name of a column in the description.
	name := func(at int) string {
		if names == nil || names[at] == "" || slices.Index(names, names[at]) != at {
			return strconv.Itoa(at + 1)
		}
		return names[at]
	}
	f.Class = none
	class := classColumn(names, columns, table.Rows())
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
	// A square number of whole numbers below 256 is an image.
	if side := int(math.Sqrt(float64(features))); grey && side >= leastSide && side*side == features {
		f.Image = dataset.ImageSize{Width: side, Height: side}
	} else {
		f.Omit = append(f.Omit, constant...)
	}
	f.Test.File = r.beside(f.File, "train", "test")
	return nil
}

const leastSide = 8

// classColumn guesses the column of the class, -1 for none: by its name, then by words in the last
// or first column, then by few whole numbers there, in the first column without a gap. A column of numbers that are
// no classes, such as a regression target or the third of x, y and z, is a feature whatever its name.
func classColumn(names []string, columns []delimited.Column, rows int) int {
	if at := slices.IndexFunc(names, isClassName); at >= 0 && !manyNumbers(columns[at].Words, rows) {
		return at
	}
	most := min(mostClasses(rows), 100)
	end := len(columns) - 1
	for _, numeric := range []bool{false, true} {
		for _, at := range []int{end, 0} {
			words := columns[at].Words
			if n := len(words); n < 2 || n > most || allNumbers(words) != numeric {
				continue
			}
			values := wholes(words)
			if !numeric || values != nil && (at == end ||
				slices.Max(values)-slices.Min(values) == float64(len(values)-1)) {
				return at
			}
		}
	}
	return -1
}

// mostClasses is the largest number of classes that so many samples are likely to have.
func mostClasses(samples int) int { return max(2, samples/3) }

// manyNumbers reports whether different words are more likely numbers than the names of classes.
func manyNumbers(different []string, samples int) bool {
	return allNumbers(different) && (len(different) > mostClasses(samples) || quantities(different))
}

// distinct lists the different labels that are not missing.
func distinct(labels []string) []string {
	different := slices.Compact(slices.Sorted(slices.Values(labels)))
	return slices.DeleteFunc(different, func(label string) bool { return label == "" })
}

func allNumbers(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !delimited.IsNumber(w) })
}

// wholes are words as whole numbers, nil if one is none.
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
	found, err := load(r, f.File, func(file io.Reader) ([]array, error) {
		return r.format.arrays(file, func(names []string) ([]string, error) { return names, nil })
	})
	if err != nil {
		return err
	}
	var samples array
	for _, a := range found {
		if len(a.Shape) > 1 && len(a.Values) > len(samples.Values) {
			samples = a
		}
	}
	if samples.Shape == nil {
		return fmt.Errorf("%s: no array of samples, which has two dimensions or more", f.File)
	}
	f.Class = none
	if len(found) > 1 {
		f.Array = samples.name
		for _, a := range found {
			labels, err := a.labels()
			fits := a.name != samples.name && err == nil && !manyNumbers(distinct(labels), len(labels)) &&
				(len(labels) == samples.rows(first) || len(labels) == samples.rows(last))
			if fits && (f.Class == none || isClassName(a.name)) {
				f.Class = a.name
			}
		}
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
