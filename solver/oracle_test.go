package solver_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"

	"gpca/solver"
	"gpca/solver/classify"
	"gpca/solver/kernel"
)

// oracleSamples is x_ij = ((17i² + 31ij + 11j² + 3i) mod 101 − 50) / (25·2ʲ): integers until the last, exact
// division, the same in every program.
func oracleSamples() *mat.Dense {
	x := mat.NewDense(12, 4, nil)
	for i := range 12 {
		for j := range 4 {
			x.Set(i, j, float64((17*i*i+31*i*j+11*j*j+3*i)%101-50)/(25*math.Pow(2, float64(j))))
		}
	}
	return x
}

// readNumPy reads what NumPy computed on oracleSamples, to 15 digits; the file says how.
func readNumPy(t *testing.T) (recorded struct {
	GPCA   map[string][]float64 // two loadings
	Kernel map[string]struct {
		Projections, Coefficients []float64 // of the third component
		SquaredError              float64   // of the sample (0.5, −0.25, 0.125, 1) by all three
	}
}) {
	text, err := os.ReadFile("testdata/numpy.json")
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal(text, &recorded))
	assert.Equal(t, len(recorded.GPCA), 7)
	assert.Equal(t, len(recorded.Kernel), 4)
	return recorded
}

func TestGPCAAgreesWithNumPy(t *testing.T) {
	x, _ := solver.Centre(oracleSamples())
	for name, want := range readNumPy(t).GPCA {
		got := fit(t, x, functions(t, name), solver.Settings{Components: 2})[0]
		assert.Check(t, alike(got.Loadings, mat.NewDense(2, 4, want), 1e-9), name)
	}
}

// The third component depends on the two before it and their deflation.
func TestKernelGPCAAgreesWithNumPy(t *testing.T) {
	k := kernelMatrix(t, kernel.Gaussian{Sigma: 2}, oracleSamples(), true)
	for name, want := range readNumPy(t).Kernel {
		f := kernelFit(t, k, functions(t, name), solver.Settings{Components: 3})[0]
		third := func(m *mat.Dense) *mat.Dense { return m.Slice(2, 3, 0, 12).(*mat.Dense) }
		assert.Check(t, alike(third(f.Projections), mat.NewDense(1, 12, want.Projections), 1e-9),
			"%s: projections", name)
		assert.Check(t, alike(third(f.Coefficients), mat.NewDense(1, 12, want.Coefficients), 1e-9),
			"%s: coefficients", name)
		square := [][]float64{make([]float64, 1)}
		sample := mat.NewDense(1, 4, []float64{0.5, -0.25, 0.125, 1})
		classify.NewKernel(k, []*mat.Dense{f.Coefficients}, nil).SquaredErrors(square, sample)
		assert.Check(t, math.Abs(square[0][0]-want.SquaredError) <= 1e-9, "%s: squared error %.15g", name, square[0][0])
	}
}
