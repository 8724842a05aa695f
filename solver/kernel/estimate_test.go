package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"

	"gpca/solver/internal/vector"
)

// Estimates are within their bounds for kernels of all widths, for coefficients of all sizes, one of them far
// larger than the others, and for the training samples, whose projections are the largest.
func TestEstimatesAreWithinTheirBounds(t *testing.T) {
	const n, features, tests = 40, 9, 70
	r := rand.New(rand.NewPCG(23, 1))
	images := func(rows int) *mat.Dense {
		m := mat.NewDense(rows, features, nil)
		m.Apply(func(int, int, float64) float64 { return float64(r.IntN(256)) }, m)
		return m
	}
	training, samples := images(n), images(tests)
	training.SetRow(7, training.RawRowView(3)) // equal samples
	for i := range n {
		samples.SetRow(i, training.RawRowView(i))
	}
	pixels := vector.NewPixels(vector.Of(samples))
	for _, sigma := range []float64{1, 100, 300, 1e4, 1e6} {
		for _, centred := range []bool{true, false} {
			for _, size := range []float64{1e-6, 1, 1e6} {
				t.Run(fmt.Sprintf("sigma %g, centred %t, size %g", sigma, centred, size), func(t *testing.T) {
					m := newMatrix(t, Gaussian{sigma}, training, centred)
					b := mat.NewDense(6, m.Size(), nil)
					b.Apply(func(int, int, float64) float64 { return size * r.NormFloat64() }, b)
					b.Set(5, 11, 1e4*size)
					p := m.Projector(b)
					ends := []int{2, 2, 5, 6}
					x := p.Estimator(ends, m.SquaredLengths(b))
					if x == nil {
						t.Skipf("the kernel %s of this processor has no instructions to estimate with", vector.Kernel())
					}
					z, lengths := mat.NewDense(tests, 6, nil), make([]float64, tests)
					p.Project(z, lengths, samples)
					low, high := make([][]float64, len(ends)), make([][]float64, len(ends))
					for g := range ends {
						low[g], high[g] = make([]float64, tests), slices.Repeat([]float64{math.Inf(1)}, tests)
					}
					x.Bound(low, high, pixels, vector.Of(samples).SquaredNorms())
					first := 0
					for g, end := range ends {
						for i := range tests {
							want := lengths[i]
							for _, v := range z.RawRowView(i)[first:end] {
								want -= v * v
							}
							assert.Check(t, low[g][i] <= want && want <= high[g][i],
								"sample %d, group %d: %g is not from %g to %g", i, g, want, low[g][i], high[g][i])
						}
						first = end
					}
				})
			}
		}
	}
}
