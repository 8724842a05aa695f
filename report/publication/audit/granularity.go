package audit

import (
	"math"
	"slices"

	"gpca/report/publication/printed"
	"gpca/report/statistics"
)

// The rule of granularity (GRIM: N. J. L. Brown, J. A. J. Heathers, "The GRIM test: a simple technique detects
// numerous anomalies in the reporting of results in psychology", Social Psychological and Personality Science
// 8(4), 2017, 363–369).
//
// Of n samples tested r times some number k is right, so that an accuracy must round from some k/(n·r). The rule
// decides nothing where these lie closer together than printed digits, or where the text does not give r.

// share returns how many tests a number is a share of, 0 where that is not known, and the value of all together.
func (b *book) share(t printed.Table, n printed.Number) (tests int64, whole float64) {
	whole = t.Metric.Whole()
	s, ok := b.links.SamplesOf(n.Place)
	if !ok || whole == 0 {
		return 0, whole
	}
	return int64(s.Of) * int64(s.Repetitions), whole
}

// possible reports whether some number of right tests rounds to the printed digits.
func possible(n statistics.Estimate, tests int64, whole float64) bool {
	perUnit := float64(tests) / whole
	low, high := (n.Centre-n.HalfWidth)*perUnit, (n.Centre+n.HalfWidth)*perUnit
	tie := 1e-12 * max(1, high) // so close to a whole number that binary fractions may have missed it
	return math.Floor(high+tie) >= math.Ceil(low-tie)
}

// possibleShare is the fraction of numbers with the printed digits that are shares of tests; 1 where the rule
// cannot decide. With M printable units in the whole, d of them are a share where a multiple of M lies within
// tests/2 of d·tests.
func possibleShare(n statistics.Estimate, tests int64, whole float64) float64 {
	m := math.Round(whole / (2 * n.HalfWidth))
	// Modulo M, d·tests takes the multiples of step as values: of the greatest common divisor, by Euclid.
	step := tests
	for rest := int64(m); rest != 0; {
		step, rest = rest, step%rest
	}
	return min(float64((2*(tests/(2*step))+1)*step)/m, 1)
}

func (b *book) checkGranularity(t printed.Table) (findings []Finding, examined int) {
	for _, n := range t.Cells(t.Body(), t.Results()) {
		tests, whole := b.share(t, n)
		if tests == 0 || possibleShare(n.Estimate, tests, whole) == 1 {
			continue
		}
		examined++
		if possible(n.Estimate, tests, whole) {
			continue
		}
		below := math.Floor(n.Centre * float64(tests) / whole)
		above := below + 1
		of := func(k float64) string { return places(k/float64(tests)*whole, n, 0) }
		findings = append(findings, Granular.about(n, Error, of(below)+" or "+of(above),
			"of %d tests, %.0f are %s and %.0f are %s", tests, below, of(below), above, of(above)))
	}
	return findings, examined
}

// mendGranularity lists the misprints of a number that is a share.
func (b *book) mendGranularity(f Finding) []Correction {
	t := b.table(f.Table)
	n, _ := t.At(f.Row, f.Column)
	tests, whole := b.share(t, n)
	return slices.DeleteFunc(misprints(n, 0, whole), func(c Correction) bool {
		value, err := printed.Parse(c.Edits[0].To)
		return err != nil || !possible(value, tests, whole)
	})
}
