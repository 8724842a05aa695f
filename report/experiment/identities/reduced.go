package identities

import (
	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment/lesson"
	"gpca/report/words"
	"gpca/solver/autoencoder"
)

var autoencoders = []identity{
	{"layers", always, "(28), (29)", `$U_1U_2U_2ᵀU_1ᵀ\check{X}$ layer by layer`,
		`$\ddot{U}\ddot{U}ᵀ\check{X}$ with $\ddot{U} = U_1U_2$`,
		func(w *work) (l, r matrix) {
			layers := autoencoder.Network{Layers: []*mat.Dense{w.whole, mul(w.whole.T(), w.u)}}
			return layers.Reconstruct(w.x), mul(w.x, layers.Weights(), layers.Weights().T())
		}},
	{"autoencoder", trained, "(30)", `$\hat{X}$ of a trained autoencoder of one layer`, `$\hat{X}$ of PCA`,
		func(w *work) (l, r matrix) { return w.autoencoder(w.p) }},
	{"deep-autoencoder", trained, "(28), (30)", `$\hat{X}$ of a trained autoencoder of two layers`,
		`$\hat{X}$ of PCA`,
		func(w *work) (l, r matrix) { return w.autoencoder(min(w.d(), 2*w.p), w.p) }},
	{"autoencoder-weights", trained, "after (30),", "trained weights", "principal directions",
		func(w *work) (l, r matrix) { return alike(w.u, w.trained(w.p).Weights()) }},
}

func (w *work) trained(widths ...int) *autoencoder.Network {
	return must(autoencoder.Train(w.ctx, w.x, widths...))
}

// autoencoder compares the reconstruction by a trained network with that by PCA.
func (w *work) autoencoder(widths ...int) (l, r matrix) {
	return plus(w.trained(widths...).Reconstruct(w.x), w.mean), w.back(w.x)
}

var decompositions = []identity{
	{"singular-values", always, "(31)", `$\sigma^2$ of $\check{X}$`, `$\lambda$ of $S$`,
		func(w *work) (l, r matrix) {
			values, _ := sortedSymmetric(w.scatter())
			return column(squares(w.sigma)), column(values[:w.p])
		}},
	{"left-vectors", always, "(31)", `left singular vectors of $\check{X}$`,
		`eigenvectors of $\check{X}\check{X}ᵀ$`,
		func(w *work) (l, r matrix) {
			_, vectors := sortedSymmetric(w.scatter())
			return alike(w.left, lesson.FirstColumns(vectors, w.p))
		}},
	{"right-vectors", always, "(31)", `right singular vectors of $\check{X}$`,
		`eigenvectors of $\check{X}ᵀ\check{X}$`,
		func(w *work) (l, r matrix) { return alike(w.right, w.dual.V) }},
}

var duals = []identity{
	{"dual-directions", always, "(36)", "$U$", `$\check{X}V\Sigma^{-1}$`,
		func(w *work) (l, r matrix) { return alike(w.u, w.dual.Loadings().T()) }},
	{"dual-projection", always, "(34), (35)", `$Uᵀ\check{X}$`, `$\Sigma\mathbf{V}ᵀ$`,
		func(w *work) (l, r matrix) { return alike(mul(w.x, w.u), w.dual.Project()) }},
	{"dual-reconstruction", always, "(37)", `$UUᵀ\check{X} + \mu$`, `$\check{X}VVᵀ+ \mu$`,
		func(w *work) (l, r matrix) { return w.back(w.x), w.dual.Reconstruct() }},
	{"dual-new-projection", always, "(38) to (40)", `$Uᵀ\check{X}_t$`, `$\Sigma^{-1}Vᵀ\check{X}ᵀ\check{X}_t$`,
		func(w *work) (l, r matrix) { return alike(mul(w.xt, w.u), w.dual.ProjectNew(w.New)) }},
	{"dual-new-reconstruction", always, "(41), (42)", `$UUᵀ\check{X}_t + \mu$`,
		`$\check{X}V\Sigma^{-2}Vᵀ\check{X}ᵀ\check{X}_t + \mu$`,
		func(w *work) (l, r matrix) { return w.back(w.xt), w.dual.ReconstructNew(w.New) }},
	{"dual-projector-as-printed", always, "before (57) as printed,", "$UUᵀ$",
		`$\check{X}V\Sigma^{-1}Vᵀ\check{X}ᵀ$`,
		func(w *work) (l, r matrix) {
			inverse := words.Each(w.dual.Sigma, func(s float64) float64 { return 1 / s })
			return mul(w.u, w.u.T()), mul(w.x.T(), w.dual.V, diagonal(inverse), w.dual.V.T(), w.x)
		}},
}
