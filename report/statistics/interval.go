// Package statistics computes confidence intervals of means, and tests whether one method
// is better than another.
//
// It uses Student's t for intervals and paired differences, and determines a leading group by
// multiple comparisons with the best. The intervals of a [Sample] have the optimiser's share in
// them. A study has few repetitions, usually five, but all methods share their draws, so that
// paired tests recover much of the power that the small number costs.
package statistics

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the confidence level of the intervals, as in the thesis ("an approximate
// confidence of 95%", Appendix B).
const Confidence = 0.95

// Interval returns the mean of values and half the width of its confidence interval by
// Student's t distribution with n−1 degrees of freedom ("Student", "The probable error of a
// mean", Biometrika 6, 1908). It assumes that the values are independent and roughly
// normal, which holds for rates over thousands of samples. For a single value, and for
// values that are all equal, the half-width is 0. Without values the mean is NaN.
func Interval(values []float64) (mean, halfWidth float64) {
	mean = Mean(values)
	if len(values) == 0 || slices.Min(values) == slices.Max(values) {
		return mean, 0
	}
	n := float64(len(values))
	return mean, quantile(n-1, Confidence) * stat.StdDev(values, nil) / math.Sqrt(n)
}

// quantiles remembers those that were computed, by degrees of freedom and confidence: a report
// asks some hundred thousand times for a few of them, each of which takes 20 µs.
var quantiles sync.Map

// quantile is that of Student's t distribution behind an interval of a confidence.
func quantile(degrees, confidence float64) float64 {
	of := [2]float64{degrees, confidence}
	if q, ok := quantiles.Load(of); ok {
		return q.(float64)
	}
	q := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: degrees}.Quantile(1 - (1-confidence)/2)
	quantiles.Store(of, q)
	return q
}

// Mean is the mean of values, NaN of none. Of values that are all the same it is the value
// itself, from which rounding could make the mean of the sum differ.
func Mean(values []float64) float64 {
	switch {
	case len(values) == 0:
		return math.NaN()
	case slices.Min(values) == slices.Max(values):
		return values[0]
	}
	return stat.Mean(values, nil)
}

// Proportion returns the exact interval, at [Confidence], of the probability of what came out
// so many times of n (C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial
// limits illustrated in the case of the binomial", Biometrika 26, 1934).
func Proportion(times, n int) (low, high float64) {
	const tail = (1 - Confidence) / 2
	high = 1
	if times > 0 {
		low = distuv.Beta{Alpha: float64(times), Beta: float64(n - times + 1)}.Quantile(tail)
	}
	if times < n {
		high = distuv.Beta{Alpha: float64(times + 1), Beta: float64(n - times)}.Quantile(1 - tail)
	}
	return low, high
}

// Prediction returns half the width of the interval around the mean of n values in which
// the mean of r more values would fall, at the same confidence and under the same
// assumptions (G. J. Hahn, "Factors for calculating two-sided prediction intervals for
// samples from a normal distribution", Journal of the American Statistical Association 64,
// 1969):
//
//	t_{n−1} · s · √(1/r + 1/n)
//
// For a single value, and for values that are all equal, it is 0.
func Prediction(values []float64, r int) float64 {
	_, halfWidth := Interval(values)
	return halfWidth * math.Sqrt(float64(len(values))/float64(r)+1)
}
