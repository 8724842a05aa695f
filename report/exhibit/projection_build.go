package exhibit

import (
	"cmp"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/table"
	"gpca/report/words"
)

// title is the heading of a line, in Unicode and with its formulas in TeX.
func (t *projection) title(src Source, l line) (label, tex string) {
	if l.heading != "" {
		return l.heading, ""
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
	return strings.Join(labels, ", "), strings.Join(formulas, ", ")
}

// Build makes the best number of each row bold, unless the columns are measures, whose definitions become
// notes. A single column of averages has its own best.
func (t *projection) Build(src Source) *table.Table {
	alone := t.columns[0].averages()
	compete, metric := len(t.Across) > 0 || alone, ""
	if compete {
		metric = t.measure.Title
	}
	built := t.table(src, t.data, t.Corner(), metric, *t.Layout.Decimals)
	lines := t.rowsOn(src)
	for _, r := range lines {
		heading, tex := t.title(src, r)
		built.Rows = append(built.Rows, table.Row{Heading: heading, TeX: tex})
	}
	if t.Average {
		built.Rows = append(built.Rows, table.Row{Heading: "Average", Summary: true})
	}
	var marked unsettled
	results := make([][]Value, len(built.Rows)) // behind the cells
	add := func(heading string, cells []table.Cell, values []Value) {
		built.Columns = append(built.Columns, heading)
		for i, c := range cells {
			built.Rows[i].Cells, results[i] = append(built.Rows[i].Cells, c), append(results[i], values[i])
		}
	}
	if axis, _ := t.Experiment.Axis(experiment.Method); !axis.Open || t.Method != "" {
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
		heading, _ := t.title(src, c)
		if c.BestOf != "" {
			winner, state := t.winner(src, c.column)
			if state != table.Filled {
				add(t.bestOfTitle(c.column), t.unknown(src, c.column, state, len(built.Rows)),
					make([]Value, len(built.Rows)))
				continue
			}
			built.Notes = append(built.Notes, t.noteBest(src, c.column)...)
			c = c.of(winner)
			heading = t.columnHeading(built.Columns, c)
		} else if c.best.BestOf != "" {
			built.Notes = append(built.Notes, t.noteBest(src, c.best)...)
		}
		if !compete {
			built.Notes = append(built.Notes, heading+": "+c.measure.Definition+".")
		}
		var cells []table.Cell
		var values []Value
		for _, r := range lines {
			v, behind := t.cell(src, r, c)
			cell := v.cell()
			marked.mark(&cell, behind...)
			if !compete && t.block.Field("decimals").IsZero() {
				cell.Decimals, cell.DecimalsSet = c.measure.Decimals, true
			}
			if c.measure.Write != nil && cell.State == table.Filled {
				cell.Text = c.measure.Write(cell.Value)
			}
			cells, values = append(cells, cell), append(values, v)
		}
		if t.Average {
			v := Average(values)
			cells, values = append(cells, v.cell()), append(values, v)
		}
		add(heading, cells, values)
	}
	built.Notes = slices.Concat(built.Notes, t.rank(built, results, alone, compete), marked.note(),
		t.heldAgainstPrint(src), t.markSensitive(src, built))
	for _, s := range t.Claims {
		built.Notes = append(built.Notes, t.judge(src, s))
	}
	return built
}

// rank marks the best of each row, or of the only column, if the methods compete.
func (t *projection) rank(built *table.Table, results [][]Value, alone, compete bool) []string {
	if !compete || t.Plain {
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
	for _, cells := range groups {
		bold(cells, built.Decimals, t.measure.LowerIsBetter)
	}
	notes := leadingGroups(groups, results, t.measure, built.Decimals, what)
	if alone {
		for i, cells := range turned(groups) {
			built.Rows[i].Cells = cells
		}
	}
	return notes
}

func turned[T any](rows [][]T) [][]T {
	columns := make([][]T, len(rows[0]))
	for _, row := range rows {
		for j, v := range row {
			columns[j] = append(columns[j], v)
		}
	}
	return columns
}
