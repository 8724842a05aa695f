package statistics

import "gonum.org/v1/gonum/stat/distuv"

// McNemarAtMost returns the largest p-value that McNemar's exact test can have of two methods
// of which one gets k and the other l of the same n samples right (Q. McNemar, "Note on the
// sampling error of the difference between correlated proportions or percentages",
// Psychometrika 12, 1947). The test asks how the samples that only one of them gets right are
// shared out. Where their number is not known, it is m at most, when no sample is wrong, or
// none right, under both; the more there are, the less does their difference say:
//
//	p ≤ 2 P(B ≥ (m + |k−l|)/2), B binomial of m and ½, m = min(k + l, 2n − k − l)
func McNemarAtMost(k, l, n int) float64 {
	m, apart := min(k+l, 2*n-k-l), max(k-l, l-k)
	if apart == 0 {
		return 1
	}
	return min(1, 2*distuv.Binomial{N: float64(m), P: 0.5}.Survival(float64(m+apart)/2-1))
}
