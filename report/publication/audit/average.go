package audit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/words"
)

// within reports whether a number lies from low to high, ties included.
func within(x, low, high float64) bool {
	tie := statistics.Tie(low, high)
	return x >= low-tie && x <= high+tie
}

// A columnMean is a number of a column that follows from its printed entries, as their mean does.
type columnMean struct {
	kind    printed.Kind
	entries []printed.Number
	average printed.Number
	mean    statistics.Estimate
	// whole says that no entry is missing.
	whole bool
	// combined says that it follows from other averages instead.
	combined bool
	// ways counts the choices of rows to leave out, among which this one fits best.
	ways float64
}

func (b *book) mean(t printed.Table, column string) (m columnMean, ok bool) {
	row, _ := t.Average()
	return b.derived(t, row, column)
}

// derived reads a number that follows from others by the first entries that give it, or the first at all.
func (b *book) derived(t printed.Table, row, column string) (m columnMean, ok bool) {
	for _, r := range b.readings[derivedLine{t.Name(), row, t.IsTurned}] {
		other, found := over(t, r.rows, b.leftOut[columnOf{t.Name(), column}], row, column)
		other.ways = r.ways
		if found && (!ok || m.wrong() && !other.wrong()) {
			m, ok = other, true
		}
	}
	return m, ok
}

// over derives a number from rows, without the row leftOut, if that is one. Of several metrics the entries are those of
// the number's, if there are any. What needs a cell that cannot be read is not derived.
func over(t printed.Table, rows []string, leftOut, row, column string) (m columnMean, ok bool) {
	m.kind = t.About(row).Kind
	if m.average, ok = t.At(row, column); !ok {
		return columnMean{}, false
	}
	same := func(n printed.Number) bool { return n.Metric == m.average.Metric && n.Unit == m.average.Unit }
	out := func(n printed.Number) bool { return n.Row == leftOut }
	m.entries = slices.DeleteFunc(t.Cells(rows, []string{column}), out)
	m.whole = len(m.entries) == len(rows)
	if slices.ContainsFunc(m.entries, same) {
		m.entries = slices.DeleteFunc(m.entries, func(n printed.Number) bool { return !same(n) })
	}
	values := make([]statistics.Estimate, 0, len(m.entries))
	for _, n := range m.entries {
		value, ok := standing(t, m.kind, n)
		if !ok {
			return columnMean{}, false
		}
		values = append(values, value)
	}
	unread := func(g printed.Gap) bool { return g.Fault && g.Column == column && slices.Contains(rows, g.Row) }
	if len(values) == 0 || slices.ContainsFunc(t.Gaps, unread) {
		return columnMean{}, false
	}
	m.mean, ok = combine(m.kind, values)
	return m, ok
}

// slack is the largest difference of mean and average by rounding, or by cutting digits off.
func (m columnMean) slack() float64 {
	return max(m.mean.HalfWidth+m.average.HalfWidth, 2*min(m.mean.HalfWidth, m.average.HalfWidth))
}

func (m columnMean) off() float64 { return math.Abs(m.mean.Centre - m.average.Centre) }

// wrong reports whether neither rounding nor cutting digits off explains the printed average.
func (m columnMean) wrong() bool {
	low, high := 2*m.average.HalfWidth, 2*m.mean.HalfWidth
	return m.beyond(m.slack()) && !within(m.average.Centre, m.mean.Centre-low, m.mean.Centre+high)
}

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
	results := t.Results()
	for _, row := range slices.DeleteFunc(slices.Clone(t.Rows), func(row string) bool { return !t.Derived(row) }) {
		var all []columnMean
		for _, column := range results {
			if m, ok := b.derived(t, row, column); ok {
				m.combined = !t.Transcribed() && m.wrong() && m.follows(t)
				all = append(all, m)
			}
		}
		examined += len(all)
		// Where none is right, and methods may be rows, the row may be a method of that name.
		if !t.Unturned || evidenceOf(all).right > 0 {
			findings = append(findings, judgeLine(all, t.Transcribed())...)
		}
	}
	return findings, examined
}

// combinations are what columns hold that follow from two others: a harmonic mean, such as F1 of precision and recall,
// a quotient, also in percent, and the root of the first.
var combinations = []func(x, y float64) float64{
	func(x, y float64) float64 { return 2 * x * y / (x + y) },
	func(x, y float64) float64 { return x / y },
	func(x, y float64) float64 { return 100 * x / y },
	func(x, _ float64) float64 { return math.Sqrt(x) },
}

// follows reports whether an average follows from the averages of two other columns as each entry does from theirs.
func (m columnMean) follows(t printed.Table) bool {
	for _, first := range t.Results() {
		for _, second := range t.Results() {
			for _, of := range combinations {
				strays := func(n printed.Number) bool {
					x, okX := t.At(n.Row, first)
					y, okY := t.At(n.Row, second)
					low, high := math.Inf(1), math.Inf(-1)
					for _, side := range [][2]float64{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
						v := of(x.Centre+side[0]*x.HalfWidth, y.Centre+side[1]*y.HalfWidth)
						low, high = min(low, v), max(high, v)
					}
					low, high = low-n.HalfWidth, high+n.HalfWidth
					// Few digits, as of a column of 1.0, explain the mean as well, and so nothing.
					vague := high-low > 10*n.HalfWidth && n.Row == m.average.Row && within(m.mean.Centre, low, high)
					return !okX || !okY || vague || !within(n.Centre, low, high)
				}
				own := first == second || first == m.average.Column || second == m.average.Column
				if !own && !slices.ContainsFunc(append(slices.Clone(m.entries), m.average), strays) {
					return true
				}
			}
		}
	}
	return false
}

// judgeLine judges the numbers of a row of averages.
func judgeLine(all []columnMean, transcribed bool) (findings []Finding) {
	line := evidenceOf(all)
	line.sure = transcribed // by who knows what the line is
	for _, m := range all {
		if m.combined || !m.beyond(m.average.HalfWidth) {
			continue
		}
		severity, note := line.severity(m)
		if line.right < line.wrong && len(all) > 2 && severity == Suspicious {
			if slices.ContainsFunc(findings, func(f Finding) bool { return f.Severity == Suspicious }) {
				continue
			}
			note = fmt.Sprintf("; so are %d of %d numbers of the line, which may be over others, or weighted",
				line.wrong, len(all))
		}
		of, finer := m.average, func(x float64) string { return places(x, m.average, 2) }
		low, high := places(m.mean.Centre-m.mean.HalfWidth, of, 0), places(m.mean.Centre+m.mean.HalfWidth, of, 0)
		findings = append(findings, Average.about(of, severity, places(m.mean.Centre, of, 0),
			"the %s of the %s is %s (%s to %s by rounding); the printed %s is %s off, and rounding explains at most "+
				"%s%s", m.kind.Title(), m.listed(), finer(m.mean.Centre), low, high, of.Text, finer(m.off()),
			finer(m.slack()), note))
	}
	return findings
}

// mostListed is how many entries a finding lists.
const mostListed = 6

func (m columnMean) listed() string {
	text := fmt.Sprintf("%d printed entries", len(m.entries))
	if len(m.entries) <= mostListed {
		text += " " + words.Enumerate(words.Each(m.entries, func(n printed.Number) string { return n.Text }))
	}
	return text
}

func places(x float64, like printed.Number, more int) string {
	if e := printed.Exponent(like.Text); e != 0 {
		mantissa, _, _ := strings.Cut(like.Text, "e")
		return fmt.Sprintf("%se%d", statistics.Digits(x/math.Pow10(e), printed.Places(mantissa)+more), e)
	}
	return statistics.Digits(x, like.Places()+more)
}

// mendAverage lists the misprints that would explain a wrong average: an entry, the average, or a row left out.
func (b *book) mendAverage(f Finding) []Correction {
	t := b.table(f.Table)
	m, ok := b.derived(t, f.Row, f.Column)
	if !ok { // an average of a column, over methods
		return nil
	}
	all := []Correction{digits(Miscalculated, m.average, places(m.mean.Centre, m.average, 0))}
	oneDigit := func(c Correction) bool { return c.Slip == OneDigit && c.Edits[0] == all[0].Edits[0] }
	if slices.ContainsFunc(misprints(m.average, math.Inf(-1), math.Inf(1)), oneDigit) {
		all[0].Slip = OneDigit
	}
	if m.kind != printed.Mean {
		return all
	}
	// Slightly beyond rounding, so many cells would mend an average that a match is chance.
	farOff := m.beyond(2 * m.slack())
	for _, entry := range m.entries {
		low, high := m.interval(entry)
		all = append(all, misprints(entry, low, high)...)
		if c, ok := copied(t, entry, low, high); ok {
			all = append(all, c)
		}
		if farOff {
			all = append(all, exchanged(entry, t.Cells([]string{entry.Row}, t.Results()), low, high)...)
		}
	}
	for _, column := range t.Results() {
		if column == f.Column || !farOff {
			continue
		}
		ofOther := m
		other, ok := b.mean(t, column)
		if ofOther.mean = other.mean; ok && !ofOther.wrong() {
			all = append(all, swap(CellsExchanged, 0, [2]printed.Number{m.average, other.average}),
				exchangeColumns(t, f.Column, column, t.Body()))
		}
	}
	return append(all, b.mendByOmission(t)...)
}

// mendByOmission looks for rows without which averages come out right. A row left out explains several averages.
func (b *book) mendByOmission(t printed.Table) (all []Correction) {
	var wrong []printed.Number
	for _, column := range t.Results() {
		if m, ok := b.mean(t, column); ok && m.wrong() && len(m.entries) > 2 {
			wrong = append(wrong, m.average)
		}
	}
	body := t.Body()
	for _, row := range body {
		c := Correction{Slip: RowLeftOut}
		for _, average := range wrong {
			if rest, ok := over(t, body, row, average.Row, average.Column); ok && !rest.wrong() {
				c.Edits = append(c.Edits, Edit{average.Place, "every row", row})
			}
		}
		if len(c.Edits) > 0 {
			all = append(all, c)
		}
	}
	return all
}
