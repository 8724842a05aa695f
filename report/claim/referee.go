package claim

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// A referee decides the comparisons of one claim in two rounds of the same order. The first, before
// [referee.correct], collects the p-values; the second decides after correction for their number.
type referee struct {
	Numbers
	known map[reference]statistics.Estimate
	level float64   // of the decisions
	p     []float64 // of the paired tests, in the order of the comparisons
	// equals and intervals count the comparisons of means for equality and of intervals of chance.
	equals, intervals int

	deciding  bool      // in the second round
	corrected []float64 // p by Holm's correction
	next      int       // index in corrected
}

// correct ends the first round. It reports whether a second is needed.
func (r *referee) correct() bool {
	r.deciding, r.corrected = true, statistics.Holm(r.p)
	return len(r.p)+r.equals+r.intervals > 0
}

func (r *referee) again(level float64) *referee {
	again := *r
	again.level, again.intervals, again.next = level, 0, 0
	return &again
}

// Value asks for each number once.
func (r *referee) Value(name, row, column string) statistics.Estimate {
	at := reference{name, row, column}
	e, ok := r.known[at]
	if !ok {
		e = r.Numbers.Value(name, row, column)
		if mean := e.Mean(); math.IsNaN(mean - mean) { // NaN or infinite
			e.State = statistics.Missing
		}
		r.known[at] = e
	}
	return e
}

// sets groups the rows behind a number by their data sets; none where there is only one, or where draws are the unit.
func (r *referee) sets(c Claim, group []string, at reference) (names []string, sets [][]string) {
	of, ok := r.Numbers.(Grounded)
	if !ok || at.row != "" || c.Unit == "draws" || c.Combine == "sum" {
		return nil, nil
	}
	if slices.Equal(group, []string{Average}) {
		group = r.Rows(at.table)
	}
	on := func(row string) string { return of.On(at.table, row) }
	names = words.AppendNew(nil, words.Each(group, on)...)
	if len(names) < 2 || slices.Contains(names, "") {
		return nil, nil
	}
	return names, words.Grouped(group, on)
}

// beats says whether e is better than f. The evidence is what a test found, for messages.
func (r *referee) beats(e, f statistics.Estimate, higherIsBetter bool) (Outcome, evidence) {
	if !higherIsBetter {
		e, f = f, e
	}
	moot := dominated(e, f)
	open := evidence{text: cmp.Or(moot, within(e, f)), Answer: Answer{Optimiser: true}, moot: moot != ""}
	a, b, ok := e.Paired(f)
	paired, fixed := ok && len(a.Draws) > 1, sampled(e, f)
	switch {
	case !paired && !fixed && open.text != "":
		return Undecided, open
	case !paired && !fixed:
		return r.apart(e, f), evidence{}
	case r.deciding:
	case fixed:
		r.p = append(r.p, statistics.McNemarAtMost(e.Right, f.Right, e.Tested))
		return Undecided, evidence{}
	default:
		r.p = append(r.p, a.Compare(b))
		return Undecided, evidence{}
	}
	p, level := r.corrected[r.next], r.wordP(r.next)
	r.next++
	if open.text != "" {
		return Undecided, open // still counts for the correction
	}
	found := evidence{Answer: Answer{Samples: fixed, Sets: a.Sets}}
	sign := map[bool]float64{true: 1, false: -1}[higherIsBetter]
	switch {
	case a.Sets:
		found.text = fmt.Sprintf(" (difference %s over %d data sets, %s)", table.Number(sign*(a.Mean()-b.Mean()), 2),
			len(a.Draws), level)
	case fixed:
		apart := max(e.Right-f.Right, f.Right-e.Right)
		found.text = fmt.Sprintf(" (%d of %d test samples apart, %s at most)", apart, e.Tested, level)
	default:
		mean, halfWidth := a.Difference(b, statistics.Confidence)
		found.text = fmt.Sprintf(" (difference %s ± %.2f, %s)", table.Number(sign*mean, 2), halfWidth, level)
	}
	if !(p <= r.level) { // NaN decides nothing
		return Undecided, found
	}
	if e.Mean() > f.Mean() {
		return Holds, found
	}
	return Fails, found
}

// apart says whether e is larger than f, by their intervals at the level of the referee. Rounding intervals that merely
// touch are distinct: what prints as 93.79 is larger than what prints as 93.78.
func (r *referee) apart(e, f statistics.Estimate) Outcome {
	if e.Random || f.Random {
		if r.intervals++; !r.deciding {
			return Undecided
		}
	}
	gap, slack := distance(e, f, r.level)
	// Binary fractions miss decimal ones: 93.79 − 93.78 must count as 0.01.
	tie := statistics.Tie(e.Mean(), f.Mean())
	switch {
	case gap > tie && gap >= slack-tie:
		return Holds
	case gap <= tie && -gap >= slack-tie:
		return Fails
	}
	return Undecided
}

// equal says whether e and f are equal, by two one-sided tests: whether the interval of their difference lies within
// the margin, or outside. Bonferroni's correction is for what lies outside, since an equality holds only where all do.
// Digits and what is not random are equal by their half-widths. Of names both numbers.
func (r *referee) equal(e, f statistics.Estimate, margin float64, of string) (Outcome, evidence) {
	q := Equality{Of: of, Difference: e.Mean() - f.Mean(), Margin: cmp.Or(margin, max(e.Margin, f.Margin))}
	if q.Moot = dominated(e, f); q.Moot != "" {
		return Undecided, evidence{q.Moot, true, Answer{Optimiser: true, Equalities: []Equality{q}}}
	}
	a, _, ok := e.Paired(f)
	paired, fixed := ok && len(a.Draws) > 1, sampled(e, f)
	tested := paired || fixed
	if !tested && !e.Random && !f.Random {
		if r.apart(e, f) == Holds || r.apart(f, e) == Holds {
			return Fails, evidence{}
		}
		return Holds, evidence{}
	}
	if !r.deciding {
		if tested {
			r.equals++
		} else {
			r.intervals++
		}
		return Undecided, evidence{}
	}
	found := evidence{Answer: Answer{Samples: fixed, Sets: a.Sets}}
	limit := q.Margin + statistics.Tie(e.Mean(), f.Mean())
	if q.Low, q.High = span(e, f, r.level); math.IsNaN(q.Low) {
		q.Moot = " (one is no share of the test samples)"
	} else if max(-q.Low, q.High) <= limit {
		q.Outcome = Holds
	} else if low, high := span(e, f, r.level/float64(max(1, r.equals))); max(low, -high) > limit {
		q.Outcome = Fails
	}
	if found.Equalities = []Equality{q}; q.Moot == "" {
		found.text = q.numbers()
	}
	return q.Outcome, found
}

// span is the interval of the difference of two numbers, of which each side is a test at the level.
func span(e, f statistics.Estimate, level float64) (low, high float64) {
	a, b, ok := e.Paired(f)
	switch {
	case sampled(e, f): // in samples, which are turned into shares
		share := max(e.Mean(), f.Mean()) / float64(max(e.Right, f.Right))
		apart, slack := statistics.McNemarInterval(e.Right, f.Right, e.Tested, 1-2*level)
		apart = math.Copysign(apart, e.Mean()-f.Mean())
		return share * (apart - slack), share * (apart + slack)
	case ok && len(a.Draws) > 1:
		return a.Between(b, 1-2*level)
	}
	gap, slack := distance(e, f, level)
	return gap - slack, gap + slack
}

// wordP words the p-value of a test. It adds the uncorrected one if only the correction leaves
// the comparison open.
func (r *referee) wordP(test int) string {
	text := statistics.PText(r.corrected[test])
	if r.p[test] <= r.level && r.corrected[test] > r.level {
		text = fmt.Sprintf("%s, by Holm's correction for %d comparisons %s", statistics.PText(r.p[test]), len(r.p),
			text)
	}
	return text
}
