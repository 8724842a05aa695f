package compare

import (
	"math"
	"slices"

	"gpca/report/exhibit"
	"gpca/report/exhibit/fill"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// A lead says who has the best average: Print in print, Ours of ours, which is that of the best mean, By with our
// averages of both. Alone means that these are the same, Among that none of ours is shown to be better.
type lead struct {
	Print, Ours, By string
	Alone, Among    bool
}

// Bias words by how much our numbers are off on average; empty where that is less than is printed.
func (t Contrast) Bias() string {
	size := table.Number(math.Abs(t.Summary.Bias), t.Decimals())
	if math.IsNaN(t.Summary.Bias) || size == table.Number(0, t.Decimals()) || t.Metric.Counts() {
		return ""
	}
	unit := ""
	if t.Metric.Unit == "percent" {
		unit = " points"
	}
	return map[bool]string{true: "higher", false: "lower"}[t.Summary.Bias > 0] + " by " + size + unit
}

// Lead compares the best printed averages with the leading group of ours; nil where one of ours is missing. What cannot
// be tested leads by its mean.
func (t Contrast) Lead() *lead {
	row, ok := t.Average()
	if !ok {
		return nil
	}
	ours := make([]statistics.Estimate, len(t.Columns))
	inPrint, means := make([]float64, len(t.Columns)), make([]float64, len(t.Columns))
	for j, c := range t.Cells[slices.Index(t.Rows, row)] {
		switch inPrint[j], means[j], ours[j].State = math.NaN(), math.NaN(), statistics.Blank; {
		case c.InPrint.Text == "":
		case c.Reason != "":
			return nil
		default:
			inPrint[j], means[j], ours[j] = c.InPrint.Centre, c.Mean(), t.average(j, c.Value).Estimate
		}
	}
	smaller := t.Metric.Better == printed.Smaller
	leaders, group := statistics.Best(inPrint, smaller), statistics.Best(means, smaller)
	if leaders == nil {
		return nil
	}
	first := group[0]
	if g := statistics.LeadingGroup(ours, smaller, 1-statistics.Confidence); g.Best >= 0 {
		group = words.Those(statistics.Indices(len(ours)), func(j int) bool { return g.Leading[j] || j == first })
	}
	return &lead{
		Print: words.Enumerate(words.Each(leaders, func(j int) string { return t.ColumnTitles[j] })) +
			map[bool]string{true: " has", false: " have"}[len(leaders) == 1],
		Ours:  t.ColumnTitles[first],
		By:    table.Number(means[first], t.Decimals()) + " against " + table.Number(means[leaders[0]], t.Decimals()),
		Alone: slices.Equal(leaders, slices.Sorted(slices.Values(group))),
		Among: slices.ContainsFunc(leaders, func(j int) bool { return slices.Contains(group, j) }),
	}
}

// average is an average of ours, over data sets where the rows are these.
func (t Contrast) average(column int, of exhibit.Value) exhibit.Value {
	var behind []exhibit.Value
	var on []string
	for i, row := range t.Rows {
		if !t.Derived(row) && t.on != nil {
			behind, on = append(behind, t.Cells[i][column].Value), append(on, t.on[i])
		}
	}
	return fill.OverSets(of, behind, on)
}
