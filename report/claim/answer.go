package claim

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"gpca/report/statistics"
	"gpca/report/words"
)

// shown is the number for messages.
func shown(e statistics.Estimate) string { return cmp.Or(e.Text, statistics.Digits(e.Mean(), 2)) }

// dominated says why the optimiser may outweigh the draws of one of two numbers; empty if not.
func dominated(e, f statistics.Estimate) string {
	switch {
	case e.Unmeasured || f.Unmeasured:
		return " (iterations behind a number did not converge, and the effect of that was not measured)"
	case e.OptimiserDominates() || f.OptimiserDominates():
		return " (the last bits of sums change a number more than the draws)"
	}
	return ""
}

// within says that the optimiser moves one of two numbers at least as far as they differ; empty if not.
func within(e, f statistics.Estimate) string {
	reach := max(e.Reach, f.Reach)
	if reach > 0 && math.Abs(e.Mean()-f.Mean()) <= reach*(1+1e-9) { // as package exhibit compares for its marks
		return fmt.Sprintf(" (other settings of the optimiser change one of them by %.2f)", reach)
	}
	return ""
}

// sampled reports whether two numbers are shares of the same samples without draws.
func sampled(e, f statistics.Estimate) bool { return e.Tested > 0 && e.Tested == f.Tested }

// distance returns how far e lies above f, and the sum of their half-widths, those of chance at a level.
func distance(e, f statistics.Estimate, level float64) (gap, slack float64) {
	for _, n := range []statistics.Estimate{e, f} {
		_, half := n.Interval()
		if n.Random && level != usualLevel {
			half *= distuv.UnitNormal.Quantile(1-level/2) / distuv.UnitNormal.Quantile(1-usualLevel/2)
		}
		slack += half
	}
	return e.Mean() - f.Mean(), slack
}

// exceeds says whether e is larger than f. Rounding intervals that merely touch are distinct: what
// prints as 93.79 is larger than what prints as 93.78.
func exceeds(e, f statistics.Estimate, level float64) Outcome {
	gap, slack := distance(e, f, level)
	// Binary fractions miss decimal ones: 93.79 − 93.78 must count as 0.01.
	tie := statistics.Tie(e.Mean(), f.Mean())
	switch {
	case gap > tie && gap >= slack-tie:
		return Holds
	case gap <= tie && -gap >= slack-tie:
		return Fails
	default:
		return Undecided
	}
}

// An Outcome says whether a claim holds.
type Outcome int

const (
	Undecided Outcome = iota
	Holds
	Fails
)

// String returns the outcome as a word.
func (o Outcome) String() string { return [...]string{"undecided", "holds", "fails"}[o] }

// An Answer is an outcome with the comparisons behind it.
type Answer struct {
	Outcome Outcome
	// Reasons are the comparisons that contradict the claim or leave it open.
	Reasons []string
	// Within are the comparisons that found numbers equal, each with its margin.
	Within []string
	// Optimiser and Samples say that the optimiser or the number of test samples leaves the claim open.
	Optimiser, Samples bool
}

// Why quotes the first few reasons.
func (a Answer) Why(most int) string {
	return strings.Join(words.Abridge(a.Reasons, most, "and %d more"), "; ")
}

// An evidence is what a comparison found, and whether the optimiser or the number of test samples
// leaves it open. Moot says that nothing was compared.
type evidence struct {
	text                     string
	optimiser, samples, moot bool
}

func answer(outcome Outcome, why evidence, whyFails, whyOpen string) Answer {
	switch outcome {
	case Fails:
		return Answer{Outcome: outcome, Reasons: []string{whyFails + why.text}}
	case Undecided:
		return Answer{outcome, []string{whyOpen + why.text}, nil, why.optimiser, why.samples}
	}
	return Answer{Outcome: outcome}
}

// and joins the answers to parts that must all hold.
func and(parts []Answer) Answer {
	whole := Answer{Outcome: Holds}
	for _, p := range parts {
		switch {
		case p.Outcome == Fails && whole.Outcome != Fails:
			whole = p
		case p.Outcome == whole.Outcome && p.Outcome != Holds:
			whole.Reasons = append(whole.Reasons, p.Reasons...)
			whole.Optimiser, whole.Samples = whole.Optimiser || p.Optimiser, whole.Samples || p.Samples
		case p.Outcome == Holds && whole.Outcome == Holds:
			whole.Within = append(whole.Within, p.Within...)
		case p.Outcome == Undecided && whole.Outcome == Holds:
			whole = p
		}
	}
	return whole
}

func missing(format string, args ...any) Answer {
	return Answer{Outcome: Undecided, Reasons: []string{fmt.Sprintf(format, args...)}}
}
