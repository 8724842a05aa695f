package solver

import (
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/score"
)

// gramRange is the range of eigenvalues, relative to the largest eigenvalue λ₁, whose
// eigenvectors are taken from one matrix XᵀX: their rounding error is of the order of
// 1e-16 λ₁ over the gap to the next eigenvalue. Others are taken from XᵀX of the samples
// deflated by the components before.
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
		features, gram := vector.NewMatrix(x.Cols, x.Rows), vector.NewMatrix(x.Cols, x.Cols)
		vector.Transpose(features, rest)
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
		rest = vector.NewMatrix(x.Rows, x.Cols)
		for i := range x.Rows {
			copy(rest.Row(i), x.Row(i))
			orthogonalise(rest.Row(i), loadings)
		}
	}
	return components, fromRows(loadings), nil
}
