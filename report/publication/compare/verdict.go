package compare

import (
	"math"

	"gpca/report/statistics"
)

// A Verdict says whether a printed number was reproduced, which is whether it may be one more
// reading of the experiment that we repeated. What two readings may differ by is the margin M.
// Our n repetitions draw anew whatever the text leaves to chance: the noise, the folds, the
// split. If s is their standard deviation and the printed number is the mean of r draws of its
// author, the difference of the two means lies within
//
//	M = √( (t · s · √(1/r + 1/n))² + o² )
//
// 95 times in 100. The first term is the prediction interval of [statistics.Prediction], t
// the quantile of Student's distribution with n−1 degrees of freedom; o is half the width
// of what other starts and another order of the training samples change, where that was
// measured. A text that does not say how many draws it averages is taken to print one,
// r = 1, the widest margin. No draw differs from another by less than one sample of those
// tested, so M is at least that where their number is known. Where nothing is drawn, s is 0.
//
// Let d be our mean less the printed number, and h half a unit of the last printed digit.
//
//   - A number matches when |d| ≤ √(M² + h²), and differs when not.
//   - A single draw of ours has no spread to judge by, and is inconclusive.
//   - Where iterations did not converge, and what that changes was not measured, a number that
//     does not match is inconclusive.
//   - A winning count matches when it is the printed one and no contest in it is in doubt. It
//     differs when no outcome of the contests in doubt gives the printed count.
//
// So an honest text has 95 of 100 numbers match, in every table, and more only where its
// digits are coarser than its draws; [Calibration] tells whether M is so. That a number
// matches does not say that it could not have been another method's: see [Null].
type Verdict int

// The verdicts. None is for a number that is not judged.
const (
	None Verdict = iota
	Match
	Differs
	Inconclusive
)

// String returns the verdict as a word, empty for none.
func (v Verdict) String() string { return [...]string{"", "match", "differs", "inconclusive"}[v] }

// sign is the verdict in a table.
func (v Verdict) sign() string { return [...]string{"", "=", "≠", "?"}[v] }

// judge applies the rule of [Verdict] to a number in print and half a unit of its last digit.
func judge(inPrint, rounding float64, n Number) Verdict {
	d := math.Abs(n.Mean - inPrint)
	// Binary fractions miss decimal ones: 95.525 − 95.52 is to count as 0.005.
	slack := 1e-9 * max(1, math.Abs(inPrint))
	switch {
	case n.Count:
		switch {
		case inPrint < n.Low || inPrint > n.High:
			return Differs
		case n.Low == n.High:
			return Match
		}
		return Inconclusive
	case n.alone():
		return Inconclusive
	case d <= n.within(rounding)+slack:
		return Match
	case n.undetermined():
		return Inconclusive
	}
	return Differs
}

// judgeDifference is judge for the difference of two numbers, which is inconclusive where one of
// them is undetermined: else only those that match would count.
func judgeDifference(inPrint, rounding float64, n Number) Verdict {
	if n.undetermined() {
		return Inconclusive
	}
	return judge(inPrint, rounding, n)
}

// within is how far off a number in print that matches may lie.
func (n Number) within(rounding float64) float64 { return math.Hypot(n.Margin, rounding) }

// measured is a number with what follows from its draws.
func (n Number) measured() Number {
	n.Mean, n.HalfWidth = n.Sample().Interval()
	if n.Margin = n.Sample().OptimiserHalfWidth(); n.drawn() {
		n.Margin = max(math.Hypot(statistics.Prediction(n.Draws, max(1, n.Readings)), n.Margin), n.Step)
	}
	return n
}
