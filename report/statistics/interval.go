// Package statistics computes confidence intervals of means and tests whether one method is better than another.
//
// Intervals and paired differences use Student's t; a leading group is found by multiple comparisons with the
// best. An [Estimate] also has the variance of the optimiser. A study has few repetitions, usually five, but all
// methods share their draws, so that paired tests recover much of the power.
package statistics

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the level of the intervals, as in Battaglino 2019 ("an approximate confidence of 95%", Appendix B).
const Confidence = 0.95

// Interval returns the mean of values and half the width of its confidence interval by Student's t with n−1
// degrees of freedom ("Student", "The probable error of a mean", Biometrika 6, 1908). The values must be
// independent and roughly normal, as rates over thousands of samples are. The half-width is 0 for a single value
// and for equal values. Without values the mean is NaN.
func Interval(values []float64) (mean, halfWidth float64) {
	mean = Mean(values)
	if len(values) == 0 || slices.Min(values) == slices.Max(values) {
		return mean, 0
	}
	n := float64(len(values))
	return mean, quantile(n-1, Confidence) * stat.StdDev(values, nil) / math.Sqrt(n)
}

// quantiles caches quantiles by degrees of freedom and confidence: a report needs a few of them very often.
var quantiles sync.Map

// quantile is the quantile of Student's t for a two-sided interval.
func quantile(degrees, confidence float64) float64 {
	of := [2]float64{degrees, confidence}
	if q, ok := quantiles.Load(of); ok {
		return q.(float64)
	}
	q := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: degrees}.Quantile(1 - (1-confidence)/2)
	quantiles.Store(of, q)
	return q
}

// Mean returns the mean of values, NaN of none. The mean of equal values is exactly that value.
func Mean(values []float64) float64 {
	switch {
	case len(values) == 0:
		return math.NaN()
	case slices.Min(values) == slices.Max(values):
		return values[0]
	}
	return stat.Mean(values, nil)
}

// Proportion returns the exact interval, at [Confidence], of the probability of an event that occurred times in n
// trials (C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of
// the binomial", Biometrika 26, 1934).
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

// Prediction returns half the width of the interval around the mean of n values that contains the mean of r more
// values, at [Confidence] and under the assumptions of [Interval] (G. J. Hahn, "Factors for calculating two-sided
// prediction intervals for samples from a normal distribution", Journal of the American Statistical Association
// 64, 1969):
//
//	t_{n−1} · s · √(1/r + 1/n)
//
// It is 0 for a single value and for equal values.
func Prediction(values []float64, r int) float64 {
	_, halfWidth := Interval(values)
	return halfWidth * math.Sqrt(float64(len(values))/float64(r)+1)
}
