package identities

import (
	"gonum.org/v1/gonum/mat"

	"gpca/solver/autoencoder"
)

// autoencoders are the identities of linear autoencoders.
var autoencoders = []identity{
	{name: "layers", equation: "(28), (29)", left: "U₁U₂U₂ᵀU₁ᵀX̌ layer by layer", right: "ÜÜᵀX̌ with Ü = U₁U₂", sides: func(w *work) (mat.Matrix, mat.Matrix, error) {
		layers := autoencoder.Network{Layers: []*mat.Dense{w.whole, mul(w.whole.T(), w.u)}}
		return layers.Reconstruct(w.x), mul(w.x, layers.Weights(), layers.Weights().T()), nil
	}},
	{name: "autoencoder", equation: "(30)", left: "X̂ of a trained autoencoder of one layer", right: "X̂ of PCA", trained: true, sides: func(w *work) (mat.Matrix, mat.Matrix, error) {
		return w.autoencoder(w.p)
	}},
	{name: "deep-autoencoder", equation: "(28), (30)", left: "X̂ of a trained autoencoder of two layers", right: "X̂ of PCA", trained: true, sides: func(w *work) (mat.Matrix, mat.Matrix, error) {
		return w.autoencoder(min(w.d(), 2*w.p), w.p)
	}},
	{name: "autoencoder-weights", equation: "after (30),", left: "trained weights", right: "principal directions", trained: true, sides: func(w *work) (mat.Matrix, mat.Matrix, error) {
		network, err := w.trained(w.p)
		if err != nil {
			return nil, nil, err
		}
		return aligned(network.Weights(), w.u), w.u, nil
	}},
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
	return plus(network.Reconstruct(w.x), w.mean), plus(mul(w.x, w.u, w.u.T()), w.mean), nil
}

// decompositions are the identities of the singular value decomposition.
var decompositions = []identity{
	{name: "singular-values", equation: "(31)", left: "σ² of X̌", right: "λ of S", sides: func(w *work) (mat.Matrix, mat.Matrix, error) {
		values, _ := sortedSymmetric(w.scatter())
		return column(squares(w.sigma)), column(values[:w.p]), nil
	}},
	{name: "left-vectors", equation: "(31)", left: "left singular vectors of X̌", right: "eigenvectors of X̌X̌ᵀ", sides: func(w *work) (mat.Matrix, mat.Matrix, error) {
		_, vectors := sortedSymmetric(w.scatter())
		return w.left, aligned(firstColumns(vectors, w.p), w.left), nil
	}},
	{name: "right-vectors", equation: "(31)", left: "right singular vectors of X̌", right: "eigenvectors of X̌ᵀX̌", sides: func(w *work) (mat.Matrix, mat.Matrix, error) {
		return w.right, aligned(w.dual.V, w.right), nil
	}},
}

// duals are the identities of dual PCA.
var duals = []identity{
	{name: "dual-directions", equation: "(36)", left: "U", right: "X̌VΣ⁻¹", sides: func(w *work) (mat.Matrix, mat.Matrix, error) {
		return w.u, aligned(w.dual.Loadings().T(), w.u), nil
	}},
	{name: "dual-projection", equation: "(34), (35)", left: "UᵀX̌", right: "ΣVᵀ", sides: func(w *work) (mat.Matrix, mat.Matrix, error) {
		z := mul(w.x, w.u)
		return z, aligned(w.dual.Project(), z), nil
	}},
	{name: "dual-reconstruction", equation: "(37)", left: "UUᵀX̌ + μ", right: "X̌VVᵀ + μ", sides: func(w *work) (mat.Matrix, mat.Matrix, error) {
		return plus(mul(w.x, w.u, w.u.T()), w.mean), w.dual.Reconstruct(), nil
	}},
	{name: "dual-new-projection", equation: "(38) to (40)", left: "UᵀX̌_t", right: "Σ⁻¹VᵀX̌ᵀX̌_t", sides: func(w *work) (mat.Matrix, mat.Matrix, error) {
		z := mul(w.xt, w.u)
		return z, aligned(w.dual.ProjectNew(w.New), z), nil
	}},
	{name: "dual-new-reconstruction", equation: "(41), (42)", left: "UUᵀX̌_t + μ", right: "X̌VΣ⁻²VᵀX̌ᵀX̌_t + μ", sides: func(w *work) (mat.Matrix, mat.Matrix, error) {
		return plus(mul(w.xt, w.u, w.u.T()), w.mean), w.dual.ReconstructNew(w.New), nil
	}},
	{name: "dual-projector-as-printed", equation: "before (57) as printed,", left: "UUᵀ", right: "X̌VΣ⁻¹VᵀX̌ᵀ", sides: func(w *work) (mat.Matrix, mat.Matrix, error) {
		inverse := make([]float64, w.p)
		for i, s := range w.dual.Sigma {
			inverse[i] = 1 / s
		}
		return mul(w.u, w.u.T()), mul(w.x.T(), w.dual.V, diagonal(inverse), w.dual.V.T(), w.x), nil
	}},
}
