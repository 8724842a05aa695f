package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// McNemarAtMost returns the largest p-value that McNemar's exact test can have of two methods
// of which one gets k and the other l of the same n samples right (Q. McNemar, "Note on the
// sampling error of the difference between correlated proportions or percentages",
// Psychometrika 12, 1947). The test asks how the samples that only one of them gets right are
// shared out. Where their number is not known, it is m at most:
//
//	p ≤ 2 P(B ≥ (m + |k−l|)/2), B binomial of m and ½, m = min(k + l, 2n − k − l)
func McNemarAtMost(k, l, n int) float64 {
	m, apart := min(k+l, 2*n-k-l), max(k-l, l-k)
	if apart == 0 {
		return 1
	}
	return min(1, 2*distuv.Binomial{N: float64(m), P: 0.5}.Survival(float64(m+apart)/2-1))
}

// McNemarInterval returns by how many of n samples two methods are apart that get k and l of
// them right, and half the width of the widest confidence interval of that difference among
// all ways to share out the samples that only one of them gets right; see [McNemarAtMost]. It
// is that of A. Agresti and Y. Min ("Simple improved confidence intervals for comparing
// matched proportions", Statistics in Medicine 24, 2005).
func McNemarInterval(k, l, n int, confidence float64) (apart, halfWidth float64) {
	m, apart, of := float64(min(k+l, 2*n-k-l)), math.Abs(float64(k-l)), float64(n+2)
	z := distuv.UnitNormal.Quantile(1 - (1-confidence)/2)
	scale := float64(n) / of
	return scale * apart, scale * z * math.Sqrt(m+1-apart*apart/of)
}

// ShareMargin returns by how many right ones two drawings of n samples differ at most, 95
// times in 100, by a method that gets so many of them right as k and l are on average.
func ShareMargin(k, l, n int) float64 {
	right := float64(k+l) / float64(2*n)
	return distuv.UnitNormal.Quantile(1-(1-Confidence)/2) * math.Sqrt(2*float64(n)*right*(1-right))
}
