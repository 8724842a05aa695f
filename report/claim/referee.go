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
	p []float64 // of the paired tests, in the order of the comparisons
	// levels is how many times it was asked whether means are equal.
	levels int

	deciding  bool      // the second round
	corrected []float64 // p after Holm's correction
	next      int       // in corrected
}

// correct ends the first round. It reports whether a second is needed.
func (r *referee) correct() bool {
	r.deciding, r.corrected = true, statistics.Holm(r.p)
	return len(r.p)+r.levels > 0
}

// beats says whether e is better than f. Evidence, where the two were compared
// draw by draw, is what was found, for a message.
func (r *referee) beats(e, f Quantity, higherIsBetter bool) (outcome Outcome, evidence string) {
	if !higherIsBetter {
		e, f = f, e
	}
	why := cmp.Or(dominated(e, f), within(e, f))
	a, b, ok := aligned(e, f)
	if paired := ok && len(a.Draws) > 1; !paired {
		if why != "" {
			return Undecided, why
		}
		return e.exceeds(f), ""
	}
	if !r.deciding {
		r.p = append(r.p, statistics.PairedSampleT(a, b))
		return Undecided, ""
	}
	p := r.corrected[r.next]
	r.next++
	if why != "" {
		return Undecided, why // and yet one of the comparisons that are corrected for
	}
	mean, halfWidth := statistics.PairedSampleInterval(a, b, statistics.Confidence)
	if !higherIsBetter {
		mean = -mean
	}
	evidence = fmt.Sprintf(" (difference %s, %s)", interval(mean, halfWidth), wordP(p))
	if !(p <= 1-statistics.Confidence) { // NaN decides nothing
		return Undecided, evidence
	}
	if e.Value.Cmp(f.Value) > 0 {
		return Holds, evidence
	}
	return Fails, evidence
}

// level says whether e and f are equal: within their margin where they have one,
// else as far as their half-widths go. Of several such questions each interval
// is widened by Bonferroni's correction.
func (r *referee) level(e, f Quantity) (outcome Outcome, evidence string) {
	if why := dominated(e, f); why != "" {
		return Undecided, why
	}
	margin := e.Margin
	if margin == nil || f.Margin != nil && f.Margin.Cmp(margin) > 0 {
		margin = f.Margin
	}
	if margin == nil {
		if e.exceeds(f) == Holds || f.exceeds(e) == Holds {
			return Fails, ""
		}
		return Holds, ""
	}
	gap, slack := new(big.Rat).Sub(e.Value, f.Value), new(big.Rat).Add(e.halfWidth(), f.halfWidth())
	if a, b, ok := aligned(e, f); ok && len(a.Draws) > 1 {
		if !r.deciding {
			r.levels++
			return Undecided, ""
		}
		mean, halfWidth := statistics.PairedSampleInterval(a, b, 1-(1-statistics.Confidence)/float64(r.levels))
		if slack.SetFloat64(halfWidth) == nil {
			return Undecided, "" // a number that is none
		}
		bound, _ := margin.Float64()
		evidence = fmt.Sprintf(" (difference %s, margin %.2g)", interval(mean, halfWidth), bound)
	}
	gap.Abs(gap)
	switch {
	case new(big.Rat).Add(gap, slack).Cmp(margin) <= 0:
		return Holds, evidence
	case gap.Sub(gap, slack).Cmp(margin) > 0:
		return Fails, evidence
	}
	return Undecided, evidence
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
