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
	"gpca/solver/robust"
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

// parts are all but the single numbers, and classical PCA.
func (f *Findings) parts() []part {
	m, t, c, r := &f.Model, &f.Told, &f.Cells, &f.Map
	return []part{
		f.rows(),
		{"columns", &m.Columns, nil, []*[]float64{&m.Centre, &m.Scale, &m.Medians, &m.Spreads, &f.Weights}, nil},
		{"components", nil, nil, []*[]float64{&m.Eigenvalues}, &m.Components},
		{"spectrum", nil, nil, []*[]float64{&m.Spectrum}, nil},
		{"told", nil, []*[]int{&t.Row, &t.Column, &t.Imputed}, []*[]float64{&t.Share}, nil},
		{"cells", nil, []*[]int{&c.Row, &c.Column}, []*[]float64{&c.Value, &c.Residual, &c.Expected, &c.Unit}, nil},
		{"map", nil, []*[]int{&r.Row, &r.Column}, []*[]float64{&r.Residual}, nil},
		{"mapped", nil, []*[]int{&f.Mapped}, nil, nil},
		{"filled", nil, nil, nil, &f.Filled},
		{"cell-spread", nil, nil, []*[]float64{&m.CellSpread}, nil},
		{"units", &f.Units, nil, nil, nil},
		{"class-names", &f.Classes, nil, nil, nil},
	}
}

// said are the parts of a model that few tables have.
func (m *Model) said() []part {
	return []part{{"unit-names", &m.Units, nil, nil, nil}, {"dialect", &m.Dialect, nil, nil, nil}}
}

func (c *Classical) parts() []part {
	return []part{
		{"classical", nil, nil, []*[]float64{&c.Eigenvalues}, &c.Components},
		{"flagged", nil, []*[]int{&c.Flagged}, nil, nil},
	}
}

// cellModel is the artifact with the JSON of the cells of a model for a name.
const cellModel = "cell-model"

// skewed is the part of findings by robpca skew.
func skewed(s *robust.Skew) part {
	return part{"skew", nil, nil, []*[]float64{&s.Median, &s.Lower, &s.Upper}, &s.Directions}
}

// singles are the single numbers, with their names in an artifact. The total of classical PCA is 0 where that is not
// fitted.
func (f *Findings) singles(classical *Classical) (names []string, counts []*int, numbers []*float64) {
	m := &f.Model
	return []string{"rows of the fit", "components asked for", "searched columns", "missing cells", "score cut-off",
			"orthogonal cut-off", "total variance", "flags that alpha 0.5 changes", "total variance of classical PCA"},
		[]*int{&m.Rows, &f.Asked, &f.Searched, &f.Missing},
		[]*float64{&m.ScoreCutOff, &m.OrthogonalCutOff, &m.Total, &f.Changed, &classical.Total}
}

// put makes the artifacts that Read reads.
func (f *Findings) put(all map[string]experiment.Array) {
	classical, parts, values := cmp.Or(f.Classical, new(Classical)), f.parts(), []float64(nil)
	names, counts, numbers := f.singles(classical)
	for _, n := range counts {
		values = append(values, float64(*n))
	}
	for _, v := range numbers {
		values = append(values, *v)
	}
	if f.Classical != nil {
		parts = append(parts, classical.parts()...)
	}
	if f.Model.Cells != nil {
		b, _ := json.Marshal(f.Model.Cells) // finite numbers
		parts = append(parts, part{cellModel, &[]string{string(b)}, nil, nil, nil})
	}
	if f.Model.Skew != nil {
		parts = append(parts, skewed(f.Model.Skew))
	}
	parts = append(parts, part{"singles", &names, nil, []*[]float64{&values}, nil},
		part{"model", &[]string{f.Model.Data, f.Model.Method}, nil, nil, nil})
	for _, p := range f.Model.said() {
		if *p.names != nil {
			parts = append(parts, p)
		}
	}
	for _, p := range parts {
		all[p.artifact] = p.array()
	}
	f.later.Null = f.Model.Null
	text, _ := json.Marshal(f.later) // finite numbers and words
	all[laterOf] = experiment.Array{Shape: []int{0}, Names: []string{string(text)}}
}

// laterOf is the artifact of what earlier results lack, with JSON for a name.
const laterOf = "null"

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
		f := &Findings{Changed: measured(r, changed)}
		_, f.Pictured = r.Artifacts[pixels]
		if _, ok := r.Artifacts[f.rows().artifact]; !ok {
			return f, errors.New("the result has no distances of rows: it is of another kind, or arrays.csv is missing")
		}
		err := f.read(r.Artifacts)
		if text := r.Artifacts[laterOf].Names; err == nil && len(text) == 1 {
			err = json.Unmarshal([]byte(text[0]), &f.later)
			f.Model.Null = f.later.Null
		}
		if err == nil {
			err = cmp.Or(f.Model.check(), f.check())
		}
		if err == nil {
			f.call()
		}
		if n, said := len(f.that(Row.Outlying)), measured(r, outliers); err == nil && said >= 0 && said != float64(n) {
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
	classical, model, values, given := new(Classical), []string(nil), []float64(nil), []string(nil)
	names, counts, numbers := f.singles(classical)
	err := words.Try([]part{{"singles", &given, nil, []*[]float64{&values}, nil}, {"model", &model, nil, nil, nil}},
		func(p part) error { return p.read(all) })
	if err != nil || !slices.Equal(given, names) || len(values) != len(names) || len(model) != 2 {
		return cmp.Or(err, fmt.Errorf("it has the numbers %q of a model %q", given, model))
	}
	for i, n := range counts {
		if !isCount(values[i]) {
			return fmt.Errorf("its number of %s is %g", names[i], values[i])
		}
		*n = int(values[i])
	}
	for i, v := range numbers {
		*v = values[len(counts)+i]
	}
	f.Model.Data, f.Model.Method = model[0], model[1]
	parts := f.parts()
	if text := all[cellModel].Names; len(text) == 1 {
		if err := json.Unmarshal([]byte(text[0]), &f.Model.Cells); err != nil {
			return fmt.Errorf("its model of cells is none: %w", err)
		}
	}
	if classical.Total != 0 {
		f.Classical, parts = classical, append(parts, classical.parts()...)
	}
	for _, p := range f.Model.said() {
		if _, there := all[p.artifact]; there {
			parts = append(parts, p)
		}
	}
	if _, there := all["skew"]; there {
		f.Model.Skew = &robust.Skew{}
		parts = append(parts, skewed(f.Model.Skew))
	}
	return words.Try(parts, func(p part) error { return p.read(all) })
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
	for _, of := range []struct {
		what string
		all  []int
		n    int
	}{
		{"class", f.Class, max(len(f.Classes), 1)}, {"row that it tells of", f.Told.Row, n},
		{"column that it tells of", f.Told.Column, width}, {"mark of imputed cells", f.Told.Imputed, 2},
		{"row of outlying cells", f.Cells.Row, n}, {"column of outlying cells", f.Cells.Column, width},
		{"row that classical PCA flags", c.Flagged, n}, {"column of the map", f.Mapped, width},
		{"row of many columns", words.Each(f.Many, func(m Many) int { return m.Row }), n},
	} {
		if at := slices.IndexFunc(of.all, func(i int) bool { return i < 0 || i >= of.n }); at >= 0 {
			return fmt.Errorf("it has a %s of the number %d, and there are %d", of.what, of.all[at]+1, of.n)
		}
	}
	far := words.Each(f.Far(), func(r Row) int { return r.At })
	for i, row := range f.Map.Row {
		if !slices.Contains(far, row) || !slices.Contains(f.Mapped, f.Map.Column[i]) {
			return fmt.Errorf("its map has a cell of row %d and column %d, which it does not show", row+1,
				f.Map.Column[i]+1)
		}
	}
	return nil
}
