package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// PairedT returns the two-sided p-value of the hypothesis that two methods are equally good, from paired values:
// the i-th of both come from the same draw of noise or the same folds. NaN means that there is nothing to test,
// for example with a single pair.
//
// It is Student's t test on the differences aᵢ − bᵢ with n−1 degrees of freedom ("Student", "The probable error
// of a mean", Biometrika 6, 1908), which must be roughly normal.
//
// For equal differences t would give p = 0. PairedT then returns 2/2ⁿ, the p-value of Fisher's exact test by
// signs (The Design of Experiments, 1935, Section 21), or 1 if they are 0.
func PairedT(a, b []float64) float64 {
	d, scale := differences(a, b)
	if len(d) < 2 {
		return math.NaN()
	}
	mean, deviation := stat.MeanStdDev(d, nil)
	n := float64(len(d))
	if deviation <= rounding*scale {
		if math.Abs(mean) <= rounding*scale {
			return 1
		}
		return math.Exp2(1 - n)
	}
	return twoSided(math.Abs(mean)/deviation*math.Sqrt(n), n-1)
}

// twoSided returns the probability that Student's t is at least as large as t > 0, in absolute value.
func twoSided(t, degrees float64) float64 {
	return min(1, 2*distuv.StudentsT{Mu: 0, Sigma: 1, Nu: degrees}.Survival(t))
}

// PairedInterval returns the mean of the differences aᵢ − bᵢ and half the width of its confidence interval by
// Student's t. The interval excludes 0 when [PairedT] is below 1 − confidence. For equal differences it reaches
// to 0 or has width 0, as their sign is uncertain or certain at the confidence. A single pair has width 0;
// different numbers of values give NaN.
func PairedInterval(a, b []float64, confidence float64) (mean, halfWidth float64) {
	d, scale := differences(a, b)
	if len(d) == 0 {
		return math.NaN(), math.NaN()
	}
	if len(d) == 1 {
		return d[0], 0
	}
	mean, deviation := stat.MeanStdDev(d, nil)
	n := float64(len(d))
	if deviation <= rounding*scale {
		if math.Exp2(1-n) > 1-confidence {
			return mean, math.Abs(mean)
		}
		return mean, 0
	}
	return mean, quantile(n-1, confidence) * deviation / math.Sqrt(n)
}

// rounding bounds the error of floating point in equal differences, relative to the values: 95.4 − 95.3 is not
// 95.5 − 95.4.
const rounding = 1e-12

// differences returns the paired differences and the largest magnitude of a value; none if the lengths differ.
func differences(a, b []float64) (d []float64, scale float64) {
	if len(a) != len(b) {
		return nil, 0
	}
	for i := range a {
		d = append(d, a[i]-b[i])
		scale = max(scale, math.Abs(a[i]), math.Abs(b[i]))
	}
	return d, scale
}

// MeanWithin returns the mean of paired differences, half the width of its interval at [Confidence], and the two-sided
// p-value of the hypothesis that it is 0, where its variance has a known part that the differences do not show (degrees
// of freedom by B. L. Welch, Biometrika 34, 1947). A single difference shows nothing: p is NaN.
func MeanWithin(d []float64, extra float64) (mean, halfWidth, p float64) {
	mean = Mean(d)
	if len(d) < 2 {
		return mean, 0, math.NaN()
	}
	of := stat.Variance(d, nil) / float64(len(d))
	if of+extra == 0 {
		return mean, 0, PairedT(d, make([]float64, len(d)))
	}
	const most = 1e6 // degrees, as many as infinitely many
	degrees := min(most, float64(len(d)-1)*(1+extra/of)*(1+extra/of))
	s := standardError{math.Sqrt(of + extra), degrees}
	return mean, s.halfWidth(Confidence), twoSided(math.Abs(mean)/s.deviation, degrees)
}
