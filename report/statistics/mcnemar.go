package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// McNemarAtMost returns the largest p-value of McNemar's exact test of two methods of which one gets k and the
// other l of the same n samples right (Q. McNemar, "Note on the sampling error of the difference between
// correlated proportions or percentages", Psychometrika 12, 1947). The test needs the number of samples that only
// one method gets right, which is at most m:
//
//	p ≤ 2 P(B ≥ (m + |k−l|)/2), B binomial of m and ½, m = min(k + l, 2n − k − l)
func McNemarAtMost(k, l, n int) float64 {
	m, apart := min(k+l, 2*n-k-l), max(k-l, l-k)
	if apart == 0 {
		return 1
	}
	return Sign((m+apart)/2, m)
}

// McNemarInterval returns the difference of the right samples of two methods, of which one gets k and the other l
// of n right, and half the width of the widest confidence interval among all ways to share out the samples that
// only one gets right (A. Agresti and Y. Min, "Simple improved confidence intervals for comparing matched
// proportions", Statistics in Medicine 24, 2005).
func McNemarInterval(k, l, n int, confidence float64) (apart, halfWidth float64) {
	m, apart, of := float64(min(k+l, 2*n-k-l)), math.Abs(float64(k-l)), float64(n+2)
	z := distuv.UnitNormal.Quantile(1 - (1-confidence)/2)
	scale := float64(n) / of
	return scale * apart, scale * z * math.Sqrt(m+1-apart*apart/of)
}
