package library

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset"
	"gpca/report/dataset/columns"
	"gpca/report/dataset/internal/delimited"
	"gpca/report/dataset/internal/idx"
	"gpca/report/dataset/internal/numbers"
	"gpca/report/words"
)

// An arrayReader lists the arrays of a file. That of a single-array file has the name "".
type arrayReader func(io.Reader) ([]numbers.Named, error)

func single(open func(io.Reader) (numbers.Named, error)) arrayReader {
	return func(r io.Reader) ([]numbers.Named, error) {
		a, err := open(r)
		if err == nil {
			err = a.Refused()
		}
		return []numbers.Named{a}, err
	}
}

func openIDX(r io.Reader) (numbers.Named, error) { return idx.Open(r, nil) }

// choose reads the arrays of a file whose names are chosen.
func (read arrayReader) choose(r io.Reader, choose func([]numbers.Named) ([]string, error)) ([]numbers.Array, error) {
	held, err := read(r)
	if err != nil {
		return nil, err
	}
	wanted, err := choose(held)
	var arrays []numbers.Array
	for _, name := range wanted {
		a, err := numbers.Find(held, name)
		if err != nil {
			return nil, err
		}
		arrays = append(arrays, a)
	}
	return arrays, err
}

// arrays reads a part: one array, or more if its classes, marks or names are arrays too.
func (r *loader) arrays(p part) (*content, error) {
	var left []string
	found, err := load(r, p.file, func(file io.Reader) ([]numbers.Array, error) {
		return r.format.arrays.choose(file, func(held []numbers.Named) ([]string, error) {
			wanted, err := r.pick(p, held)
			for _, a := range held {
				if !slices.Contains(append(wanted, r.Test.Array, r.Test.Class), a.Name) {
					left = append(left, a.String())
				}
			}
			return wanted, err
		})
	})
	if err != nil {
		return nil, err
	}
	path := r.paths[len(r.paths)-1]
	texts := map[string][]string{} // of arrays of classes, marks or names
	for _, a := range found[1:] {
		if texts[a.Name], err = labelsOf(a); err != nil {
			return nil, fmt.Errorf("%s: array %q: %w", path, a.Name, err)
		}
	}
	labels := texts[p.class]
	if p.labels != "" {
		if labels, err = r.labelFile(p.labels); err != nil {
			return nil, err
		}
	}
	c, err := r.samplesOf(found[0], labels)
	if err == nil && left != nil {
		c.notes = []string{"Left out: " + strings.Join(left, ", ") + "."}
	}
	if err == nil {
		err = c.nameBy(texts, r.FileSet)
	}
	if err == nil && labels == nil && p.class != none {
		err = c.takeClass(p.class)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// nameBy takes the texts of arrays that mark or name samples and features.
func (c *content) nameBy(texts map[string][]string, f FileSet) error {
	for _, of := range []struct {
		name string
		to   *[]string
		want int
		of   string
	}{{f.Test.Column, &c.marks, c.rows(), "samples"}, {f.ID, &c.ids, c.rows(), "samples"},
		{f.Columns, &c.names, c.width, "features"}} {
		if *of.to = texts[of.name]; *of.to != nil && len(*of.to) != of.want {
			return fmt.Errorf("array %q has %d entries for %d %s: give one for each", of.name, len(*of.to), of.want,
				of.of)
		}
	}
	return nil
}

// pick chooses the arrays of a part from those in the file, the samples first.
func (r *loader) pick(p part, held []numbers.Named) (wanted []string, err error) {
	named := func(name string) bool {
		return slices.ContainsFunc(held, func(a numbers.Named) bool { return a.Name == name })
	}
	var others []string
	if p.class != "" && named(p.class) {
		others = append(others, p.class)
	}
	for key, name := range map[string]string{"test": r.Test.Column, "id": r.ID, "columns": r.Columns} {
		if name != "" && !named(name) {
			return nil, fmt.Errorf("%s: no array is called %q: the file holds %s", key, name, numbers.List(held))
		}
		if name != "" {
			others = append(others, name)
		}
	}
	if _, err := strconv.Atoi(p.class); err != nil && !slices.Contains(append(others, "", none, last), p.class) {
		return nil, fmt.Errorf("class: no array is called %q: the file holds %s; of the samples give a column by its "+
			"number, or last, or none", p.class, numbers.List(held))
	}
	samples := p.array
	if samples == "" {
		left := slices.DeleteFunc(slices.Clone(held), func(a numbers.Named) bool {
			return slices.Contains(others, a.Name) || a.Words || a.Unread != "" && !a.Matrix()
		})
		if len(left) != 1 {
			return nil, fmt.Errorf("the file holds %s: give the array of the samples by array", numbers.List(held))
		}
		samples = left[0].Name
	}
	return append([]string{samples}, others...), nil
}

// samplesOf makes samples of an array, with labels or nil.
func (r *loader) samplesOf(a numbers.Array, labels []string) (*content, error) {
	dims := len(a.Shape)
	switch {
	case a.Words != nil:
		return nil, errors.New("an array of words, want numbers as the samples")
	case dims < 2:
		return nil, fmt.Errorf("an array of %d dimensions, want 2 (samples and features) or 3 (images) as the samples",
			dims)
	}
	rows, other, size := a.Shape[0], a.Shape[dims-1], a.Shape[1:]
	fit := func(rows int) bool { return labels != nil && rows == len(labels) }
	turned := r.Samples == last
	if r.Samples == "" && !fit(rows) {
		turned = fit(other) || r.format.columns && dims > 2
	}
	if turned {
		rows, size = other, a.Shape[:dims-1]
	}
	r.doubtIndex(rows, size, labels)
	switch {
	case labels != nil && rows != len(labels):
		return nil, fmt.Errorf("%d samples and %d labels: give each sample a label, or say by samples which index "+
			"counts the samples", rows, len(labels))
	case len(a.Values) == 0:
		return nil, errors.New("the array is empty: give one with samples")
	}
	c := &content{samples: a.Values, width: len(a.Values) / rows, labels: labels, place: r.placeInArray}
	if turned { // a row-major matrix is its column-major transpose
		c.samples = numbers.RowMajor(a.Values, []int{rows, c.width})
	}
	if len(size) == 2 && min(size[0], size[1]) > 1 {
		c.image = dataset.ImageSize{Width: size[1], Height: size[0]}
	}
	return c, nil
}

// doubtIndex says how many samples an array of more than two indices has, if another index is larger than theirs.
func (r *loader) doubtIndex(rows int, size []int, labels []string) {
	if len(size) > 1 && r.Samples == "" && labels == nil && rows < slices.Max(size) && r.format.name != "idx" {
		r.facts = append(r.facts, columns.Fact{Kind: "doubt", Why: fmt.Sprintf("an array of %d indices is read as %s "+
			"(if it has others: save a matrix with one sample in each row)", len(size)+1, words.Count(rows, "sample"))})
	}
}

func (r *loader) placeInArray(row, column int) string {
	switch column {
	case labelColumn:
		return fmt.Sprintf("label %d", row+1)
	case markColumn:
		return fmt.Sprintf("entry %d of %s", row+1, r.Test.Column)
	}
	return fmt.Sprintf("sample %d, feature %d", row+1, column+1)
}

func (c *content) takeClass(class string) error {
	at := c.width - 1
	if class != last {
		number, err := strconv.Atoi(class)
		if err != nil || number < 1 || number > c.width {
			return fmt.Errorf("class is %q: give an array or, of the samples, a column from 1 to %d, or last, or none",
				class, c.width)
		}
		at = number - 1
	}
	if c.width == 1 {
		return errors.New("the samples have one column, which cannot be both the class and a feature")
	}
	var classes numbers.Array
	var err error
	c.samples, classes.Values = numbers.TakeColumn(c.samples, c.width, at)
	if c.labels, err = labelsOf(classes); err != nil {
		return fmt.Errorf("column %d: %w", at+1, err)
	}
	if c.width--; c.names != nil {
		c.names = slices.Delete(c.names, at, at+1)
	}
	return nil
}

func labelsOf(a numbers.Array) ([]string, error) {
	if a.Words != nil {
		return a.Words, nil
	}
	if long := slices.DeleteFunc(slices.Clone(a.Shape), func(d int) bool { return d == 1 }); len(long) > 1 {
		return nil, fmt.Errorf("labels of dimensions %v, want one number for each sample", a.Shape)
	}
	labels, wrong := make([]string, len(a.Values)), -1 // the first that is no class
	for i, v := range a.Values {
		if math.IsNaN(v) {
			continue // it is missing
		}
		labels[i] = strconv.FormatFloat(v, 'f', -1, 64)
		if wrong < 0 && (v != math.Trunc(v) || math.Abs(v) > 1<<53) {
			wrong = i
		}
	}
	if wrong >= 0 && !columns.Quantities(distinct(labels)) {
		return nil, fmt.Errorf("label %d is %v: give classes as whole numbers", wrong+1, a.Values[wrong])
	}
	return labels, nil
}

// labelFile reads a file of classes only: one array, or a word on each line.
func (r *loader) labelFile(path string) ([]string, error) {
	f := formatOf(path)
	if f.name == "" && r.Format != "" {
		f = r.format
	}
	return load(r, path, func(file io.Reader) ([]string, error) {
		if f.arrays == nil {
			table, err := columns.Read(columns.Source{Columns: []columns.Column{{Kind: columns.Nominal}},
				Rows: delimited.Tab.Rows(file)}, columns.Dialect{}, file)
			if err != nil {
				return nil, err
			}
			return words.Each(table.Values, func(code float64) string { return table.Columns[0].Words[int(code)] }), nil
		}
		found, err := f.arrays.choose(file, func(held []numbers.Named) ([]string, error) {
			if len(held) != 1 {
				return nil, fmt.Errorf("the file holds %s, want one array of labels", numbers.List(held))
			}
			return []string{held[0].Name}, nil
		})
		if err != nil {
			return nil, err
		}
		return labelsOf(found[0])
	})
}
