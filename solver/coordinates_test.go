package solver_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"

	"gpca/solver"
)

func TestCoordinatesKeepInnerProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	x := mat.NewDense(7, 30, nil)
	x.Apply(func(int, int, float64) float64 { return 255 * r.Float64() }, x)
	x.SetRow(5, x.RawRowView(2))
	for j := range 30 {
		x.Set(6, j, x.At(0, j)-2*x.At(1, j))
	}
	c := solver.Coordinates(x)
	rows, columns := c.Dims()
	assert.Assert(t, rows == 7 && columns == 7, "coordinates are %d × %d, want 7 × 7", rows, columns)
	before, after := solver.Product(x, x.T()), solver.Product(c, c.T())
	assert.Check(t, mat.EqualApprox(before, after, 1e-12), "inner products %v, of coordinates %v", before, after)
}
