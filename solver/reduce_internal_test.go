package solver

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"

	"gpca/solver/internal/vector"
)

// Coordinates of a basis give back the samples, and there are no more of them than needed.
func TestReduceLosesNothing(t *testing.T) {
	for _, test := range []struct{ samples, features, zeros, reduced int }{
		{10, 4, 0, 4},
		{10, 7, 3, 4},
		{10, 10, 0, 10},
		{5, 20, 0, 5},
		{5, 20, 8, 5},
		{5, 6, 3, 3},
		{1, 3, 0, 1},
		{3, 4, 4, 1}, // nothing varies: one feature of zeros is left
	} {
		r := rand.New(rand.NewPCG(1, 1))
		x := mat.NewDense(test.samples, test.features, nil)
		for _, j := range r.Perm(test.features)[test.zeros:] {
			for i := range test.samples {
				x.Set(i, j, r.NormFloat64())
			}
		}
		reduced, basis := reduce(x)
		rows, columns := reduced.Dims()
		assert.Check(t, rows == test.samples && columns == test.reduced, "%+v: reduced to %d×%d", test, rows, columns)
		assert.Check(t, mat.EqualApprox(basis.lift(reduced), x, 1e-14), "%+v: lifted samples differ", test)
	}
}

// What little is left of a vector outside the span of a basis is orthogonal to it, relative to its length.
func TestOrthogonaliseTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	basis := vector.NewMatrix(10, 40)
	for i := range basis.Rows {
		b := basis.Row(i)
		for j := range b {
			b[j] = r.NormFloat64()
		}
		orthogonalise(b, vector.Matrix{Rows: i, Cols: 40, Stride: 40, Data: basis.Data})
		normalise(b)
	}
	for _, left := range []float64{1, 1e-3, 1e-6, 1e-9} {
		v := make([]float64, 40)
		for j := range v {
			v[j] = left * r.NormFloat64()
		}
		for i := range basis.Rows {
			vector.Axpy(r.NormFloat64(), basis.Row(i), v)
		}
		orthogonalise(v, basis)
		for i := range basis.Rows {
			cos := vector.Dot(v, basis.Row(i)) / norm(v)
			assert.Check(t, math.Abs(cos) <= 1e-14, "%g left: cosine %g with vector %d", left, cos, i)
		}
	}
}
