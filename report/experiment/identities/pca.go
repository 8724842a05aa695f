package identities

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment/lesson"
)

// directions are the identities of PCA by the covariance matrix, without the factor 1/n.
var directions = []identity{
	{
		name: "centring", equation: "(5), (6)", left: `$\mathbf{X}\mathbf{H}$`, right: `$\mathbf{X} - \mu$`,
		sides: plain(func(w *work) (l, r matrix) { return mul(centring(w.n()), w.Train), w.x }),
	}, {
		name: "projection-length", equation: "(15)",
		left:  `$\lVert \mathbf{u}\mathbf{u}^\top \check{\mathbf{x}}\rVert^2$ of each sample`,
		right: `$\mathbf{u}^\top \check{\mathbf{x}}\check{\mathbf{x}}^\top \mathbf{u}$`,
		sides: plain(func(w *work) (l, r matrix) {
			u := w.u.ColView(0)
			lengths, products := make([]float64, w.n()), make([]float64, w.n())
			for i := range lengths {
				z := mat.Dot(w.x.RowView(i), u)
				lengths[i] = squaredNorm(mul(u, number(z)))
				products[i] = mul(u.T(), w.x.RowView(i), w.x.RowView(i).T(), u).At(0, 0)
			}
			return column(lengths), column(products)
		}),
	}, {
		name: "covariance", equation: "(17)", left: `$\mathbf{X}\mathbf{H}\mathbf{X}^\top$`,
		right: `$\check{\mathbf{X}}\check{\mathbf{X}}^\top = \mathbf{S}$`,
		sides: plain(func(w *work) (l, r matrix) { return mul(w.Train.T(), centring(w.n()), w.Train), w.scatter() }),
	}, {
		name: "variance", equation: "(16), (18)",
		left:  `$\sum \lVert \hat{\mathbf{x}}\rVert^2$ along the first direction`,
		right: `$\mathbf{u}^\top \mathbf{S}\mathbf{u}$`,
		sides: plain(func(w *work) (l, r matrix) {
			u := w.u.ColView(0)
			return number(squaredNorm(mul(w.x, u, u.T()))), mul(u.T(), w.scatter(), u)
		}),
	}, {
		name: "eigenvectors", equation: "(20), (23)", left: `$\mathbf{S}\mathbf{U}$`, right: `$\mathbf{U}\Lambda$`,
		sides: plain(func(w *work) (l, r matrix) { return mul(w.scatter(), w.u), mul(w.u, diagonal(w.lambda)) }),
	}, {
		name: "trace", equation: "(21)", left: `$\lVert \mathbf{U}\mathbf{U}^\top \check{\mathbf{X}}\rVert^2$`,
		right: `$\operatorname{tr}(\mathbf{U}^\top \mathbf{S}\mathbf{U})$`,
		sides: plain(func(w *work) (l, r matrix) {
			return number(squaredNorm(mul(w.x, w.u, w.u.T()))), number(mat.Trace(mul(w.u.T(), w.scatter(), w.u)))
		}),
	}, {
		name: "largest-variance", equation: "(22)", left: `$\operatorname{tr}(\mathbf{U}^\top \mathbf{S}\mathbf{U})$`,
		right: `the largest of it and of 200 random orthonormal $\mathbf{U}$`,
		sides: plain(func(w *work) (l, r matrix) {
			own := mat.Trace(mul(w.u.T(), w.scatter(), w.u))
			best := own
			for q := range w.frames {
				best = max(best, mat.Trace(mul(q.T(), w.scatter(), q)))
			}
			return number(own), number(best)
		}),
	}, {
		name: "projection", equation: "(7), (31)",
		left:  `$\mathbf{U}^\top \check{\mathbf{X}}$ with $\mathbf{U}$ of the covariance matrix`,
		right: `with $\mathbf{U}$ of the SVD`,
		sides: plain(func(w *work) (l, r matrix) {
			z := mul(w.x, w.u)
			return z, aligned(mul(w.x, w.left), z)
		}),
	}, {
		name: "reconstruction", equation: "(8), (31)",
		left:  `$\mathbf{U}\mathbf{U}^\top \check{\mathbf{X}} + \mu$ with $\mathbf{U}$ of the covariance matrix`,
		right: `with $\mathbf{U}$ of the SVD`,
		sides: plain(func(w *work) (l, r matrix) { return w.back(w.x), plus(mul(w.x, w.left, w.left.T()), w.mean) }),
	}, {
		name: "new-projection", equation: "(9), (11), (12), (14)",
		left:  `$\mathbf{U}^\top \check{\mathbf{X}}_t$ out of sample, with $\mathbf{U}$ of the covariance matrix`,
		right: `with $\mathbf{U}$ of the SVD`,
		sides: plain(func(w *work) (l, r matrix) {
			z := mul(w.xt, w.u)
			return z, mul(w.xt, aligned(w.left, w.u))
		}),
	}, {
		name: "new-reconstruction", equation: "(10), (13), (14)",
		left:  `$\mathbf{U}\mathbf{U}^\top \check{\mathbf{X}}_t + \mu$ out of sample, with $\mathbf{U}$ of the covariance matrix`,
		right: `with $\mathbf{U}$ of the SVD`,
		sides: plain(func(w *work) (l, r matrix) { return w.back(w.xt), plus(mul(w.xt, w.left, w.left.T()), w.mean) }),
	}, {
		name: "new-projection-as-printed", equation: "(9), (12) as printed,",
		left: `$\mathbf{U}^\top \mathbf{X}_t$ without centring`, right: `$\mathbf{U}^\top \check{\mathbf{X}}_t$`,
		sides: plain(func(w *work) (l, r matrix) { return mul(w.New, w.u), mul(w.xt, w.u) }),
	}, {
		name: "new-reconstruction-as-printed", equation: "(10), (13) as printed,",
		left:  `$\mathbf{U}\mathbf{U}^\top \mathbf{X}_t + \mu$ without centring`,
		right: `$\mathbf{U}\mathbf{U}^\top \check{\mathbf{X}}_t + \mu$`,
		sides: plain(func(w *work) (l, r matrix) { return plus(mul(w.New, w.u, w.u.T()), w.mean), w.back(w.xt) }),
	}, {
		name: "orthonormal", equation: "(22)", left: `$\mathbf{U}^\top \mathbf{U}$`, right: `$\mathbf{I}$`,
		sides: plain(func(w *work) (l, r matrix) { return mul(w.u.T(), w.u), identityMatrix(w.p) }),
	}, {
		name: "truncated", equation: "“Truncating U”,", left: `$\mathbf{U}\mathbf{U}^\top$ of $p$ directions`,
		right: `$\mathbf{I}$`, differ: true,
		sides: plain(func(w *work) (l, r matrix) { return mul(w.u, w.u.T()), identityMatrix(w.d()) }),
	}, {
		name: "whole", equation: "“Truncating U”,",
		left:  `whether $\mathbf{U}\mathbf{U}^\top = \mathbf{I}$ for all directions with $\lambda \gt 0$`,
		right: `whether $\operatorname{rank}(\mathbf{S}) = d$`,
		sides: plain(func(w *work) (l, r matrix) {
			_, rank := w.whole.Dims()
			whole := apart(mul(w.whole, w.whole.T()), identityMatrix(w.d())) <= identity{}.tolerance()
			truth := map[bool]float64{true: 1}
			return number(truth[whole]), number(truth[rank == w.d()])
		}),
	},
}

// errorsOfReconstruction are the identities of the residual.
var errorsOfReconstruction = []identity{
	{
		name: "residual", equation: "(24), (25)", left: `$\mathbf{X} - \hat{\mathbf{X}}$`,
		right: `$\check{\mathbf{X}} - \mathbf{U}\mathbf{U}^\top \check{\mathbf{X}}$`,
		sides: plain(func(w *work) (l, r matrix) { return minus(w.Train, w.back(w.x)), w.residual(w.u) }),
	}, {
		name: "error", equation: "(26)",
		left:  `$\lVert \check{\mathbf{X}} - \mathbf{U}\mathbf{U}^\top \check{\mathbf{X}}\rVert^2$`,
		right: `$\operatorname{tr}(\check{\mathbf{X}}^\top \check{\mathbf{X}}) - \operatorname{tr}(\check{\mathbf{X}}\check{\mathbf{X}}^\top \mathbf{U}\mathbf{U}^\top)$`,
		sides: plain(func(w *work) (l, r matrix) {
			kept := mat.Trace(mul(w.scatter(), w.u, w.u.T()))
			return number(squaredNorm(w.residual(w.u))), number(squaredNorm(w.x) - kept)
		}),
	}, {
		name: "discarded", equation: "(26), (27)",
		left:  `$\lVert \check{\mathbf{X}} - \mathbf{U}\mathbf{U}^\top \check{\mathbf{X}}\rVert^2$`,
		right: "the sum of the eigenvalues left out",
		sides: plain(func(w *work) (l, r matrix) {
			left := 0.0
			values, _ := sortedSymmetric(w.scatter())
			for _, v := range values[w.p:] {
				left += v
			}
			return number(squaredNorm(w.residual(w.u))), number(left)
		}),
	}, {
		name: "least-error", equation: "(26), (27)",
		left:  `$\lVert \check{\mathbf{X}} - \mathbf{U}\mathbf{U}^\top \check{\mathbf{X}}\rVert^2$`,
		right: `the least of it and of 200 random orthonormal $\mathbf{U}$`,
		sides: plain(func(w *work) (l, r matrix) {
			own := squaredNorm(w.residual(w.u))
			best := own
			for q := range w.frames {
				best = min(best, squaredNorm(w.residual(q)))
			}
			return number(own), number(best)
		}),
	},
}

// n is the number of training samples, d that of features.
func (w *work) n() int { n, _ := w.x.Dims(); return n }
func (w *work) d() int { _, d := w.x.Dims(); return d }

// scatter is S.
func (w *work) scatter() *mat.Dense { return mul(w.x.T(), w.x) }

// back is UUᵀX̌ + μ of centred samples.
func (w *work) back(centred mat.Matrix) *mat.Dense { return plus(mul(centred, w.u, w.u.T()), w.mean) }

// residual is X̌ − UUᵀX̌.
func (w *work) residual(u mat.Matrix) *mat.Dense { return minus(w.x, mul(w.x, u, u.T())) }

// frames yields 200 random matrices of p orthonormal columns, each second one near to U.
func (w *work) frames(yield func(*mat.Dense) bool) {
	random := rand.New(rand.NewPCG(1, uint64(w.d())))
	for k := range 200 {
		q := mat.NewDense(w.d(), w.p, nil)
		q.Apply(func(_, _ int, _ float64) float64 { return random.NormFloat64() }, q)
		if k%2 == 1 {
			q.Scale(1e-3, q)
			q.Add(q, w.u)
		}
		if !yield(orthonormal(q)) {
			return
		}
	}
}

// orthonormal spans what the columns of a matrix span.
func orthonormal(m *mat.Dense) *mat.Dense {
	var qr mat.QR
	qr.Factorize(m)
	var q mat.Dense
	qr.QTo(&q)
	_, columns := m.Dims()
	return lesson.FirstColumns(&q, columns)
}
