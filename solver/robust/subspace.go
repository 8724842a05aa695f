package robust

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gpca/solver"
	"gpca/solver/internal/vector"
)

const (
	subspaceSteps = 500
	// subspaceTolerance is the change of the subspace, the norm of the difference of the projectors on it over √2,
	// below which an iteration has converged.
	subspaceTolerance = 1e-10
)

// A weighting is the weight of a sample by its distance from the subspace.
type weighting func(distance float64) float64

// reweightedSubspace iterates the leading eigenvectors of Σ w x xᵀ, from those of w = 1, with weights of the samples
// less their spatial median by their distances from the subspace before; weightsFor has the distances from the first.
func (p *problem) reweightedSubspace(weightsFor func(lengths, distances []float64) weighting) (*Fit, error) {
	k := p.components
	if k == 0 {
		chosen, err := p.spherical()
		if err != nil {
			return nil, err
		}
		k = len(chosen.Eigenvalues)
	}
	n, size := p.x.Rows, p.x.Cols
	centre, _, _ := spatialMedian(p.ctx, p.x)
	centred, lengths := vector.NewMatrix(n, size), make([]float64, n)
	for i := range n {
		copy(centred.Row(i), p.x.Row(i))
		vector.Axpy(-1, centre, centred.Row(i))
		lengths[i] = norm(centred.Row(i))
	}
	components := func(weights []float64) (vector.Matrix, error) {
		_, vectors, err := solver.Eigenpairs(weightedProducts(centred, weights, p.workers), k, p.workers)
		return vectors, err
	}
	weights := slices.Repeat([]float64{1}, n)
	vectors, err := components(weights)
	if err != nil {
		return nil, err
	}
	var weight weighting
	steps, converged := 0, false
	for steps < subspaceSteps && !converged {
		if err := p.ctx.Err(); err != nil {
			return nil, err
		}
		span := Fit{Centre: make([]float64, size), Loadings: vectors.Dense(), Eigenvalues: make([]float64, k)}
		_, distances := span.Distances(centred.Dense())
		if weight == nil {
			weight = weightsFor(lengths, distances)
		}
		for i, d := range distances {
			weights[i] = weight(d)
		}
		next, err := components(weights)
		if err != nil {
			return nil, err
		}
		steps++
		converged = subspaceChange(vectors, next) <= subspaceTolerance
		vectors = next
	}
	fit := p.describe(centre, vectors)
	fit.sort()
	fit.Iterations, fit.Converged = steps, converged
	return fit, nil
}

// weightedProducts returns Σ w x xᵀ of the rows x, with weights w that are not negative.
func weightedProducts(x vector.Matrix, weights []float64, workers int) vector.Matrix {
	products, row := vector.NewMatrix(x.Cols, x.Cols), make([]float64, x.Cols)
	vector.GramOfRows(products, x.Rows, func(i int) []float64 {
		return floats.ScaleTo(row, math.Sqrt(weights[i]), x.Row(i))
	}, workers)
	return products
}

// subspaceChange is √(Σ sin²) of the principal angles between two subspaces of the same number of orthonormal rows.
func subspaceChange(a, b vector.Matrix) float64 {
	sum := 0.0
	rest := make([]float64, a.Cols)
	for i := range a.Rows {
		copy(rest, a.Row(i))
		vector.Remove(rest, b)
		sum += vector.Dot(rest, rest)
	}
	return math.Sqrt(sum)
}
