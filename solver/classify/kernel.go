package classify

import (
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/kernel"
)

// NewKernel returns the model of the class of the training samples of k, with the coefficients of each method's
// components, components × distinct training samples, which may be empty, and with their squared lengths in feature
// space, by component, from [kernel.Matrix.SquaredLengths]. It does not need the Values of k. Without the lengths it
// classifies images as well, but more slowly.
//
// Errors are those of equations C.3 to C.7.
func NewKernel(k *kernel.Matrix, coefficients []*mat.Dense, squaredLengths [][]float64) Model {
	stacked, ends := stack(coefficients, len(k.Weights))
	projector := k.Projector(stacked.Dense())
	return &subspaces{
		ends: ends, directions: stacked.Rows,
		project: func(_ *scratch, z vector.Matrix, lengths []float64, samples *mat.Dense) {
			projector.Project(z.Dense(), lengths, samples)
		},
		bounds: sync.OnceValue(func() []bound {
			estimator := projector.Estimator(ends, slices.Concat(squaredLengths...))
			if estimator == nil {
				return nil
			}
			return []bound{func(low, high [][]float64, block *images) {
				estimator.Bound(low, high, block.pixels, block.norms)
			}}
		}),
	}
}
