package exhibit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpca/report/grid"
	"gpca/report/study"
	"gpca/report/table"
)

// Table builds a table of the study.
func (b Builder) Table(t *study.Table) *table.Table {
	built := &table.Table{
		Number: t.Number, Caption: t.Caption, Corner: t.Corner, Decimals: t.Decimals,
		Origin: b.origin(b.dataOf(t)),
	}
	switch t.Kind {
	case study.WinningCount:
		b.winningCount(built, t)
	case study.ByMethod:
		b.byMethod(built, t)
	case study.Variants:
		b.variants(built, t)
	case study.Sensitivity:
		b.sensitivity(built, t)
	case study.ChosenParameter:
		b.chosenParameter(built, t)
	default:
		b.grid(built, t)
	}
	return built
}

func (b Builder) grid(built *table.Table, t *study.Table) {
	e := b.Study.Experiment(t.Experiment)
	built.Metric = MetricOf(e)
	if built.Corner == "" {
		built.Corner = e.Axis
	}
	places := rowsOf(e, t)
	for _, p := range places {
		heading := b.Title(p.data)
		if byLevel(e, t) {
			heading = e.LevelLabel(p.level)
		}
		built.Rows = append(built.Rows, table.Row{Heading: heading})
	}
	if t.Average {
		built.Rows = append(built.Rows, table.Row{Heading: "Average", Summary: true})
	}

	var ends []grid.Ends
	results := make([][]value, len(built.Rows)) // behind the cells
	for _, column := range t.Columns {
		if column.Parameter != "" {
			b.parameter(built, e, places)
			continue
		}
		method := column.Method
		if column.BestOf != "" {
			winner, state := b.winner(column)
			if state != table.Filled {
				b.unknownBest(built, t, column, state)
				continue
			}
			method = winner
			built.Notes = append(built.Notes, b.explainBest(column, winner))
		}
		built.Columns = append(built.Columns, b.heading(t, built.Columns, column, method))
		values := b.column(e, t, method)
		if t.Average {
			values = append(values, average(values))
		}
		for i, v := range values {
			c := v.cell()
			if v.result && v.ends.Unsettled() > 0 {
				c.Mark = unsettledMark
				ends = append(ends, v.ends)
			}
			// What went before without a result, such as a width, is empty.
			results[i] = append(results[i], make([]value, len(built.Rows[i].Cells)-len(results[i]))...)
			results[i] = append(results[i], v)
			built.Rows[i].Cells = append(built.Rows[i].Cells, c)
		}
	}
	rows := make([][]table.Cell, len(built.Rows))
	for i := range built.Rows {
		rows[i] = built.Rows[i].Cells
		best(rows[i], t.Decimals, e.LowerIsBetter())
	}
	built.Notes = append(built.Notes, leadingGroups(rows, results, e.LowerIsBetter(), "row")...)
	built.Notes = append(built.Notes, unsettledNote(ends)...)
	built.Notes = append(built.Notes, b.markSensitive(built, t)...)
}

// parameter adds the column of kernel widths.
func (b Builder) parameter(built *table.Table, e *study.Experiment, places []place) {
	built.Columns = append(built.Columns, "σ")
	for i := range built.Rows {
		c := table.Cell{State: table.Blank}
		if i < len(places) {
			sigma := e.Kernel.SigmaFor(places[i].data)
			text := strconv.FormatFloat(sigma, 'f', -1, 64)
			_, decimals, _ := strings.Cut(text, ".")
			c = table.Cell{Value: sigma, Decimals: len(decimals), DecimalsSet: true}
		}
		built.Rows[i].Cells = append(built.Rows[i].Cells, c)
	}
}

// heading is the label of a column's method. A best-of column says so where its
// winner has another column too: no two columns of a table are headed alike.
func (b Builder) heading(t *study.Table, taken []string, column study.Column, method string) string {
	label := b.Study.Label(method)
	own := func(c study.Column) bool { return c.Method == method }
	if column.BestOf != "" && (slices.ContainsFunc(t.Columns, own) || slices.Contains(taken, label)) {
		label += ", " + bestOf(t, column)
	}
	return label
}

// bestOf words a best-of column, with its candidates where another column is
// the best of the same table.
func bestOf(t *study.Table, column study.Column) string {
	text, others := "best of "+column.BestOf, 0
	for _, c := range t.Columns {
		if c.BestOf == column.BestOf {
			others++
		}
	}
	if others > 1 && len(column.Among) > 0 {
		text += " among " + strings.Join(column.Among, ", ")
	}
	return text
}

// unknownBest adds the column of a winner that cannot be named.
func (b Builder) unknownBest(built *table.Table, t *study.Table, column study.Column, state table.State) {
	reason := "known once Table " + column.BestOf + " is complete"
	if state == table.Failed {
		reason = "not known: a cell of Table " + column.BestOf + " failed"
	}
	built.Columns = append(built.Columns, bestOf(t, column))
	for i := range built.Rows {
		built.Rows[i].Cells = append(built.Rows[i].Cells, table.Cell{State: state, Reason: reason})
	}
}

func (b Builder) explainBest(column study.Column, winner string) string {
	among := "all its methods"
	if len(column.Among) > 0 {
		var labels []string
		for _, m := range column.Among {
			labels = append(labels, b.Study.Label(m))
		}
		among = strings.Join(labels, ", ")
	}
	return fmt.Sprintf("%s has the best average of Table %s among %s.", b.Study.Label(winner), column.BestOf, among)
}

func unsettledNote(ends []grid.Ends) []string {
	if len(ends) == 0 {
		return nil
	}
	worst := ends[0]
	for _, e := range ends {
		if e.Unsettled()*worst.Total() > worst.Unsettled()*e.Total() {
			worst = e
		}
	}
	return []string{fmt.Sprintf("%s Some of the iterations behind this number did not converge: in the worst cell %d of %d (%s).",
		unsettledMark, worst.Unsettled(), worst.Total(), strings.Join(ways(worst), ", "))}
}

// ways words how iterations ended that did not converge.
func ways(e grid.Ends) []string {
	var ways []string
	for _, w := range []struct {
		count int
		how   string
	}{
		{e.Wandered, "on a path that does not settle"},
		{e.Stopped, "stopped at the iteration limit"},
		{e.Cycled, "in a cycle"},
		{e.Vanished, "without a gradient"},
	} {
		if w.count > 0 {
			ways = append(ways, fmt.Sprintf("%d %s", w.count, w.how))
		}
	}
	return ways
}

// winningCount counts over rows: +1 where the column's method is better, −1
// where it is worse.
func (b Builder) winningCount(built *table.Table, t *study.Table) {
	of := b.Study.Table(t.Of[0])
	e := b.Study.Experiment(of.Experiment)
	built.Metric = "wins minus losses"
	for _, column := range t.Columns {
		built.Columns = append(built.Columns, b.Study.Label(column.Method))
	}
	for _, method := range t.Rows {
		row := table.Row{Heading: b.Study.Label(method)}
		against := b.column(e, of, method)
		for _, column := range t.Columns {
			row.Cells = append(row.Cells, count(b.column(e, of, column.Method), against, e.LowerIsBetter()))
		}
		built.Rows = append(built.Rows, row)
	}
	rows := "data sets"
	if byLevel(e, of) {
		rows = "levels"
	}
	built.Notes = append(built.Notes, "A positive number: the column's function wins on more "+rows+" than it loses, against the row's.")
}

func count(values, against []value, lowerIsBetter bool) table.Cell {
	if state := max(worst(values), worst(against)); state != table.Filled {
		return table.Cell{State: state, Reason: "counts over a cell that is " + state.String()}
	}
	var c table.Cell
	for i, v := range values {
		switch a, b := v.mean(), against[i].mean(); {
		case a == b:
		case (a < b) == lowerIsBetter:
			c.Value++
		default:
			c.Value--
		}
	}
	return c
}

func (b Builder) byMethod(built *table.Table, t *study.Table) {
	e := b.Study.Experiment(t.Experiment)
	built.Metric = MetricOf(e)
	built.Columns = []string{cmp.Or(t.Heading, capitalised(MetricOf(e)))}
	var cells []table.Cell
	var results []value
	var ends []grid.Ends
	for _, method := range t.Rows {
		v := average(b.column(e, t, method))
		results = append(results, v)
		c := v.cell()
		for _, one := range b.column(e, t, method) {
			if one.ends.Unsettled() > 0 {
				c.Mark = unsettledMark
				ends = append(ends, one.ends)
			}
		}
		cells = append(cells, c)
	}
	best(cells, t.Decimals, e.LowerIsBetter())
	groups := leadingGroups([][]table.Cell{cells}, [][]value{results}, e.LowerIsBetter(), "column")
	for i, method := range t.Rows {
		built.Rows = append(built.Rows, table.Row{Heading: b.Study.Label(method), Cells: cells[i : i+1]})
	}
	built.Notes = append(built.Notes, groups...)
	built.Notes = append(built.Notes, unsettledNote(ends)...)
}
