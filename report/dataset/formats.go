package dataset

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset/columns"
	"gpca/report/dataset/internal/arff"
	"gpca/report/dataset/internal/delimited"
	"gpca/report/dataset/internal/idx"
	"gpca/report/dataset/internal/imagefolder"
	"gpca/report/dataset/internal/matlab"
	"gpca/report/dataset/internal/numbers"
	"gpca/solver/pages"
)

var formats = map[string]func(context.Context, *entryFiles) (*Set, error){
	"comma":  readTables(text(delimited.Comma)),
	"blanks": readTables(text(delimited.Blanks)),
	"arff":   readTables(relation),
	"idx":    readIDX,
	"matlab": readMATLAB,
	"folder": readFolder,
}

// Names of columns with a special meaning.
const (
	classColumn   = "class"
	digitColumn   = "digit" // a class written as a number
	ignoredColumn = "ignored"
)

func (e Entry) textColumns() []columns.Column {
	var all []columns.Column
	for _, name := range e.Columns {
		if count, ok := strings.CutSuffix(name, " numbers"); ok {
			n, _ := strconv.Atoi(count)
			all = append(all, make([]columns.Column, n)...)
			continue
		}
		column := columns.Column{Name: name, Words: e.Words[name]}
		if name == classColumn && column.Words == nil {
			column.Words = e.Classes
		}
		switch {
		case column.Words != nil:
			column.Kind = columns.Nominal
		case name == ignoredColumn:
			column.Kind = columns.Ignored
		}
		all = append(all, column)
	}
	return all
}

// readTables reads files of the same columns. Of two files, the first is the training part and
// the second the test part of the published split.
func readTables(
	open func(Entry, io.Reader) (columns.Source, error),
) func(context.Context, *entryFiles) (*Set, error) {
	return func(ctx context.Context, f *entryFiles) (*Set, error) {
		var parts []Part
		for file := range f.found {
			part, err := parse(ctx, f, file, func(r io.Reader) (Part, error) {
				source, err := open(f.Entry, r)
				if err != nil {
					return Part{}, err
				}
				table, err := columns.Read(source, columns.Dialect{}, r)
				if err != nil {
					return Part{}, err
				}
				class := slices.IndexFunc(table.Kept, func(at int) bool {
					name := table.Columns[at].Name
					return name == classColumn || name == digitColumn
				})
				features, column := numbers.TakeColumn(table.Values, len(table.Kept), class)
				labels, err := f.labels(column)
				return f.Encode(Part{Rows: len(column), Features: features, Labels: labels}), err
			})
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
		}
		return Join(parts...), nil
	}
}

func text(separator delimited.Separator) func(Entry, io.Reader) (columns.Source, error) {
	return func(e Entry, r io.Reader) (columns.Source, error) {
		return columns.Source{Columns: e.textColumns(), Rows: separator.Rows(r)}, nil
	}
}

// relation opens ARFF whose last attribute is the class. The values of the others must be
// numbers, also of nominal ones such as {-1,0,1}.
func relation(e Entry, r io.Reader) (columns.Source, error) {
	source, err := arff.Open(r)
	for i := range source.Columns {
		source.Columns[i].Kind = columns.Number
	}
	if last := len(source.Columns) - 1; last >= 0 {
		source.Columns[last] = columns.Column{Name: classColumn, Kind: columns.Nominal, Words: e.Classes}
	}
	return source, err
}

func (e Entry) labels(column []float64) (labels []int, err error) {
	most := max(len(e.Classes), len(e.Words[classColumn])) - 1
	for i, label := range column {
		if label < 0 || label > float64(most) || label != math.Trunc(label) {
			return nil, fmt.Errorf("label %d is %v, want 0 to %d", i+1, label, most)
		}
		labels = append(labels, int(label))
	}
	return labels, nil
}

// Encode encodes the word codes of a part with the columns of the entry except the class. Labels
// beyond the last class become the last class.
func (e Entry) Encode(p Part) Part {
	if e.Words == nil {
		return p
	}
	attributes := slices.DeleteFunc(slices.Clone(e.Columns), func(name string) bool { return name == classColumn })
	var features []float64
	for i, code := range p.Features {
		name := attributes[i%len(attributes)]
		words := len(e.Words[name])
		switch {
		case e.Encoding == Indicators:
			indicators := make([]float64, words)
			indicators[int(code)] = 1
			features = append(features, indicators...)
		case e.Encoding == Standardised:
			// The variance of 0, 1, …, n−1, each equally often.
			n := float64(words)
			features = append(features, (code-(n-1)/2)/math.Sqrt((n*n-1)/12))
		case e.Numbers[name] != nil:
			features = append(features, e.Numbers[name][int(code)])
		default:
			features = append(features, code)
		}
	}
	p.Features = features
	for i, label := range p.Labels {
		p.Labels[i] = min(label, len(e.Classes)-1)
	}
	return p
}

// readIDX reads four files: images and labels of the training part, then of the test part.
func readIDX(ctx context.Context, f *entryFiles) (*Set, error) {
	array := func(file int, before []float64, shape ...int) ([]float64, error) {
		a, err := parse(ctx, f, file, func(r io.Reader) (numbers.Array, error) {
			a, err := idx.Open(r, before)
			if err == nil && !slices.Equal(a.Shape, shape) {
				err = fmt.Errorf("array of %v numbers, want %v", a.Shape, shape)
			}
			if err != nil {
				return numbers.Array{}, err
			}
			return a.Read()
		})
		return a.Values, err
	}
	// Half a gigabyte: allocate once.
	all := Part{Rows: f.Samples, Features: pages.Make(f.Samples * f.Features)[:0]}
	for part, count := range []int{f.Train, f.Test} {
		images, err := array(2*part, all.Features, count, f.Image.Height, f.Image.Width)
		if err != nil {
			return nil, err
		}
		all.Features = all.Features[:len(all.Features)+len(images)]
		column, err := array(2*part+1, nil, count)
		if err != nil {
			return nil, err
		}
		labels, err := f.labels(column)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.found[2*part+1], err)
		}
		all.Labels = append(all.Labels, labels...)
	}
	set := Join(all)
	set.Split = NewSplit(f.Samples, func(row int) bool { return row >= f.Train })
	return set, nil
}

// readMATLAB reads images of classes of equal size. The samples are in the order of the classes;
// with a split, the first of each class are for training.
func readMATLAB(ctx context.Context, f *entryFiles) (*Set, error) {
	array, err := parse(ctx, f, 0, func(r io.Reader) (numbers.Array, error) {
		held, err := matlab.Read(r)
		if err != nil {
			return numbers.Array{}, err
		}
		array, err := numbers.Find(held, f.MATLAB.Name)
		if want := f.MATLAB.Dimensions; err == nil && !slices.Equal(array.Shape, want) {
			err = fmt.Errorf("array %q is %s, want %s", f.MATLAB.Name, numbers.Size(array.Shape), numbers.Size(want))
		}
		return array, err
	})
	if err != nil {
		return nil, err
	}
	classes := len(f.Classes)
	each, train := f.Samples/classes, f.Train/classes
	all := Part{Rows: f.Samples, Features: make([]float64, 0, f.Samples*f.Features)}
	pixels := make([]float64, f.Features) // of an image, as the file has them, row by row
	for i := range pixels {
		pixels[i] = float64(i)
	}
	numbers.RowMajor(pixels, []int{f.Image.Height, f.Image.Width})
	for row := range f.Samples {
		class, i := row/each, row%each
		of := (class - f.MATLAB.FirstClass + classes) % classes
		image := of*each + i
		if len(array.Shape) == 3 { // the last index is that of the class
			image = i*classes + of
		}
		for _, pixel := range pixels {
			all.Features = append(all.Features, array.Values[int(pixel)*f.Samples+image])
		}
		all.Labels = append(all.Labels, class)
	}
	set := Join(all)
	if train > 0 {
		set.Split = NewSplit(f.Samples, func(row int) bool { return row%each >= train })
	}
	return set, nil
}

// readFolder reads images without classes, one a file, and reduces them.
func readFolder(ctx context.Context, f *entryFiles) (*Set, error) {
	all := Part{Rows: f.Samples, Features: make([]float64, f.Samples*f.Features)}
	for i, path := range f.found {
		img, err := parse(ctx, f, i, imagefolder.Decode)
		if err != nil {
			return nil, err
		}
		if want := f.PublishedImage; img.Width != want.Width || img.Height != want.Height {
			return nil, fmt.Errorf("%s: %dx%d pixels, want %dx%d", path, img.Width, img.Height, want.Width, want.Height)
		}
		img.ReduceTo(all.Features[i*f.Features:], f.Image.Width, f.Image.Height)
	}
	return Join(all), nil
}
