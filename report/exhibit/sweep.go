package exhibit

import (
	"math"
	"strconv"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
)

// Sweep is the kind of a figure that plots the average of an experiment against one of
// its axes, or against the parameter of a family of scores.
type Sweep struct{}

// Name is what a study file calls the kind.
func (Sweep) Name() string { return "sweep" }

type sweepFigure struct {
	declared
	grid *grid
	axis []float64 // along the abscissa
	name string    // of the abscissa

	Part part `yaml:",inline"`
	// Family is that of a score, such as "a": methods a=1, a=2, … for the Values.
	Family string                   `yaml:"family"`
	Values strictyaml.List[float64] `yaml:"values"`
	// Along is an axis of the experiment, such as components; Methods are drawn over it,
	// a line each.
	Along   string                  `yaml:"along"`
	Methods strictyaml.List[string] `yaml:"methods"`
	// References are methods drawn as horizontal lines.
	References strictyaml.List[string] `yaml:"references"`
	// Scale of the abscissa: logarithmic or linear; the former by default where a family
	// is swept.
	Scale string `yaml:"abscissa"`

	texts []string // of the axis's values, by place
}

var (
	_ Figure = (*sweepFigure)(nil)
	_ Reader = (*sweepFigure)(nil)
)

// Decode reads a figure.
func (Sweep) Decode(block strictyaml.Node, head Head, scope Scope) (Exhibit, error) {
	f := &sweepFigure{}
	var err error
	if f.declared, err = decode(block, head, scope, f); err != nil {
		return nil, err
	}
	if f.grid, err = f.Part.grid(f.declared); err != nil {
		return nil, err
	}
	if (f.Family == "") == (f.Along == "") {
		return nil, block.Fault("figure %s sweeps either over a family of scores or along an axis of its experiment", head.Number)
	}
	if f.Scale != "" && f.Scale != "logarithmic" && f.Scale != "linear" {
		return nil, block.At("abscissa").Fault("abscissa is %q, must be logarithmic or linear", f.Scale)
	}
	if err := f.methods(f.References, "references", f.grid.Experiment); err != nil {
		return nil, err
	}
	if f.Along != "" {
		return f, f.decodeAxis()
	}
	return f, f.decodeFamily()
}

func (f *sweepFigure) decodeFamily() error {
	f.name = f.Family
	if len(f.Values) == 0 {
		return f.block.At("values").Fault("figure %s sweeps over no values", f.head.Number)
	}
	if len(f.Methods) > 0 {
		return f.block.At("methods").Fault("figure %s: methods are for a sweep along an axis", f.head.Number)
	}
	for i, v := range f.Values {
		at := f.block.At("values").Index(i)
		if _, err := f.method(f.member(i), at); err != nil {
			return err
		}
		// The curve is drawn from left to right on an axis that may be logarithmic.
		if !(v > 0) || math.IsInf(v, 0) || i > 0 && v <= f.Values[i-1] {
			return at.Fault("figure %s: value %g: values must be positive and increase", f.head.Number, v)
		}
	}
	f.axis = f.Values
	return nil
}

func (f *sweepFigure) decodeAxis() error {
	axis, ok := f.grid.Experiment.Axis(f.Along)
	at := f.block.At("along")
	if !ok || axis.Open {
		return at.Fault("figure %s: experiment %s does not vary %s", f.head.Number, f.grid.Experiment.Name, f.Along)
	}
	if len(f.Values) > 0 || len(f.Methods) == 0 {
		return f.block.Fault("figure %s runs along %s: it needs methods, and no values", f.head.Number, f.Along)
	}
	if err := f.methods(f.Methods, "methods", f.grid.Experiment); err != nil {
		return err
	}
	for i, v := range axis.Values {
		if math.IsNaN(v.Number) || i > 0 && v.Number <= axis.Values[i-1].Number {
			return at.Fault("figure %s: the values of %s must be numbers and increase", f.head.Number, f.Along)
		}
		if v.Number <= 0 && f.Scale == "logarithmic" {
			return at.Fault("figure %s: %s %g does not fit on a logarithmic abscissa", f.head.Number, f.Along, v.Number)
		}
		f.axis, f.texts = append(f.axis, v.Number), append(f.texts, v.Text)
	}
	f.name = axis.Title
	return nil
}

// member is the method at place i of a family.
func (f *sweepFigure) member(i int) string {
	return f.Family + "=" + strconv.FormatFloat(f.Values[i], 'g', -1, 64)
}

// Data lists the data sets averaged over.
func (f *sweepFigure) Data() []string { return f.grid.data() }

// at is the average at a place of the abscissa.
func (f *sweepFigure) at(src Source, i int, method string) Value {
	if f.Family != "" {
		return average(f.grid.column(src, f.member(i)))
	}
	g := *f.grid
	g.fixed = g.fixed.With(f.Along, f.texts[i])
	if f.Along == experiment.Level || f.Along == experiment.Data {
		return g.at(src, f.grid.rows[i], method)
	}
	return average(g.column(src, method))
}

// Build draws the figure.
func (f *sweepFigure) Build(src Source) (figures.Figure, error) {
	m := f.grid.Measure
	chart := figures.Chart{
		XLabel: f.name, XLog: f.Scale == "logarithmic" || f.Scale == "" && f.Family != "", YLabel: axisTitle(m),
		Notes: dataNote(src, f.grid.data()),
	}
	if f.grid.byLevel && f.Along != experiment.Level {
		chart.YLabel = "Average " + m.Title
	}
	lines, labels := f.Methods, []string(nil)
	if f.Family != "" {
		lines = []string{""}
		labels = []string{f.scope.Label(f.Family)}
	}
	for k, method := range lines {
		if f.Family == "" {
			labels = append(labels, f.scope.Label(method))
		}
		var values []Value
		best, bestAt := math.NaN(), -1
		for i := range f.axis {
			v := f.at(src, i, method)
			values = append(values, v)
			if v.State != table.Filled {
				continue
			}
			if mean := v.Mean(); bestAt < 0 || better(m, mean, best) {
				best, bestAt = mean, i
			}
		}
		chart.Series = append(chart.Series, line(labels[k], f.axis, values))
		if bestAt >= 0 && f.Family != "" {
			chart.Marks = []figures.Mark{{X: f.axis[bestAt], Y: best, Label: "best: " + f.scope.Label(f.member(bestAt))}}
		}
	}
	for _, r := range f.References {
		if v := average(f.grid.column(src, r)); v.State == table.Filled {
			chart.References = append(chart.References, figures.Reference{Y: v.Mean(), Label: f.scope.Label(r)})
		}
	}
	return orPlaceholder(chart), nil
}

// Measure, Corner, Rows, RowTitle, ColumnTitle and Read make the figure a Reader.
func (f *sweepFigure) Measure() experiment.Measure { return f.grid.Measure }

// Corner names the abscissa.
func (f *sweepFigure) Corner() string { return f.name }

// Rows are the values along the abscissa.
func (f *sweepFigure) Rows() []string {
	var rows []string
	for _, v := range f.axis {
		rows = append(rows, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return rows
}

// RowTitle is the row itself.
func (f *sweepFigure) RowTitle(row string) string { return row }

// ColumnTitle is the label of a method.
func (f *sweepFigure) ColumnTitle(column string) string { return f.scope.Label(column) }

// Read is the average at a value of the abscissa.
func (f *sweepFigure) Read(src Source, row, column string) Value {
	v, err := strconv.ParseFloat(row, 64)
	for i, at := range f.axis {
		if err == nil && at == v {
			return f.at(src, i, column)
		}
	}
	return Absent("the study has no such value")
}
