package classify

import (
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// NewLinear returns the model of a class in input space with the given mean and, for each method, orthonormal
// loadings, components × features, which may be empty.
func NewLinear(mean []float64, loadings []*mat.Dense) Model {
	stacked, ends := stack(loadings, len(mean))
	project := func(s *scratch, z vector.Matrix, lengths []float64, samples *mat.Dense) {
		centred := vector.In(&s.samples, len(lengths), len(mean))
		for i := range lengths {
			r := floats.SubTo(centred.Row(i), samples.RawRowView(i), mean)
			lengths[i] = vector.Dot(r, r)
		}
		vector.MulTransposed(z, centred, stacked)
	}
	closer := sync.OnceValue(func() *fixedPoint { return newFixedPoint(mean, stacked, ends, 16) })
	bounds := sync.OnceValue(func() []bound {
		quick := newFixedPoint(mean, stacked, ends, vector.QuickBits())
		if quick == nil {
			return nil
		}
		return []bound{quick.bound, func(low, high [][]float64, block *images) {
			closer().bound(low, high, block)
		}}
	})
	return &subspaces{ends: ends, directions: stacked.Rows, centre: mean, project: project, bounds: bounds}
}
