package claim

import (
	"cmp"
	"fmt"
	"math"

	"gpca/report/statistics"
	"gpca/report/table"
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

// beats says whether e is better than f. The evidence is what a test found, for messages.
func (r *referee) beats(e, f statistics.Estimate, higherIsBetter bool) (Outcome, evidence) {
	if !higherIsBetter {
		e, f = f, e
	}
	moot := dominated(e, f)
	open := evidence{text: cmp.Or(moot, within(e, f)), optimiser: true, moot: moot != ""}
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
	found := evidence{samples: fixed}
	if fixed {
		apart := max(e.Right-f.Right, f.Right-e.Right)
		found.text = fmt.Sprintf(" (%d of %d test samples apart, %s at most)", apart, e.Tested, level)
	} else {
		mean, halfWidth := a.Difference(b, statistics.Confidence)
		if !higherIsBetter {
			mean = -mean
		}
		found.text = fmt.Sprintf(" (difference %s, %s)", interval(mean, halfWidth), level)
	}
	if !(p <= r.level) { // NaN decides nothing
		return Undecided, found
	}
	if e.Mean() > f.Mean() {
		return Holds, found
	}
	return Fails, found
}

// apart compares numbers by their intervals at the level of the referee.
func (r *referee) apart(e, f statistics.Estimate) Outcome {
	if e.Random || f.Random {
		if r.intervals++; !r.deciding {
			return Undecided
		}
	}
	return exceeds(e, f, r.level)
}

// equal says whether e and f are equal: within their margin if they have one, else by their half-widths.
// Intervals are widened by Bonferroni's correction.
func (r *referee) equal(e, f statistics.Estimate) (Outcome, evidence) {
	if why := dominated(e, f); why != "" {
		return Undecided, evidence{text: why, optimiser: true, moot: true}
	}
	margin := max(e.Margin, f.Margin)
	a, b, ok := e.Paired(f)
	paired, fixed := margin > 0 && ok && len(a.Draws) > 1, sampled(e, f)
	switch {
	case r.deciding:
	case paired || fixed:
		r.equals++
		return Undecided, evidence{}
	case e.Random || f.Random:
		r.intervals++
		return Undecided, evidence{}
	}
	if margin == 0 && !fixed {
		if r.apart(e, f) == Holds || r.apart(f, e) == Holds {
			return Fails, evidence{}
		}
		return Holds, evidence{}
	}
	gap, slack := distance(e, f, r.level)
	found := evidence{samples: fixed}
	confidence := 1 - r.level/float64(r.equals)
	switch {
	case fixed: // in units of samples
		gap, slack = statistics.McNemarInterval(e.Right, f.Right, e.Tested, confidence)
		margin = statistics.ShareMargin(e.Right, f.Right, e.Tested)
		if math.IsNaN(gap + slack + margin) {
			return Undecided, evidence{} // not a share of so many samples
		}
		const text = " (%.0f ± %.0f of %d test samples apart, margin %.0f)"
		found.text = fmt.Sprintf(text, gap, slack, e.Tested, margin)
	case paired:
		if gap, slack = a.Difference(b, confidence); math.IsNaN(slack) {
			return Undecided, evidence{}
		}
		found.text = fmt.Sprintf(" (difference %s, margin %.2g)", interval(gap, slack), margin)
	default:
		found.text = fmt.Sprintf(" (margin %.2g)", margin)
	}
	tie := statistics.Tie(e.Mean(), f.Mean())
	switch gap = math.Abs(gap); {
	case gap+slack <= margin+tie:
		return Holds, found
	case gap-slack > margin+tie:
		return Fails, found
	}
	return Undecided, found
}

func interval(mean, halfWidth float64) string {
	return fmt.Sprintf("%s ± %.2f", table.Number(mean, 2), halfWidth)
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
