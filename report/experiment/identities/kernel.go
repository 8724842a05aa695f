package identities

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/solver"
	"gpca/solver/dual"
	"gpca/solver/kernel"
	"gpca/solver/score"
)

// kernels are the identities of kernel PCA. The quadratic kernel (xᵀy)² has a feature space
// that can be entered: Φ(x) are all products of two features. So kernel PCA can be held
// against PCA of Φ.
var kernels = []identity{
	{
		name: "kernel-trick", equation: "(44)",
		left: `$\Phi(\mathbf{X})^\top \Phi(\mathbf{X})$ of the quadratic kernel`, right: `$\mathbf{K}$`,
		sides: inFeatureSpace(func(q *quadratic) (l, r matrix) {
			phi := plus(q.x, q.mean)
			return mul(phi, phi.T()), q.kernel
		}),
	}, {
		name: "kernel-centring", equation: "(45), (46)", left: `$\check\Phi(\mathbf{X})^\top \check\Phi(\mathbf{X})$`,
		right: `$\mathbf{H}\mathbf{K}\mathbf{H}$`,
		sides: inFeatureSpace(func(q *quadratic) (l, r matrix) { return mul(q.x, q.x.T()), q.dual.Centred }),
	}, {
		name: "kernel-eigenvectors", equation: "(48), (49)", left: `$\check{\mathbf{K}}\mathbf{V}$`,
		right: `$\mathbf{V}\Sigma^2$`,
		sides: inFeatureSpace(func(q *quadratic) (l, r matrix) {
			return mul(q.dual.Centred, q.dual.V), mul(q.dual.V, diagonal(squares(q.dual.Sigma)))
		}),
	}, {
		name: "kernel-projection", equation: "(50)", left: `$\mathbf{U}^\top \check\Phi(\mathbf{X})$ in feature space`,
		right: `$\Sigma\mathbf{V}^\top$`,
		sides: inFeatureSpace(func(q *quadratic) (l, r matrix) {
			z := mul(q.x, q.u)
			return z, aligned(q.dual.Project(), z)
		}),
	}, {
		name: "kernel-new-projection", equation: "(53), (55), (56)",
		left:  `$\mathbf{U}^\top \check\Phi(\mathbf{X}_t)$ in feature space`,
		right: `$\Sigma^{-1}\mathbf{V}^\top \check{\mathbf{K}}_t$`,
		sides: inFeatureSpace(func(q *quadratic) (l, r matrix) {
			z := mul(q.xt, q.u)
			return z, aligned(q.dual.ProjectNew(q.fresh), z)
		}),
	}, {
		name: "kernel-new-centring", equation: "(54), (56)",
		left:  `$\check{\mathbf{k}}_t = \mathbf{k}_t - \mathbf{1}\mathbf{k}_t/n - \mathbf{K}\mathbf{1}/n + \mathbf{1}\mathbf{K}\mathbf{1}/n^2$ of each sample`,
		right: `$\check\Phi(\mathbf{X})^\top \check\Phi(\mathbf{X}_t)$`,
		sides: inFeatureSpace(func(q *quadratic) (l, r matrix) { return q.dual.Centre(q.fresh), mul(q.xt, q.x.T()) }),
	}, {
		name: "linear-kernel", equation: `(50) with $\mathbf{K} = \mathbf{X}^\top \mathbf{X}$,`, left: "kernel PCA",
		right: "PCA",
		sides: func(w *work) (l, r matrix, err error) {
			var k mat.SymDense
			k.SymOuterK(1, w.Train)
			d, err := dual.NewKernel(&k, w.p)
			if err != nil {
				return nil, nil, err
			}
			z := mul(w.x, w.u)
			return aligned(d.Project(), z), z, nil
		},
	}, {
		name: "gaussian-projection", equation: "(50) with a Gaussian kernel,", left: `$\Sigma\mathbf{V}^\top$`,
		right: "the program's kernel PCA",
		sides: func(w *work) (l, r matrix, err error) {
			d, of, err := w.gaussian()
			if err != nil {
				return nil, nil, err
			}
			z := of(w.Train)
			return aligned(d.Project(), z), z, nil
		},
	}, {
		name: "gaussian-new-projection", equation: "(55) with a Gaussian kernel,",
		left: `$\Sigma^{-1}\mathbf{V}^\top \check{\mathbf{K}}_t$`, right: "the program's kernel PCA",
		sides: func(w *work) (l, r matrix, err error) {
			d, of, err := w.gaussian()
			if err != nil {
				return nil, nil, err
			}
			z := of(w.New)
			return aligned(d.ProjectNew(gaussian(w.New, w.Train, w.width())), z), z, nil
		},
	}, {
		name: "kernel-reconstruction", equation: "(52)",
		left:  `$\Phi(\hat{\mathbf{X}})$ of the quadratic kernel, of five samples`,
		right: `the nearest $\Phi(\mathbf{x})$ of any $\mathbf{x}$`, differ: true,
		sides: inFeatureSpace(func(q *quadratic) (l, r matrix) { return q.images(q.x) }),
	}, {
		name: "kernel-new-reconstruction", equation: "(57), (58)",
		left:  `$\Phi(\hat{\mathbf{X}}_t)$ of the quadratic kernel, of five samples`,
		right: `the nearest $\Phi(\mathbf{x})$ of any $\mathbf{x}$`, differ: true,
		sides: inFeatureSpace(func(q *quadratic) (l, r matrix) { return q.images(q.xt) }),
	},
}

// inFeatureSpace are sides that are computed in the feature space of the quadratic kernel.
func inFeatureSpace(of func(q *quadratic) (l, r matrix)) sides {
	return func(w *work) (l, r matrix, err error) {
		q, err := w.quadratic()
		if err == nil {
			l, r = of(q)
		}
		return l, r, err
	}
}

// A quadratic is the feature space of the quadratic kernel, entered and not.
type quadratic struct {
	x, xt    *mat.Dense // Φ of training and new samples, centred
	mean     []float64
	u        *mat.Dense // principal directions of x, as columns
	kernel   *mat.SymDense
	fresh    *mat.Dense // kernel values of new samples, with the training samples as columns
	dual     *dual.Kernel
	features int
}

func newQuadratic(w *work) (*quadratic, error) {
	q := &quadratic{kernel: mat.NewSymDense(w.n(), nil), features: w.d()}
	q.x, q.mean = solver.Centre(productsOfFeatures(w.Train))
	q.xt = plus(productsOfFeatures(w.New), negative(q.mean))
	square := func(_, _ int, v float64) float64 { return v * v }
	q.kernel.SymOuterK(1, w.Train)
	for i := range w.n() {
		for j := range i + 1 {
			q.kernel.SetSym(i, j, square(i, j, q.kernel.At(i, j)))
		}
	}
	q.fresh = mul(w.New, w.Train.T())
	q.fresh.Apply(square, q.fresh)
	var err error
	if q.u, err = principal(w.ctx, q.x, w.p); err != nil {
		return nil, err
	}
	q.dual, err = dual.NewKernel(q.kernel, w.p)
	return q, err
}

// productsOfFeatures has, for each sample, the products of all pairs of its features.
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

// images are the first five samples as they are reconstructed in feature space, and for
// each the nearest point of it that any sample is mapped to. A reconstruction is a
// symmetric matrix of d × d, and Φ(x) is xxᵀ: the nearest belongs to the largest
// eigenvalue.
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

// width is that of the Gaussian kernel: the root mean square distance of two samples.
func (w *work) width() float64 { return math.Sqrt(2 * squaredNorm(w.x) / float64(w.n())) }

// gaussian is kernel PCA with a Gaussian kernel, through the dual and by the program.
func (w *work) gaussian() (*dual.Kernel, func(*mat.Dense) *mat.Dense, error) {
	d, err := dual.NewKernel(symmetric(gaussian(w.Train, w.Train, w.width())), w.p)
	if err != nil {
		return nil, nil, err
	}
	m, err := kernel.NewMatrix(kernel.Gaussian{Sigma: w.width()}, w.Train, true, 1)
	if err != nil {
		return nil, nil, err
	}
	square, err := score.Power(2)
	if err != nil {
		return nil, nil, err
	}
	fits, err := solver.KernelGPCA(w.ctx, m, []score.Score{square}, solver.Settings{Components: w.p})
	if err == nil {
		err = fits[0].Err
	}
	if err != nil {
		return nil, nil, err
	}
	projector := m.Projector(fits[0].Coefficients)
	return d, func(x *mat.Dense) *mat.Dense {
		n, _ := x.Dims()
		z := mat.NewDense(n, w.p, nil)
		projector.Project(z, make([]float64, n), x)
		return z
	}, nil
}

// gaussian are kernel values of samples x, a row each, with samples y.
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
