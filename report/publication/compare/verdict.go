package compare

import (
	"math"

	"gpca/report/statistics"
)

// A Verdict says whether a printed number was reproduced, that is, may be another result of the experiment that
// we repeated. The rule stands in texts.tmpl as "rule", and tests hold the program to it. Its margin
//
//	M = √( (t · s · √(1/r + 1/n))² + o² )
//
// joins the prediction interval of [statistics.Prediction] and the optimiser's interval. So 95 of 100 numbers of an
// honest text match, and more only where its digits are coarser than its draws; [Calibration] checks M. A match
// does not exclude that another method matches as well: see [Null].
type Verdict int

// The verdicts. None is for a number that is not judged.
const (
	None Verdict = iota
	Match
	Differs
	Inconclusive
)

// String returns the verdict as a word, empty for None.
func (v Verdict) String() string { return [...]string{"", "match", "differs", "inconclusive"}[v] }

func (v Verdict) sign() string { return [...]string{"", "=", "≠", "?"}[v] }

// judge applies the rule of [Verdict]; h is the half-width of the printed number.
func judge(inPrint statistics.Estimate, n Number) Verdict {
	switch d := math.Abs(n.Mean() - inPrint.Centre); {
	case n.Count:
		switch {
		case inPrint.Centre < n.Low || inPrint.Centre > n.High:
			return Differs
		case n.Low == n.High:
			return Match
		}
		return Inconclusive
	case n.alone():
		return Inconclusive
	case d <= n.within(inPrint)+statistics.Tie(inPrint.Centre, 0):
		return Match
	case n.undetermined():
		return Inconclusive
	}
	return Differs
}

// within is the largest difference to a printed number that matches.
func (n Number) within(inPrint statistics.Estimate) float64 {
	return math.Hypot(n.Margin, inPrint.HalfWidth)
}

func (n Number) measured() Number {
	if n.Margin = n.OptimiserHalfWidth(); n.drawn() {
		n.Margin = max(math.Hypot(statistics.Prediction(n.Draws, max(1, n.Readings)), n.Margin), n.Step)
	}
	return n
}
