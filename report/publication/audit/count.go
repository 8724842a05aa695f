package audit

import (
	"fmt"
	"strconv"

	"gpca/report/publication/printed"
)

// A record is how one method did against another over data sets.
type record struct{ wins, losses, ties int }

// record counts the data sets on which a column of the counted tables is better
// than another; ok is false when one of them is not there.
func (b *book) record(of CountOf, column, against string) (n record, ok bool) {
	first, ok := b.table(of.From[0])
	if !ok {
		return record{}, false
	}
	for _, row := range first.Body() {
		x, okX := b.lookUp(of, row, column)
		y, okY := b.lookUp(of, row, against)
		if !okX || !okY {
			return record{}, false
		}
		order := x.Value.Cmp(y.Value)
		if first.Metric.Better() == printed.Smaller {
			order = -order
		}
		switch {
		case order > 0:
			n.wins++
		case order < 0:
			n.losses++
		default:
			n.ties++
		}
	}
	return n, true
}

func (b *book) lookUp(of CountOf, row, column string) (printed.Cell, bool) {
	for _, name := range of.From {
		if t, ok := b.table(name); ok {
			if c, ok := t.Cell(row, column); ok {
				return c, true
			}
		}
	}
	return printed.Cell{}, false
}

// checkCounts recomputes the winning counts of a table. Cells that are equal as
// printed count for neither side; but the author may have counted with more
// digits than he printed, so a count that some outcome of these ties would give
// is only noted.
func (b *book) checkCounts(of CountOf) []Finding {
	t, ok := b.table(of.Table)
	if !ok || len(of.From) == 0 {
		return nil
	}
	var findings []Finding
	for _, c := range t.Cells() {
		n, ok := b.record(of, c.Column, c.Row)
		if !ok {
			continue
		}
		exact := n.wins - n.losses
		want, err := printed.ParseDecimal(strconv.Itoa(exact))
		if err != nil || c.Value.Cmp(want) == 0 {
			continue
		}
		f := Finding{
			Check: Count, Severity: Error, Place: c.Place,
			Printed: c.Printed(), Expected: strconv.Itoa(exact),
			Message: fmt.Sprintf("by %s, %s against %s has %s, %s and %s", tableList(b, of.From), c.Column, c.Row, number(n.wins, "win", "wins"), number(n.losses, "loss", "losses"), number(n.ties, "tie", "ties")),
		}
		if off := c.Value.Float64() - float64(exact); off >= -float64(n.ties) && off <= float64(n.ties) {
			f.Severity = Note
			f.Message += fmt.Sprintf("; the printed %s would follow if the ties, equal only as printed, are none", c.Printed())
		}
		findings = append(findings, f)
	}
	return findings
}

func tableList(b *book, names []string) string {
	text := ""
	for i, name := range names {
		t, ok := b.table(name)
		if !ok {
			continue
		}
		if i > 0 {
			text += " and "
		}
		text += tableTitle(t)
	}
	return text
}

func (b *book) mendCount(f Finding) []Correction {
	return []Correction{{Slip: Miscalculated, Edits: []Edit{{f.Place, f.Printed, f.Expected}}}}
}

func number(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
