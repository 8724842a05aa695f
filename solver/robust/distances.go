package robust

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpca/solver/internal/vector"
)

// Describe returns the Fit of a centre and of orthonormal loadings, components × features, that any method found:
// its eigenvalues are the variances of the scores of the samples, squared MADs or, with classical, those about their
// mean, divided by n−1. The order of components stays. It panics for shapes that do not agree.
func Describe(samples *mat.Dense, centre []float64, loadings *mat.Dense, classical bool) *Fit {
	components, _ := loadings.Dims()
	rows, _ := samples.Dims()
	f := &Fit{Centre: centre, Loadings: loadings, Classical: classical, Converged: true}
	scores := vector.NewMatrix(components, rows)
	f.each(samples, func(i int, difference []float64) {
		for j := range components {
			scores.Row(j)[i] = vector.Dot(difference, loadings.RawRowView(j))
		}
	})
	for j := range components {
		value := square(MAD(scores.Row(j)))
		if classical {
			value = stat.Variance(scores.Row(j), nil)
		}
		f.Eigenvalues = append(f.Eigenvalues, value)
	}
	return f
}

// each passes the samples less the centre, in memory that is used again. It panics unless they have its features.
func (f *Fit) each(samples *mat.Dense, visit func(i int, difference []float64)) {
	rows, features := samples.Dims()
	if features != len(f.Centre) {
		panic(fmt.Sprintf("robust: samples of %d features and a fit of %d", features, len(f.Centre)))
	}
	difference := make([]float64, features)
	for i := range rows {
		visit(i, floats.SubTo(difference, samples.RawRowView(i), f.Centre))
	}
}

// rounding is the share of the length of a vector below which a part of it is rounding error.
const rounding = 1e-12

// Beyond the length distant, differences are multiplied by tiny, so that no square of a finite value overflows, and
// none that counts underflows, also over an eigenvalue of samples at LargestScale. A power of 2 rounds nothing.
const distant, tiny = 1e130, 0x1p-600

// Distances returns, for each sample, the score distance √(Σ_j t_j²/λ_j), with the scores t and the eigenvalues
// λ, and the orthogonal distance to the centre and components, in the unit of the samples (Hubert et al. 2005, section
// 3). An orthogonal distance that is rounding error is 0: all are where there are as many components as features. A
// score on a component of variance 0 is infinitely far, and so is, in both ways, a sample that is not finite. It panics
// for samples of other features.
func (f *Fit) Distances(samples *mat.Dense) (score, orthogonal []float64) {
	rows, _ := samples.Dims()
	score, orthogonal = make([]float64, rows), make([]float64, rows)
	loadings := vector.Of(f.Loadings)
	scores := make([]float64, loadings.Rows)
	f.each(samples, func(i int, difference []float64) {
		length, unit := norm(difference), 1.0
		if !(length <= distant) { // squares may overflow, or the sample is not finite
			unit = tiny
			floats.Scale(unit, difference)
			if length = norm(difference); !(length <= math.MaxFloat64) {
				score[i], orthogonal[i] = math.Inf(1), math.Inf(1)
				return
			}
		}
		sum := 0.0
		for j := range loadings.Rows {
			scores[j] = vector.Dot(difference, loadings.Row(j))
			if t := scores[j]; math.Abs(t) > rounding*length {
				sum += square(t) / f.Eigenvalues[j]
			}
		}
		score[i] = math.Sqrt(sum) / unit
		if f.Skew != nil && unit == 1 {
			score[i] = f.Skew.outlyingness(scores)
		}
		vector.Remove(difference, loadings)
		if rest := norm(difference); rest > rounding*length {
			orthogonal[i] = rest / unit
		}
	})
	return score, orthogonal
}

// RegularShare is the share of regular samples within a cut-off, if these are normal.
const RegularShare = 0.975

// CutOffs returns the distances that a regular sample exceeds with probability 1 − [RegularShare] each. That of score
// distances is √χ²(k; RegularShare) with k components, for normal scores. The orthogonal distances, of the samples
// of the fit, are normal to the power 2/3 nearly (E. B. Wilson, M. M. Hilferty, Proc. National Academy of Sciences 17,
// 1931): theirs is (m + s·z)^(3/2) with the normal quantile z, and with median and MAD of these powers or, for a
// classical fit, mean and standard deviation (Hubert et al. 2005, section 3). Those of robpca skew are the upper
// whiskers of the samples of the fit.
func (f *Fit) CutOffs(orthogonal []float64) (score, orthogonalCutOff float64) {
	if f.Skew != nil {
		return f.Skew.CutOff, upperWhisker(orthogonal)
	}
	powers := wilsonHilferty(orthogonal)
	var location, scale float64
	if f.Classical {
		location, scale = stat.MeanStdDev(powers, nil)
	} else {
		location, scale = Median(powers), MAD(powers)
	}
	return math.Sqrt(chiSquared(len(f.Eigenvalues), RegularShare)), cutOff(location, scale, RegularShare)
}

// Excess divides a distance by its cut-off. A distance of 0 is within any; what is infinite becomes the largest number.
func Excess(distance, cutOff float64) float64 {
	if distance == 0 {
		return 0
	}
	return min(distance/cutOff, math.MaxFloat64)
}

// wilsonHilferty returns distances to the power 2/3.
func wilsonHilferty(distances []float64) []float64 {
	powers := make([]float64, len(distances))
	for i, d := range distances {
		powers[i] = math.Cbrt(d * d)
	}
	return powers
}

// cutOff is the quantile of distances whose powers have this location and scale.
func cutOff(location, scale, level float64) float64 {
	return math.Pow(max(location+scale*normalQuantile(level), 0), 1.5)
}
