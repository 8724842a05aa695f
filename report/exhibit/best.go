package exhibit

import (
	"fmt"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/table"
	"gpca/report/words"
)

// Check refuses columns that refer to what is no grid, or to each other in a circle.
func (t *projection) Check() error {
	for _, c := range t.columns {
		if c.BestOf == "" {
			continue
		}
		of, _, err := t.bestOf(c.column)
		if err != nil {
			return c.at.Fault("%w", err)
		}
		if of.leadsTo(t, map[*projection]bool{}) {
			return c.at.Fault("best of table %s, which is itself chosen by table %s", c.BestOf, t.head.Number)
		}
	}
	if of := t.scope.Table(t.Sensitivity); of != nil {
		if _, ok := of.(*sensitivityTable); !ok {
			return t.block.At("sensitivity").Fault("table %s is held against table %s, which is not of kind %s",
				t.head.Number, t.Sensitivity, Sensitivity.Name)
		}
	}
	return nil
}

// leadsTo reports whether the best-of columns of a table lead to another.
func (t *projection) leadsTo(to *projection, seen map[*projection]bool) bool {
	if t == to {
		return true
	}
	seen[t] = true
	for _, c := range t.columns {
		if of, ok := t.scope.Table(c.BestOf).(*projection); ok && !seen[of] && of.leadsTo(to, seen) {
			return true
		}
	}
	return false
}

// columnHeading is the label of a column's method. The best of another table says so where
// its winner has another column too: no two columns of a table are headed alike.
func (t *projection) columnHeading(taken []string, c line) string {
	method := c.point[experiment.Method]
	label := t.scope.Label(method)
	own := func(o line) bool { return o.Method == method }
	if c.BestOf != "" && (slices.ContainsFunc(t.columns, own) || slices.Contains(taken, label)) {
		label += ", " + t.bestOfTitle(c.column)
	}
	return label
}

// bestOfTitle words a best-of column, with its candidates where another column is
// the best of the same table.
func (t *projection) bestOfTitle(c column) string {
	text, others := "best of "+c.BestOf, 0
	for _, o := range t.columns {
		if o.BestOf == c.BestOf {
			others++
		}
	}
	if others > 1 && len(c.Among) > 0 {
		text += " among " + strings.Join(c.Among, ", ")
	}
	return text
}

// unknown is the column of a winner that cannot be named. It asks for every method that the
// column may come to show: which is best is known only once all of the other table is.
func (t *projection) unknown(src Source, c column, state table.State, rows int) []table.Cell {
	_, candidates, _ := t.bestOf(c) // Check has refused a fault
	for _, m := range candidates {
		t.column(src, m)
	}
	reason := "known once Table " + c.BestOf + " is complete"
	if state == table.Failed {
		reason = "not known: a cell of Table " + c.BestOf + " failed"
	}
	return slices.Repeat([]table.Cell{{State: state, Reason: reason}}, rows)
}

// widths is the column of the kernel's width on each row.
func (t *projection) kernelWidths(rows int) []table.Cell {
	cells := slices.Repeat([]table.Cell{{State: table.Blank}}, rows)
	for i, r := range t.rows {
		cells[i] = exactly(sigmaOn(t.grid, r))
	}
	return cells
}

func (t *projection) explainBest(c column, winner string) string {
	among := "all its methods"
	if len(c.Among) > 0 {
		among = strings.Join(words.Each(c.Among, t.scope.Label), ", ")
	}
	return fmt.Sprintf("%s has the best average of Table %s among %s.", t.scope.Label(winner), c.BestOf, among)
}
