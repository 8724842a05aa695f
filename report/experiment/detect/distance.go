package detect

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment"
	"gpca/solver/robust"
)

// regular is the share of regular samples that a cut-off passes, if these are normal.
const regular = 0.975

// The distances of samples from a fit.
const (
	combined   = "combined"
	orthogonal = "orthogonal"
	score      = "score"
)

// distances are all there are, the usual one first.
var distances = []experiment.Value{
	experiment.Called(combined, "combined distance"),
	experiment.Called(orthogonal, "orthogonal distance"),
	experiment.Called(score, "score distance"),
}

// distancesOf returns the distances of samples from a fit, by name and divided by their cut-offs, which are those of
// the samples that were fitted. Orthogonal and combined distances are left out where the components span all of these.
func distancesOf(f *robust.Fit, fitted, samples *mat.Dense) map[string][]float64 {
	near, away := f.Distances(fitted)
	nearCutOff, awayCutOff := robust.CutOffs(f, near, away, regular)
	spanned := slices.Max(away) == 0
	if samples != fitted {
		near, away = f.Distances(samples)
	}
	larger := make([]float64, len(near))
	for i := range larger {
		near[i], away[i] = over(near[i], nearCutOff), over(away[i], awayCutOff)
		larger[i] = max(near[i], away[i])
	}
	if spanned {
		return map[string][]float64{score: near}
	}
	return map[string][]float64{score: near, orthogonal: away, combined: larger}
}

// over divides a distance by a cut-off. A distance of 0 is within any.
func over(distance, cutOff float64) float64 {
	if distance == 0 {
		return 0
	}
	return distance / cutOff
}

// errSpanned is of a distance that is left out.
var errSpanned = fmt.Errorf("%w: the components span all samples, so that orthogonal distances are 0: extract "+
	"fewer, or take the score distance", robust.ErrNotApplicable)
