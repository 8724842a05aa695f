package claim

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"

	"gpca/report/statistics"
)

// A referee decides the comparisons of one claim. It sees all of them twice, in
// the same order: before [referee.correct] it takes down the p-values and leaves
// what it tests undecided, after it knows how many there are and decides.
type referee struct {
	level float64   // at which it decides
	p     []float64 // of the paired tests, in the order of the comparisons
	// equals is how many times it was asked whether means are equal, intervals how many
	// times two intervals of chance were told apart.
	equals, intervals int

	deciding  bool      // the second round
	corrected []float64 // p after Holm's correction
	next      int       // in corrected
}

// correct ends the first round. It reports whether a second is needed.
func (r *referee) correct() bool {
	r.deciding, r.corrected = true, statistics.Holm(r.p)
	return len(r.p)+r.equals > 0
}

// again starts the second round anew at another level.
func (r *referee) again(level float64) *referee {
	return &referee{level: level, equals: r.equals, corrected: r.corrected, deciding: true}
}

// beats says whether e is better than f. Evidence, where the two were compared
// draw by draw, is what was found, for a message.
func (r *referee) beats(e, f Quantity, higherIsBetter bool) (Outcome, evidence) {
	if !higherIsBetter {
		e, f = f, e
	}
	why := cmp.Or(dominated(e, f), within(e, f))
	a, b, ok := aligned(e, f)
	paired := ok && len(a.Draws) > 1
	atMost, fixed := sampled(e, f)
	switch {
	case !paired && !fixed && why != "":
		return Undecided, evidence{text: why, optimiser: true}
	case !paired && !fixed:
		return r.apart(e, f), evidence{}
	case r.deciding:
	case fixed:
		r.p = append(r.p, atMost)
		return Undecided, evidence{}
	default:
		r.p = append(r.p, statistics.PairedSampleT(a, b))
		return Undecided, evidence{}
	}
	p := r.corrected[r.next]
	r.next++
	if why != "" {
		return Undecided, evidence{text: why, optimiser: true} // and yet one of the comparisons that are corrected for
	}
	found := evidence{samples: fixed}
	if fixed {
		found.text = fmt.Sprintf(" (%d of %d test samples apart, %s at most)", max(e.Right-f.Right, f.Right-e.Right), e.Tested, wordP(p))
	} else {
		mean, halfWidth := statistics.PairedSampleInterval(a, b, statistics.Confidence)
		if !higherIsBetter {
			mean = -mean
		}
		found.text = fmt.Sprintf(" (difference %s, %s)", interval(mean, halfWidth), wordP(p))
	}
	if !(p <= r.level) { // NaN decides nothing
		return Undecided, found
	}
	if e.Value.Cmp(f.Value) > 0 {
		return Holds, found
	}
	return Fails, found
}

// apart tells numbers apart by their intervals, at the level of the referee.
func (r *referee) apart(e, f Quantity) Outcome {
	if e.Chance || f.Chance {
		r.intervals++
	}
	return e.at(r.level).exceeds(f.at(r.level))
}

// equal says whether e and f are equal: within their margin where they have one,
// else as far as their half-widths go. Of several such questions each interval
// is widened by Bonferroni's correction.
func (r *referee) equal(e, f Quantity) (Outcome, evidence) {
	if why := dominated(e, f); why != "" {
		return Undecided, evidence{text: why, optimiser: true}
	}
	margin := e.Margin
	if margin == nil || f.Margin != nil && f.Margin.Cmp(margin) > 0 {
		margin = f.Margin
	}
	if margin == nil {
		if r.apart(e, f) == Holds || r.apart(f, e) == Holds {
			return Fails, evidence{}
		}
		return Holds, evidence{}
	}
	if e.Chance || f.Chance {
		r.intervals++
	}
	e, f = e.at(r.level), f.at(r.level)
	var found evidence
	gap, slack := new(big.Rat).Sub(e.Value, f.Value), new(big.Rat).Add(e.halfWidth(), f.halfWidth())
	if a, b, ok := aligned(e, f); ok && len(a.Draws) > 1 {
		if !r.deciding {
			r.equals++
			return Undecided, evidence{}
		}
		mean, halfWidth := statistics.PairedSampleInterval(a, b, 1-r.level/float64(r.equals))
		if slack.SetFloat64(halfWidth) == nil {
			return Undecided, evidence{} // a number that is none
		}
		bound, _ := margin.Float64()
		found.text = fmt.Sprintf(" (difference %s, margin %.2g)", interval(mean, halfWidth), bound)
	}
	gap.Abs(gap)
	switch {
	case new(big.Rat).Add(gap, slack).Cmp(margin) <= 0:
		return Holds, found
	case gap.Sub(gap, slack).Cmp(margin) > 0:
		return Fails, found
	}
	return Undecided, found
}

// interval words a difference with the minus sign of the tables.
func interval(mean, halfWidth float64) string {
	text := strings.Replace(fmt.Sprintf("%.2f", mean), "-", "−", 1)
	if text == "−0.00" {
		text = "0.00"
	}
	return fmt.Sprintf("%s ± %.2f", text, halfWidth)
}

func wordP(p float64) string {
	switch {
	case p < 0.001:
		return "p < 0.001"
	case p < 0.1:
		return fmt.Sprintf("p = %.3f", p)
	}
	return fmt.Sprintf("p = %.2f", p)
}
