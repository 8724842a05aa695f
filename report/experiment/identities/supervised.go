package identities

import (
	"gonum.org/v1/gonum/mat"

	"gpca/solver/supervised"
)

// supervision are the identities of HSIC and of supervised PCA with the delta kernel.
var supervision = []identity{
	{
		name: "hsic", equation: "(59)",
		left:     `$\operatorname{tr}(\mathbf{K}_x\mathbf{H}\mathbf{K}_y\mathbf{H})/(n{-}1)^2$ of the samples and their classes`,
		right:    `$\lVert \check{\mathbf{X}}\mathbf{Y}^\top\rVert^2/(n{-}1)^2$ of one-hot classes $\mathbf{Y}$`,
		labelled: true,
		sides: plain(func(w *work) (l, r matrix) {
			var k mat.SymDense
			k.SymOuterK(1, w.Train)
			n := float64(w.n() - 1)
			norm := squaredNorm(mul(w.x.T(), w.oneHot()))
			return number(supervised.HSIC(&k, supervised.Delta(w.Labels))), number(norm / (n * n))
		}),
	}, {
		name: "hsic-linear", equation: `after (59), the HSIC of $u$ and`,
		left: `$u^2$, with linear kernels and $u$ even about 0,`, right: "0",
		sides: plain(func(w *work) (l, r matrix) {
			u := column([]float64{-3, -2, -1, 0, 1, 2, 3})
			var ku, kv mat.SymDense
			ku.SymOuterK(1, u)
			kv.SymOuterK(1, column(squares(u.RawMatrix().Data)))
			largest := mat.Trace(&ku) * mat.Trace(&kv) // so that what is left is relative to it
			return column([]float64{supervised.HSIC(&ku, &kv), largest}), column([]float64{0, largest})
		}),
	}, {
		name: "delta-one-hot", equation: "(62)", left: "the delta kernel",
		right: `the linear kernel $\mathbf{Y}^\top \mathbf{Y}$ of one-hot classes`, labelled: true,
		sides: plain(func(w *work) (l, r matrix) {
			return supervised.Delta(w.Labels), mul(w.oneHot(), w.oneHot().T())
		}),
	}, {
		name: "hsic-cyclic", equation: "(63), (64)",
		left:     `$\operatorname{tr}(\mathbf{X}^\top \mathbf{U}\mathbf{U}^\top \mathbf{X}\mathbf{H}\mathbf{K}_y\mathbf{H})$`,
		right:    `$\operatorname{tr}(\mathbf{U}^\top \mathbf{X}\mathbf{H}\mathbf{K}_y\mathbf{H}\mathbf{X}^\top \mathbf{U})$`,
		labelled: true,
		sides: alongLabels(func(w *work, u *mat.Dense) (l, r matrix) {
			z := mul(w.Train, u)
			h, k := centring(w.n()), supervised.Delta(w.Labels)
			return number(mat.Trace(mul(z, z.T(), h, k, h))), number(mat.Trace(mul(u.T(), w.labelScatter(), u)))
		}),
	}, {
		name: "supervised-eigenvectors", equation: "(65)",
		left:  `$\mathbf{X}\mathbf{H}\mathbf{K}_y\mathbf{H}\mathbf{X}^\top \mathbf{U}$ with the delta kernel`,
		right: `$\mathbf{U}\Lambda$`, labelled: true,
		sides: func(w *work) (l, r matrix, err error) {
			u, values, err := w.supervised(w.oneHot())
			if err != nil {
				return nil, nil, err
			}
			return mul(w.labelScatter(), u), mul(u, diagonal(values)), nil
		},
	}, {
		name: "supervised-projection", equation: "(66), (67), (70)",
		left:  `$\mathbf{U}^\top \mathbf{X} - \mathbf{U}^\top \check{\mathbf{X}}$, of training and new samples,`,
		right: `the constant $\mathbf{U}^\top \mu$`, labelled: true,
		sides: alongLabels(func(w *work, u *mat.Dense) (l, r matrix) {
			var all, centred mat.Dense
			all.Stack(w.Train, w.New)
			centred.Stack(w.x, w.xt)
			shift := minus(mul(&all, u), mul(&centred, u))
			rows, columns := shift.Dims()
			return shift, plus(mat.NewDense(rows, columns, nil), mul(u.T(), column(w.mean)).RawMatrix().Data)
		}),
	}, {
		name: "supervised-reconstruction", equation: "(68), (69), (71)",
		left:  `$\mathbf{U}\mathbf{U}^\top \mathbf{X}$ without centring, of training and new samples,`,
		right: `$\mathbf{U}\mathbf{U}^\top \check{\mathbf{X}} + \mu$`, labelled: true,
		sides: alongLabels(func(w *work, u *mat.Dense) (l, r matrix) {
			var all, centred mat.Dense
			all.Stack(w.Train, w.New)
			centred.Stack(w.x, w.xt)
			return mul(&all, u, u.T()), plus(mul(&centred, u, u.T()), w.mean)
		}),
	}, {
		name: "unsupervised", equation: `(65) with $\mathbf{K}_y = \mathbf{I}$,`,
		left: `$\mathbf{X}\mathbf{H}\mathbf{K}_y\mathbf{H}\mathbf{X}^\top$`, right: `$\mathbf{S}$`,
		sides: plain(func(w *work) (l, r matrix) {
			h := centring(w.n())
			return mul(w.Train.T(), h, h, w.Train), w.scatter()
		}),
	}, {
		name: "unsupervised-directions", equation: `(65) with $\mathbf{K}_y = \mathbf{I}$,`,
		left: "directions of supervised PCA", right: "principal directions",
		sides: func(w *work) (l, r matrix, err error) {
			u, _, err := w.supervised(nil)
			if err != nil {
				return nil, nil, err
			}
			return aligned(u, w.u), w.u, nil
		},
	},
}

// alongLabels are sides computed from the directions that depend most on the classes.
func alongLabels(of func(w *work, u *mat.Dense) (l, r matrix)) sides {
	return func(w *work) (l, r matrix, err error) {
		u, _, err := w.supervised(w.oneHot())
		if err == nil {
			l, r = of(w, u)
		}
		return l, r, err
	}
}

func (w *work) oneHot() *mat.Dense { return supervised.OneHot(w.Labels, w.classes) }

// supervised are the directions that depend most on labels, as columns.
func (w *work) supervised(factor *mat.Dense) (*mat.Dense, []float64, error) {
	loadings, values, err := supervised.Components(w.Train, factor, w.p)
	if err != nil {
		return nil, nil, err
	}
	return mat.DenseCopyOf(loadings.T()), values, nil
}

// labelScatter is XHK_yHXᵀ with the delta kernel (65).
func (w *work) labelScatter() *mat.Dense {
	h := centring(w.n())
	return mul(w.Train.T(), h, supervised.Delta(w.Labels), h, w.Train)
}
