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
	return len(r.p)+r.equals+r.intervals > 0
}

// again starts the second round anew at another level.
func (r *referee) again(level float64) *referee {
	return &referee{level: level, p: r.p, equals: r.equals, corrected: r.corrected, deciding: true}
}

// beats says whether e is better than f. Evidence, where the two were compared
// draw by draw, is what was found, for a message.
func (r *referee) beats(e, f Quantity, higherIsBetter bool) (Outcome, evidence) {
	if !higherIsBetter {
		e, f = f, e
	}
	moot := dominated(e, f)
	open := evidence{text: cmp.Or(moot, within(e, f)), optimiser: true, moot: moot != ""}
	a, b, ok := aligned(e, f)
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
		r.p = append(r.p, statistics.PairedSampleT(a, b))
		return Undecided, evidence{}
	}
	p, level := r.corrected[r.next], r.wordP(r.next)
	r.next++
	if open.text != "" {
		return Undecided, open // and yet one of the comparisons that are corrected for
	}
	found := evidence{samples: fixed}
	if fixed {
		apart := max(e.Right-f.Right, f.Right-e.Right)
		found.text = fmt.Sprintf(" (%d of %d test samples apart, %s at most)", apart, e.Tested, level)
	} else {
		mean, halfWidth := statistics.PairedSampleInterval(a, b, statistics.Confidence)
		if !higherIsBetter {
			mean = -mean
		}
		found.text = fmt.Sprintf(" (difference %s, %s)", interval(mean, halfWidth), level)
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
		if r.intervals++; !r.deciding {
			return Undecided
		}
	}
	return e.at(r.level).exceeds(f.at(r.level))
}

// equal says whether e and f are equal: within their margin where they have one,
// else as far as their half-widths go. Of several such questions each interval
// is widened by Bonferroni's correction.
func (r *referee) equal(e, f Quantity) (Outcome, evidence) {
	if why := dominated(e, f); why != "" {
		return Undecided, evidence{text: why, optimiser: true, moot: true}
	}
	margin := larger(e.Margin, f.Margin)
	a, b, ok := aligned(e, f)
	paired, fixed := margin != nil && ok && len(a.Draws) > 1, sampled(e, f)
	switch {
	case r.deciding:
	case paired || fixed:
		r.equals++
		return Undecided, evidence{}
	case e.Chance || f.Chance:
		r.intervals++
		return Undecided, evidence{}
	}
	if margin == nil && !fixed {
		if r.apart(e, f) == Holds || r.apart(f, e) == Holds {
			return Fails, evidence{}
		}
		return Holds, evidence{}
	}
	e, f = e.at(r.level), f.at(r.level)
	gap, slack := new(big.Rat).Sub(e.Value, f.Value), new(big.Rat).Add(e.halfWidth(), f.halfWidth())
	found := evidence{samples: fixed}
	confidence := 1 - r.level/float64(r.equals)
	switch {
	case fixed: // all is counted in samples
		apart, halfWidth := statistics.McNemarInterval(e.Right, f.Right, e.Tested, confidence)
		most := statistics.ShareMargin(e.Right, f.Right, e.Tested)
		margin = new(big.Rat).SetFloat64(most)
		if margin == nil || gap.SetFloat64(apart) == nil || slack.SetFloat64(halfWidth) == nil {
			return Undecided, evidence{} // no share of so many samples
		}
		const text = " (%.0f ± %.0f of %d test samples apart, margin %.0f)"
		found.text = fmt.Sprintf(text, apart, halfWidth, e.Tested, most)
	case paired:
		mean, halfWidth := statistics.PairedSampleInterval(a, b, confidence)
		if slack.SetFloat64(halfWidth) == nil {
			return Undecided, evidence{} // a number that is none
		}
		found.text = fmt.Sprintf(" (difference %s, %s)", interval(mean, halfWidth), wordMargin(margin))
	default:
		found.text = " (" + wordMargin(margin) + ")"
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

func wordMargin(margin *big.Rat) string {
	most, _ := margin.Float64()
	return fmt.Sprintf("margin %.2g", most)
}

// interval words a difference with the minus sign of tables.
func interval(mean, halfWidth float64) string {
	text := strings.Replace(fmt.Sprintf("%.2f", mean), "-", "−", 1)
	if text == "−0.00" {
		text = "0.00"
	}
	return fmt.Sprintf("%s ± %.2f", text, halfWidth)
}

// wordP words the p of a test, with that before the correction where it is this which leaves
// the comparison open.
func (r *referee) wordP(test int) string {
	text := wordP(r.corrected[test])
	if r.p[test] <= r.level && r.corrected[test] > r.level {
		text = fmt.Sprintf("%s alone, %s among %d comparisons", wordP(r.p[test]), text, len(r.p))
	}
	return text
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
