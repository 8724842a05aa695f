package solver_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"

	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// iterated is a function without its exact solution.
type iterated struct{ objective.Function }

func (iterated) Exact() bool { return false }

// singular returns the leading right singular vectors of x, one a row, and its squared singular values.
func singular(t *testing.T, x *mat.Dense, count int) (*mat.Dense, []float64) {
	t.Helper()
	var svd mat.SVD
	assert.Assert(t, svd.Factorize(x, mat.SVDThin), "no singular value decomposition")
	values := svd.Values(nil)[:count]
	for i, v := range values {
		values[i] = v * v
	}
	var v mat.Dense
	svd.VTo(&v)
	_, columns := x.Dims()
	return mat.DenseCopyOf(v.Slice(0, columns, 0, count).T()), values
}

func TestExactIsSingularValueDecomposition(t *testing.T) {
	for _, size := range []struct{ rows, columns, components int }{
		{40, 6, 6}, {50, 50, 20}, {20, 60, 10}, {200, 150, 3}, {150, 400, 5},
	} {
		x, _ := solver.Centre(pictures(size.rows, size.columns, 1))
		want, values := singular(t, x, size.components)
		f := fit(t, x, functions(t, "p=2"), solver.Settings{Components: size.components})[0]
		assert.Check(t, alike(f.Loadings, want, 1e-10), "%d×%d", size.rows, size.columns)
		for i, c := range f.Components {
			// f is u²/2: half an eigenvalue.
			assert.Check(t, c.End == solver.Exact && math.Abs(c.Objective-values[i]/2) <= 1e-10*values[0],
				"%d×%d: component %d: %+v, want objective %g", size.rows, size.columns, i, c, values[i]/2)
		}
	}
}

// Eigenvalues of XᵀX from 1 to 1e-20 span more than its rounding error leaves.
func TestExactFindsComponentsOfAllSizes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	const rows, columns = 40, 6
	q := rotation(rows, r).Slice(0, rows, 0, columns).(*mat.Dense)
	axes := rotation(columns, r)
	var scaled, x mat.Dense
	scaled.Apply(func(_, j int, v float64) float64 { return v * math.Pow(10, -2*float64(j)) }, q)
	x.Mul(&scaled, axes)
	f := fit(t, &x, functions(t, "p=2"), solver.Settings{Components: columns})[0]
	// x itself is rounded: an axis of length s is known to 1e-16/s.
	for j := range columns {
		row := func(m *mat.Dense) *mat.Dense { return m.Slice(j, j+1, 0, columns).(*mat.Dense) }
		assert.Check(t, alike(row(f.Loadings), row(axes), 1e-14*math.Pow(10, 2*float64(j))), "component %d", j)
	}
}

func TestExactIsWhatTheIterationReaches(t *testing.T) {
	x := separated(60, 8, 3, 2)
	two := functions(t, "p=2")[0]
	settings := solver.Settings{Components: 6, Tolerance: 1e-13}
	fits := fit(t, x, []objective.Function{two, iterated{two}}, settings)
	assert.Check(t, alike(fits[1].Loadings, fits[0].Loadings, 1e-11))
	k := kernelMatrix(t, kernel.Gaussian{Sigma: 10}, x, true)
	kernelFits := kernelFit(t, k, []objective.Function{two, iterated{two}}, settings)
	for i, c := range kernelFits[1].Components {
		assert.Check(t, c.End == solver.Converged && kernelFits[0].Components[i].End == solver.Exact,
			"component %d: iterated %s, exact %s", i, c.End, kernelFits[0].Components[i].End)
	}
	assert.Check(t, alike(kernelFits[1].Projections, kernelFits[0].Projections, 1e-9), "feature space")
}
