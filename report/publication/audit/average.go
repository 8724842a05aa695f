package audit

import (
	"fmt"
	"math/big"

	"gpca/report/publication/printed"
)

// A columnMean is a column's mean by the printed entries.
type columnMean struct {
	entries []printed.Number
	average printed.Number
	mean    *big.Rat
	// slack is by how much the mean and the printed average may differ when every number
	// was rounded to the digits shown: the entries' half units, averaged, and half a unit
	// of the average. Entries that are all off by half a unit the same way attain it.
	slack *big.Rat
}

// mean recomputes the average of a column; ok is false when there is none.
func (b *book) mean(t printed.Table, column string) (m columnMean, ok bool) {
	return meanWithout(t, b.leftOut[columnOf{t.Name(), column}], column)
}

// meanWithout is the mean of a column without the entry of a row; of all entries
// where the column has no such row.
func meanWithout(t printed.Table, leftOut, column string) (m columnMean, ok bool) {
	row, _ := t.Average()
	if m.average, ok = t.At(row, column); !ok {
		return columnMean{}, false
	}
	sum, halves := new(big.Rat), new(big.Rat)
	for _, row := range t.Body() {
		c, printed := t.At(row, column)
		if !printed || row == leftOut {
			continue
		}
		m.entries = append(m.entries, c)
		sum.Add(sum, c.Value.Rat())
		halves.Add(halves, c.Value.HalfUnit())
	}
	if len(m.entries) == 0 {
		return columnMean{}, false
	}
	share := big.NewRat(1, int64(len(m.entries)))
	m.mean = sum.Mul(sum, share)
	m.slack = halves.Mul(halves, share)
	m.slack.Add(m.slack, m.average.Value.HalfUnit())
	return m, true
}

// off is how far the printed average lies from the mean of the entries.
func (m columnMean) off() *big.Rat {
	d := new(big.Rat).Sub(m.mean, m.average.Value.Rat())
	return d.Abs(d)
}

func (m columnMean) wrong() bool { return m.off().Cmp(m.slack) > 0 }

// interval bounds the values of an entry with which the printed average could
// have been rounded from the mean.
func (m columnMean) interval(entry printed.Number) (low, high *big.Rat) {
	n := big.NewRat(int64(len(m.entries)), 1)
	gap := new(big.Rat).Sub(m.average.Value.Rat(), m.mean)
	centre := gap.Mul(gap, n)
	centre.Add(centre, entry.Value.Rat())
	reach := n.Mul(n, m.slack)
	return new(big.Rat).Sub(centre, reach), new(big.Rat).Add(centre, reach)
}

func (b *book) checkAverages(t printed.Table) (findings []Finding, examined int) {
	for _, column := range t.Results() {
		m, ok := b.mean(t, column)
		if !ok {
			continue
		}
		examined++
		if m.off().Cmp(m.average.Value.HalfUnit()) <= 0 {
			continue
		}
		severity := Error
		if !m.wrong() {
			severity = Excused
		}
		findings = append(findings, Finding{
			Check: Average, Severity: severity, Place: m.average.Place,
			Printed:  m.average.Printed(),
			Expected: printed.Round(m.mean, m.average.Value.Places()).String(),
			Message: fmt.Sprintf("the %d entries above average %s; %s lies %s off, and rounding explains %s at most",
				len(m.entries), places(m.mean, m.average, 2), m.average.Printed(), places(m.off(), m.average, 2), places(m.slack, m.average, 2)),
		})
	}
	return findings, examined
}

// places shows an exact number with more digits than a cell has.
func places(x *big.Rat, like printed.Number, more int) string {
	return x.FloatString(like.Value.Places() + more)
}

// mendAverage lists the misprints that would explain a wrong average: one entry,
// the average itself, or a row that was left out.
func (b *book) mendAverage(f Finding) []Correction {
	t := b.table(f.Table)
	m, _ := b.mean(t, f.Column)
	recomputed := printed.Round(m.mean, m.average.Value.Places())
	slip := Miscalculated
	if differByOneDigit(m.average.Printed(), recomputed.String()) {
		slip = OneDigit
	}
	all := []Correction{{
		Slip:     slip,
		Edits:    []Edit{{m.average.Place, m.average.Printed(), recomputed.String()}},
		distance: distance(recomputed, m.average.Value),
	}}
	for _, entry := range m.entries {
		low, high := m.interval(entry)
		all = append(all, misprints(entry, low, high)...)
		if c, ok := copied(t, entry, low, high); ok {
			all = append(all, c)
		}
		for _, column := range t.Results() {
			if other, ok := t.At(entry.Row, column); ok && m.isFarOff() && within(other.Value.Rat(), low, high) {
				all = append(all, swap(CellsExchanged, 0, [2]printed.Number{entry, other}))
			}
		}
	}
	for _, column := range t.Results() {
		if other, ok := b.mean(t, column); ok && column != f.Column && m.isFarOff() && m.explains(other.mean) {
			all = append(all, swap(CellsExchanged, 0, [2]printed.Number{m.average, other.average}), exchangeColumns(t, f.Column, column, t.Body()))
		}
	}
	return append(all, b.mendByOmission(t)...)
}

// isFarOff reports whether an average is so wrong that few other cells would mend it.
// Hardly beyond rounding so many would that two of them in one row are chance.
func (m columnMean) isFarOff() bool {
	return m.off().Cmp(new(big.Rat).Mul(m.slack, big.NewRat(2, 1))) > 0
}

// explains reports whether the printed average could have been formed from entries of
// another mean.
func (m columnMean) explains(mean *big.Rat) bool {
	m.mean = mean
	return !m.wrong()
}

func within(x, low, high *big.Rat) bool { return x.Cmp(low) >= 0 && x.Cmp(high) <= 0 }

// mendByOmission looks for a row without which averages of the table come out
// right. One row left out explains several averages at once.
func (b *book) mendByOmission(t printed.Table) []Correction {
	var wrong []columnMean
	for _, column := range t.Results() {
		if m, ok := b.mean(t, column); ok && m.wrong() && len(m.entries) >= 3 {
			wrong = append(wrong, m)
		}
	}
	var all []Correction
	for _, row := range t.Body() {
		c := Correction{Slip: RowLeftOut}
		for _, m := range wrong {
			if rest, ok := meanWithout(t, row, m.average.Column); ok && !rest.wrong() {
				c.Edits = append(c.Edits, Edit{m.average.Place, "every row", row})
			}
		}
		if len(c.Edits) > 0 {
			all = append(all, c)
		}
	}
	return all
}
