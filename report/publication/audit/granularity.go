package audit

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"gpca/report/publication/printed"
	"gpca/report/words"
)

// The rule of granularity (GRIM: N. J. L. Brown, J. A. J. Heathers, "The GRIM test: a simple technique detects
// numerous anomalies in the reporting of results in psychology", Social Psychological and Personality Science
// 8(4), 2017, 363–369).
//
// Of n samples tested r times some number k is right, so that an accuracy must round from some k/(n·r). The rule
// decides nothing where these lie closer together than printed digits, or where the text does not give r.

// share returns the index of the links' samples for a number, −1 for none, and the value of all samples together.
func (b *book) share(t printed.Table, n printed.Number) (i int, whole *big.Rat) {
	whole = t.Metric.Whole()
	if whole == nil || printed.IsAverage(n.Row) || !slices.Contains(t.Results(), n.Column) {
		return -1, nil
	}
	return slices.IndexFunc(b.links.Samples, func(s Samples) bool { return s.covers(n.Place) }), whole
}

func (s Samples) tests(repetitions int) int64 { return int64(s.Of) * int64(repetitions) }

func possible(value printed.Decimal, tests int64, whole *big.Rat) bool {
	perUnit := new(big.Rat).Quo(big.NewRat(tests, 1), whole)
	low := new(big.Rat).Sub(value.Rat(), value.HalfUnit())
	high := new(big.Rat).Add(value.Rat(), value.HalfUnit())
	return floor(high.Mul(high, perUnit)).Cmp(floor(low.Mul(low, perUnit))) > 0 || low.IsInt()
}

func floor(x *big.Rat) *big.Int { return new(big.Int).Div(x.Num(), x.Denom()) } // Euclidean: down

// possibleShare is the fraction of numbers with the printed digits that are shares of tests; 1 where the rule
// cannot decide. With M printable units in the whole, d of them are a share where a multiple of M lies within
// tests/2 of d·tests.
func possibleShare(value printed.Decimal, tests int64, whole *big.Rat) float64 {
	m := new(big.Rat).Quo(whole, new(big.Rat).Mul(value.HalfUnit(), big.NewRat(2, 1))).Num()
	// Modulo M, d·tests takes the multiples of step as values.
	step := new(big.Int).GCD(nil, nil, m, big.NewInt(tests)).Int64()
	share, _ := new(big.Rat).SetFrac(big.NewInt((2*(tests/(2*step))+1)*step), m).Float64()
	return min(share, 1)
}

func (b *book) checkGranularity(t printed.Table) (findings []Finding, examined int) {
	for _, n := range t.Numbers() {
		i, whole := b.share(t, n)
		if i < 0 || b.links.Samples[i].Repetitions == 0 {
			continue
		}
		tests := b.links.Samples[i].tests(b.links.Samples[i].Repetitions)
		if possibleShare(n.Value, tests, whole) == 1 {
			continue
		}
		examined++
		if possible(n.Value, tests, whole) {
			continue
		}
		share := new(big.Rat).Quo(new(big.Rat).Mul(n.Value.Rat(), big.NewRat(tests, 1)), whole)
		below := floor(share)
		above := new(big.Int).Add(below, big.NewInt(1))
		of := func(k *big.Int) string {
			x := new(big.Rat).Mul(new(big.Rat).SetFrac(k, big.NewInt(tests)), whole)
			return printed.Round(x, n.Value.Places()).String()
		}
		findings = append(findings, Finding{
			Check: Granular, Severity: Error, Place: n.Place, Printed: n.Printed(),
			Expected: of(below) + " or " + of(above),
			Message:  fmt.Sprintf("of %d tests, %d are %s and %d are %s", tests, below, of(below), above, of(above)),
		})
	}
	return findings, examined
}

// mendGranularity lists the misprints of a number that is a share.
func (b *book) mendGranularity(f Finding) (all []Correction) {
	t := b.table(f.Table)
	n, _ := t.At(f.Row, f.Column)
	i, whole := b.share(t, n)
	tests := b.links.Samples[i].tests(b.links.Samples[i].Repetitions)
	for _, c := range misprints(n, new(big.Rat), whole) {
		if value, err := printed.ParseDecimal(c.Edits[0].To); err == nil && possible(value, tests, whole) {
			all = append(all, c)
		}
	}
	return all
}

// A shareLine says what the rule can decide for some samples.
type shareLine struct {
	Where, Repetitions, Verdict string
	Of, Numbers                 int
	Possible                    float64 // percent
}

// shares has a line for each of the links' samples with numbers. Without repetitions it supposes one.
func (b *book) shares() (lines []shareLine) {
	for k, s := range b.links.Samples {
		l := shareLine{Of: s.Of, Repetitions: fmt.Sprint(s.Repetitions)}
		var tables []string
		never, distance := 0, 0.0
		for _, t := range b.tables {
			for _, n := range t.Numbers() {
				i, whole := b.share(t, n)
				if i != k {
					continue
				}
				tables = words.AppendNew(tables, t.Name())
				tests := s.tests(max(s.Repetitions, 1))
				l.Numbers++
				l.Possible = max(l.Possible, 100*possibleShare(n.Value, tests, whole))
				if !possible(n.Value, tests, whole) {
					never++
				}
				units, _ := new(big.Rat).Quo(whole, product(n.Value.HalfUnit(), big.NewRat(2*tests, 1))).Float64()
				distance = max(distance, units)
			}
		}
		if l.Numbers == 0 {
			continue
		}
		l.Verdict = fmt.Sprint(never)
		switch {
		case l.Possible == 100:
			l.Verdict = "not to be decided"
		case s.Repetitions == 0:
			l.Verdict = fmt.Sprintf("not to be decided; %d if r were 1, none if it were %.0f",
				never, math.Ceil(distance))
		}
		if s.Repetitions == 0 {
			l.Repetitions = "not said"
		}
		if l.Where = strings.Join(tables, ", "); len(s.Rows) > 0 {
			l.Where += "; rows " + strings.Join(s.Rows, ", ")
		}
		lines = append(lines, l)
	}
	return lines
}
