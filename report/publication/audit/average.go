package audit

import (
	"fmt"
	"math"

	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/words"
)

// within reports whether a number lies from low to high, ties included.
func within(x, low, high float64) bool {
	tie := statistics.Tie(low, high)
	return x >= low-tie && x <= high+tie
}

// A columnMean is the mean of a column by its printed entries.
type columnMean struct {
	entries []printed.Number
	average printed.Number
	mean    statistics.Estimate
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
	for _, row := range t.Body() {
		if c, ok := t.At(row, column); ok && row != leftOut {
			m.entries = append(m.entries, c)
		}
	}
	value := func(c printed.Number) statistics.Estimate { return c.Estimate }
	m.mean = statistics.Average(words.Each(m.entries, value)...)
	return m, len(m.entries) > 0
}

// slack is the largest difference of mean and average by rounding.
func (m columnMean) slack() float64 { return m.mean.HalfWidth + m.average.HalfWidth }

func (m columnMean) off() float64 { return math.Abs(m.mean.Centre - m.average.Centre) }

func (m columnMean) wrong() bool { return m.beyond(m.slack()) }

// beyond reports whether mean and average differ by more than a limit.
func (m columnMean) beyond(limit float64) bool {
	return !within(m.mean.Centre, m.average.Centre-limit, m.average.Centre+limit)
}

// interval bounds the values of an entry for which the printed average is right up to rounding.
func (m columnMean) interval(entry printed.Number) (low, high float64) {
	n := float64(len(m.entries))
	centre, reach := entry.Centre+n*(m.average.Centre-m.mean.Centre), n*m.slack()
	return centre - reach, centre + reach
}

func (b *book) checkAverages(t printed.Table) (findings []Finding, examined int) {
	for _, column := range t.Results() {
		m, ok := b.mean(t, column)
		if !ok {
			continue
		}
		examined++
		if !m.beyond(m.average.HalfWidth) {
			continue
		}
		severity := Error
		if !m.wrong() {
			severity = Excused
		}
		of, finer := m.average, func(x float64) string { return places(x, m.average, 2) }
		findings = append(findings, Finding{
			Check: Average, Severity: severity, Place: of.Place,
			Printed: of.Text, Expected: places(m.mean.Centre, of, 0),
			Message: fmt.Sprintf("the mean of the %d entries is %s; the printed %s is %s off, and rounding explains at most %s",
				len(m.entries), finer(m.mean.Centre), of.Text, finer(m.off()), finer(m.slack())),
		})
	}
	return findings, examined
}

func places(x float64, like printed.Number, more int) string {
	return statistics.Digits(x, like.Places()+more)
}

// mendAverage lists the misprints that would explain a wrong average: an entry, the average, or a row left out.
func (b *book) mendAverage(f Finding) []Correction {
	t := b.table(f.Table)
	m, _ := b.mean(t, f.Column)
	recomputed := places(m.mean.Centre, m.average, 0)
	slip := Miscalculated
	if differByOneDigit(m.average.Text, recomputed) {
		slip = OneDigit
	}
	all := []Correction{digits(slip, m.average, recomputed)}
	// Slightly beyond rounding, so many cells would mend an average that a match is chance.
	farOff := m.beyond(2 * m.slack())
	for _, entry := range m.entries {
		low, high := m.interval(entry)
		all = append(all, misprints(entry, low, high)...)
		if c, ok := copied(t, entry, low, high); ok {
			all = append(all, c)
		}
		for _, column := range t.Results() {
			if other, ok := t.At(entry.Row, column); ok && farOff && within(other.Centre, low, high) {
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
