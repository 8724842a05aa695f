package exhibit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/table"
	"gpca/report/words"
)

// title is the heading of a line, in Unicode and with its formulas in TeX.
func (t *projection) title(src Source, l line) (label, tex string) {
	switch {
	case l.heading != "":
		return l.heading, ""
	case l.grid != nil:
		return t.partTitle(src, l), ""
	case l.nth > 0:
		return t.grid.heading(src, t.grid.rows[l.nth-1]), ""
	}
	var labels, formulas []string
	for i, v := range l.values {
		switch l.axes[i] {
		case experiment.Data:
			v.Label = src.Title(v.Text)
		case experiment.Method:
			v.Label = t.scope.Label(v.Text)
		}
		labels, formulas = append(labels, v.Label), append(formulas, cmp.Or(v.TeX, v.Label))
	}
	if l.BestOf != "" { // its method may have a column of its own
		labels, formulas = append(labels, l.text()), append(formulas, l.text())
	}
	return strings.Join(labels, ", "), strings.Join(formulas, ", ")
}

// Build makes the best number of each row bold, unless the columns are measures, whose definitions become
// notes, or the rows are labelled. A single column of averages has its own best.
func (t *projection) Build(src Source) *table.Table {
	lines := t.rowsOn(src)
	var extra derived
	for _, d := range t.derived { // what they read is read first
		extra.join(d.columns(src, lines))
	}
	alone := len(t.columns) == 1 && t.columns[0].averages()
	compete := (len(t.Across) > 0 || alone) && len(t.parts) == 0
	built := t.table(src, t.data, cmp.Or(t.Layout.Corner, extra.corner, t.Corner()),
		cmp.Or(extra.metric, t.metric(lines, compete)), *t.Layout.Decimals)
	for _, r := range lines {
		heading, tex := t.title(src, r)
		built.Rows = append(built.Rows, table.Row{Heading: heading, TeX: tex})
	}
	if t.Average {
		built.Rows = append(built.Rows, table.Row{Heading: "Average", Summary: true})
	}
	if t.Range {
		built.Rows = append(built.Rows, table.Row{Heading: "Range over the variants", Summary: true})
	}
	var marked unsettled
	results := make([][]Value, len(built.Rows)) // behind the cells
	add := func(heading string, cells []table.Cell, values []Value) {
		built.Columns = append(built.Columns, heading)
		for i, c := range cells {
			built.Rows[i].Cells, results[i] = append(built.Rows[i].Cells, c), append(results[i], values[i])
		}
	}
	if axis, _ := t.Experiment.Axis(experiment.Method); !axis.Open || t.Method != "" || t.parts != nil {
		for _, r := range lines { // in the order of reading, which is that of the cells in results.csv
			for _, c := range t.columns {
				t.value(src, r, c)
			}
		}
	}
	for _, c := range t.columns {
		if c.Parameter != "" {
			cells := words.Each(t.rows, func(r row) table.Cell { return exactly(t.sigmaOn(r)) })
			blank := slices.Repeat([]table.Cell{{State: table.Blank}}, len(built.Rows)-len(cells))
			add("σ", append(cells, blank...), make([]Value, len(built.Rows)))
			continue
		}
		if c.BestOf != "" {
			winner, state := t.winner(src, c.column)
			if state != table.Filled {
				add(c.text(), t.unknown(src, c.column, state, len(built.Rows)),
					make([]Value, len(built.Rows)))
				continue
			}
			built.Notes = append(built.Notes, t.noteBest(src, c.column)...)
			c = c.of(winner)
		} else if c.best.BestOf != "" {
			built.Notes = append(built.Notes, t.noteBest(src, c.best)...)
		}
		heading, _ := t.title(src, c)
		if len(t.Measures) > 0 {
			built.Notes = append(built.Notes, heading+": "+c.measure.Definition+".")
		}
		var cells []table.Cell
		var values, of []Value
		for _, r := range lines {
			v, behind := t.cell(src, r, c)
			cell := v.cell()
			if t.Pool != "levels" { // such a row is held against others, and says nothing of its iterations
				marked.mark(&cell, behind...)
			}
			if len(t.Measures) > 0 && t.block.Field("decimals").IsZero() {
				cell.Decimals, cell.DecimalsSet = c.measure.Decimals, true
			}
			if c.measure.Write != nil && cell.State == table.Filled {
				cell.Text = c.measure.Write(cell.Value)
			}
			cells, of = append(cells, cell), append(of, v)
			values = append(values, OverSets(v, behind, t.on(r, c)))
		}
		if t.Average {
			v := Average(of)
			on := words.Each(lines, func(r line) string { return strings.Join(t.on(r, c), "+") })
			cells, values = append(cells, v.cell()), append(values, OverSets(v, of, on))
		}
		if t.Range {
			cells, values = append(cells, rangeCell(of)), append(values, Value{})
		}
		add(heading, cells, values)
	}
	built.Notes = slices.Concat(built.Notes, t.rank(built, results, alone, compete), extra.notes, marked.note(),
		t.heldAgainstPrint(src), t.markSensitive(src, built))
	if t.Ranks {
		row, notes, _ := t.ranking(src)
		built.Rows, built.Notes = append(built.Rows, row), append(notes, built.Notes...)
	}
	extra.addTo(built)
	for _, s := range t.Claims {
		built.Notes = append(built.Notes, t.judge(src, s))
	}
	return built
}

// metric names what the cells measure: nothing for measures that are columns.
func (t *projection) metric(lines []line, compete bool) string {
	if !compete && len(t.parts) == 0 {
		return ""
	}
	return strings.Join(words.AppendNew(nil, words.Each(lines, func(r line) string { return t.measureOf(r).Title })...),
		" or ")
}

// rank marks the best of each row, or of the only column, if the methods compete.
func (t *projection) rank(built *table.Table, results [][]Value, alone, compete bool) []string {
	if !compete || t.Plain || t.measure.Descriptive || len(t.columns) == 0 {
		return nil
	}
	what, groups := "row", make([][]table.Cell, len(built.Rows))
	for i, r := range built.Rows {
		groups[i] = r.Cells
	}
	if alone {
		what = "column"
		groups, results = turned(groups), turned(results)
	}
	if t.measure.Favours != "" {
		return []string{fmt.Sprintf("No bold: of the samples it is fitted to, %s has the best value by construction.",
			method.Label(t.measure.Favours))}
	}
	var contested [][]table.Cell
	var shown [][]Value
	for i, cells := range groups {
		if !t.measure.Reference || !slices.ContainsFunc(cells, isReference) {
			bold(cells, built.Decimals, t.measure.LowerIsBetter)
			contested, shown = append(contested, cells), append(shown, results[i])
		}
	}
	notes := leadingGroups(contested, shown, t.measure, built.Decimals, what)
	if alone {
		for i, cells := range turned(groups) {
			built.Rows[i].Cells = cells
		}
	}
	return notes
}

func isReference(c table.Cell) bool { return c.State == table.Filled && c.Value == 0 }

func turned[T any](rows [][]T) [][]T {
	columns := make([][]T, len(rows[0]))
	for _, row := range rows {
		for j, v := range row {
			columns[j] = append(columns[j], v)
		}
	}
	return columns
}
