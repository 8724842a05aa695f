package detect

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/solver/robust"
)

// Five points and the fifth neighbour of each, counted by hand: of five, a sample has four others.
func TestFromNeighbours(t *testing.T) {
	fitted := mat.NewDense(6, 1, []float64{0, 1, 2, 4, 8, 16})
	got := fromNeighbours(fitted, fitted)
	assert.Check(t, got[0] == 16 && got[3] == 12, "distances to the fifth other are %v", got)
	got = fromNeighbours(fitted, mat.NewDense(1, 1, []float64{0}))
	assert.Equal(t, got[0], 8.0, "the fifth fitted sample from 0 is %v away, want 8", got[0])
}

// NumPy 1.24: standardise, eigh of the covariance, signs by the largest score, Σ_j ‖x − v_j‖/(λ_j/Σλ).
func TestFromEigenvectors(t *testing.T) {
	fitted := mat.NewDense(4, 2, []float64{-1.5, -0.5, 0.5, -0.5, 1.5, 1.5, -0.5, -0.5})
	root := math.Sqrt(0.5)
	f := &robust.Fit{Centre: []float64{0, 0}, Loadings: mat.NewDense(2, 2, []float64{-root, -root, root, -root})}
	got := fromEigenvectors(f, 2, fitted, fitted)
	for i, want := range []float64{14.428814796954, 15.056562673940, 20.043172003362, 11.748938149632} {
		assert.Check(t, math.Abs(got[i]-want) <= 1e-9, "distance %d is %.12f, want %.12f", i, got[i], want)
	}
}

func TestDivisions(t *testing.T) {
	data := dataset.Description{Name: "ten", Samples: 10}
	packed, err := divisions{rated: [][]int{{0, 9, 3}, {8}, {1}}}.of(data, 2)
	if err != nil || len(packed) != 2 || !slices.Equal(unpack(packed[0], 10), []int{0, 3, 9}) || !slices.Equal(unpack(packed[1], 10), []int{8}) {
		t.Errorf("packed as %q, %v", packed, err)
	}
	for want, all := range map[string][][]int{
		" has 1 division, and the study 2 repetitions":                       {{1}},
		", repetition 2: sample 10 stands twice, or is beyond the 10 of ten": {{1}, {10}},
		", repetition 1: sample 4 stands twice, or is beyond the 10 of ten":  {{4, 4}, {1}},
	} {
		_, err := (divisions{rated: all}).of(data, 2)
		assert.Check(t, is.Error(err, want))
	}
}
