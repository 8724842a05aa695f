// Package statistics says how sure a mean is.
package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the probability that the intervals of this package are made
// for, as in the thesis ("an approximate confidence of 95%", Appendix B).
const Confidence = 0.95

// Interval returns the mean of values and half the width of its confidence
// interval by Student's t distribution with n−1 degrees of freedom ("Student",
// "The probable error of a mean", Biometrika 6, 1908). It assumes that the
// values are independent and roughly normal, which holds for rates over
// thousands of samples. One value has no interval: the half-width is 0.
func Interval(values []float64) (mean, halfWidth float64) {
	n := float64(len(values))
	if n == 0 {
		return math.NaN(), 0
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	if n == 1 {
		return mean, 0
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}
	return mean, t.Quantile(1-(1-Confidence)/2) * deviation / math.Sqrt(n)
}
