package subspace_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"

	"gpca/report/experiment/subspace"
	"gpca/report/statistics"
)

// A value that is too large to be centred or scaled is named, and not a sample of which it makes NaN.
func TestHugeValues(t *testing.T) {
	samples := mat.NewDense(6, 2, []float64{1, 2, 2, 1, 4, 3, 3, 5, 5, math.MaxFloat64, 2, math.MaxFloat64})
	for _, scale := range []string{"sd", "mad", "qn"} {
		_, err := (subspace.Spec{Scale: scale}).Scaling(samples, statistics.Indices(6))
		assert.Check(t, err != nil && strings.HasPrefix(err.Error(), "column 2 has the value 1.797"),
			"scale %s: error %v", scale, err)
	}
	training, err := subspace.NewTraining(subspace.Spec{Score: "p=1", Start: "largest-sample"}, 1, []string{"p=1"})
	assert.NilError(t, err)
	_, err = training.Fit(t.Context(), samples)
	assert.ErrorContains(t, err, "sample 4, feature 1 is 1.797")
	large := mat.NewDense(3, 1, []float64{1e150, 3e150, 2e150}) // too large for a fit, until it is scaled
	_, err = (subspace.Spec{Scale: "sd"}).Scaling(large, statistics.Indices(3))
	assert.NilError(t, err)
}
