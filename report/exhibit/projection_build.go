package exhibit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpca/report/exhibit/derive"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/method"
	"gpca/report/table"
	"gpca/report/words"
)

// Build fills the table and draws it.
func (t *projection) Build(src Source) *table.Table {
	return t.draw(t.fill(src), t.table(src, t.data, "", "", *t.Shape.Decimals), t.widths(src))
}

// draw makes the best number of each row bold, unless the columns are measures, whose definitions become
// notes, or the rows are labelled. A single column of averages has its own best.
func (t *projection) draw(f *fill.Filled, built *table.Table, widths map[string]float64) *table.Table {
	var extra derive.Columns
	for _, d := range t.derived {
		extra.Join(d.Columns(f))
	}
	alone := len(t.columns) == 1 && t.columns[0].Averages()
	compete := (len(t.Across) > 0 || alone) && len(t.parts) == 0
	built.Corner = cmp.Or(t.Shape.Corner, extra.Corner, t.Corner())
	built.Metric = cmp.Or(extra.Metric, t.metric(f, compete))
	for _, r := range f.Rows {
		heading, tex := f.RowTitle(r)
		built.Rows = append(built.Rows, table.Row{Heading: heading, TeX: tex})
	}
	if t.Average {
		built.Rows = append(built.Rows, table.Row{Heading: "Average", Summary: true})
	}
	if t.Range {
		built.Rows = append(built.Rows, table.Row{Heading: "Range over the variants", Summary: true})
	}
	var marked derive.Unsettled
	results := make([][]Value, len(built.Rows)) // behind the cells
	for _, c := range f.Columns {
		heading := f.ColumnTitle(c.Column)
		cells, values := make([]table.Cell, 0, len(built.Rows)), make([]Value, len(built.Rows))
		switch {
		case c.Sigma:
			cells = words.Each(t.Spots, func(s layout.Spot) table.Cell { return derive.Exactly(t.SigmaOn(s)) })
			cells = append(cells, slices.Repeat([]table.Cell{{State: table.Blank}}, len(built.Rows)-len(cells))...)
		case c.Places == nil:
			cells = unknown(c, len(built.Rows))
		default:
			built.Notes = append(built.Notes, noteBest(f, c)...)
			if f.Measures {
				built.Notes = append(built.Notes, heading+": "+c.Measure.Definition+".")
			}
			cells, values = t.cells(f, c, &marked)
		}
		built.Columns = append(built.Columns, heading)
		for i, cell := range cells {
			built.Rows[i].Cells, results[i] = append(built.Rows[i].Cells, cell), append(results[i], values[i])
		}
	}
	built.Notes = slices.Concat(built.Notes, t.rank(built, results, alone, compete), extra.Notes, marked.Note(),
		t.heldAgainstPrint(f), t.markSensitive(f, built, widths))
	if t.Ranks {
		row, notes, _ := derive.Ranking(f, t.origin(f))
		built.Rows, built.Notes = append(built.Rows, row), append(notes, built.Notes...)
	}
	extra.AddTo(built)
	for _, s := range t.Claims {
		built.Notes = append(built.Notes, t.judge(f, s))
	}
	return built
}

// cells are those of a column, with the values behind them.
func (t *projection) cells(f *fill.Filled, c fill.Column, marked *derive.Unsettled) ([]table.Cell, []Value) {
	values := c.Values()
	var cells []table.Cell
	for _, p := range c.Places {
		cell := p.Cell()
		if t.Pool != "levels" { // such a row is held against others, and says nothing of its iterations
			marked.Mark(&cell, p.Behind...)
		}
		if f.Measures && t.block.Field("decimals").IsZero() {
			cell.Decimals, cell.DecimalsSet = c.Measure.Decimals, true
		}
		if c.Measure.Write != nil && cell.State == table.Filled {
			cell.Text = c.Measure.Write(cell.Value)
		}
		cells = append(cells, cell)
	}
	of := values
	if t.Average {
		v := Average(of)
		cells, values = append(cells, v.Cell()), append(values, v)
	}
	if t.Range {
		cells, values = append(cells, derive.RangeCell(of)), append(values, Value{})
	}
	return cells, values
}

// origin is the note on generated data of a filled table.
func (t *projection) origin(f *fill.Filled) func() []string {
	return func() []string { return dataNote(f.Source(), t.data) }
}

// metric names what the cells measure: nothing for measures that are columns.
func (t *projection) metric(f *fill.Filled, compete bool) string {
	if !compete && len(t.parts) == 0 {
		return ""
	}
	return strings.Join(words.AppendNew(nil,
		words.Each(f.Rows, func(r layout.Row) string { return f.MeasureOf(r).Title })...), " or ")
}

// rank marks the best of each row, or of the only column, if the methods compete.
func (t *projection) rank(built *table.Table, results [][]Value, alone, compete bool) []string {
	if !compete || t.Plain || t.Measured.Descriptive || len(t.columns) == 0 {
		return nil
	}
	what, groups := "row", make([][]table.Cell, len(built.Rows))
	for i, r := range built.Rows {
		groups[i] = r.Cells
	}
	if alone {
		what = "column"
		groups, results = derive.Turned(groups), derive.Turned(results)
	}
	if t.Measured.Favours != "" {
		return []string{fmt.Sprintf("No bold: of the samples it is fitted to, %s has the best value by construction.",
			method.Label(t.Measured.Favours))}
	}
	var contested [][]table.Cell
	var shown [][]Value
	for i, cells := range groups {
		if !t.Measured.Reference || !slices.ContainsFunc(cells, derive.IsReference) {
			derive.Bold(cells, built.Decimals, t.Measured.LowerIsBetter)
			contested, shown = append(contested, cells), append(shown, results[i])
		}
	}
	notes := derive.LeadingGroups(contested, shown, t.Measured, built.Decimals, what)
	if alone {
		for i, cells := range derive.Turned(groups) {
			built.Rows[i].Cells = cells
		}
	}
	return notes
}
