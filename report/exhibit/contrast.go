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
	"gpca/solver/typo"
)

// A contrast says whether a chart has a second panel with what its lines differ by from one
// of them: lines that lie on each other differ by less than their common course shows.
type contrast struct {
	Difference string `yaml:"difference" doc:"What the second panel of the chart takes differences to, draw by draw with paired intervals: a method, or a column. It is p=2 unless given, else the first; none for a chart without that panel." example:"p=1"`
}

// noDifference is the word for a chart without the panel.
const noDifference = "none"

// check refuses what is none of the lines.
func (c contrast) check(lines []string, block strictyaml.Node) error {
	if c.Difference == "" || c.Difference == noDifference || slices.Contains(lines, c.Difference) {
		return nil
	}
	return block.At("difference").Fault("the chart draws no %q to take differences to: %s", c.Difference,
		typo.DidYouMean(c.Difference, append(lines, noDifference)))
}

// A curve is a line of a chart.
type curve struct {
	name   string // in the study
	series figures.Series
	values []Value
}

// draw is the chart of curves, with the panel of differences.
func (c contrast) draw(chart figures.Chart, curves []curve, m experiment.Measure) figures.Figure {
	for _, of := range curves {
		chart.Series = append(chart.Series, of.series)
	}
	to := slices.IndexFunc(curves, func(of curve) bool { return of.name == cmp.Or(c.Difference, "p=2") })
	if to < 0 {
		to = 0 // our best of another table may still be unknown, and have no line
	}
	if c.Difference == noDifference || len(curves) < 2 {
		return orPlaceholder(chart)
	}
	base := curves[to]
	below := figures.Chart{XLabel: chart.XLabel, YLabel: "Difference to " + base.series.Name, Differences: true,
		XLog: chart.XLog, Categories: chart.Categories}
	if m.Points != "" {
		below.YLabel += " in " + m.Points
	}
	drawable := false
	for i, of := range curves {
		s := figures.Series{Name: of.series.Name, X: of.series.X,
			Counterparts: minus(of.series.Counterparts, base.series.Counterparts)}
		for k, v := range of.values {
			mean, half := math.NaN(), math.NaN()
			if worst([]Value{v, base.values[k]}) == table.Filled {
				mean, half = statistics.PairedSampleInterval(v.Sample(), base.values[k].Sample(), statistics.Confidence)
			}
			text := ""
			if i != to && !math.IsNaN(mean) {
				text = "difference to " + base.series.Name + " " +
					table.Format(table.Cell{Value: mean, HalfWidth: half}, m.Decimals).String()
			}
			s.Texts = append(s.Texts, text)
			drawable = drawable || i != to && !math.IsNaN(mean)
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

// minus are differences, none where either has none.
func minus(a, b []float64) []float64 {
	if a == nil || b == nil {
		return nil
	}
	d := slices.Clone(a)
	for i := range d {
		d[i] -= b[i]
	}
	return d
}
