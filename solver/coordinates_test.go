package solver_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

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
	if rows, columns := c.Dims(); rows != 7 || columns != 7 {
		t.Fatalf("coordinates are %d × %d, want 7 × 7", rows, columns)
	}
	var before, after mat.Dense
	before.Mul(x, x.T())
	after.Mul(c, c.T())
	for i := range 7 {
		for j := range 7 {
			if a, b := before.At(i, j), after.At(i, j); math.Abs(a-b) > 1e-12*before.At(0, 0) {
				t.Errorf("inner product of samples %d and %d is %g, of their coordinates %g", i, j, a, b)
			}
		}
	}
}
