//go:build !race

// The race detector makes sync.Pool drop values at random.

package vector

import (
	"math/rand/v2"
	"testing"
)

func TestNoAllocation(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(8, 9))
		around, products := make([]float32, 90), make([]int32, 90)
		fractions := NewFractions(1, 90)
		x, w := random(100, 90, r), random(10, 90, r)
		u, g, gram := NewMatrix(10, 100), NewMatrix(10, 90), NewMatrix(100, 100)
		squares := make([]float64, 100)
		samples := NewSamples(x, 1)
		apply := func(Matrix) {}
		if count := testing.AllocsPerRun(20, func() {
			MulTransposed(u, w, x)
			Mul(g, u, x)
			GramLower(gram, x, 1)
			samples.Pass(g, w, apply)
			Axpy(2, x.Row(0), x.Row(1))
			ExpNegScaled(squares, squares, Dot(x.Row(0), x.Row(1)))
			if fractions != nil {
				fractions.SetGaussian(0, products, products, 4, 1, around)
			}
		}); count != 0 {
			t.Errorf("%g allocations a run", count)
		}
	})
}
