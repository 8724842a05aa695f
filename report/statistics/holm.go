package statistics

import (
	"cmp"
	"math"
	"slices"
)

// Holm adjusts p-values for being several: an adjusted value of at most α may be
// rejected, and the probability that any true hypothesis is, stays at most α
// however the tests depend on each other (S. Holm, "A simple sequentially
// rejective multiple test procedure", Scandinavian Journal of Statistics 6,
// 1979). The smallest of m is multiplied by m, the next by m−1 and so on; none
// falls below one before it, none exceeds 1. NaN stays NaN and does not count.
func Holm(p []float64) []float64 {
	var order []int
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted := slices.Clone(p)
	highest := 0.0
	for rank, i := range order {
		highest = max(highest, min(1, p[i]*float64(len(order)-rank)))
		adjusted[i] = highest
	}
	return adjusted
}
