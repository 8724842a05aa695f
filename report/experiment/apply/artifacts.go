package apply

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"gpca/report/experiment"
	"gpca/report/words"
)

// A part of findings is an artifact: a matrix, whose rows may have names.
type part struct {
	artifact string
	names    *[]string
	counts   []*[]int     // the first columns
	numbers  []*[]float64 // those after them
	rest     *[][]float64 // all others, row by row; nil for none
}

// rows is the part without which a result says nothing of rows.
func (f *Findings) rows() part {
	return part{"rows", &f.IDs, []*[]int{&f.Class}, []*[]float64{&f.Score, &f.Orthogonal}, &f.Scores}
}

// parts are the lists of findings, of which those of rows and cells can be long.
func (f *Findings) parts() []part {
	m, t, c, r := &f.Model, &f.Told, &f.Cells, &f.Map
	return []part{
		f.rows(),
		{"columns", &m.Columns, nil, []*[]float64{&m.Centre, &m.Scale, &m.Medians, &m.Spreads, &f.Weights}, nil},
		{"components", nil, nil, []*[]float64{&m.Eigenvalues}, &m.Components},
		{"told", nil, []*[]int{&t.Row, &t.Column, &t.Imputed}, []*[]float64{&t.Share}, nil},
		{"cells", nil, []*[]int{&c.Row, &c.Column}, []*[]float64{&c.Value, &c.Residual, &c.Expected, &c.Unit}, nil},
		{"map", nil, []*[]int{&r.Row, &r.Column}, []*[]float64{&r.Residual}, nil},
		{"filled", nil, nil, nil, &f.Filled},
	}
}

// restOf is the artifact of all else, with JSON for a name.
const restOf = "rest"

// put makes the artifacts that Read reads.
func (f *Findings) put(all map[string]experiment.Array) error {
	for _, p := range f.parts() {
		all[p.artifact] = p.array()
	}
	rest := *f
	m := &rest.Model
	m.Columns, m.Centre, m.Scale, m.Medians, m.Spreads, m.Eigenvalues, m.Components = nil, nil, nil, nil, nil, nil, nil
	text, err := json.Marshal(rest)
	all[restOf] = experiment.Array{Shape: []int{0}, Names: []string{string(text)}}
	return err
}

func (p part) array() experiment.Array {
	a, n := experiment.Array{Shape: []int{0}}, 0
	for _, list := range p.counts {
		n = len(*list)
	}
	for _, list := range p.numbers {
		n = len(*list)
	}
	if p.counts == nil && p.numbers == nil && p.rest != nil {
		n = len(*p.rest)
	}
	for i := range n {
		for _, list := range p.counts {
			a.Data = append(a.Data, float64((*list)[i]))
		}
		for _, list := range p.numbers {
			a.Data = append(a.Data, (*list)[i])
		}
		if p.rest != nil {
			a.Data = append(a.Data, (*p.rest)[i]...)
		}
	}
	if n > 0 {
		a.Shape = []int{n, len(a.Data) / n}
	}
	if p.names != nil {
		a.Names = *p.names
	}
	return a
}

// read fills the part in.
func (p part) read(from map[string]experiment.Array) error {
	a, there := from[p.artifact]
	n, width, first, own := 0, 0, len(p.counts), len(p.counts)+len(p.numbers)
	if len(a.Shape) == 2 {
		n, width = a.Shape[0], a.Shape[1]
	}
	switch {
	case !there:
		return fmt.Errorf("it has no %s", p.artifact)
	case a.Names != nil && p.names == nil || len(a.Data) > 0 && (width < own || width > own && p.rest == nil):
		return fmt.Errorf("its %s are of the shape %v, with %d names", p.artifact, a.Shape, len(a.Names))
	case p.names != nil:
		*p.names = a.Names
	}
	for i := range n {
		row := a.Data[i*width : (i+1)*width : (i+1)*width]
		for c, list := range p.counts {
			if !isCount(row[c]) {
				return fmt.Errorf("its %s have %g in row %d, which counts nothing", p.artifact, row[c], i+1)
			}
			*list = append(*list, int(row[c]))
		}
		for c, list := range p.numbers {
			*list = append(*list, row[first+c])
		}
		if p.rest != nil {
			*p.rest = append(*p.rest, row[own:])
		}
	}
	return nil
}

func isCount(v float64) bool { return v >= 0 && v <= math.MaxInt32 && v == math.Trunc(v) }

// measured is a measure of a result, −1 where it is not there.
func measured(r experiment.Result, name string) float64 {
	return append(slices.Clone(r.Values[name]), -1)[0]
}

// Read reads a result.
func Read(r experiment.Result) (*Findings, error) {
	found, err := r.Once(func() (any, error) {
		f := &Findings{}
		_, f.Pictured = r.Artifacts[pixels]
		if _, ok := r.Artifacts[f.rows().artifact]; !ok {
			return f, errors.New("the result has no distances of rows: it is of another kind, or arrays.csv is missing")
		}
		err := f.read(r.Artifacts)
		if err == nil {
			err = cmp.Or(f.Model.check(), f.check())
		}
		if err == nil {
			f.call()
		}
		if n, said := f.count(Row.Outlying), measured(r, outliers); err == nil && said >= 0 && said != float64(n) {
			err = fmt.Errorf("it says that %g rows are outliers, and has %d", said, n)
		}
		if err != nil {
			return f, fmt.Errorf("the result is no description of a table, %w: compute it again", err)
		}
		return f, nil
	})
	return found.(*Findings), err
}

func (f *Findings) read(all map[string]experiment.Array) error {
	text := all[restOf].Names
	if len(text) != 1 {
		return fmt.Errorf("it has %d texts of what is no list", len(text))
	}
	if err := json.Unmarshal([]byte(text[0]), f); err != nil {
		return err
	}
	return words.Try(f.parts(), func(p part) error { return p.read(all) })
}

// check returns an error for parts that do not belong to as many rows and columns.
func (f *Findings) check() error {
	n, width, c := f.Len(), len(f.Model.Columns), cmp.Or(f.Classical, &Classical{Total: 1})
	uneven := func(lists [][]float64, width int) bool {
		return slices.ContainsFunc(lists, func(list []float64) bool { return len(list) != width })
	}
	switch least := slices.Min(slices.Concat(f.Score, f.Orthogonal, c.Eigenvalues, []float64{c.Total})); {
	case n == 0 || uneven(f.Scores, f.K()) || f.IDs != nil && len(f.IDs) != n:
		return fmt.Errorf("its %d rows have not %d scores each", n, f.K())
	case least < 0 || c.Total == 0:
		return fmt.Errorf("it has the distance or variance %g", least)
	case len(f.Weights) != width:
		return fmt.Errorf("its weights are %d for %d columns", len(f.Weights), width)
	case !slices.IsSorted(f.Told.Row) || !slices.IsSorted(c.Flagged):
		return errors.New("it tells of rows in another order")
	case len(c.Eigenvalues) != len(c.Components) || uneven(c.Components, width),
		f.Classical != nil && c.Components == nil:
		return fmt.Errorf("its classical PCA is not of %d columns", width)
	}
	return f.checkPlaces(c.Flagged)
}

// checkPlaces returns an error for the number of a row, column or class that is not there.
func (f *Findings) checkPlaces(flagged []int) error {
	n, width := f.Len(), len(f.Model.Columns)
	for _, of := range []struct {
		what string
		all  []int
		n    int
	}{
		{"class", f.Class, max(len(f.Classes), 1)}, {"row that it tells of", f.Told.Row, n},
		{"column that it tells of", f.Told.Column, width}, {"mark of imputed cells", f.Told.Imputed, 2},
		{"row of outlying cells", f.Cells.Row, n}, {"column of outlying cells", f.Cells.Column, width},
		{"row that classical PCA flags", flagged, n}, {"column of the map", f.Mapped, width},
		{"row of many columns", words.Each(f.Many, func(m Many) int { return m.Row }), n},
	} {
		if at := slices.IndexFunc(of.all, func(i int) bool { return i < 0 || i >= of.n }); at >= 0 {
			return fmt.Errorf("it has a %s of the number %d, and there are %d", of.what, of.all[at]+1, of.n)
		}
	}
	far := words.Each(f.Far(), Row.place)
	for i, row := range f.Map.Row {
		if !slices.Contains(far, row) || !slices.Contains(f.Mapped, f.Map.Column[i]) {
			return fmt.Errorf("its map has a cell of row %d and column %d, which it does not show", row+1,
				f.Map.Column[i]+1)
		}
	}
	return nil
}
