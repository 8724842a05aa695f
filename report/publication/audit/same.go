package audit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/publication/printed"
)

// printings are the digits under which the places of a class are printed, the
// most frequent first.
type printing struct {
	digits string
	places []printed.Place
}

func (b *book) printings(c class) []printing {
	var all []printing
	for _, p := range c {
		cell, _ := b.table(p.Table).At(p.Row, p.Column)
		i := slices.IndexFunc(all, func(x printing) bool { return x.digits == cell.Printed() })
		if i < 0 {
			i = len(all)
			all = append(all, printing{digits: cell.Printed()})
		}
		all[i].places = append(all[i].places, p)
	}
	slices.SortStableFunc(all, func(x, y printing) int { return len(y.places) - len(x.places) })
	return all
}

// checkSame reports a result that is printed with different digits. It is
// reported where the fewest places print it so; between equals, where it is
// printed first, as the later printing had a chance to correct it.
func (b *book) checkSame(c class) []Finding {
	all := b.printings(c)
	if len(all) < 2 {
		return nil
	}
	odd, other := all[len(all)-1], all[0]
	if len(odd.places) == len(other.places) {
		odd, other = other, all[1]
	}
	f := Finding{
		Check: Same, Severity: Error, Place: odd.places[0], Printed: odd.digits, Expected: other.digits,
		id: fmt.Sprint(c[0]),
	}
	var elsewhere []string
	for _, x := range all {
		for _, p := range x.places {
			if b.table(p.Table).Source != b.table(f.Table).Source {
				f.Severity = Warning
			}
			if p != f.Place {
				f.others = append(f.others, p)
				elsewhere = append(elsewhere, fmt.Sprintf("%s in %s", x.digits, b.describe(p)))
			}
		}
	}
	f.Message = "the same result is printed as " + strings.Join(elsewhere, ", and ")
	return []Finding{f}
}

// mendSame takes one printing for right, in turn; or supposes that two rows of a
// table have been exchanged, if that would make the digits agree.
func (b *book) mendSame(f Finding) []Correction {
	places := append([]printed.Place{f.Place}, f.others...)
	all := b.printings(places)
	var corrections []Correction
	for _, right := range all {
		c := Correction{Slip: OtherPrinting}
		for _, x := range all {
			if x.digits == right.digits {
				continue
			}
			for _, p := range x.places {
				c.Edits = append(c.Edits, Edit{p, x.digits, right.digits})
			}
		}
		corrections = append(corrections, c)
	}
	for _, x := range all {
		for _, p := range x.places {
			corrections = append(corrections, b.exchanges(p, all)...)
		}
	}
	return corrections
}

// exchanges lists the rows of a place's table whose value in that column is what
// the place should have by another printing.
func (b *book) exchanges(p printed.Place, all []printing) []Correction {
	t := b.table(p.Table)
	here, _ := t.At(p.Row, p.Column)
	wanted := func(there printed.Number, ok bool) bool {
		return ok && there.Printed() != here.Printed() &&
			slices.ContainsFunc(all, func(x printing) bool { return x.digits == there.Printed() })
	}
	var corrections []Correction
	for _, row := range t.Body() {
		if there, ok := t.At(row, p.Column); wanted(there, ok) && !printed.IsAverage(p.Row) {
			corrections = append(corrections, exchangeRows(t, p.Row, row), swap(CellsExchanged, 0, [2]printed.Number{here, there}))
		}
	}
	for _, column := range t.Results() {
		if there, ok := t.At(p.Row, column); wanted(there, ok) {
			corrections = append(corrections, exchangeColumns(t, p.Column, column, t.Rows), swap(CellsExchanged, 0, [2]printed.Number{here, there}))
		}
	}
	return corrections
}

// swap puts pairs of numbers in each other's place, with their marks.
func swap(slip Slip, distance float64, pairs ...[2]printed.Number) Correction {
	c := Correction{Slip: slip, distance: distance}
	for _, p := range pairs {
		if x, y := p[0], p[1]; x.Printed() != y.Printed() || x.Bold != y.Bold {
			c.Edits = append(c.Edits, Edit{x.Place, x.Printed(), y.Printed()}, Edit{y.Place, y.Printed(), x.Printed()})
		}
	}
	return c
}

// exchangeRows puts the results of two rows in each other's place. Near rows are
// exchanged more easily than far ones.
func exchangeRows(t printed.Table, row, other string) Correction {
	var all [][2]printed.Number
	for _, column := range t.Results() {
		all = append(all, pairs(t, printed.Place{Row: row, Column: column}, printed.Place{Row: other, Column: column})...)
	}
	return swap(RowsExchanged, math.Abs(float64(slices.Index(t.Rows, row)-slices.Index(t.Rows, other))), all...)
}

// exchangeColumns does the same with two columns, in some rows.
func exchangeColumns(t printed.Table, column, other string, rows []string) Correction {
	var all [][2]printed.Number
	for _, row := range rows {
		all = append(all, pairs(t, printed.Place{Row: row, Column: column}, printed.Place{Row: row, Column: other})...)
	}
	return swap(ColumnsExchanged, math.Abs(float64(slices.Index(t.Columns, column)-slices.Index(t.Columns, other))), all...)
}

// pairs is the pair of the numbers of two places, or none where one prints none.
func pairs(t printed.Table, a, b printed.Place) [][2]printed.Number {
	x, okX := t.At(a.Row, a.Column)
	y, okY := t.At(b.Row, b.Column)
	if !okX || !okY {
		return nil
	}
	return [][2]printed.Number{{x, y}}
}
