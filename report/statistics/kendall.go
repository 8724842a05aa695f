package statistics

import (
	"cmp"
	"math"
)

// KendallRows returns the rank correlation τ_b averaged over the rows of two tables of equal shape: concordant minus
// discordant pairs, divided by the geometric mean of the numbers of untied pairs of both (M. G. Kendall, "The
// treatment of ties in ranking problems", Biometrika 33, 1945). A row of equal values has none. The p-value is that
// of [Permuted] over the columns of b, in all rows alike. Without a row that has a correlation, tau and p are NaN.
func KendallRows(a, b [][]float64) (tau, p float64) {
	n, rows := 0, 0
	if len(a) > 0 {
		n = len(a[0])
	}
	// By the pair of columns i, j of a and the pair k, l of b: their agreement, summed over the rows.
	agreement := make([]float64, n*n*n*n)
	at := func(i, j, k, l int) *float64 { return &agreement[((i*n+j)*n+k)*n+l] }
	for r := range a {
		// A permutation changes neither the ties nor the divisor.
		pairs := untied(a[r]) * untied(b[r])
		if pairs == 0 {
			continue
		}
		rows++
		for i := range n {
			for j := range i {
				for k := range n {
					for l := range n {
						*at(i, j, k, l) += sign(a[r][i]-a[r][j]) * sign(b[r][k]-b[r][l]) / math.Sqrt(pairs)
					}
				}
			}
		}
	}
	average := func(permutation []int) float64 {
		sum := 0.0
		for i, k := range permutation {
			for j, l := range permutation[:i] {
				sum += *at(i, j, k, l)
			}
		}
		return sum / float64(rows)
	}
	return average(Indices(n)), Permuted(n, average)
}

// untied counts the pairs of values that differ.
func untied(values []float64) float64 {
	pairs := 0.0
	for i := range values {
		for j := range i {
			pairs += math.Abs(sign(values[i] - values[j]))
		}
	}
	return pairs
}

func sign(v float64) float64 { return float64(cmp.Compare(v, 0)) }
