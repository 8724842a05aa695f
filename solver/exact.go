package solver

import "gpca/solver/internal/vector"

// gramRange is the smallest eigenvalue, relative to the largest λ₁, whose eigenvector is taken from the same XᵀX:
// the rounding error of eigenvectors is about 1e-16 λ₁ over the gap to the next eigenvalue. The others are taken
// from XᵀX of deflated samples.
const gramRange = 1e-4

// decompose solves f(u) = u² by leading eigenvectors of XᵀX.
func (a *ascent) decompose() error {
	x, workers := a.samples, a.iteration.settings.Workers
	for rest := x; ; {
		if _, left := largest(rest.SquaredNorms()); exhausted(left, a.largest) {
			break
		}
		features, gram := vector.NewMatrix(x.Cols, x.Rows), vector.NewMatrix(x.Cols, x.Cols)
		vector.Transpose(features, rest)
		vector.GramLower(gram, features, workers)
		values, vectors, err := leadingEigenpairs(gram, a.wanted-a.loadings.Rows, workers)
		if err != nil {
			a.err = err
			break
		}
		for i, value := range values {
			if !(value > gramRange*values[0]) {
				break
			}
			copy(a.direction, vectors.Row(i))
			a.add(Component{End: Exact})
		}
		if a.done() {
			break
		}
		rest = vector.NewMatrix(x.Rows, x.Cols)
		for i := range x.Rows {
			copy(rest.Row(i), x.Row(i))
			orthogonalise(rest.Row(i), a.loadings)
		}
	}
	return a.err
}
