package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gpca/figures"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/typo"
)

// linesOf names the lines of a chart of a table: its columns, and all candidates in place of the best method of another
// table.
func linesOf(l *layout.Layout) (lines []string) {
	for _, c := range l.Columns {
		if c.ShowsWinner() && c.Best.Of != nil {
			lines = append(lines, c.Best.Candidates()...)
		} else {
			lines = append(lines, lineName(c))
		}
	}
	return lines
}

// lineName is the name of a column's line, by which it gets its look.
func lineName(c layout.Column) string { return cmp.Or(c.Method(), c.Key) }

// chartOf draws the columns of a table as lines with intervals along the axis of the rows. On real data it adds the
// numbers in print as points in the colour of their line. The line of a best-of column has points only
// where print has the same method.
func chartOf(f *fill.Filled, below panel, look func(line string) int, logarithmic bool) figures.Figure {
	axis, _ := f.Grid.Experiment.Axis(f.Layout.Rows[0].Axes[0])
	chart := figures.Chart{XLabel: axis.Title, XLog: logarithmic, YLabel: f.Grid.Measured.Heading(),
		Notes: fill.OriginNote(f.Origin)}
	levels := words.Each(f.Rows, func(r layout.Row) float64 { return r.Values[0].Number })
	x := levels
	if !logarithmic && crowded(levels) {
		chart.Categories, x = f.Keys(), from(0, len(levels))
		chart.Notes = append(chart.Notes, "Levels stand at equal distances")
	}
	var curves []curve
	for _, c := range f.Columns {
		if c.Point == nil || c.Places == nil {
			continue
		}
		name := lineName(c.Column)
		s := lineOf(f.ColumnTitle(c.Column), x, c.Values(), f.Decimals)
		s.Look = look(name)
		if f.Printed.Value != nil && f.AllReal(f.Data) {
			addPrinted(&s, f.Decimals, func(i int) (float64, bool) {
				return f.Printed.Value(f.Number, levels[i], name)
			})
		}
		for i, v := range s.Counterparts {
			if f.Printed.Verdict != nil && !math.IsNaN(v) {
				s.Texts[i] += f.Printed.Verdict(f.Number, levels[i], name)
			}
		}
		curves = append(curves, curve{name, s, c.Values()})
	}
	return below.draw(f.Printed.Source, chart, curves, f.Grid.Measured)
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

// mostLines is how many lines a chart has a colour for, and mostPlaces how many columns a map has room for.
const mostLines, mostPlaces = 7, 12

// orMap is a map of the values of a chart with so many lines that they would lie on one another, a row for each.
func orMap(chart figures.Chart, decimals int) figures.Figure {
	first := chart.Series[0]
	if len(chart.Series) <= mostLines || len(first.X) > mostPlaces || len(chart.References) > 0 ||
		chart.Counterparts != "" {
		return orPlaceholder(chart)
	}
	h := figures.Heatmap{XLabel: chart.XLabel, Columns: chart.Categories, ValueLabel: chart.YLabel, Decimals: decimals,
		Plain: true, Notes: chart.Notes}
	if h.Columns == nil {
		h.Columns = words.Each(first.X, func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) })
	}
	for _, s := range chart.Series {
		h.Rows, h.Values = append(h.Rows, s.Name), append(h.Values, s.Y)
	}
	return h
}

// lineOf is the series of values over x. Missing and failed values break the line.
func lineOf(name string, x []float64, values []Value, decimals int) figures.Series {
	s := figures.Series{Name: name, X: x}
	for _, v := range values {
		mean, half := math.NaN(), math.NaN()
		if v.Known() {
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

// from counts up: first, first + 1 and so on.
func from(first, n int) []float64 {
	return words.Each(statistics.Indices(n), func(i int) float64 { return float64(first + i) })
}

func addPrinted(s *figures.Series, decimals int, number func(i int) (float64, bool)) {
	printed := slices.Repeat([]float64{math.NaN()}, len(s.X))
	for i := range printed {
		if v, ok := number(i); ok {
			s.Texts[i] += "\nin print " + table.Number(v, decimals)
			printed[i], s.Counterparts = v, printed
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

// leastLength is the least length of an axis of a measure: ten steps of its last digit.
func leastLength(m experiment.Measure) float64 { return math.Pow(10, float64(1-m.Decimals)) }

type curve struct {
	name   string // in the study
	series figures.Series
	values []Value
}

// draw adds the panel below a chart of curves. Source names the publication whose numbers they have.
func (c panel) draw(source string, chart figures.Chart, curves []curve, m experiment.Measure) figures.Figure {
	if slices.ContainsFunc(curves, func(of curve) bool { return of.series.Counterparts != nil }) {
		chart.Counterparts = "printed in " + source
	}
	chart.Least = leastLength(m)
	chart.Series = words.Each(curves, func(of curve) figures.Series { return of.series })
	if c.Difference == noDifference || len(curves) < 2 {
		return orMap(chart, m.Decimals)
	}
	// A best-of column whose winner is unknown has no line.
	to := max(0, slices.IndexFunc(curves, func(of curve) bool { return of.name == cmp.Or(c.Difference, "p=2") }))
	base := curves[to]
	below := figures.Chart{XLabel: chart.XLabel, YLabel: "Difference to " + base.series.Name, Differences: true,
		XLog: chart.XLog, Categories: chart.Categories, Least: chart.Least}
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
		return orMap(chart, m.Decimals)
	}
	better := "above"
	if m.LowerIsBetter {
		better = "below"
	}
	below.Notes = []string{fmt.Sprintf("Lower panel: less %s, draw by draw, with %g%% intervals of the paired "+
		"differences; %s 0 is better", base.series.Name, 100*statistics.Confidence, better)}
	return figures.Panels{Charts: []figures.Chart{chart, below}}
}
