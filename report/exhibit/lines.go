package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/typo"
)

var nothingYet = figures.Placeholder{Text: "None of the numbers of this figure is computed yet."}

func orPlaceholder(chart figures.Chart) figures.Figure {
	for _, s := range chart.Series {
		if slices.ContainsFunc(s.Y, func(y float64) bool { return !math.IsNaN(y) }) {
			return chart
		}
	}
	return nothingYet
}

// lineOf is the series of values over x. Missing and failed values break the line.
func lineOf(name string, x []float64, values []Value, decimals int) figures.Series {
	s := figures.Series{Name: name, X: x}
	for _, v := range values {
		mean, half := math.NaN(), math.NaN()
		if v.filled() {
			mean, half = v.Interval()
		}
		s.Y, s.Low, s.High = append(s.Y, mean), append(s.Low, mean-half), append(s.High, mean+half)
		s.Texts = append(s.Texts, table.Format(v.cell(), decimals).String())
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
			if worst(v, base.values[k]) == table.Filled {
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
