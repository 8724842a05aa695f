package exhibit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// A grid is a part of an experiment's grid: rows along the levels, or along the data
// sets where there are none, everything else fixed.
//
// It is a [Reader], and so are the exhibits that embed one.
type grid struct {
	Experiment *experiment.Named
	measure    experiment.Measure
	fixed      experiment.Point
	rows       []row
	byLevel    bool
	corner     string // empty for the title of the axis
	study      Scope
}

// A row is what a row of a grid stands for.
type row struct {
	data  string
	level experiment.Value // zero without levels
}

// A part says which part of an experiment's grid an exhibit shows. It is what exhibits
// share of their blocks.
type part struct {
	Experiment string                     `yaml:"experiment" doc:"Name of the experiment that is shown." example:"usps"`
	Levels     strictyaml.List[float64]   `yaml:"levels" doc:"Levels that are shown; all unless named." example:"[0, 0.1]"`
	Data       strictyaml.List[string]    `yaml:"data" doc:"Data sets that are shown; all unless named." example:"[iris]"`
	At         map[string]strictyaml.Node `yaml:"at" doc:"Values of other axes of the experiment; the first of an axis unless named." example:"{components: 2}"`
	Measure    string                     `yaml:"measure" doc:"Measure of the experiment that is shown; its first unless named." example:"misclassification"`

	fixed experiment.Point // further axes, which count before those of At
}

// grid resolves the part that a block names.
func (p part) grid(scope Scope, block strictyaml.Node) (*grid, error) {
	e, err := scope.Experiment(p.Experiment)
	if err != nil {
		return nil, block.At("experiment").Fault("%w", err)
	}
	return p.of(e, scope, block)
}

// of resolves a part of an experiment.
func (p part) of(e *experiment.Named, scope Scope, block strictyaml.Node) (*grid, error) {
	g := &grid{Experiment: e, study: scope, fixed: experiment.Point{}}
	var err error
	if g.measure, err = experiment.MeasureOf(e, p.Measure); err != nil {
		return nil, block.At("measure").Fault("experiment %s: %w", e.Name, err)
	}
	for _, pair := range block.Field("at").Pairs() {
		if err := g.fix(pair); err != nil {
			return nil, err
		}
		if name := pair.Name(); name == experiment.Data && len(p.Data) > 0 ||
			name == experiment.Level && len(p.Levels) > 0 {
			return nil, pair.Key.Fault("%s is selected as rows: at must not fix it too", name)
		}
	}
	for axis, value := range p.fixed {
		g.fixed = g.fixed.With(axis, value)
	}
	data, err := g.values(experiment.Data, p.Data, block.At("data"))
	if err != nil {
		return nil, err
	}
	wanted := words.Each(p.Levels, func(l float64) string { return strconv.FormatFloat(l, 'g', -1, 64) })
	levels, err := g.values(experiment.Level, wanted, block.At("levels"))
	if err != nil {
		return nil, err
	}
	g.byLevel = len(levels) > 0
	for _, d := range data {
		if !g.byLevel {
			g.rows = append(g.rows, row{data: d.Text})
		}
		for _, l := range levels {
			g.rows = append(g.rows, row{d.Text, l})
		}
	}
	return g, nil
}

// fix fixes an axis at a value of a study file.
func (g *grid) fix(written strictyaml.Pair) error {
	name, value := written.Name(), written.Value
	axis, ok := g.Experiment.Axis(name)
	if !ok || axis.Open {
		return written.Key.Fault("experiment %s does not vary %s; it varies %s", g.Experiment.Name, name,
			strings.Join(varied(g.Experiment), ", "))
	}
	v, err := axis.Find(value.Text())
	if err != nil {
		return value.Fault("experiment %s: %w", g.Experiment.Name, err)
	}
	g.fixed = g.fixed.With(name, v.Text)
	return nil
}

// varied lists the axes of an experiment.
func varied(e *experiment.Named) []string {
	var names []string
	for _, a := range e.Axes() {
		if !a.Open {
			names = append(names, a.Name)
		}
	}
	return names
}

// values are those of an axis that are wanted, all for none; none where the experiment
// has no such axis.
func (g *grid) values(name string, wanted []string, at strictyaml.Node) ([]experiment.Value, error) {
	axis, ok := g.Experiment.Axis(name)
	if !ok && len(wanted) > 0 {
		return nil, at.Fault("experiment %s has no %s", g.Experiment.Name, name)
	}
	if fixed, ok := g.fixed[name]; ok {
		wanted = []string{fixed}
	}
	if len(wanted) == 0 {
		return axis.Values, nil
	}
	var values []experiment.Value
	for i, text := range wanted {
		v, err := axis.Find(text)
		if err != nil {
			return nil, at.Index(i).Fault("experiment %s: %w", g.Experiment.Name, err)
		}
		if slices.ContainsFunc(values, func(o experiment.Value) bool { return o.Text == v.Text }) {
			return nil, at.Index(i).Fault("%s %s stands twice", name, text)
		}
		values = append(values, v)
	}
	return values, nil
}

// point is that of a row.
func (g *grid) point(r row) experiment.Point {
	p := g.fixed.With(experiment.Data, r.data)
	if g.byLevel {
		p = p.With(experiment.Level, r.level.Text)
	}
	return p
}

// place completes the point of an exhibit that shows one data set and one level: those of
// the part, where the point names none.
func (g *grid) place(p experiment.Point) (experiment.Point, error) {
	first := g.rows[0]
	for _, r := range g.rows[1:] {
		if r.data != first.data && p[experiment.Data] == "" ||
			r.level.Text != first.level.Text && p[experiment.Level] == "" {
			return nil, fmt.Errorf("experiment %s has several data sets or levels, and this shows one: name it by at",
				g.Experiment.Name)
		}
	}
	all := g.point(first)
	maps.Copy(all, p)
	return g.Experiment.Complete(all), nil
}

// at is the value of a method in a row.
func (g *grid) at(src Source, r row, method string) Value {
	return g.value(src, g.Experiment.Complete(g.point(r).With(experiment.Method, method)), g.measure)
}

// value is that of a measure at a complete point.
func (g *grid) value(src Source, p experiment.Point, measure experiment.Measure) Value {
	q := Query{Experiment: g.Experiment, Point: p, Measure: measure.Name}
	if axis, _ := g.Experiment.Axis(experiment.Method); axis.Open {
		var err error
		if q.Method, err = g.study.Method(p[experiment.Method]); err != nil {
			return Absent("%v", err)
		}
	}
	return get(src, q)
}

// column returns the values of a method down the rows.
func (g *grid) column(src Source, method string) []Value {
	return words.Each(g.rows, func(r row) Value { return g.at(src, r, method) })
}

// heading names a row.
func (g *grid) heading(src Source, r row) string {
	if g.byLevel {
		return r.level.Label
	}
	return src.Title(r.data)
}

// axis is what the rows are along.
func (g *grid) axis() experiment.Axis {
	name := experiment.Data
	if g.byLevel {
		name = experiment.Level
	}
	a, _ := g.Experiment.Axis(name)
	return a
}

// rowsAre names what the rows are.
func (g *grid) rowsAre() string {
	if g.byLevel {
		return "levels"
	}
	return "data sets"
}

// Data lists the data sets of the rows, each once.
func (g *grid) Data() []string {
	return words.AppendNew(nil, words.Each(g.rows, func(r row) string { return r.data })...)
}

// levels are the numbers of the rows.
func (g *grid) levels() []float64 {
	return words.Each(g.rows, func(r row) float64 { return r.level.Number })
}

// Measure says what the numbers are.
func (g *grid) Measure() experiment.Measure { return g.measure }

// Corner heads the rows.
func (g *grid) Corner() string { return cmp.Or(g.corner, g.axis().Title) }

// Rows are the levels or the data sets.
func (g *grid) Rows() []string {
	if g.byLevel {
		return words.Each(g.rows, func(r row) string { return r.level.Text })
	}
	return words.Each(g.rows, func(r row) string { return r.data })
}

// find is the row of a label. A row that the exhibit leaves out counts where the
// experiment has it.
func (g *grid) find(label string) (row, bool) {
	v, ok := found(g.axis(), label)
	if g.byLevel {
		return row{g.rows[0].data, v}, ok
	}
	return row{data: v.Text}, ok
}

// found is the value of an axis by its label: a number may be written differently, and the
// name of a data set in small letters.
func found(axis experiment.Axis, label string) (experiment.Value, bool) {
	for _, v := range axis.Values {
		if axis.Name == experiment.Data && strings.EqualFold(v.Text, label) {
			return v, true
		}
	}
	v, err := axis.Find(label)
	return v, err == nil
}

// RowTitle is the label of a level.
func (g *grid) RowTitle(label string) string {
	if r, ok := g.find(label); ok && g.byLevel {
		return r.level.Label
	}
	return label
}

// ColumnTitle is the label of a method.
func (g *grid) ColumnTitle(column string) string { return g.study.Label(column) }

// Read is the value of the method that a column names.
func (g *grid) Read(src Source, label, column string) Value {
	r, ok := g.find(label)
	if !ok {
		return absentOn(g.axis().Name, label)
	}
	return g.at(src, r, column)
}

// absentOn is the value on a row that is none of an axis.
func absentOn(axis, label string) Value {
	if axis == experiment.Data {
		axis = "data set"
	}
	return Absent("the study has no %s %q here", axis, label)
}
