package exhibit

import (
	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/table"
	"math"
	"slices"
)

// crowded reports whether some levels are so near to each other that what belongs to one
// cannot be told from what belongs to the next.
func crowded(levels []float64) bool {
	const least = 1.0 / 40 // of their range
	gap := math.Inf(1)
	for i := range levels[1:] {
		gap = min(gap, math.Abs(levels[i+1]-levels[i]))
	}
	return gap < least*(slices.Max(levels)-slices.Min(levels))
}

// places are those of categories.
func places(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i)
	}
	return x
}

// noteCounterparts says what the points beside the lines of a chart are.
func noteCounterparts(chart *figures.Chart, src Source, curves []curve) {
	if slices.ContainsFunc(curves, func(c curve) bool { return c.series.Counterparts != nil }) {
		chart.Notes = append(chart.Notes, "Small circles: printed in "+src.Printed().Source)
	}
}

// addCounterparts adds the numbers that a table has in print in a column at the levels of a
// series, with the verdicts on them; none on data that is not the publication's.
func addCounterparts(s *figures.Series, src Source, t Table, levels []float64, column string, decimals int) {
	printed := src.Printed()
	if printed.Value == nil || Origin(src, t.Data()) != string(dataset.Real) {
		return
	}
	numbers := make([]float64, len(levels))
	found := false
	for i, level := range levels {
		v, ok := printed.Value(t.Head().Number, level, column)
		if numbers[i] = v; !ok {
			numbers[i] = math.NaN()
			continue
		}
		found = true
		s.Texts[i] += "\nin print " + table.Format(table.Cell{Value: v}, decimals).Text
		if printed.Verdict != nil {
			s.Texts[i] += printed.Verdict(t.Head().Number, level, column)
		}
	}
	if found {
		s.Counterparts = numbers
	}
}

// nothingYet stands in place of a figure while no value of it is there.
var nothingYet = figures.Placeholder{Text: "None of the numbers of this figure is computed yet."}

// orPlaceholder is the chart, or what takes its place while no value of it is there.
func orPlaceholder(chart figures.Chart) figures.Figure {
	for _, s := range chart.Series {
		if slices.ContainsFunc(s.Y, func(y float64) bool { return !math.IsNaN(y) }) {
			return chart
		}
	}
	return nothingYet
}

// lineOf is the series of values over x, told with some decimals. Missing and failed values
// break it.
func lineOf(name string, x []float64, values []Value, decimals int) figures.Series {
	s := figures.Series{Name: name, X: x}
	for _, v := range values {
		mean, half := math.NaN(), math.NaN()
		if v.State == table.Filled {
			mean, half = v.Sample().Interval()
		}
		s.Y = append(s.Y, mean)
		s.Low = append(s.Low, mean-half)
		s.High = append(s.High, mean+half)
		s.Texts = append(s.Texts, table.Format(v.cell(), decimals).String())
	}
	return s
}
