package identities

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment/lesson"
)

// directions are the identities of PCA by the covariance matrix S, without the factor 1/n.
var directions = []identity{
	{"centring", always, "(5), (6)", "$XH$", `$X - \mu$`,
		func(w *work) (l, r matrix) { return mul(centring(w.n()), w.Train), w.x }},
	{"projection-length", always, "(15)", `$\lVert \mathbf{u}\mathbf{u}ᵀ\check{\mathbf{x}}\rVert^2$ of each sample`,
		`$\mathbf{u}ᵀ\check{\mathbf{x}}\check{\mathbf{x}}ᵀ\mathbf{u}$`,
		func(w *work) (l, r matrix) {
			u := w.u.ColView(0)
			lengths, products := make([]float64, w.n()), make([]float64, w.n())
			for i := range lengths {
				z := mat.Dot(w.x.RowView(i), u)
				lengths[i] = squaredNorm(mul(u, number(z)))
				products[i] = mul(u.T(), w.x.RowView(i), w.x.RowView(i).T(), u).At(0, 0)
			}
			return column(lengths), column(products)
		}},
	{"covariance", always, "(17)", "$XHXᵀ$", `$\check{X}\check{X}ᵀ= S$`,
		func(w *work) (l, r matrix) { return mul(w.Train.T(), centring(w.n()), w.Train), w.scatter() }},
	{"variance", always, "(16), (18)", `$\sum \lVert \hat{\mathbf{x}}\rVert^2$ along the first direction`,
		`$\mathbf{u}ᵀS\mathbf{u}$`,
		func(w *work) (l, r matrix) {
			u := w.u.ColView(0)
			return number(squaredNorm(mul(w.x, u, u.T()))), mul(u.T(), w.scatter(), u)
		}},
	{"eigenvectors", always, "(20), (23)", "$SU$", `$U\Lambda$`,
		func(w *work) (l, r matrix) { return mul(w.scatter(), w.u), mul(w.u, diagonal(w.lambda)) }},
	{"trace", always, "(21)", `$\lVert UUᵀ\check{X}\rVert^2$`, `$\operatorname{tr}(UᵀSU)$`,
		func(w *work) (l, r matrix) {
			return number(squaredNorm(mul(w.x, w.u, w.u.T()))), number(mat.Trace(mul(w.u.T(), w.scatter(), w.u)))
		}},
	{"largest-variance", always, "(22)", `$\operatorname{tr}(UᵀSU)$`,
		"the largest of it and of 200 random orthonormal $U$",
		func(w *work) (l, r matrix) {
			kept := func(u *mat.Dense) float64 { return mat.Trace(mul(u.T(), w.scatter(), u)) }
			return number(kept(w.u)), number(slices.Max(w.ofFrames(kept)))
		}},
	{"projection", always, "(7), (31)", `$Uᵀ\check{X}$ with $U$ of the covariance matrix`, "with $U$ of the SVD",
		func(w *work) (l, r matrix) { return alike(mul(w.x, w.u), mul(w.x, w.left)) }},
	{"reconstruction", always, "(8), (31)", `$UUᵀ\check{X} + \mu$ with $U$ of the covariance matrix`,
		"with $U$ of the SVD",
		func(w *work) (l, r matrix) { return w.back(w.x), plus(mul(w.x, w.left, w.left.T()), w.mean) }},
	{"new-projection", always, "(9), (11), (12), (14)",
		`$Uᵀ\check{X}_t$ out of sample, with $U$ of the covariance matrix`,
		"with $U$ of the SVD",
		func(w *work) (l, r matrix) { return mul(w.xt, w.u), mul(w.xt, aligned(w.left, w.u)) }},
	{"new-reconstruction", always, "(10), (13), (14)",
		`$UUᵀ\check{X}_t + \mu$ out of sample, with $U$ of the covariance matrix`,
		"with $U$ of the SVD",
		func(w *work) (l, r matrix) { return w.back(w.xt), plus(mul(w.xt, w.left, w.left.T()), w.mean) }},
	{"new-projection-as-printed", always, "(9), (12) as printed,", "$UᵀX_t$ without centring", `$Uᵀ\check{X}_t$`,
		func(w *work) (l, r matrix) { return mul(w.New, w.u), mul(w.xt, w.u) }},
	{"new-reconstruction-as-printed", always, "(10), (13) as printed,", `$UUᵀX_t + \mu$ without centring`,
		`$UUᵀ\check{X}_t + \mu$`,
		func(w *work) (l, r matrix) { return plus(mul(w.New, w.u, w.u.T()), w.mean), w.back(w.xt) }},
	{"orthonormal", always, "(22)", "$UᵀU$", "$I$",
		func(w *work) (l, r matrix) { return mul(w.u.T(), w.u), identityMatrix(w.p) }},
	{"truncated", differ, "“Truncating U”,", "$UUᵀ$ of $p$ directions", "$I$",
		func(w *work) (l, r matrix) { return mul(w.u, w.u.T()), identityMatrix(w.d()) }},
	{"whole", always, "“Truncating U”,", `whether $UUᵀ= I$ for all directions with $\lambda \gt 0$`,
		`whether $\operatorname{rank}(S) = d$`,
		func(w *work) (l, r matrix) {
			_, rank := w.whole.Dims()
			whole := apart(mul(w.whole, w.whole.T()), identityMatrix(w.d())) <= identity{}.tolerance()
			truth := map[bool]float64{true: 1}
			return number(truth[whole]), number(truth[rank == w.d()])
		}},
}

var errorsOfReconstruction = []identity{
	{"residual", always, "(24), (25)", `$X - \hat{X}$`, `$\check{X} - UUᵀ\check{X}$`,
		func(w *work) (l, r matrix) { return minus(w.Train, w.back(w.x)), w.residual(w.u) }},
	{"error", always, "(26)", `$\lVert \check{X} - UUᵀ\check{X}\rVert^2$`,
		`$\operatorname{tr}(\check{X}ᵀ\check{X}) - \operatorname{tr}(\check{X}\check{X}ᵀUUᵀ)$`,
		func(w *work) (l, r matrix) {
			kept := mat.Trace(mul(w.scatter(), w.u, w.u.T()))
			return number(squaredNorm(w.residual(w.u))), number(squaredNorm(w.x) - kept)
		}},
	{"discarded", always, "(26), (27)", `$\lVert \check{X} - UUᵀ\check{X}\rVert^2$`,
		"the sum of the eigenvalues left out",
		func(w *work) (l, r matrix) {
			left := 0.0
			values, _ := sortedSymmetric(w.scatter())
			for _, v := range values[w.p:] {
				left += v
			}
			return number(squaredNorm(w.residual(w.u))), number(left)
		}},
	{"least-error", always, "(26), (27)", `$\lVert \check{X} - UUᵀ\check{X}\rVert^2$`,
		"the least of it and of 200 random orthonormal $U$",
		func(w *work) (l, r matrix) {
			missed := func(u *mat.Dense) float64 { return squaredNorm(w.residual(u)) }
			return number(missed(w.u)), number(slices.Min(w.ofFrames(missed)))
		}},
}

// n and d are the numbers of training samples and of features.
func (w *work) n() int { n, _ := w.x.Dims(); return n }
func (w *work) d() int { _, d := w.x.Dims(); return d }

// scatter returns S.
func (w *work) scatter() *mat.Dense { return mul(w.x.T(), w.x) }

// back returns UUᵀX̌ + μ of centred samples.
func (w *work) back(centred mat.Matrix) *mat.Dense { return plus(mul(centred, w.u, w.u.T()), w.mean) }

// residual returns X̌ − UUᵀX̌.
func (w *work) residual(u mat.Matrix) *mat.Dense { return minus(w.x, mul(w.x, u, u.T())) }

// ofFrames returns values of U and of 200 random matrices of p orthonormal columns, every second one close to U.
func (w *work) ofFrames(of func(*mat.Dense) float64) []float64 {
	values, random := []float64{of(w.u)}, rand.New(rand.NewPCG(1, uint64(w.d())))
	for k := range 200 {
		q := mat.NewDense(w.d(), w.p, nil)
		q.Apply(func(_, _ int, _ float64) float64 { return random.NormFloat64() }, q)
		if k%2 == 1 {
			q.Scale(1e-3, q)
			q.Add(q, w.u)
		}
		var qr mat.QR
		qr.Factorize(q)
		var basis mat.Dense
		qr.QTo(&basis)
		values = append(values, of(lesson.FirstColumns(&basis, w.p)))
	}
	return values
}
