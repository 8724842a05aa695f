package compare

import (
	"math"

	"gpca/report/publication/printed"
	"gpca/report/statistics"
)

// A Verdict says whether a printed number was reproduced.
//
// The question put to a number is whether it may be one more reading of the experiment
// that we repeated. What two readings of one experiment may differ by is the margin, and it
// follows from the experiment itself, not from what is thought to be much. Our n
// repetitions draw anew whatever the text leaves to chance: the noise, the folds, the
// split. If s is their standard deviation and the printed number is the mean of r draws of
// its author, the difference of the two means lies within
//
//	M = √( (t · s · √(1/r + 1/n))² + o² )
//
// 95 times in 100. The first term is the prediction interval of [statistics.Prediction], t
// the quantile of Student's distribution with n−1 degrees of freedom; o is half the width
// of what other starts and another order of the training samples change, where that was
// measured. A text that does not say how many draws it averages is taken to print one,
// r = 1, which is the widest margin. No draw differs from another by less than one sample of
// those tested, so M is at least that where the number of samples is known. Where the
// training and the test samples are published and nothing is added to them, nothing is
// drawn: s is 0.
//
// Let d be our mean less the printed number, and h half a unit of the last printed digit,
// from within which it may have been rounded. The two are independent.
//
//   - A number matches when |d| ≤ √(M² + h²), and differs when not.
//   - A single draw of ours has no spread to judge by, and is inconclusive.
//   - Where iterations did not converge, and what that changes was not measured, the digits
//     depend on where the iterations were stopped. Such a number is inconclusive where it
//     does not match.
//   - A winning count matches when it is the printed one and no contest in it is
//     in doubt. It differs when no outcome of the contests in doubt gives the
//     printed count.
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

// judge applies the rule of [Verdict] to a number in print, which is given with half a unit
// of its last digit.
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

// judgeDifference is judge for the difference of two numbers. What one of them leaves open is
// inconclusive even where it matches: else those that match would count, and no others.
func judgeDifference(inPrint, rounding float64, n Number) Verdict {
	if n.undetermined() {
		return Inconclusive
	}
	return judge(inPrint, rounding, n)
}

// within is how far a number in print that matches may lie off.
func (n Number) within(rounding float64) float64 { return math.Hypot(n.Margin, rounding) }

// judgeDecimal applies it to printed digits.
func judgeDecimal(inPrint printed.Decimal, n Number) Verdict {
	rounding, _ := inPrint.HalfUnit().Float64()
	return judge(inPrint.Float64(), rounding, n)
}

// measured is a number with what follows from its draws.
func (n Number) measured() Number {
	n.Mean, n.HalfWidth = n.Sample().Interval()
	if n.Margin = n.Sample().OptimiserHalfWidth(); n.drawn() {
		n.Margin = max(math.Hypot(statistics.Prediction(n.Draws, max(1, n.Readings)), n.Margin), n.Step)
	}
	return n
}
