package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Sign returns the two-sided p-value of the hypothesis that an event, which occurred times in n independent trials,
// is as probable as not (J. Arbuthnot's test by signs of 1710). It is NaN without trials.
func Sign(times, n int) float64 {
	if n == 0 {
		return math.NaN()
	}
	most := max(times, n-times)
	return min(1, 2*distuv.Binomial{N: float64(n), P: 0.5}.Survival(float64(most)-0.5))
}

// FewestSigns is the least number of trials that can show anything at a level: that of all being alike.
func FewestSigns(alpha float64) int { return int(math.Ceil(1 - math.Log2(alpha) - 1e-9)) }

// A Breaking says between which of several rising levels something begins to fail, as indices of levels. The number
// of levels stands for none of them.
type Breaking struct {
	// First is the first level at which more than half of the trials fail.
	First int
	// Held levels are shown to hold: at each, failing is less probable than not. They come before First.
	Held int
	// Lost is the first level that is shown to fail. It is at least First.
	Lost int
}

// BreakingOf finds where trials begin to fail, from how many fail of those at each level. What it shows is wrong with
// a probability of at most alpha: levels are tested by [Sign] in turn, up to the first that is not shown to hold, so
// that their number needs no correction; the same is true of those that fail, from the first that more than half
// fail at.
func BreakingOf(failing, trials []int, alpha float64) Breaking {
	b := Breaking{First: len(trials), Held: 0, Lost: len(trials)}
	holding := true
	for i, n := range trials {
		fails := 2*failing[i] > n
		shown := Sign(failing[i], n) <= alpha
		if holding = holding && shown && !fails; holding {
			b.Held = i + 1
		}
		if fails {
			b.First = min(b.First, i)
			if shown {
				b.Lost = min(b.Lost, i)
			}
		}
	}
	return b
}
