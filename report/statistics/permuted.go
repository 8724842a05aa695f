package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// mostPermuted is the largest number of columns whose permutations are all tried.
const mostPermuted = 8

// Permuted returns which share of the permutations of n columns, the identity among them,
// gives at least the value of the identity: the p-value of Fisher's exact test that the
// columns are assigned by more than chance (R. A. Fisher, The Design of Experiments, 1935).
// For more than 8 columns, and where the identity's value is NaN, it is NaN.
func Permuted(n int, value func(permutation []int) float64) float64 {
	if n < 1 || n > mostPermuted {
		return math.NaN()
	}
	identity := make([]int, n)
	for i := range identity {
		identity[i] = i
	}
	own := value(identity)
	if math.IsNaN(own) {
		return math.NaN()
	}
	reached, all := 0, 0
	for g := combin.NewPermutationGenerator(n, n); g.Next(); all++ {
		if value(g.Permutation(nil)) >= own-rounding*max(1, math.Abs(own)) {
			reached++
		}
	}
	return float64(reached) / float64(all)
}
