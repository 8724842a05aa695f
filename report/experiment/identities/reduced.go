package identities

import (
	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment/lesson"
	"gpca/solver/autoencoder"
)

// autoencoders are the identities of linear autoencoders.
var autoencoders = []identity{
	{
		name: "layers", equation: "(28), (29)",
		left:  `$\mathbf{U}_1\mathbf{U}_2\mathbf{U}_2^\top \mathbf{U}_1^\top \check{\mathbf{X}}$ layer by layer`,
		right: `$\ddot{\mathbf{U}}\ddot{\mathbf{U}}^\top \check{\mathbf{X}}$ with $\ddot{\mathbf{U}} = \mathbf{U}_1\mathbf{U}_2$`,
		sides: plain(func(w *work) (l, r matrix) {
			layers := autoencoder.Network{Layers: []*mat.Dense{w.whole, mul(w.whole.T(), w.u)}}
			return layers.Reconstruct(w.x), mul(w.x, layers.Weights(), layers.Weights().T())
		}),
	}, {
		name: "autoencoder", equation: "(30)", left: `$\hat{\mathbf{X}}$ of a trained autoencoder of one layer`,
		right: `$\hat{\mathbf{X}}$ of PCA`, trained: true,
		sides: func(w *work) (l, r matrix, err error) { return w.autoencoder(w.p) },
	}, {
		name: "deep-autoencoder", equation: "(28), (30)",
		left: `$\hat{\mathbf{X}}$ of a trained autoencoder of two layers`, right: `$\hat{\mathbf{X}}$ of PCA`,
		trained: true,
		sides:   func(w *work) (l, r matrix, err error) { return w.autoencoder(min(w.d(), 2*w.p), w.p) },
	}, {
		name: "autoencoder-weights", equation: "after (30),", left: "trained weights", right: "principal directions",
		trained: true,
		sides: func(w *work) (l, r matrix, err error) {
			network, err := w.trained(w.p)
			if err != nil {
				return nil, nil, err
			}
			return aligned(network.Weights(), w.u), w.u, nil
		},
	},
}

func (w *work) trained(widths ...int) (*autoencoder.Network, error) {
	return autoencoder.Train(w.ctx, w.x, autoencoder.Settings{Widths: widths, Seed: 1})
}

// autoencoder holds what a trained network makes of the samples against PCA.
func (w *work) autoencoder(widths ...int) (mat.Matrix, mat.Matrix, error) {
	network, err := w.trained(widths...)
	if err != nil {
		return nil, nil, err
	}
	return plus(network.Reconstruct(w.x), w.mean), w.back(w.x), nil
}

// decompositions are the identities of the singular value decomposition.
var decompositions = []identity{
	{
		name: "singular-values", equation: "(31)", left: `$\sigma^2$ of $\check{\mathbf{X}}$`,
		right: `$\lambda$ of $\mathbf{S}$`,
		sides: plain(func(w *work) (l, r matrix) {
			values, _ := sortedSymmetric(w.scatter())
			return column(squares(w.sigma)), column(values[:w.p])
		}),
	}, {
		name: "left-vectors", equation: "(31)", left: `left singular vectors of $\check{\mathbf{X}}$`,
		right: `eigenvectors of $\check{\mathbf{X}}\check{\mathbf{X}}^\top$`,
		sides: plain(func(w *work) (l, r matrix) {
			_, vectors := sortedSymmetric(w.scatter())
			return w.left, aligned(lesson.FirstColumns(vectors, w.p), w.left)
		}),
	}, {
		name: "right-vectors", equation: "(31)", left: `right singular vectors of $\check{\mathbf{X}}$`,
		right: `eigenvectors of $\check{\mathbf{X}}^\top \check{\mathbf{X}}$`,
		sides: plain(func(w *work) (l, r matrix) { return w.right, aligned(w.dual.V, w.right) }),
	},
}

// duals are the identities of dual PCA.
var duals = []identity{
	{
		name: "dual-directions", equation: "(36)", left: `$\mathbf{U}$`,
		right: `$\check{\mathbf{X}}\mathbf{V}\Sigma^{-1}$`,
		sides: plain(func(w *work) (l, r matrix) { return w.u, aligned(w.dual.Loadings().T(), w.u) }),
	}, {
		name: "dual-projection", equation: "(34), (35)", left: `$\mathbf{U}^\top \check{\mathbf{X}}$`,
		right: `$\Sigma\mathbf{V}^\top$`,
		sides: plain(func(w *work) (l, r matrix) {
			z := mul(w.x, w.u)
			return z, aligned(w.dual.Project(), z)
		}),
	}, {
		name: "dual-reconstruction", equation: "(37)", left: `$\mathbf{U}\mathbf{U}^\top \check{\mathbf{X}} + \mu$`,
		right: `$\check{\mathbf{X}}\mathbf{V}\mathbf{V}^\top + \mu$`,
		sides: plain(func(w *work) (l, r matrix) { return w.back(w.x), w.dual.Reconstruct() }),
	}, {
		name: "dual-new-projection", equation: "(38) to (40)", left: `$\mathbf{U}^\top \check{\mathbf{X}}_t$`,
		right: `$\Sigma^{-1}\mathbf{V}^\top \check{\mathbf{X}}^\top \check{\mathbf{X}}_t$`,
		sides: plain(func(w *work) (l, r matrix) {
			z := mul(w.xt, w.u)
			return z, aligned(w.dual.ProjectNew(w.New), z)
		}),
	}, {
		name: "dual-new-reconstruction", equation: "(41), (42)",
		left:  `$\mathbf{U}\mathbf{U}^\top \check{\mathbf{X}}_t + \mu$`,
		right: `$\check{\mathbf{X}}\mathbf{V}\Sigma^{-2}\mathbf{V}^\top \check{\mathbf{X}}^\top \check{\mathbf{X}}_t + \mu$`,
		sides: plain(func(w *work) (l, r matrix) { return w.back(w.xt), w.dual.ReconstructNew(w.New) }),
	}, {
		name: "dual-projector-as-printed", equation: "before (57) as printed,", left: `$\mathbf{U}\mathbf{U}^\top$`,
		right: `$\check{\mathbf{X}}\mathbf{V}\Sigma^{-1}\mathbf{V}^\top \check{\mathbf{X}}^\top$`,
		sides: plain(func(w *work) (l, r matrix) {
			inverse := make([]float64, w.p)
			for i, s := range w.dual.Sigma {
				inverse[i] = 1 / s
			}
			return mul(w.u, w.u.T()), mul(w.x.T(), w.dual.V, diagonal(inverse), w.dual.V.T(), w.x)
		}),
	},
}
