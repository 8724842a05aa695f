package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// PairedT returns the two-sided p-value of the hypothesis that two methods are equally
// good, from values that are paired: the i-th of both come from the same draw of noise or the
// same folds. NaN means that the values cannot be tested, for example a single pair.
//
// It is Student's t test on the differences aᵢ − bᵢ, with n−1 degrees of freedom ("Student",
// "The probable error of a mean", Biometrika 6, 1908). It assumes that the differences are
// roughly normal, as those of two rates over thousands of samples are.
//
// Of differences that are all equal only the sign is informative, and p = 0 would claim that
// another draw cannot fall elsewhere. So PairedT returns 2/2ⁿ, the p-value of Fisher's exact
// test by signs (The Design of Experiments, 1935, Section 21), or 1 for no difference.
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
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}
	return min(1, 2*t.Survival(math.Abs(mean)/deviation*math.Sqrt(n)))
}

// PairedInterval returns the mean of the differences aᵢ − bᵢ and half the width of its
// confidence interval by Student's t, at any confidence below 1. It leaves out 0 when [PairedT]
// is below 1 − confidence. Of differences that are all equal it reaches to 0 where their sign is
// not certain at the confidence, and has no width where it is, nor for a single pair. It is NaN
// if the numbers of values differ.
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

// rounding is what floating point makes of equal differences, relative to the
// values: 95.4 − 95.3 is not 95.5 − 95.4.
const rounding = 1e-12

// differences returns the paired differences and the largest magnitude of a
// value; none where the numbers of values differ.
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
