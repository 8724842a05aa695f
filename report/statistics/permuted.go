package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

const mostPermuted = 8

// Permuted returns the share of the permutations of n columns, the identity included, with at least the
// identity's value: the p-value of Fisher's exact test that columns are assigned by chance (R. A. Fisher, The
// Design of Experiments, 1935). It is NaN for more than 8 columns, and where the identity's value is NaN.
func Permuted(n int, value func(permutation []int) float64) float64 {
	if n < 1 || n > mostPermuted {
		return math.NaN()
	}
	own := value(Indices(n))
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

// LeastPermuted is the least p-value of [Permuted]; NaN where there is none.
func LeastPermuted(n int) float64 {
	if n < 1 || n > mostPermuted {
		return math.NaN()
	}
	return 1 / float64(combin.NumPermutations(n, n))
}

// Indices returns the numbers below n.
func Indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
