package audit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/publication/printed"
	"gpca/report/words"
)

// A printing is the set of a class's places with the same digits.
type printing struct {
	digits string
	places []printed.Place
}

// printings returns those of a class, the most frequent first.
func (b *book) printings(c class) (all []printing) {
	digits := func(p printed.Place) string {
		cell, _ := b.table(p.Table).At(p.Row, p.Column)
		return cell.Text
	}
	all = words.Each(words.Grouped(c, digits), func(places []printed.Place) printing {
		return printing{digits(places[0]), places}
	})
	slices.SortStableFunc(all, func(x, y printing) int { return len(y.places) - len(x.places) })
	return all
}

// checkSame reports a result that is printed with different digits, at the printing with the fewest places;
// between equals, at the first.
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
				f.Severity = Suspicious
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

// mendSame supposes that one of the printings is right; or that an exchange of rows, columns or cells makes the
// digits agree.
func (b *book) mendSame(f Finding) []Correction {
	all := b.printings(append(class{f.Place}, f.others...))
	var corrections []Correction
	for _, right := range all {
		c := Correction{Slip: OtherPrinting}
		for _, x := range all {
			if x.digits != right.digits {
				of := func(p printed.Place) Edit { return Edit{p, x.digits, right.digits} }
				c.Edits = append(c.Edits, words.Each(x.places, of)...)
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

// exchanges lists the exchanges of a place with another of its column or row that has the digits of another
// printing.
func (b *book) exchanges(p printed.Place, all []printing) []Correction {
	t := b.table(p.Table)
	here, _ := t.At(p.Row, p.Column)
	elsewhere := append(t.Cells(t.Body(), []string{p.Column}), t.Cells([]string{p.Row}, t.Results())...)
	var corrections []Correction
	for _, there := range elsewhere {
		wanted := func(x printing) bool { return x.digits == there.Text && x.digits != here.Text }
		if !slices.ContainsFunc(all, wanted) || there.Row != p.Row && t.Derived(p.Row) {
			continue
		}
		c := exchangeRows(t, p.Row, there.Row)
		if there.Row == p.Row {
			c = exchangeColumns(t, p.Column, there.Column, t.Rows)
		}
		corrections = append(corrections, c, swap(CellsExchanged, 0, [2]printed.Number{here, there}))
	}
	return corrections
}

// exchanged exchanges a cell with each other that has a number from low to high.
func exchanged(cell printed.Number, others []printed.Number, low, high float64) []Correction {
	others = slices.DeleteFunc(others, func(n printed.Number) bool { return !within(n.Centre, low, high) })
	return words.Each(others, func(other printed.Number) Correction {
		return swap(CellsExchanged, 0, [2]printed.Number{cell, other})
	})
}

func swap(slip Slip, distance float64, pairs ...[2]printed.Number) Correction {
	c := Correction{Slip: slip, distance: distance}
	for _, p := range pairs {
		if x, y := p[0], p[1]; x.Text != y.Text || x.Bold != y.Bold {
			c.Edits = append(c.Edits, Edit{x.Place, x.Text, y.Text}, Edit{y.Place, y.Text, x.Text})
		}
	}
	return c
}

// exchangeRows exchanges the results of two rows. Near rows are exchanged more easily than far ones.
func exchangeRows(t printed.Table, row, other string) Correction {
	all := words.Each(t.Results(), func(column string) [][2]printed.Number {
		return pairs(t, row, column, other, column)
	})
	return swap(RowsExchanged, apart(t.Rows, row, other), slices.Concat(all...)...)
}

func exchangeColumns(t printed.Table, column, other string, rows []string) Correction {
	all := words.Each(rows, func(row string) [][2]printed.Number { return pairs(t, row, column, row, other) })
	return swap(ColumnsExchanged, apart(t.Columns, column, other), slices.Concat(all...)...)
}

func apart(names []string, a, b string) float64 {
	return math.Abs(float64(slices.Index(names, a) - slices.Index(names, b)))
}

// pairs is the pair of numbers at two places; none where one is missing.
func pairs(t printed.Table, row, column, otherRow, otherColumn string) [][2]printed.Number {
	x, okX := t.At(row, column)
	y, okY := t.At(otherRow, otherColumn)
	if !okX || !okY {
		return nil
	}
	return [][2]printed.Number{{x, y}}
}
