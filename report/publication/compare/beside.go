package compare

import (
	"math"
	"slices"

	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// Real is the outcome of a comparison on the real data.
type Real struct {
	Tally                 string
	Conclusions, Headline []string
	// Averages are ours over the rows of a table, by the headings of [Comparison.Beside].
	Averages map[string]float64
}

// Real returns what a comparison on generated data shows of this one.
func (c *Comparison) Real() Real {
	real := Real{c.Tally(), c.Conclusions(), c.Headline(), map[string]float64{}}
	for t, j := range c.leaders {
		if mean := c.rerun.mean(t.Table, t.Columns[j]); !math.IsNaN(mean) {
			real.Averages[t.heading(j)] = mean
		}
	}
	return real
}

// Beside returns, for a comparison on generated data, the outcome on the real data as a section in Markdown, and
// the table of averages that it places, nil for none: generated, real and printed. Single numbers on generated
// data are not comparable.
func (c *Comparison) Beside(real Real) (string, *table.Table) {
	if !c.Generated() || c.silent() {
		return "", nil
	}
	section, number := c.with.Chapter+".1", c.with.Chapter+".1"
	if c.Judged() { // the comparison has sections and tables of its own
		section, number = c.with.Chapter+".2", c.with.Chapter+".4"
	}
	averages := &table.Table{
		Number: number, Caption: "Generated data, the real data, and print", Corner: "Table and method",
		Columns: []string{"generated", "real", "in print"}, Metric: "averages over the rows of a table", Decimals: 2,
		Origin: "stand-in", Notes: notes("notes of the averages"),
	}
	for t, j := range c.leaders {
		if !t.Generated {
			continue
		}
		mean, ok := real.Averages[t.heading(j)]
		if !ok {
			mean = math.NaN()
		}
		averages.Rows = append(averages.Rows, table.Row{Heading: t.heading(j), Cells: []table.Cell{
			decimal(c.rerun.mean(t.Table, t.Columns[j]), 2), decimal(mean, 2), decimal(t.averages()[j], 2),
		}})
	}
	if len(averages.Rows) == 0 {
		averages, number = nil, ""
	}
	facts := map[string]any{"Section": section, "Number": number, "Conclusions": real.Conclusions}
	return fill("beside", facts), averages
}

// leaders yields, for each table that prints averages, the column of the baseline and the best other column in
// print.
func (c *Comparison) leaders(yield func(t Contrast, column int) bool) {
	for _, t := range c.Contrasts {
		own, ok := c.rerun.reader(t.Table)
		base := t.column(c.rerun.links, c.rerun.links.Baseline)
		if !ok || base < 0 {
			continue
		}
		inPrint, others := t.averages(), t.averages()
		others[base] = math.NaN()
		columns := append([]int{base}, leading(others, own.Measure().LowerIsBetter)...)
		for _, j := range columns[:min(2, len(columns))] {
			if !math.IsNaN(inPrint[j]) && !yield(t, j) {
				return
			}
		}
	}
}

func (t Contrast) heading(column int) string { return t.Number + ", " + t.ColumnTitles[column] }

// column is the index of a method's column, −1 for none.
func (t Contrast) column(links audit.Links, method string) int {
	return slices.IndexFunc(t.Columns, func(name string) bool { return links.Means(t.Table, name) == method })
}

// averages are the printed ones, by column; NaN for none.
func (t Contrast) averages() []float64 {
	row, _ := t.Average()
	return words.Each(t.Columns, func(column string) float64 {
		if n, ok := t.At(row, column); ok {
			return n.Centre
		}
		return math.NaN()
	})
}

// leading lists the columns with the best value; NaN is none.
func leading(values []float64, lowerIsBetter bool) (best []int) {
	for j, v := range values {
		switch {
		case math.IsNaN(v):
		case best == nil || v != values[best[0]] && (v < values[best[0]]) == lowerIsBetter:
			best = []int{j}
		case v == values[best[0]]:
			best = append(best, j)
		}
	}
	return best
}

// mean is our mean over the rows of a column; NaN where a row is missing.
func (r rerun) mean(t printed.Table, column string) float64 {
	var values []statistics.Estimate
	if own, ok := r.reader(t); ok {
		for _, row := range t.Body() {
			values = append(values, own.Read(r.study.Source(), row, r.links.Means(t, column)).Estimate)
		}
	}
	if v := statistics.Average(values...); v.State == table.Filled {
		return v.Mean()
	}
	return math.NaN()
}
