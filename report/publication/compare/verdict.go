package compare

import (
	"math"

	"gpca/report/publication/printed"
	"gpca/report/statistics"
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
//   - A number in print that is one draw matches when it lies, give or take h, in the 95%
//     prediction interval of our draws, and differs when it does not.
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
func (v Verdict) String() string { return [...]string{"", "match", "differs", "inconclusive"}[v] }

// sign is the verdict in a table.
func (v Verdict) sign() string { return [...]string{"", "=", "≠", "?"}[v] }

// judge applies the rule of [Verdict]. The margin is the one that was applied.
func judge(inPrint printed.Decimal, metric printed.Metric, n Number) (v Verdict, margin float64) {
	x := inPrint.Float64()
	h, _ := inPrint.HalfUnit().Float64()
	random, arithmetic := MarginOf(metric).of(x)
	d := math.Abs(n.Mean - x)
	// Binary fractions miss decimal ones: 95.525 − 95.52 is to count as 0.005.
	tolerance := 1e-9 * max(1, math.Abs(x))
	switch {
	case n.Count:
		switch {
		case x < n.Low || x > n.High:
			return Differs, 0
		case n.Low == n.High:
			return Match, 0
		}
		return Inconclusive, 0
	case n.alone():
		return Inconclusive, random
	case n.Random && MarginOf(metric).OneDraw:
		margin = statistics.Prediction(n.Draws)
		if d <= margin+h+tolerance {
			return Match, margin
		}
		return Differs, margin
	case n.Random:
		switch {
		case d+n.HalfWidth+h <= random+tolerance:
			return Match, random
		case d-n.HalfWidth-h > random+tolerance:
			return Differs, random
		}
		return Inconclusive, random
	}
	margin = arithmetic
	if n.Unsettled() {
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
