package exhibit

import (
	"cmp"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/exhibit/derive"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Sweep is the kind of a figure that plots the average of an experiment against one of its axes, or against
// the parameter of a family of functions.
var Sweep = figureKind[sweepFigure]("sweep",
	"draws methods over an axis of an experiment, or over the parameter of a family of functions")

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

	reading `yaml:"-"` // a row for each place on the abscissa, a column for each line
}

var _ Reader = (*sweepFigure)(nil)

func (f *sweepFigure) resolve() (err error) {
	if (f.Family == "") == (f.Along == "") {
		return f.block.Fault("a sweep runs either over a family of functions or along an axis of its experiment")
	}
	if f.References, err = f.CheckMethods(f.References, f.block.At("references")); err != nil {
		return err
	}
	if err := strictyaml.CheckEach(f.block.At("printed"), f.Printed, f.scope.InPrint); err != nil {
		return err
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
	f.lay(parameter.Name)
	f.laid.Columns = []layout.Column{{Title: layout.Fixed(f.Family)}}
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
		if err := f.CheckMethod(member, at); err != nil {
			return err
		}
		r := layout.Row{Spots: f.Spots}.Along(parameter.Name, experiment.Number(v, ""))
		r.Point = experiment.Point{experiment.Method: member}
		f.laid.Rows = append(f.laid.Rows, r)
	}
	return nil
}

func (f *sweepFigure) resolveAxis() (err error) {
	axis, ok := f.Experiment.Axis(f.Along)
	at := f.block.At("along")
	_, fixed := f.Fixed[f.Along]
	switch {
	case !ok || axis.Open:
		return at.Fault("experiment %s does not vary %s", f.Experiment.Name, f.Along)
	case fixed:
		return f.block.At("at").At(f.Along).Fault("the sweep runs along %s: at must not fix it", f.Along)
	case len(f.Values) > 0 || len(f.Methods) == 0:
		return f.block.Fault("a sweep along %s needs methods, and no values", f.Along)
	}
	if f.Methods, err = f.CheckMethods(f.Methods, f.block.At("methods")); err != nil {
		return err
	}
	if err := f.Panel.check(f.Methods, f.block); err != nil {
		return err
	}
	f.lay(axis.Title)
	for _, m := range f.Methods {
		f.laid.Columns = append(f.laid.Columns, layout.Column{}.Of(m))
	}
	last := math.Inf(-1)
	for _, v := range axis.Values {
		spots := f.Spots
		if f.Along == experiment.Level {
			spots = slices.DeleteFunc(slices.Clone(f.Spots), func(s layout.Spot) bool { return s.Level.Text != v.Text })
			if len(spots) == 0 {
				continue // the levels of the part leave it out
			}
		}
		if !(v.Number > last) {
			return at.Fault("the values of %s must be numbers and increase", f.Along)
		}
		if v.Number <= 0 && f.Scale == "logarithmic" {
			return at.Fault("%s %g does not fit on a logarithmic abscissa: set abscissa to linear", f.Along, v.Number)
		}
		last = v.Number
		f.laid.Rows = append(f.laid.Rows, layout.Row{Spots: spots}.Along(f.Along, v))
	}
	return nil
}

func (f *sweepFigure) lay(abscissa string) {
	f.laid = &layout.Layout{Number: f.head.Number, Corner: abscissa, Grid: f.Grid, Data: f.Data(),
		Decimals: f.Measured.Decimals}
}

// addPrinted adds to a line the averages of the numbers in print, except on generated data. A table in print of one
// column has a row for each value of the parameter.
func (f *sweepFigure) addPrinted(s *figures.Series, of *fill.Filled, method string) {
	if len(f.Printed) == 0 || of.Printed.At == nil || !of.AllReal(of.Data) {
		return
	}
	addPrinted(s, of.Decimals, func(i int) (float64, bool) {
		r := of.Rows[i]
		for _, number := range f.Printed {
			if v, ok := of.Printed.At(number, "", r.Values[0].Number, ""); ok {
				return v, true
			}
			sum, found := 0.0, 0
			member := cmp.Or(r.Point[experiment.Method], method)
			for _, s := range r.Spots {
				if v, ok := of.Printed.At(number, s.Data, s.Level.Number, member); ok {
					sum, found = sum+v, found+1
				}
			}
			if found == len(r.Spots) {
				return sum / float64(found), true
			}
		}
		return 0, false
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
	of := fill.Once(f.laid, src)
	chart := figures.Chart{XLabel: f.laid.Corner, XLog: f.Scale == "logarithmic", YLabel: f.Measured.Heading(),
		Notes: fill.OriginNote(of.Origin)}
	if f.ByLevel && f.Along != experiment.Level {
		chart.YLabel = "Average " + f.Measured.Title
	}
	x := words.Each(of.Rows, func(r layout.Row) float64 { return r.Values[0].Number })
	var curves []curve
	for i, name := range f.curves() {
		values := of.Columns[i].Values()
		s := lineOf(f.scope.Label(name), x, values, of.Decimals)
		s.Look = f.scope.Look(name)
		f.addPrinted(&s, of, name)
		curves = append(curves, curve{name, s, values})
		if f.Family != "" {
			marks, note := f.best(of, x)
			chart.Marks, chart.Notes = marks, append(chart.Notes, note...)
		}
	}
	for _, r := range f.References {
		if v := fill.Average(fill.Along(src, f.Grid, r)); v.Known() {
			chart.References = append(chart.References, figures.Reference{Y: v.Mean(), Label: f.scope.Label(r),
				Look: f.scope.Look(r)})
		}
	}
	return f.Panel.draw(of.Printed.Source, chart, curves, f.Measured), nil
}

// best marks the best of the values of a family, and each that is not shown to be worse by the tests of the leading
// group of a row. Values that cannot be tested have one mark and no note.
func (f *sweepFigure) best(of *fill.Filled, x []float64) (marks []figures.Mark, note []string) {
	places := of.Columns[0].Places
	means := words.Each(places, func(p fill.Place) float64 { return p.Mean() }) // NaN where it is not known
	all := statistics.Best(means, f.Measured.LowerIsBetter)
	if len(all) == 0 {
		return nil, nil
	}
	best := all[0]
	tests := words.Each(statistics.Indices(len(places)), func(i int) statistics.Estimate {
		return fill.OverSets(places[i].Value, places[i].Behind, of.On(of.Rows[i], layout.Column{})).Estimate
	})
	name := func(i int) string { return of.Label(of.Rows[i].Point[experiment.Method]) }
	marks = []figures.Mark{{X: x[best], Y: places[best].Mean(), Label: "best: " + name(best)}}
	g := statistics.LeadingGroup(tests, f.Measured.LowerIsBetter, derive.Significance)
	var others []string
	for i, leads := range g.Leading {
		if leads && i != best {
			others = append(others, name(i))
			marks = append(marks, figures.Mark{X: x[i], Y: places[i].Mean()})
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
