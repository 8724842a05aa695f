package identities

import (
	"context"
	"errors"
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment/lesson"
	"gpca/solver"
	"gpca/solver/dual"
)

// A work has training samples X and new samples X_t as rows, x and xt less the mean of X, and directions U as
// columns.
type work struct {
	ctx context.Context
	lesson.Samples
	p int

	mean  []float64
	x, xt *mat.Dense
	// u and lambda: p leading eigenvectors and eigenvalues of S; whole: all with λ > 0.
	u, whole *mat.Dense
	lambda   []float64
	// left, sigma and right: U, Σ and V of the singular value decomposition of X̌.
	left, right *mat.Dense
	sigma       []float64
	dual        *dual.PCA
	quadratic   func() *quadratic
}

func newWork(ctx context.Context, s lesson.Samples, p int) *work {
	w := &work{ctx: ctx, Samples: s, p: p}
	w.x, w.mean = solver.Centre(s.Train)
	w.xt = solver.Shifted(s.New, -1, w.mean)
	n, d := w.x.Dims()
	w.whole = principal(ctx, w.x, min(n-1, d))
	if _, rank := w.whole.Dims(); rank < p {
		check(errors.New("the samples span fewer dimensions than there are directions: ask for fewer components"))
	}
	w.u = lesson.FirstColumns(w.whole, p)
	for j := range p {
		w.lambda = append(w.lambda, squaredNorm(mul(w.x, w.u.ColView(j))))
	}
	var svd mat.SVD
	if !svd.Factorize(w.x.T(), mat.SVDThin) {
		check(errors.New("the singular values do not converge"))
	}
	var left, right mat.Dense
	svd.UTo(&left)
	svd.VTo(&right)
	w.left, w.right, w.sigma = lesson.FirstColumns(&left, p), lesson.FirstColumns(&right, p), svd.Values(nil)[:p]
	w.dual = must(dual.NewPCA(s.Train, p))
	if len(w.dual.Sigma) < p {
		check(errors.New("the inner products of the samples have fewer eigenvalues above rounding than there " +
			"are directions: ask for fewer components"))
	}
	w.quadratic = sync.OnceValue(func() *quadratic { return newQuadratic(w) })
	return w
}

// principal returns the principal directions of centred samples as columns.
func principal(ctx context.Context, centred *mat.Dense, count int) *mat.Dense {
	return mat.DenseCopyOf(must(solver.Principal(ctx, centred, count)).T())
}
