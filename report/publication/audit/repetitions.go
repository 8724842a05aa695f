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

// The rule of repetitions. The mean of r numbers with d decimals is a multiple of 10^−d/r, so that it is a share of
// r·10^d, and the rule of granularity holds. Where several numbers of a table break it, and all keep it with another
// r, the table was made by another number of repetitions than the text says.

// mostRepetitions is the largest number that is tried, and that a text may have.
const mostRepetitions = 1000

// parts is the number of parts of 1 that a mean of repetitions is made of.
func (m Repetitions) parts(of int) int64 { return int64(of) * int64(math.Pow10(m.Decimals)) }

// broken lists the numbers that are no means of so many repetitions.
func (m Repetitions) broken(numbers []printed.Number, of int) []printed.Number {
	return slices.DeleteFunc(slices.Clone(numbers), func(n printed.Number) bool {
		return possible(n.Estimate, m.parts(of), 1)
	})
}

// decides reports whether any number of the table could break the rule.
func (m Repetitions) decides(n printed.Number, of int) bool {
	return possibleShare(n.Estimate, m.parts(of), 1) < 1
}

func (b *book) checkRepetitions(t printed.Table) (findings []Finding, examined int) {
	for _, m := range b.links.Repetitions {
		numbers := slices.DeleteFunc(slices.Clone(t.Numbers()), func(n printed.Number) bool {
			unknown := m.Spread != "" && m.Decimals == 0
			return unknown || !m.cover(n.Place) || t.Derived(n.Row) || !m.decides(n, m.Of)
		})
		examined += len(numbers)
		broken := m.broken(numbers, m.Of)
		if f, ok := m.otherwise(t, numbers, broken); ok {
			findings = append(findings, f)
			continue
		}
		for _, n := range broken {
			parts := float64(m.parts(m.Of))
			nearest := statistics.Digits(math.Round(n.Centre*parts)/parts, n.Places())
			findings = append(findings, Repeated.about(n, Error, nearest, "no %d numbers with %s have this mean", m.Of,
				words.Count(m.Decimals, "decimal")))
		}
	}
	return findings, examined
}

// otherwise finds another number of repetitions by which all numbers of a table are means, where several are none.
func (m Repetitions) otherwise(t printed.Table, numbers, broken []printed.Number) (f Finding, ok bool) {
	if len(broken) < 2 {
		return Finding{}, false
	}
	for of := 1; of <= mostRepetitions && m.decides(broken[0], of); of++ {
		if len(m.broken(numbers, of)) > 0 {
			continue
		}
		chance := 1.0
		for _, n := range numbers {
			chance *= possibleShare(n.Estimate, m.parts(of), 1)
		}
		return Finding{
			Check: Repeated, Severity: Error, Place: printed.Place{Table: t.Name()},
			Printed: fmt.Sprintf("means of %d", m.Of), Expected: fmt.Sprintf("means of %d", of),
			Message: fmt.Sprintf("%d of %d numbers, such as %s, are no mean of %d numbers with %s; all are means of "+
				"%d, which by chance has probability %.1g", len(broken), len(numbers), broken[0].Text, m.Of,
				words.Count(m.Decimals, "decimal"), of, chance),
		}, true
	}
	return Finding{}, false
}

// checkDigits reports numbers with more decimals than the publication declares, and with fewer, unless the table may
// leave out zeros at the end: no number of it with all decimals ends in 0.
func (b *book) checkDigits(t printed.Table) (findings []Finding, examined int) {
	results := t.Results()
	numbers := words.Those(t.Numbers(), func(n printed.Number) bool {
		return n.Metric.Decimals > 0 && slices.Contains(results, n.Column) && (t.Transcribed() || !t.Derived(n.Row))
	})
	full := func(n printed.Number) bool { return n.Places() == n.Metric.Decimals }
	kept := slices.ContainsFunc(numbers, func(n printed.Number) bool {
		return full(n) && strings.HasSuffix(n.Text, "0")
	})
	for _, n := range numbers {
		if full(n) || n.Places() < n.Metric.Decimals && !kept {
			continue
		}
		findings = append(findings, Digits.about(n, Suspicious, statistics.Digits(n.Centre, n.Metric.Decimals),
			"has %s, where the text prints %d", words.Count(n.Places(), "decimal"), n.Metric.Decimals))
	}
	return findings, len(numbers)
}
