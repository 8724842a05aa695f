package compare

import (
	"fmt"
	"math"

	"gpca/report/publication/printed"
)

// A Verdict says whether a printed number was reproduced.
//
// Let d be our mean less the printed number, w half the width of our 95%
// interval, h half a unit of the last printed digit, and M the margin. The
// printed number may have been rounded from anything within ±h, so the unrounded
// difference lies within d ± (w + h).
//
//   - A number that is a mean over draws matches when all of d ± (w + h) lies
//     within ±M, and differs when none of it does. A single draw has no interval
//     and decides nothing.
//   - A number without chance, as on clean test samples, has no excuse in its
//     draws. It matches when it rounds to the printed digits, |d| ≤ h, and
//     differs when |d| > h + A, where A is the small margin for arithmetic.
//   - Where iterations behind such a number did not converge, its digits depend
//     on where they were stopped: it differs only when |d| > h + M.
//   - A winning count matches when it is the printed one and no contest in it is
//     in doubt. It differs when no outcome of the contests in doubt gives the
//     printed count.
//
// What neither matches nor differs is inconclusive.
type Verdict int

// The verdicts. None is for a number that is not judged.
const (
	None Verdict = iota
	Match
	Differs
	Inconclusive
)

// String returns the verdict as a word, empty for none.
func (v Verdict) String() string {
	switch v {
	case Match:
		return "match"
	case Differs:
		return "differs"
	case Inconclusive:
		return "inconclusive"
	}
	return ""
}

// sign is the verdict in a table.
func (v Verdict) sign() string {
	switch v {
	case Match:
		return "="
	case Differs:
		return "≠"
	case Inconclusive:
		return "?"
	}
	return ""
}

// A Margin is the difference up to which two numbers of a metric count as the
// same.
type Margin struct {
	// Random is the margin M of a number with an interval, Arithmetic the margin
	// A of one without; see [Verdict]. They are in the unit of the metric, or a
	// fraction of the printed number where Relative says so.
	Random, Arithmetic float64
	Relative           bool
	// Reason says why these.
	Reason string
}

// MarginOf returns the margins of a metric.
func MarginOf(m printed.Metric) Margin {
	switch m {
	case printed.AccuracyPercent, printed.MisclassificationPercent:
		return Margin{Random: 0.5, Arithmetic: 0.05, Reason: "Half a point is about what another choice of 8,000 test samples would change " +
			"(the standard error of a rate is 0.2 points near 95% and 0.5 near 70%), and two honest means over a few draws of heavy noise " +
			"differ by as much; 0.05 points are 4 or 5 test samples, which another eigensolver or single precision may move."}
	case printed.Accuracy, printed.Misclassification:
		m := MarginOf(printed.AccuracyPercent)
		return Margin{Random: m.Random / 100, Arithmetic: m.Arithmetic / 100, Reason: m.Reason}
	case printed.ReconstructionError:
		return Margin{Random: 0.05, Arithmetic: 0.005, Relative: true, Reason: "The error is a norm in units of the images, whose crop and reduction " +
			"the thesis does not give; 5% of the printed number allows for another crop of the same photographs."}
	}
	return Margin{Reason: "A count is compared as it is, with the contests in it that the draws leave open."}
}

// String words the margin.
func (m Margin) String() string {
	switch {
	case m.Relative:
		return fmt.Sprintf("%g%% of the printed number, %g%% where nothing is random", 100*m.Random, 100*m.Arithmetic)
	case m.Random == 0:
		return "none"
	}
	return fmt.Sprintf("%g, and %g where nothing is random", m.Random, m.Arithmetic)
}

// of returns the margins for a printed number, in its unit.
func (m Margin) of(printed float64) (random, arithmetic float64) {
	if m.Relative {
		return m.Random * math.Abs(printed), m.Arithmetic * math.Abs(printed)
	}
	return m.Random, m.Arithmetic
}

// judge applies the rule of [Verdict]. The margin is the one that was applied.
func judge(printed printed.Decimal, metric printed.Metric, n number) (v Verdict, margin float64) {
	x := printed.Float64()
	h, _ := printed.HalfUnit().Float64()
	random, arithmetic := MarginOf(metric).of(x)
	d := math.Abs(n.mean - x)
	// Binary fractions miss decimal ones: 95.525 − 95.52 is to count as 0.005.
	tolerance := 1e-9 * max(1, math.Abs(x))
	switch {
	case n.count:
		switch {
		case x < n.low || x > n.high:
			return Differs, 0
		case n.low == n.high:
			return Match, 0
		}
		return Inconclusive, 0
	case n.random && len(n.values) < 2:
		return Inconclusive, random
	case n.random:
		switch {
		case d+n.halfWidth+h <= random+tolerance:
			return Match, random
		case d-n.halfWidth-h > random+tolerance:
			return Differs, random
		}
		return Inconclusive, random
	}
	margin = arithmetic
	if n.unsettled {
		margin = random
	}
	switch {
	case d <= h+tolerance:
		return Match, margin
	case d > h+margin+tolerance:
		return Differs, margin
	}
	return Inconclusive, margin
}
