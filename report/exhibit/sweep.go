package exhibit

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/words"
)

// Sweep is the kind of a figure that plots the average of an experiment against one of its axes, or against
// the parameter of a family of scores.
var Sweep = figureKind[sweepFigure]("sweep",
	"draws methods over an axis of an experiment, or over the parameter of a family of scores")

type sweepFigure struct {
	Shown `yaml:",inline"`

	Family     string  `yaml:"family" doc:"Family whose parameter is on the abscissa." example:"a"`
	Values     numbers `yaml:"values" doc:"Its values; those of the study unless given." example:"[1, 3, 10]"`
	Along      string  `yaml:"along" doc:"Axis on the abscissa, in place of a family." example:"components"`
	Methods    names   `yaml:"methods" doc:"Methods over that axis, a line each." example:"[p=1, p=2]"`
	References names   `yaml:"references" doc:"Methods as horizontal lines." example:"[p=2]"`
	Printed    names   `yaml:"printed" doc:"Tables in print whose numbers stand beside." example:"[VI]"`
	Panel      panel   `yaml:",inline"`
	Scale      string  `yaml:"abscissa" doc:"Scale of the abscissa." words:"logarithmic linear" example:"linear"`

	abscissa string // its title
	places   []place
}

type place struct {
	at     float64
	method string // of the family; empty along an axis
	grid   *grid  // that is averaged over
}

var _ Reader = (*sweepFigure)(nil)

func (f *sweepFigure) resolve() (err error) {
	if (f.Family == "") == (f.Along == "") {
		return f.block.Fault("a sweep runs either over a family of scores or along an axis of its experiment")
	}
	if f.References, err = f.methods(f.References, "references", f.Experiment); err != nil {
		return err
	}
	for i, number := range f.Printed {
		if err := f.scope.InPrint(number); err != nil {
			return f.block.At("printed").Index(i).Fault("%w", err)
		}
	}
	if f.Along != "" {
		return f.resolveAxis()
	}
	f.Scale = cmp.Or(f.Scale, "logarithmic")
	return f.resolveFamily()
}

func (f *sweepFigure) resolveFamily() error {
	family, err := f.scope.Family(f.Family)
	if err != nil {
		return f.block.At("family").Fault("%w", err)
	}
	parameter, err := family.Parameter()
	if err != nil {
		return f.block.At("family").Fault("%w", err)
	}
	f.abscissa = parameter.Name
	if len(f.Values) == 0 {
		f.Values = slices.Sorted(slices.Values(parameter.Values))
	}
	switch {
	case f.Panel.Difference != "":
		return f.block.At("difference").Fault("differences are for a sweep along an axis, which has several lines")
	case len(f.Methods) > 0:
		return f.block.At("methods").Fault("methods are for a sweep along an axis")
	case len(f.Values) == 0:
		return f.block.At("values").Fault("values is empty: name those that are swept")
	}
	last := family.Lowest()
	for i, v := range f.Values {
		at := f.block.At("values").Index(i)
		if err := family.Check(v, last); err != nil {
			return at.Fault("%w", err)
		}
		if v <= 0 && f.Scale == "logarithmic" {
			return at.Fault("%s = %g does not fit on a logarithmic abscissa: set abscissa to linear", parameter.Name, v)
		}
		last = v
		member := family.At(v).Members()[0]
		if err := f.methodOf(member, f.Experiment, at); err != nil {
			return err
		}
		f.places = append(f.places, place{v, member, f.grid})
	}
	return nil
}

func (f *sweepFigure) resolveAxis() (err error) {
	axis, ok := f.Experiment.Axis(f.Along)
	at := f.block.At("along")
	_, fixed := f.fixed[f.Along]
	switch {
	case !ok || axis.Open:
		return at.Fault("experiment %s does not vary %s", f.Experiment.Name, f.Along)
	case fixed:
		return f.block.At("at").At(f.Along).Fault("the sweep runs along %s: at must not fix it", f.Along)
	case len(f.Values) > 0 || len(f.Methods) == 0:
		return f.block.Fault("a sweep along %s needs methods, and no values", f.Along)
	}
	if f.Methods, err = f.methods(f.Methods, "methods", f.Experiment); err != nil {
		return err
	}
	if err := f.Panel.check(f.Methods, f.block); err != nil {
		return err
	}
	f.abscissa = axis.Title
	last := math.Inf(-1)
	for _, v := range axis.Values {
		g := *f.grid
		if f.Along == experiment.Level {
			g.rows = slices.DeleteFunc(slices.Clone(f.rows), func(r row) bool { return r.level.Text != v.Text })
			if len(g.rows) == 0 {
				continue // the levels of the part leave it out
			}
		} else {
			g.fixed = g.fixed.With(f.Along, v.Text)
		}
		if !(v.Number > last) {
			return at.Fault("the values of %s must be numbers and increase", f.Along)
		}
		if v.Number <= 0 && f.Scale == "logarithmic" {
			return at.Fault("%s %g does not fit on a logarithmic abscissa: set abscissa to linear", f.Along, v.Number)
		}
		last = v.Number
		f.places = append(f.places, place{v.Number, "", &g})
	}
	return nil
}

// value is the average at a place. Its method is that of the place if a family is swept.
func (p place) value(src Source, method string) Value {
	return Average(p.grid.column(src, cmp.Or(p.method, method)))
}

// addPrinted adds to a line the averages of the numbers in print, except on generated data. A table in print of one
// column has a row for each value of the parameter.
func (f *sweepFigure) addPrinted(s *figures.Series, src Source, method string) {
	printed := src.Printed()
	if len(f.Printed) == 0 || printed.At == nil || !allReal(src, f.Data()) {
		return
	}
	addPrinted(s, f.measure.Decimals, func(i int) float64 {
		p := f.places[i]
		for _, number := range f.Printed {
			if v, ok := printed.At(number, "", p.at, ""); ok {
				return v
			}
			sum, found := 0.0, 0
			for _, r := range p.grid.rows {
				if v, ok := printed.At(number, r.data, r.level.Number, cmp.Or(p.method, method)); ok {
					sum, found = sum+v, found+1
				}
			}
			if found == len(p.grid.rows) {
				return sum / float64(found)
			}
		}
		return math.NaN()
	})
}

// curves are the methods, or one for the family.
func (f *sweepFigure) curves() []string {
	if f.Family != "" {
		return []string{f.Family}
	}
	return f.Methods
}

func (f *sweepFigure) Lines() []string { return slices.Concat(f.curves(), f.References) }

func (f *sweepFigure) Build(src Source) (figures.Figure, error) {
	chart := figures.Chart{XLabel: f.abscissa, XLog: f.Scale == "logarithmic", YLabel: axisTitle(f.measure),
		Notes: dataNote(src, f.Data())}
	if f.byLevel && f.Along != experiment.Level {
		chart.YLabel = "Average " + f.measure.Title
	}
	x := words.Each(f.places, func(p place) float64 { return p.at })
	var curves []curve
	for _, method := range f.curves() {
		values := words.Each(f.places, func(p place) Value { return p.value(src, method) })
		s := lineOf(f.scope.Label(method), x, values, f.measure.Decimals)
		s.Look = f.scope.Look(method)
		f.addPrinted(&s, src, method)
		curves = append(curves, curve{method, s, values})
		if f.Family != "" {
			marks, note := f.best(src, x, values)
			chart.Marks, chart.Notes = marks, append(chart.Notes, note...)
		}
	}
	for _, r := range f.References {
		if v := Average(f.column(src, r)); v.filled() {
			chart.References = append(chart.References, figures.Reference{Y: v.Mean(), Label: f.scope.Label(r),
				Look: f.scope.Look(r)})
		}
	}
	return f.Panel.draw(src, chart, curves, f.measure), nil
}

// best marks the best of the values of a family, and each that is not shown to be worse by the tests of the leading
// group of a row. Values that cannot be tested have one mark and no note.
func (f *sweepFigure) best(src Source, x []float64, values []Value) (marks []figures.Mark, note []string) {
	first := slices.DeleteFunc(statistics.Indices(len(values)), func(i int) bool { return !values[i].filled() })
	if len(first) == 0 {
		return nil, nil
	}
	best := first[0]
	for _, i := range first {
		if better(f.measure, values[i].Mean(), values[best].Mean()) {
			best = i
		}
	}
	tests := words.Each(statistics.Indices(len(values)), func(i int) statistics.Estimate {
		p := f.places[i]
		on := words.Each(p.grid.rows, func(r row) string { return r.data })
		return OverSets(values[i], p.grid.column(src, p.method), on).Estimate
	})
	name := func(i int) string { return f.scope.Label(f.places[i].method) }
	marks = []figures.Mark{{X: x[best], Y: values[best].Mean(), Label: "best: " + name(best)}}
	g := statistics.LeadingGroup(tests, f.measure.LowerIsBetter, significance)
	var others []string
	for i, leads := range g.Leading {
		if leads && i != best {
			others = append(others, name(i))
			marks = append(marks, figures.Mark{X: x[i], Y: values[i].Mean()})
		}
	}
	switch {
	case g.Best < 0:
		return marks, nil
	case len(others) == 0:
		return marks, []string{"All others are significantly worse than the best."}
	}
	marks[0].Label = "best mean: " + name(best)
	const named = 6
	return marks, []string{"Rings: not significantly worse than another: " +
		words.Some(append([]string{name(best)}, others...), named) + "."}
}

func (f *sweepFigure) Corner() string { return f.abscissa }

// Rows are the values along the abscissa.
func (f *sweepFigure) Rows() []string {
	return words.Each(f.places, func(p place) string { return strconv.FormatFloat(p.at, 'g', -1, 64) })
}

func (f *sweepFigure) RowTitle(row string) string { return row }

func (f *sweepFigure) Read(src Source, row, column string) Value {
	v, err := strconv.ParseFloat(row, 64)
	for _, p := range f.places {
		if err == nil && p.at == v {
			return p.value(src, column)
		}
	}
	return Absent("the study has no such value")
}
