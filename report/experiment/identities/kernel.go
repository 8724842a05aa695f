package identities

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/solver"
	"gpca/solver/dual"
	"gpca/solver/kernel"
	"gpca/solver/score"
)

// kernels are the identities of kernel PCA. The feature space of the quadratic kernel (xᵀy)² is explicit: Φ(x)
// has all products of two features. So kernel PCA is compared with PCA of Φ.
var kernels = []identity{
	{"kernel-trick", always, "(44)", `$\Phi(X)ᵀ\Phi(X)$ of the quadratic kernel`, "$K$",
		inFeatureSpace(func(q *quadratic) (l, r matrix) {
			phi := plus(q.x, q.mean)
			return mul(phi, phi.T()), q.kernel
		})},
	{"kernel-centring", always, "(45), (46)", `$\check\Phi(X)ᵀ\check\Phi(X)$`, "$HKH$",
		inFeatureSpace(func(q *quadratic) (l, r matrix) { return mul(q.x, q.x.T()), q.dual.Centred })},
	{"kernel-eigenvectors", always, "(48), (49)", `$\check{K}V$`, `$V\Sigma^2$`,
		inFeatureSpace(func(q *quadratic) (l, r matrix) {
			return mul(q.dual.Centred, q.dual.V), mul(q.dual.V, diagonal(squares(q.dual.Sigma)))
		})},
	{"kernel-projection", always, "(50)", `$Uᵀ\check\Phi(X)$ in feature space`, `$\Sigma\mathbf{V}ᵀ$`,
		inFeatureSpace(func(q *quadratic) (l, r matrix) { return alike(mul(q.x, q.u), q.dual.Project()) })},
	{"kernel-new-projection", always, "(53), (55), (56)", `$Uᵀ\check\Phi(X_t)$ in feature space`,
		`$\Sigma^{-1}Vᵀ\check{K}_t$`,
		inFeatureSpace(func(q *quadratic) (l, r matrix) { return alike(mul(q.xt, q.u), q.dual.ProjectNew(q.fresh)) })},
	{"kernel-new-centring", always, "(54), (56)",
		`$\check{\mathbf{k}}_t = \mathbf{k}_t - \mathbf{1}\mathbf{k}_t/n - K\mathbf{1}/n + ` +
			`\mathbf{1}K\mathbf{1}/n^2$ of each sample`,
		`$\check\Phi(X)ᵀ\check\Phi(X_t)$`,
		inFeatureSpace(func(q *quadratic) (l, r matrix) { return q.dual.Centre(q.fresh), mul(q.xt, q.x.T()) })},
	{"linear-kernel", always, "(50) with $K = XᵀX$,", "kernel PCA", "PCA",
		func(w *work) (l, r matrix) {
			var k mat.SymDense
			k.SymOuterK(1, w.Train)
			return alike(mul(w.x, w.u), must(dual.NewKernel(&k, w.p)).Project())
		}},
	{"gaussian-projection", always, "(50) with a Gaussian kernel,", `$\Sigma\mathbf{V}ᵀ$`, "the program's kernel PCA",
		func(w *work) (l, r matrix) {
			d, of := w.gaussian()
			return alike(of(w.Train), d.Project())
		}},
	{"gaussian-new-projection", always, "(55) with a Gaussian kernel,", `$\Sigma^{-1}Vᵀ\check{K}_t$`,
		"the program's kernel PCA",
		func(w *work) (l, r matrix) {
			d, of := w.gaussian()
			return alike(of(w.New), d.ProjectNew(gaussian(w.New, w.Train, w.width())))
		}},
	{"kernel-reconstruction", differ, "(52)", `$\Phi(\hat{X})$ of the quadratic kernel, of five samples`,
		`the nearest $\Phi(\mathbf{x})$ of any $\mathbf{x}$`,
		inFeatureSpace(func(q *quadratic) (l, r matrix) { return q.images(q.x) })},
	{"kernel-new-reconstruction", differ, "(57), (58)", `$\Phi(\hat{X}_t)$ of the quadratic kernel, of five samples`,
		`the nearest $\Phi(\mathbf{x})$ of any $\mathbf{x}$`,
		inFeatureSpace(func(q *quadratic) (l, r matrix) { return q.images(q.xt) })},
}

func inFeatureSpace(of func(q *quadratic) (l, r matrix)) sides {
	return func(w *work) (l, r matrix) { return of(w.quadratic()) }
}

// A quadratic has the quadratic kernel and its explicit feature space.
type quadratic struct {
	x, xt    *mat.Dense // centred Φ of training and new samples
	mean     []float64
	u        *mat.Dense // principal directions of x, as columns
	kernel   *mat.SymDense
	fresh    *mat.Dense // new samples × training samples
	dual     *dual.Kernel
	features int
}

func newQuadratic(w *work) *quadratic {
	q := &quadratic{kernel: mat.NewSymDense(w.n(), nil), features: w.d()}
	q.x, q.mean = solver.Centre(productsOfFeatures(w.Train))
	q.xt = solver.Shifted(productsOfFeatures(w.New), -1, q.mean)
	square := func(_, _ int, v float64) float64 { return v * v }
	q.kernel.SymOuterK(1, w.Train)
	for i := range w.n() {
		for j := range i + 1 {
			q.kernel.SetSym(i, j, square(i, j, q.kernel.At(i, j)))
		}
	}
	q.fresh = mul(w.New, w.Train.T())
	q.fresh.Apply(square, q.fresh)
	q.u, q.dual = principal(w.ctx, q.x, w.p), must(dual.NewKernel(q.kernel, w.p))
	return q
}

// productsOfFeatures returns the products of all pairs of features, samples × d².
func productsOfFeatures(x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	phi := mat.NewDense(n, d*d, nil)
	for i := range n {
		row := x.RawRowView(i)
		for a, u := range row {
			for b, v := range row {
				phi.Set(i, a*d+b, u*v)
			}
		}
	}
	return phi
}

// images returns reconstructions in feature space of the first five samples, and for each the nearest Φ(x) of
// any x: as Φ(x) is xxᵀ, it belongs to the largest eigenvalue of the reconstruction, a d × d matrix.
func (q *quadratic) images(centred *mat.Dense) (reconstructed, nearest mat.Matrix) {
	n, columns := centred.Dims()
	five := mat.DenseCopyOf(centred.Slice(0, min(5, n), 0, columns))
	r := plus(mul(five, q.u, q.u.T()), q.mean)
	rows, _ := r.Dims()
	near := mat.NewDense(rows, columns, nil)
	for i := range rows {
		values, vectors := sortedSymmetric(mat.NewDense(q.features, q.features, r.RawRowView(i)))
		v := vectors.ColView(0)
		image := mul(v, number(max(0, values[0])), v.T())
		near.SetRow(i, image.RawMatrix().Data)
	}
	return r, near
}

// width of the Gaussian kernel: the root mean square distance of two samples.
func (w *work) width() float64 { return math.Sqrt(2 * squaredNorm(w.x) / float64(w.n())) }

// gaussian returns kernel PCA with a Gaussian kernel, by the dual and by the solver.
func (w *work) gaussian() (*dual.Kernel, func(*mat.Dense) *mat.Dense) {
	d := must(dual.NewKernel(symmetric(gaussian(w.Train, w.Train, w.width())), w.p))
	m := must(kernel.NewMatrix(kernel.Gaussian{Sigma: w.width()}, w.Train, true, 1))
	square := []score.Score{must(score.Power(2))}
	fits := must(solver.KernelGPCA(w.ctx, m, square, solver.Settings{Components: w.p}))
	check(fits[0].Err)
	projector := m.Projector(fits[0].Coefficients)
	return d, func(x *mat.Dense) *mat.Dense {
		n, _ := x.Dims()
		z := mat.NewDense(n, w.p, nil)
		projector.Project(z, make([]float64, n), x)
		return z
	}
}

// gaussian returns the kernel values of samples x (rows) with samples y (columns).
func gaussian(x, y *mat.Dense, sigma float64) *mat.Dense {
	rows, _ := x.Dims()
	columns, _ := y.Dims()
	k := mat.NewDense(rows, columns, nil)
	k.Apply(func(i, j int, _ float64) float64 {
		distance := 0.0
		for c, v := range x.RawRowView(i) {
			distance += (v - y.At(j, c)) * (v - y.At(j, c))
		}
		return math.Exp(-distance / (sigma * sigma))
	}, k)
	return k
}
