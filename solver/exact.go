package solver

import (
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/score"
)

// gramRange is the range of eigenvalues, relative to the largest eigenvalue λ₁, whose
// eigenvectors are taken from one matrix XᵀX. The rounding error of an eigenvector is of
// the order of 1e-16 λ₁ over the gap to the next eigenvalue, so that components with a
// small eigenvalue would be inaccurate. They are taken from XᵀX of the samples deflated
// by the components before.
const gramRange = 1e-4

// principalComponents solves f(u) = u² exactly, as leading eigenvectors of XᵀX.
func principalComponents(x vector.Matrix, s score.Score, settings Settings) ([]Component, *mat.Dense, error) {
	wanted := min(settings.Components, x.Cols)
	loadings := vector.Empty(wanted, x.Cols)
	var components []Component
	projections := make([]float64, x.Rows)
	_, start := largest(x.SquaredNorms())
	rest := x
	for {
		if _, left := largest(rest.SquaredNorms()); exhausted(left, start) {
			break
		}
		features := transposed(rest)
		gram := vector.NewMatrix(x.Cols, x.Cols)
		vector.GramLower(gram, features, settings.Workers)
		values, vectors, err := leadingEigenpairs(gram, wanted-loadings.Rows, settings.Workers)
		if err != nil {
			return components, fromRows(loadings), err
		}
		for i, value := range values {
			if !(value > gramRange*values[0]) {
				break
			}
			w := vectors.Row(i)
			orthogonalise(w, loadings)
			normalise(w)
			copy(loadings.Append(), w)
			project(projections, x, w)
			components = append(components, Component{End: Exact, Objective: objective(s, projections, nil)})
		}
		if loadings.Rows == wanted {
			break
		}
		rest = deflated(x, loadings)
	}
	return components, fromRows(loadings), nil
}

// deflated returns x without its part in the span of the loadings.
func deflated(x, loadings vector.Matrix) vector.Matrix {
	rest := vector.NewMatrix(x.Rows, x.Cols)
	for i := range x.Rows {
		copy(rest.Row(i), x.Row(i))
		orthogonalise(rest.Row(i), loadings)
	}
	return rest
}
