// Package statistics says how sure a mean is, and how sure it is that one method
// is better than another.
//
// It chooses the tests so that its callers need not: Student's t for intervals
// and for paired differences, Holm's correction wherever several comparisons are
// made, the leading group instead of a winner. The repetitions of this program
// are few, five as a rule, and shared by all methods; the pairing gives back
// much of the power that their number costs.
package statistics

import (
	"math"
	"slices"

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
// thousands of samples. One value has no interval, nor have values that are all
// the same: the half-width is 0. No values have no mean: it is NaN.
func Interval(values []float64) (mean, halfWidth float64) {
	if len(values) == 0 {
		return math.NaN(), 0
	}
	if slices.Min(values) == slices.Max(values) {
		// Exactly: a sum may round, and its mean be none of the values.
		return values[0], 0
	}
	n := float64(len(values))
	mean, deviation := stat.MeanStdDev(values, nil)
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}
	return mean, t.Quantile(1-(1-Confidence)/2) * deviation / math.Sqrt(n)
}
