package audit

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpca/report/claim"
	"gpca/report/publication/printed"
	"gpca/report/words"
)

// A record counts the data sets on which one method is better, worse or equal to another.
type record struct{ wins, losses, ties int }

// record compares two columns of the counted tables; ok is false when one of them is missing.
func (b *book) record(of CountOf, column, against string) (n record, ok bool) {
	if len(of.From) == 0 || !b.has(of.From[0]) {
		return record{}, false
	}
	first := b.table(of.From[0])
	if first.Metric.Better == "" {
		return record{}, false
	}
	for _, row := range first.Body() {
		x, okX := b.lookUp(of, row, column)
		y, okY := b.lookUp(of, row, against)
		if !okX || !okY {
			return record{}, false
		}
		order := cmp.Compare(x.Centre, y.Centre)
		if first.Metric.Better == printed.Smaller {
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

func (b *book) lookUp(of CountOf, row, column string) (printed.Number, bool) {
	for _, name := range of.From {
		if c, ok := b.table(name).At(row, column); ok {
			return c, true
		}
	}
	return printed.Number{}, false
}

// checkCounts recomputes winning counts. The author may have counted with more digits than are printed, so a
// count that some outcome of the ties gives is excused.
func (b *book) checkCounts(of CountOf) (findings []Finding, examined int) {
	for _, c := range b.table(of.Table).Numbers() {
		n, ok := b.record(of, c.Column, c.Row)
		if !ok {
			continue
		}
		examined++
		exact := n.wins - n.losses
		off := c.Centre - float64(exact)
		if off == 0 {
			continue
		}
		f := Count.about(c, Error, strconv.Itoa(exact), "by %s, %s against %s has %s, %s and %s",
			strings.Join(words.Each(of.From, claim.TitleOf), " and "), c.Column, c.Row,
			words.Count(n.wins, "win"), words.Count(n.losses, "defeat"), words.Count(n.ties, "tie"))
		if math.Abs(off) <= float64(n.ties) {
			f.Severity = Excused
			f.Message += fmt.Sprintf("; the printed %s would follow if the ties, equal only as printed, are none",
				c.Text)
		}
		findings = append(findings, f)
	}
	return findings, examined
}

func (b *book) mendCount(f Finding) []Correction {
	slip := Miscalculated
	if x, ok := cutSign(f.Printed); ok == (x == f.Expected) && strings.TrimLeft(f.Expected, "-") == x {
		slip = SignWrong
	}
	all := []Correction{{Slip: slip, Edits: []Edit{{f.Place, f.Printed, f.Expected}}}}
	for _, of := range b.links.Counts {
		if of.Table != f.Table {
			continue
		}
		for _, name := range of.From {
			t := b.table(name)
			for _, other := range t.Results() {
				all = append(all, exchangeColumns(t, f.Column, other, t.Rows), exchangeColumns(t, f.Row, other, t.Rows))
			}
			for _, row := range t.Body() {
				all = append(all, swap(CellsExchanged, 0, pairs(t, row, f.Column, row, f.Row)...))
			}
		}
	}
	return all
}
