package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/exhibit/derive"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/typo"
)

// Curves is the kind of a figure that draws a table of kind table, with a line for each column.
var Curves = figureKind[curvesFigure]("curves", "draws a table of kind table, with a line for each of its columns")

type curvesFigure struct {
	declared

	Table string `yaml:"table" doc:"Number of the table." example:"\"8\"" required:"yes"`
	Scale string `yaml:"abscissa" doc:"Its scale." words:"logarithmic linear" default:"linear" example:"logarithmic"`
}

func (f *curvesFigure) drawn() *projection {
	t, _ := f.scope.Table(f.Table).(*projection)
	return t
}

func (f *curvesFigure) Check() error {
	t := f.drawn()
	if t == nil || !t.curved() {
		return f.block.At("table").Fault("a curve needs a table of kind table with rows along one axis, and columns "+
			"that are no measures: table %s is none", f.Table)
	}
	least := math.Inf(-1)
	if f.Scale == "logarithmic" {
		least = 0
	}
	for _, r := range t.lines {
		v := r.Values[0]
		if !(v.Number > least) {
			return f.block.At("table").Fault("the values of %s must be numbers and increase, from above 0 on a "+
				"logarithmic abscissa", t.Along[0])
		}
		least = v.Number
	}
	return nil
}

func (f *curvesFigure) Data() []string { return f.drawn().Data() }

func (f *curvesFigure) Lines() []string { return f.drawn().drawnLines() }

func (f *curvesFigure) Build(src Source) (figures.Figure, error) {
	return f.drawn().chart(src, f.Scale == "logarithmic"), nil
}

// Lines are those of its chart, if the study asks for one.
func (t *projection) Lines() []string {
	if !t.Draw {
		return nil
	}
	return t.drawnLines()
}

// drawnLines are the columns, in place of a best-of column all its candidates.
func (t *projection) drawnLines() []string {
	return slices.Concat(words.Each(t.columns, func(c layout.Column) []string {
		if c.ShowsWinner() && t.resolveBest(c.Best) == nil {
			return c.Best.Candidates()
		}
		return []string{drawnAs(c)}
	})...)
}

// drawnAs is the name of a column's line, whose look it has.
func drawnAs(c layout.Column) string { return cmp.Or(c.Method(), c.Key) }

// Chart draws the table if the study asks for a chart of it.
func (t *projection) Chart(src Source) (figures.Figure, bool) {
	if !t.Draw {
		return nil, false
	}
	if t.Ranks {
		f := t.fill(src)
		if _, _, diagram := derive.Ranking(f, t.origin(f)); diagram != nil {
			return diagram, true
		}
		return nothingYet, true
	}
	return t.chart(src, false), true
}

// chart draws the columns as lines with intervals along the axis of the rows. On real data it adds the
// numbers in print as points in the colour of their line. The line of a best-of column has points only
// where print has the same method.
func (t *projection) chart(src Source, logarithmic bool) figures.Figure {
	axis, _ := t.Experiment.Axis(t.Along[0])
	chart := figures.Chart{XLabel: axis.Title, XLog: logarithmic, YLabel: derive.AxisTitle(t.Measured),
		Notes: dataNote(src, t.data)}
	f := t.fill(src)
	levels := words.Each(f.Rows, func(r layout.Row) float64 { return r.Values[0].Number })
	x := levels
	if !logarithmic && crowded(levels) {
		chart.Categories, x = t.Rows(), places(len(levels))
		chart.Notes = append(chart.Notes, "Levels stand at equal distances")
	}
	var curves []curve
	for _, c := range f.Columns {
		if c.Point == nil || c.Places == nil {
			continue
		}
		key := drawnAs(c.Column)
		s := lineOf(f.ColumnTitle(c.Column), x, c.Values(), *t.Shape.Decimals)
		s.Look = t.scope.Look(key)
		t.addPrinted(&s, f, levels, key)
		curves = append(curves, curve{key, s, c.Values()})
	}
	return t.Panel.draw(src, chart, curves, t.Measured)
}

// addPrinted adds the numbers in print of a column with their verdicts, except on generated data.
func (t *projection) addPrinted(s *figures.Series, f *fill.Filled, levels []float64, column string) {
	printed := f.Printed
	if printed.Value == nil || !f.AllReal(t.data) {
		return
	}
	addPrinted(s, *t.Shape.Decimals, func(i int) float64 {
		if v, ok := printed.Value(t.head.Number, levels[i], column); ok {
			return v
		}
		return math.NaN()
	})
	for i, v := range s.Counterparts {
		if printed.Verdict != nil && !math.IsNaN(v) {
			s.Texts[i] += printed.Verdict(t.head.Number, levels[i], column)
		}
	}
}

var nothingYet = figures.Placeholder{Text: "None of the numbers of this figure is computed yet."}

func orPlaceholder(chart figures.Chart) figures.Figure {
	for _, s := range chart.Series {
		for i, y := range s.Y {
			if !math.IsNaN(s.X[i] + y) {
				return chart
			}
		}
	}
	return nothingYet
}

// lineOf is the series of values over x. Missing and failed values break the line.
func lineOf(name string, x []float64, values []Value, decimals int) figures.Series {
	s := figures.Series{Name: name, X: x}
	for _, v := range values {
		mean, half := math.NaN(), math.NaN()
		if v.Filled() {
			mean, half = v.Interval()
		}
		s.Y, s.Low, s.High = append(s.Y, mean), append(s.Low, mean-half), append(s.High, mean+half)
		s.Texts = append(s.Texts, table.Format(v.Cell(), decimals).String())
	}
	return s
}

func crowded(levels []float64) bool {
	const least = 1.0 / 40 // of their range
	gap := math.Inf(1)
	for i := range levels[1:] {
		gap = min(gap, math.Abs(levels[i+1]-levels[i]))
	}
	return gap < least*(slices.Max(levels)-slices.Min(levels))
}

func places(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i)
	}
	return x
}

// addPrinted adds numbers in print to a line, NaN for none.
func addPrinted(s *figures.Series, decimals int, number func(i int) float64) {
	printed := make([]float64, len(s.X))
	for i := range printed {
		if printed[i] = number(i); !math.IsNaN(printed[i]) {
			s.Texts[i] += "\nin print " + table.Number(printed[i], decimals)
			s.Counterparts = printed
		}
	}
}

// A panel stands below a chart, with the differences of the lines to one of them.
type panel struct {
	Difference string `yaml:"difference" doc:"What the second panel subtracts; p=2 by default, or none." example:"p=1"`
}

const noDifference = "none"

func (c panel) check(lines []string, block strictyaml.Node) error {
	if c.Difference == "" || c.Difference == noDifference || slices.Contains(lines, c.Difference) {
		return nil
	}
	return block.At("difference").Fault("the chart draws no %q to take differences to: %s", c.Difference,
		typo.DidYouMean(c.Difference, append(lines, noDifference)))
}

type curve struct {
	name   string // in the study
	series figures.Series
	values []Value
}

func (c panel) draw(src Source, chart figures.Chart, curves []curve, m experiment.Measure) figures.Figure {
	if slices.ContainsFunc(curves, func(of curve) bool { return of.series.Counterparts != nil }) {
		chart.Counterparts = "printed in " + src.Printed().Source
	}
	chart.Series = words.Each(curves, func(of curve) figures.Series { return of.series })
	if c.Difference == noDifference || len(curves) < 2 {
		return orPlaceholder(chart)
	}
	// A best-of column whose winner is unknown has no line.
	to := max(0, slices.IndexFunc(curves, func(of curve) bool { return of.name == cmp.Or(c.Difference, "p=2") }))
	base := curves[to]
	below := figures.Chart{XLabel: chart.XLabel, YLabel: "Difference to " + base.series.Name, Differences: true,
		XLog: chart.XLog, Categories: chart.Categories}
	if m.Points != "" {
		below.YLabel += " in " + m.Points
	}
	drawable := false
	for i, of := range curves {
		s := figures.Series{Name: of.series.Name, X: of.series.X, Look: of.series.Look}
		if of.series.Counterparts != nil && base.series.Counterparts != nil {
			for k, v := range of.series.Counterparts {
				s.Counterparts = append(s.Counterparts, v-base.series.Counterparts[k])
			}
		}
		for k, v := range of.values {
			mean, half := math.NaN(), math.NaN()
			if fill.Worst(v, base.values[k]) == table.Filled {
				mean, half = v.Difference(base.values[k].Estimate, statistics.Confidence)
			}
			text := ""
			if i != to && !math.IsNaN(mean) {
				text = "difference to " + base.series.Name + " " +
					table.Format(table.Cell{Value: mean, HalfWidth: half}, m.Decimals).String()
				drawable = true
			}
			s.Texts = append(s.Texts, text)
			s.Y, s.Low, s.High = append(s.Y, mean), append(s.Low, mean-half), append(s.High, mean+half)
		}
		below.Series = append(below.Series, s)
	}
	if !drawable {
		return orPlaceholder(chart)
	}
	better := "above"
	if m.LowerIsBetter {
		better = "below"
	}
	below.Notes = []string{fmt.Sprintf("Lower panel: less %s, draw by draw, with %g%% intervals of the paired "+
		"differences; %s 0 is better", base.series.Name, 100*statistics.Confidence, better)}
	return figures.Panels{Charts: []figures.Chart{chart, below}}
}
