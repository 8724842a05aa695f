package lesson

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/tutorial"
)

// equations are those of PCA by the covariance matrix S, without the factor 1/n, and what follows.
var equations = []identity{
	{"centring", always, "(5), (6)", "$XH$", `$X - \mu$`,
		func(w *work) (l, r matrix) { return mul(centring(w.n), w.Train), w.x }},
	{"projection-length", always, "(15)", `$\lVert \mathbf{u}\mathbf{u}ᵀ\check{\mathbf{x}}\rVert^2$ of each sample`,
		`$\mathbf{u}ᵀ\check{\mathbf{x}}\check{\mathbf{x}}ᵀ\mathbf{u}$`, func(w *work) (l, r matrix) {
			u := w.u.ColView(0)
			lengths, products := make([]float64, w.n), make([]float64, w.n)
			for i := range lengths {
				x := w.x.RowView(i)
				lengths[i] = squaredNorm(mul(u, constant(mat.Dot(x, u))))
				products[i] = mul(u.T(), x, x.T(), u).At(0, 0)
			}
			return column(lengths), column(products)
		}},
	{"covariance", always, "(17)", "$XHXᵀ$", `$\check{X}\check{X}ᵀ= S$`,
		func(w *work) (l, r matrix) { return mul(w.Train.T(), centring(w.n), w.Train), w.scatter }},
	{"variance", always, "(16), (18)", `$\sum \lVert \hat{\mathbf{x}}\rVert^2$ along the first direction`,
		`$\mathbf{u}ᵀS\mathbf{u}$`, func(w *work) (l, r matrix) { return w.kept(w.u.ColView(0)) }},
	{"eigenvectors", always, "(20), (23)", "$SU$", `$U\Lambda$`,
		func(w *work) (l, r matrix) { return mul(w.scatter, w.u), mul(w.u, diagonal(w.lambda)) }},
	{"trace", always, "(21)", `$\lVert UUᵀ\check{X}\rVert^2$`, `$\operatorname{tr}(UᵀSU)$`,
		func(w *work) (l, r matrix) { return w.kept(w.u) }},
	{"largest-variance", always, "(22)", `$\operatorname{tr}(UᵀSU)$`,
		"the largest of it and of 200 random orthonormal $U$", func(w *work) (l, r matrix) {
			kept := func(u *mat.Dense) float64 { return traceAlong(w.scatter, u) }
			return numbers(kept(w.u), slices.Max(w.ofFrames(kept)))
		}},
	{"projection", always, "(7), (31)", `$Uᵀ\check{X}$ with $U$ of the covariance matrix`, "with $U$ of the SVD",
		func(w *work) (l, r matrix) { return alike(mul(w.x, w.u), mul(w.x, w.left)) }},
	{"reconstruction", always, "(8), (31)", `$UUᵀ\check{X} + \mu$ with $U$ of the covariance matrix`,
		"with $U$ of the SVD", func(w *work) (l, r matrix) { return w.back(w.x, w.u), w.back(w.x, w.left) }},
	{"new-projection", always, "(9), (11), (12), (14)",
		`$Uᵀ\check{X}_t$ out of sample, with $U$ of the covariance matrix`, "with $U$ of the SVD",
		func(w *work) (l, r matrix) { return mul(w.xt, w.u), mul(w.xt, aligned(w.left, w.u)) }},
	{"new-reconstruction", always, "(10), (13), (14)",
		`$UUᵀ\check{X}_t + \mu$ out of sample, with $U$ of the covariance matrix`, "with $U$ of the SVD",
		func(w *work) (l, r matrix) { return w.back(w.xt, w.u), w.back(w.xt, w.left) }},
	{"new-projection-as-printed", always, "(9), (12) as printed,", "$UᵀX_t$ without centring", `$Uᵀ\check{X}_t$`,
		func(w *work) (l, r matrix) { return mul(w.New, w.u), mul(w.xt, w.u) }},
	{"new-reconstruction-as-printed", always, "(10), (13) as printed,", `$UUᵀX_t + \mu$ without centring`,
		`$UUᵀ\check{X}_t + \mu$`, func(w *work) (l, r matrix) { return w.back(w.New, w.u), w.back(w.xt, w.u) }},
	{"orthonormal", always, "(22)", "$UᵀU$", "$I$",
		func(w *work) (l, r matrix) { return mul(w.u.T(), w.u), identityMatrix(w.p) }},
	{"truncated", differ, "“Truncating U”,", "$UUᵀ$ of $p$ directions", "$I$",
		func(w *work) (l, r matrix) { return mul(w.u, w.u.T()), identityMatrix(w.d) }},
	{"whole", always, "“Truncating U”,", `whether $UUᵀ= I$ for all directions with $\lambda \gt 0$`,
		`whether $\operatorname{rank}(S) = d$`, func(w *work) (l, r matrix) {
			_, rank := w.whole.Dims()
			whole := always.holds(apart(mul(w.whole, w.whole.T()), identityMatrix(w.d)))
			return numbers(number(whole), number(rank == w.d))
		}},
	// The error of reconstructions.
	{"residual", always, "(24), (25)", `$X - \hat{X}$`, `$\check{X} - UUᵀ\check{X}$`,
		func(w *work) (l, r matrix) { return minus(w.Train, w.back(w.x, w.u)), w.residual(w.u) }},
	{"error", always, "(26)", `$\lVert \check{X} - UUᵀ\check{X}\rVert^2$`,
		`$\operatorname{tr}(\check{X}ᵀ\check{X}) - \operatorname{tr}(\check{X}\check{X}ᵀUUᵀ)$`,
		func(w *work) (l, r matrix) {
			return numbers(w.missed(w.u), squaredNorm(w.x)-mat.Trace(mul(w.scatter, w.u, w.u.T())))
		}},
	{"discarded", always, "(26), (27)", `$\lVert \check{X} - UUᵀ\check{X}\rVert^2$`,
		"the sum of the eigenvalues left out",
		func(w *work) (l, r matrix) { return numbers(w.missed(w.u), sum(w.values[w.p:])) }},
	{"least-error", always, "(26), (27)", `$\lVert \check{X} - UUᵀ\check{X}\rVert^2$`,
		"the least of it and of 200 random orthonormal $U$",
		func(w *work) (l, r matrix) { return numbers(w.missed(w.u), slices.Min(w.ofFrames(w.missed))) }},
	// Autoencoders.
	{"layers", always, "(28), (29)", `$U_1U_2U_2ᵀU_1ᵀ\check{X}$ layer by layer`,
		`$\ddot{U}\ddot{U}ᵀ\check{X}$ with $\ddot{U} = U_1U_2$`, func(w *work) (l, r matrix) {
			layers := tutorial.Network{Layers: []*mat.Dense{w.whole, mul(w.whole.T(), w.u)}}
			return layers.Reconstruct(w.x), mul(w.x, layers.Weights(), layers.Weights().T())
		}},
	{"autoencoder", trained, "(30)", `$\hat{X}$ of a trained autoencoder of one layer`, `$\hat{X}$ of PCA`,
		func(w *work) (l, r matrix) { return plus(w.network.Reconstruct(w.x), w.mean), w.back(w.x, w.u) }},
	{"deep-autoencoder", trainedDeep, "(28), (30)", `$\hat{X}$ of a trained autoencoder of two layers`,
		`$\hat{X}$ of PCA`,
		func(w *work) (l, r matrix) { return plus(w.deep.Reconstruct(w.x), w.mean), w.back(w.x, w.u) }},
	{"autoencoder-weights", trained, "after (30),", "trained weights", "principal directions",
		func(w *work) (l, r matrix) { return alike(w.u, w.network.Weights()) }},
	// The singular value decomposition.
	{"singular-values", always, "(31)", `$\sigma^2$ of $\check{X}$`, `$\lambda$ of $S$`,
		func(w *work) (l, r matrix) { return column(squares(w.sigma)), column(w.values[:w.p]) }},
	{"left-vectors", always, "(31)", `left singular vectors of $\check{X}$`, `eigenvectors of $\check{X}\check{X}ᵀ$`,
		func(w *work) (l, r matrix) { return alike(w.left, firstColumns(w.vectors, w.p)) }},
	{"right-vectors", always, "(31)", `right singular vectors of $\check{X}$`,
		`eigenvectors of $\check{X}ᵀ\check{X}$`,
		func(w *work) (l, r matrix) { return alike(w.right, w.dual.V) }},
	// Dual PCA.
	{"dual-directions", always, "(36)", "$U$", `$\check{X}V\Sigma^{-1}$`,
		func(w *work) (l, r matrix) { return alike(w.u, w.dual.Loadings().T()) }},
	{"dual-projection", always, "(34), (35)", `$Uᵀ\check{X}$`, `$\Sigma\mathbf{V}ᵀ$`,
		func(w *work) (l, r matrix) { return alike(mul(w.x, w.u), w.dual.Project()) }},
	{"dual-reconstruction", always, "(37)", `$UUᵀ\check{X} + \mu$`, `$\check{X}VVᵀ+ \mu$`,
		func(w *work) (l, r matrix) { return w.back(w.x, w.u), w.dual.Reconstruct() }},
	{"dual-new-projection", always, "(38) to (40)", `$Uᵀ\check{X}_t$`, `$\Sigma^{-1}Vᵀ\check{X}ᵀ\check{X}_t$`,
		func(w *work) (l, r matrix) { return alike(mul(w.xt, w.u), w.dual.ProjectNew(w.New)) }},
	{"dual-new-reconstruction", always, "(41), (42)", `$UUᵀ\check{X}_t + \mu$`,
		`$\check{X}V\Sigma^{-2}Vᵀ\check{X}ᵀ\check{X}_t + \mu$`,
		func(w *work) (l, r matrix) { return w.back(w.xt, w.u), w.dual.ReconstructNew(w.New) }},
	{"dual-projector-as-printed", always, "before (57) as printed,", "$UUᵀ$",
		`$\check{X}V\Sigma^{-1}Vᵀ\check{X}ᵀ$`, func(w *work) (l, r matrix) {
			inverse := words.Each(w.dual.Sigma, func(s float64) float64 { return 1 / s })
			return mul(w.u, w.u.T()), mul(w.x.T(), w.dual.V, diagonal(inverse), w.dual.V.T(), w.x)
		}},
	// Kernel PCA; that with the quadratic kernel is compared with PCA of Φ.
	{"kernel-trick", quadratic, "(44)", `$\Phi(X)ᵀ\Phi(X)$ of the quadratic kernel`, "$K$",
		func(w *work) (l, r matrix) {
			phi := plus(w.phi.x, w.phi.mean)
			return mul(phi, phi.T()), w.phi.kernel
		}},
	{"kernel-centring", quadratic, "(45), (46)", `$\check\Phi(X)ᵀ\check\Phi(X)$`, "$HKH$",
		func(w *work) (l, r matrix) { return mul(w.phi.x, w.phi.x.T()), w.phi.dual.Centred }},
	{"kernel-eigenvectors", quadratic, "(48), (49)", `$\check{K}V$`, `$V\Sigma^2$`, func(w *work) (l, r matrix) {
		d := w.phi.dual
		return mul(d.Centred, d.V), mul(d.V, diagonal(squares(d.Sigma)))
	}},
	{"kernel-projection", quadratic, "(50)", `$Uᵀ\check\Phi(X)$ in feature space`, `$\Sigma\mathbf{V}ᵀ$`,
		func(w *work) (l, r matrix) { return alike(mul(w.phi.x, w.phi.u), w.phi.dual.Project()) }},
	{"kernel-new-projection", quadratic, "(53), (55), (56)", `$Uᵀ\check\Phi(X_t)$ in feature space`,
		`$\Sigma^{-1}Vᵀ\check{K}_t$`,
		func(w *work) (l, r matrix) { return alike(mul(w.phi.xt, w.phi.u), w.phi.dual.ProjectNew(w.phi.fresh)) }},
	{"kernel-new-centring", quadratic, "(54), (56)",
		`$\check{\mathbf{k}}_t = \mathbf{k}_t - \mathbf{1}\mathbf{k}_t/n - K\mathbf{1}/n + ` +
			`\mathbf{1}K\mathbf{1}/n^2$ of each sample`,
		`$\check\Phi(X)ᵀ\check\Phi(X_t)$`,
		func(w *work) (l, r matrix) { return w.phi.dual.Centre(w.phi.fresh), mul(w.phi.xt, w.phi.x.T()) }},
	{"linear-kernel", linear, "(50) with $K = XᵀX$,", "kernel PCA", "PCA",
		func(w *work) (l, r matrix) { return alike(mul(w.x, w.u), w.linear.Project()) }},
	{"gaussian-projection", radial, "(50) with a Gaussian kernel,", `$\Sigma\mathbf{V}ᵀ$`, "the program's kernel PCA",
		func(w *work) (l, r matrix) { return alike(w.project(w.Train), w.radial.Project()) }},
	{"gaussian-new-projection", radial, "(55) with a Gaussian kernel,", `$\Sigma^{-1}Vᵀ\check{K}_t$`,
		"the program's kernel PCA",
		func(w *work) (l, r matrix) { return alike(w.project(w.New), w.radial.ProjectNew(w.gaussian(w.New))) }},
	{"kernel-reconstruction", nearest, "(52)", `$\Phi(\hat{X})$ of the quadratic kernel, of five samples`,
		`the nearest $\Phi(\mathbf{x})$ of any $\mathbf{x}$`,
		func(w *work) (l, r matrix) { return w.images[0][0], w.images[0][1] }},
	{"kernel-new-reconstruction", nearest, "(57), (58)", `$\Phi(\hat{X}_t)$ of the quadratic kernel, of five samples`,
		`the nearest $\Phi(\mathbf{x})$ of any $\mathbf{x}$`,
		func(w *work) (l, r matrix) { return w.images[1][0], w.images[1][1] }},
	// HSIC, and supervised PCA with the delta kernel.
	{"hsic", labelled, "(59)", `$\operatorname{tr}(K_xHK_yH)/(n{-}1)^2$ of the samples and their classes`,
		`$\lVert \check{X}Yᵀ\rVert^2/(n{-}1)^2$ of one-hot classes $Y$`, func(w *work) (l, r matrix) {
			n, norm := float64(w.n-1), squaredNorm(mul(w.x.T(), w.oneHot()))
			return numbers(tutorial.HSIC(products(w.Train), tutorial.Delta(w.Labels)), norm/(n*n))
		}},
	{"hsic-linear", always, "after (59), the HSIC of $u$ and", "$u^2$, with linear kernels and $u$ even about 0,", "0",
		func(w *work) (l, r matrix) {
			u := []float64{-3, -2, -1, 0, 1, 2, 3}
			ku, kv := products(column(u)), products(column(squares(u)))
			largest := mat.Trace(ku) * mat.Trace(kv) // the scale of the difference
			return column([]float64{tutorial.HSIC(ku, kv), largest}), column([]float64{0, largest})
		}},
	{"delta-one-hot", labelled, "(62)", "the delta kernel", "the linear kernel $YᵀY$ of one-hot classes",
		func(w *work) (l, r matrix) { return tutorial.Delta(w.Labels), mul(w.oneHot(), w.oneHot().T()) }},
	{"hsic-cyclic", alongLabels, "(63), (64)", `$\operatorname{tr}(XᵀUUᵀXHK_yH)$`,
		`$\operatorname{tr}(UᵀXHK_yHXᵀU)$`, func(w *work) (l, r matrix) {
			z, h, k := mul(w.Train, w.along), centring(w.n), tutorial.Delta(w.Labels)
			return numbers(mat.Trace(mul(z, z.T(), h, k, h)), traceAlong(w.labelScatter(), w.along))
		}},
	{"supervised-eigenvectors", alongLabels, "(65)", "$XHK_yHXᵀU$ with the delta kernel", `$U\Lambda$`,
		func(w *work) (l, r matrix) {
			return mul(w.labelScatter(), w.along), mul(w.along, diagonal(w.dependence))
		}},
	{"supervised-projection", alongLabels, "(66), (67), (70)", `$UᵀX - Uᵀ\check{X}$, of training and new samples,`,
		`the constant $Uᵀ\mu$`, func(w *work) (l, r matrix) {
			shift := minus(mul(&w.every, w.along), mul(&w.centred, w.along))
			rows, columns := shift.Dims()
			return shift, plus(mat.NewDense(rows, columns, nil), mul(w.along.T(), column(w.mean)).RawMatrix().Data)
		}},
	{"supervised-reconstruction", alongLabels, "(68), (69), (71)",
		"$UUᵀX$ without centring, of training and new samples,", `$UUᵀ\check{X} + \mu$`,
		func(w *work) (l, r matrix) { return mul(&w.every, w.along, w.along.T()), w.back(&w.centred, w.along) }},
	{"unsupervised", always, "(65) with $K_y = I$,", "$XHK_yHXᵀ$", "$S$",
		func(w *work) (l, r matrix) { return mul(w.Train.T(), centring(w.n), centring(w.n), w.Train), w.scatter }},
	{"unsupervised-directions", alongAll, "(65) with $K_y = I$,", "directions of supervised PCA",
		"principal directions", func(w *work) (l, r matrix) { return alike(w.u, w.unsupervised) }},
}

func mul(first, second mat.Matrix, more ...mat.Matrix) *mat.Dense {
	return solver.Product(mat.DenseCopyOf(first), second, more...)
}

func minus(a, b mat.Matrix) *mat.Dense {
	var d mat.Dense
	d.Sub(a, b)
	return &d
}

func plus(a mat.Matrix, row []float64) *mat.Dense { return solver.Shifted(a, 1, row) }
func column(v []float64) *mat.Dense               { return mat.NewDense(len(v), 1, v) }
func constant(v float64) *mat.Dense               { return column([]float64{v}) }
func diagonal(v []float64) mat.Matrix             { return mat.NewDiagDense(len(v), v) }
func identityMatrix(n int) mat.Matrix             { return diagonal(slices.Repeat([]float64{1}, n)) }
func squares(v []float64) []float64               { return words.Each(v, func(x float64) float64 { return x * x }) }

// numbers returns two numbers as sides.
func numbers(a, b float64) (l, r matrix) { return constant(a), constant(b) }

// traceAlong returns tr(UᵀSU).
func traceAlong(s, u mat.Matrix) float64 { return mat.Trace(mul(u.T(), s, u)) }

// centring returns H of (6).
func centring(n int) *mat.Dense {
	return plus(identityMatrix(n), slices.Repeat([]float64{-1 / float64(n)}, n))
}

// number returns 1 for yes.
func number(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// alike returns two matrices whose columns may differ in sign, with the signs of the first.
func alike(a, b mat.Matrix) (l, r matrix) { return a, aligned(b, a) }

// aligned gives columns the signs of those of another matrix, as the sign of a direction is arbitrary.
func aligned(columns, to mat.Matrix) *mat.Dense {
	_, count := columns.Dims()
	signs := make([]float64, count)
	for j := range signs {
		signs[j] = math.Copysign(1, floats.Dot(mat.Col(nil, j, columns), mat.Col(nil, j, to)))
	}
	return mul(columns, diagonal(signs))
}

// squaredNorm returns the squared Frobenius norm.
func squaredNorm(m mat.Matrix) float64 {
	n := mat.Norm(m, 2)
	return n * n
}

// products returns the inner products of rows.
func products(rows mat.Matrix) *mat.SymDense {
	var k mat.SymDense
	k.SymOuterK(1, rows)
	return &k
}

// sortedSymmetric returns eigenvalues, largest first, and eigenvectors as columns. The matrix is symmetric up to
// rounding.
func sortedSymmetric(m *mat.Dense) (values []float64, vectors *mat.Dense, err error) {
	n, _ := m.Dims()
	var twice mat.Dense
	twice.Add(m, m.T())
	twice.Scale(0.5, &twice)
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(n, twice.RawMatrix().Data), true) {
		return nil, nil, errors.New("the eigenvalues do not converge")
	}
	values = eigen.Values(nil)
	slices.Reverse(values)
	var v mat.Dense
	eigen.VectorsTo(&v)
	vectors = mat.NewDense(n, n, nil)
	for j := range n {
		vectors.SetCol(j, mat.Col(nil, n-1-j, &v))
	}
	return values, vectors, nil
}
