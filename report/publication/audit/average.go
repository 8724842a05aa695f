package audit

import (
	"fmt"
	"math/big"

	"gpca/report/publication/printed"
)

func sum(x, y *big.Rat) *big.Rat     { return new(big.Rat).Add(x, y) }
func less(x, y *big.Rat) *big.Rat    { return new(big.Rat).Sub(x, y) }
func product(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
func whole(n int) *big.Rat           { return big.NewRat(int64(n), 1) }

func within(x, low, high *big.Rat) bool { return x.Cmp(low) >= 0 && x.Cmp(high) <= 0 }

// A columnMean is the mean of a column by its printed entries.
type columnMean struct {
	entries []printed.Number
	average printed.Number
	mean    *big.Rat
	// slack is the largest difference of mean and average by rounding: the mean half unit of the entries plus the
	// average's.
	slack *big.Rat
}

func (b *book) mean(t printed.Table, column string) (m columnMean, ok bool) {
	return meanWithout(t, b.leftOut[columnOf{t.Name(), column}], column)
}

// meanWithout is the mean of a column without the row leftOut, if it has such a row.
func meanWithout(t printed.Table, leftOut, column string) (m columnMean, ok bool) {
	row, _ := t.Average()
	if m.average, ok = t.At(row, column); !ok {
		return columnMean{}, false
	}
	m.mean, m.slack = new(big.Rat), new(big.Rat)
	for _, row := range t.Body() {
		if c, ok := t.At(row, column); ok && row != leftOut {
			m.entries = append(m.entries, c)
			m.mean.Add(m.mean, c.Value.Rat())
			m.slack.Add(m.slack, c.Value.HalfUnit())
		}
	}
	if len(m.entries) == 0 {
		return columnMean{}, false
	}
	n := whole(len(m.entries))
	m.mean.Quo(m.mean, n)
	m.slack.Quo(m.slack, n).Add(m.slack, m.average.Value.HalfUnit())
	return m, true
}

func (m columnMean) off() *big.Rat {
	d := less(m.mean, m.average.Value.Rat())
	return d.Abs(d)
}

func (m columnMean) wrong() bool { return m.off().Cmp(m.slack) > 0 }

// interval bounds the values of an entry for which the printed average is right up to rounding.
func (m columnMean) interval(entry printed.Number) (low, high *big.Rat) {
	n := whole(len(m.entries))
	centre := sum(entry.Value.Rat(), product(n, less(m.average.Value.Rat(), m.mean)))
	reach := product(n, m.slack)
	return less(centre, reach), sum(centre, reach)
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
		of := m.average
		findings = append(findings, Finding{
			Check: Average, Severity: severity, Place: of.Place,
			Printed: of.Printed(), Expected: printed.Round(m.mean, of.Value.Places()).String(),
			Message: fmt.Sprintf("the %d entries above average %s; %s lies %s off, and rounding explains %s at most",
				len(m.entries), places(m.mean, of, 2), of.Printed(), places(m.off(), of, 2), places(m.slack, of, 2)),
		})
	}
	return findings, examined
}

func places(x *big.Rat, like printed.Number, more int) string {
	return x.FloatString(like.Value.Places() + more)
}

// mendAverage lists the misprints that would explain a wrong average: an entry, the average, or a row left out.
func (b *book) mendAverage(f Finding) []Correction {
	t := b.table(f.Table)
	m, _ := b.mean(t, f.Column)
	recomputed := printed.Round(m.mean, m.average.Value.Places())
	slip := Miscalculated
	if differByOneDigit(m.average.Printed(), recomputed.String()) {
		slip = OneDigit
	}
	all := []Correction{digits(slip, m.average, recomputed)}
	// Slightly beyond rounding, so many cells would mend an average that a match is chance.
	farOff := m.off().Cmp(product(m.slack, whole(2))) > 0
	for _, entry := range m.entries {
		low, high := m.interval(entry)
		all = append(all, misprints(entry, low, high)...)
		if c, ok := copied(t, entry, low, high); ok {
			all = append(all, c)
		}
		for _, column := range t.Results() {
			if other, ok := t.At(entry.Row, column); ok && farOff && within(other.Value.Rat(), low, high) {
				all = append(all, swap(CellsExchanged, 0, [2]printed.Number{entry, other}))
			}
		}
	}
	for _, column := range t.Results() {
		other, ok := b.mean(t, column)
		if !ok || column == f.Column || !farOff {
			continue
		}
		ofOther := m
		if ofOther.mean = other.mean; !ofOther.wrong() {
			all = append(all, swap(CellsExchanged, 0, [2]printed.Number{m.average, other.average}),
				exchangeColumns(t, f.Column, column, t.Body()))
		}
	}
	return append(all, b.mendByOmission(t)...)
}

// mendByOmission looks for rows without which averages come out right. A row left out explains several averages.
func (b *book) mendByOmission(t printed.Table) (all []Correction) {
	for _, row := range t.Body() {
		c := Correction{Slip: RowLeftOut}
		for _, column := range t.Results() {
			m, ok := b.mean(t, column)
			if !ok || !m.wrong() || len(m.entries) < 3 {
				continue
			}
			if rest, ok := meanWithout(t, row, column); ok && !rest.wrong() {
				c.Edits = append(c.Edits, Edit{m.average.Place, "every row", row})
			}
		}
		if len(c.Edits) > 0 {
			all = append(all, c)
		}
	}
	return all
}
