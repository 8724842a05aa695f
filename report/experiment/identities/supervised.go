package identities

import (
	"gonum.org/v1/gonum/mat"

	"gpca/solver/supervised"
)

// supervision are the identities of HSIC and of supervised PCA with the delta kernel.
var supervision = []identity{
	{"hsic", labelled, "(59)", `$\operatorname{tr}(K_xHK_yH)/(n{-}1)^2$ of the samples and their classes`,
		`$\lVert \check{X}Yᵀ\rVert^2/(n{-}1)^2$ of one-hot classes $Y$`,
		func(w *work) (l, r matrix) {
			var k mat.SymDense
			k.SymOuterK(1, w.Train)
			n := float64(w.n() - 1)
			norm := squaredNorm(mul(w.x.T(), w.oneHot()))
			return number(supervised.HSIC(&k, supervised.Delta(w.Labels))), number(norm / (n * n))
		}},
	{"hsic-linear", always, "after (59), the HSIC of $u$ and", "$u^2$, with linear kernels and $u$ even about 0,",
		"0",
		func(w *work) (l, r matrix) {
			u := column([]float64{-3, -2, -1, 0, 1, 2, 3})
			var ku, kv mat.SymDense
			ku.SymOuterK(1, u)
			kv.SymOuterK(1, column(squares(u.RawMatrix().Data)))
			largest := mat.Trace(&ku) * mat.Trace(&kv) // the scale of the difference
			return column([]float64{supervised.HSIC(&ku, &kv), largest}), column([]float64{0, largest})
		}},
	{"delta-one-hot", labelled, "(62)", "the delta kernel", "the linear kernel $YᵀY$ of one-hot classes",
		func(w *work) (l, r matrix) { return supervised.Delta(w.Labels), mul(w.oneHot(), w.oneHot().T()) }},
	{"hsic-cyclic", labelled, "(63), (64)", `$\operatorname{tr}(XᵀUUᵀXHK_yH)$`,
		`$\operatorname{tr}(UᵀXHK_yHXᵀU)$`,
		alongLabels(func(w *work, u *mat.Dense) (l, r matrix) {
			z := mul(w.Train, u)
			h, k := centring(w.n()), supervised.Delta(w.Labels)
			return number(mat.Trace(mul(z, z.T(), h, k, h))), number(mat.Trace(mul(u.T(), w.labelScatter(), u)))
		})},
	{"supervised-eigenvectors", labelled, "(65)", "$XHK_yHXᵀU$ with the delta kernel", `$U\Lambda$`,
		func(w *work) (l, r matrix) {
			u, values := w.supervised(w.oneHot())
			return mul(w.labelScatter(), u), mul(u, diagonal(values))
		}},
	{"supervised-projection", labelled, "(66), (67), (70)", `$UᵀX - Uᵀ\check{X}$, of training and new samples,`,
		`the constant $Uᵀ\mu$`,
		alongLabels(func(w *work, u *mat.Dense) (l, r matrix) {
			all, centred := w.together()
			shift := minus(mul(all, u), mul(centred, u))
			rows, columns := shift.Dims()
			return shift, plus(mat.NewDense(rows, columns, nil), mul(u.T(), column(w.mean)).RawMatrix().Data)
		})},
	{"supervised-reconstruction", labelled, "(68), (69), (71)",
		"$UUᵀX$ without centring, of training and new samples,",
		`$UUᵀ\check{X} + \mu$`,
		alongLabels(func(w *work, u *mat.Dense) (l, r matrix) {
			all, centred := w.together()
			return mul(all, u, u.T()), plus(mul(centred, u, u.T()), w.mean)
		})},
	{"unsupervised", always, "(65) with $K_y = I$,", "$XHK_yHXᵀ$", "$S$",
		func(w *work) (l, r matrix) {
			h := centring(w.n())
			return mul(w.Train.T(), h, h, w.Train), w.scatter()
		}},
	{"unsupervised-directions", always, "(65) with $K_y = I$,", "directions of supervised PCA",
		"principal directions",
		func(w *work) (l, r matrix) {
			u, _ := w.supervised(nil)
			return alike(w.u, u)
		}},
}

// alongLabels passes on the directions that depend most on the classes.
func alongLabels(of func(w *work, u *mat.Dense) (l, r matrix)) sides {
	return func(w *work) (l, r matrix) {
		u, _ := w.supervised(w.oneHot())
		return of(w, u)
	}
}

// together returns training and new samples, as they are and centred.
func (w *work) together() (all, centred *mat.Dense) {
	all, centred = new(mat.Dense), new(mat.Dense)
	all.Stack(w.Train, w.New)
	centred.Stack(w.x, w.xt)
	return all, centred
}

func (w *work) oneHot() *mat.Dense { return supervised.OneHot(w.Labels, w.Classes) }

// supervised returns the directions that depend most on the labels, as columns, and their eigenvalues.
func (w *work) supervised(factor *mat.Dense) (*mat.Dense, []float64) {
	loadings, values, err := supervised.Components(w.Train, factor, w.p)
	check(err)
	return mat.DenseCopyOf(loadings.T()), values
}

// labelScatter returns XHK_yHXᵀ of (65) with the delta kernel.
func (w *work) labelScatter() *mat.Dense {
	h := centring(w.n())
	return mul(w.Train.T(), h, supervised.Delta(w.Labels), h, w.Train)
}
