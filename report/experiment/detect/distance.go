package detect

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpca/report/experiment"
	"gpca/solver/robust"
)

// The distances of samples from a fit.
const (
	combined   = "combined"
	orthogonal = "orthogonal"
	score      = "score"

	eigenvectors = "eigenvectors"
	neighbour    = "neighbour"
)

// distances are all there are, the usual one first.
var distances = []experiment.Value{
	experiment.Called(combined, "combined distance"),
	experiment.Called(orthogonal, "orthogonal distance"),
	experiment.Called(score, "score distance"),
	experiment.Called(eigenvectors, "distance to the eigenvectors"),
	experiment.Called(neighbour, "distance to the 5th neighbour"),
}

// neighbours is which nearest fitted sample the distance neighbour is to, the default of PyOD.
const neighbours = 5

// distancesOf returns the distances of samples from a fit, by name and divided by their cut-offs, which are those of
// the samples that were fitted. Orthogonal and combined distances are left out where the components span all of these.
func distancesOf(f *robust.Fit, fitted, samples *mat.Dense) map[string][]float64 {
	near, away := f.Distances(fitted)
	nearCutOff, awayCutOff := f.CutOffs(away)
	spanned := slices.Max(away) == 0
	if samples != fitted {
		near, away = f.Distances(samples)
	}
	larger := make([]float64, len(near))
	for i := range larger {
		near[i], away[i] = robust.Excess(near[i], nearCutOff), robust.Excess(away[i], awayCutOff)
		larger[i] = max(near[i], away[i])
	}
	if spanned {
		return map[string][]float64{score: near}
	}
	return map[string][]float64{score: near, orthogonal: away, combined: larger}
}

// errSpanned is the reason why a distance is left out.
var errSpanned = fmt.Errorf("%w: the components span all samples, so that orthogonal distances are 0: extract "+
	"fewer, or take the score distance", robust.ErrNotApplicable)

// fromNeighbours returns the distance of each sample to its nearest fitted sample but [neighbours] − 1. A sample is
// no neighbour of itself.
func fromNeighbours(fitted, samples *mat.Dense) []float64 {
	n, features := fitted.Dims()
	rows, _ := samples.Dims()
	found, all := make([]float64, rows), make([]float64, n)
	k := neighbours - 1
	if samples == fitted {
		k++
	}
	for i := range found {
		for j := range all {
			all[j] = floats.Distance(samples.RawRowView(i)[:features], fitted.RawRowView(j), 2)
		}
		slices.Sort(all)
		found[i] = all[min(k, n-1)]
	}
	return found
}

// fromEigenvectors returns what PyOD's detector PCA takes for a distance: Σ_j ‖x − v_j‖/(λ_j/Σλ), over the
// eigenvectors v_j of standardised samples, each with the sign by which the largest score is positive (Y. Zhao,
// Z. Nasrullah, Z. Li, "PyOD", JMLR 20(96), 2019). Here x is the sample less the centre, in units of the mean variance
// of the columns that vary, which is that of standardised samples. Where more components are wanted than vary, PyOD
// divides by a rounding error, which outweighs all else: what is left, and returned, is the distance from the centre.
func fromEigenvectors(f *robust.Fit, wanted int, fitted, samples *mat.Dense) []float64 {
	n, features := fitted.Dims()
	components, _ := f.Loadings.Dims()
	total, varying := 0.0, 0.0
	for j := range features {
		if v := stat.PopVariance(mat.Col(nil, j, fitted), nil); v > 0 {
			total, varying = total+v, varying+1
		}
	}
	unit := math.Sqrt(total / varying)
	centred := func(samples *mat.Dense, i int) []float64 {
		x := floats.SubTo(make([]float64, features), samples.RawRowView(i), f.Centre)
		floats.Scale(1/unit, x)
		return x
	}
	scores := mat.NewDense(n, components, nil)
	for i := range n {
		x := mat.NewVecDense(features, centred(fitted, i))
		mat.NewVecDense(components, scores.RawRowView(i)).MulVec(f.Loadings, x)
	}
	vectors, weights := mat.DenseCopyOf(f.Loadings), make([]float64, components)
	degenerate := components < wanted
	for j := range components {
		column := mat.Col(nil, j, scores)
		if -floats.Min(column) > floats.Max(column) {
			floats.Scale(-1, vectors.RawRowView(j))
		}
		share := stat.PopVariance(column, nil) / varying
		weights[j], degenerate = 1/share, degenerate || share <= vanishing
	}
	rows, _ := samples.Dims()
	found := make([]float64, rows)
	for i := range found {
		x := centred(samples, i)
		if degenerate {
			found[i] = floats.Norm(x, 2)
			continue
		}
		for j, w := range weights {
			found[i] += w * floats.Distance(x, vectors.RawRowView(j), 2)
		}
	}
	return found
}

// vanishing is the share of the variance below which a component is rounding error.
const vanishing = 1e-12
