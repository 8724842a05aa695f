package statistics

import (
	"cmp"
	"math"
	"slices"
)

// Holm adjusts p-values for multiple comparisons: rejecting those of at most α rejects any true hypothesis with
// probability at most α, whatever the dependence (S. Holm, "A simple sequentially rejective multiple test
// procedure", Scandinavian Journal of Statistics 6, 1979). The smallest of m is multiplied by m, the next by m−1,
// and so on. NaN stays NaN and does not count among the m.
func Holm(p []float64) []float64 {
	order := slices.DeleteFunc(Indices(len(p)), func(i int) bool { return math.IsNaN(p[i]) })
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted := slices.Clone(p)
	highest := 0.0
	for rank, i := range order {
		highest = max(highest, min(1, p[i]*float64(len(order)-rank)))
		adjusted[i] = highest
	}
	return adjusted
}

// Attainable reports which of several tests are worth making, by the least p-value that each can have: as many as
// leave each of them a chance at the level α after a correction for their number (R. E. Tarone, "A modified Bonferroni
// method for discrete data", Biometrics 46, 1990). NaN is none.
func Attainable(least []float64, alpha float64) []bool {
	worth := make([]bool, len(least))
	for times := 1; ; times++ {
		n := 0
		for i, p := range least {
			if worth[i] = p*float64(times) <= alpha; worth[i] {
				n++
			}
		}
		if n <= times {
			return worth
		}
	}
}

// FalseDiscovery adjusts p-values for the false discovery rate: of the hypotheses of at most α an expected share
// of at most α is rejected wrongly, if tests are independent or positively dependent (Y. Benjamini, Y. Hochberg,
// "Controlling the false discovery rate: a practical and powerful approach to multiple testing", Journal of the
// Royal Statistical Society B 57, 1995). The i-th smallest of m is multiplied by m/i.
func FalseDiscovery(p []float64) []float64 {
	order := Indices(len(p))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted := slices.Clone(p)
	lowest := 1.0
	for rank, i := range slices.Backward(order) {
		lowest = min(lowest, p[i]*float64(len(p))/float64(rank+1))
		adjusted[i] = lowest
	}
	return adjusted
}
