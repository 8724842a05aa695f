package solver

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// An Update is the order in which the network of Section 3.1 updates the entries of its state c.
type Update string

const (
	// Parallel updates all entries at once: the iteration of equation 3.8.
	Parallel Update = ""
	// Serial updates one entry after the other, as a Hopfield network does; each sees the new values of those
	// before it. For f(u) = |u| it cannot cycle (J. Bruck, "On the convergence properties of the Hopfield model",
	// Proc. IEEE 78, 1990). Equal samples are updated together. Functions do not share its passes.
	Serial Update = "serial"
)

// A KernelFit is what KernelGPCA found for one function f. Matrices are components × distinct samples.
type KernelFit struct {
	Function objective.Function
	// Alphas express component i as Σ_j weight_j α_ij Φ_i(x_j), with Φ_i deflated by those before (3.10).
	Alphas *mat.Dense
	// Projections are those of the deflated training samples on each component, the scores of Appendix C.
	Projections *mat.Dense
	// Coefficients express component i by the samples, Σ_j weight_j b_ij Φ(x_j), for a kernel.Projector: the
	// deflations of equation C.5 solved as a triangular system.
	Coefficients *mat.Dense
	Components   []Component
	Err          error // as in Fit
}

// KernelGPCA extracts components in the feature space of k for every function (Battaglino 2019, Algorithms 3 and 4,
// with the normalisation of equation 3.8). Fits and errors are as those of [GPCA].
func KernelGPCA(
	ctx context.Context, k *kernel.Matrix, functions []objective.Function, settings Settings,
) ([]KernelFit, error) {
	settings, err := settings.prepare()
	if err != nil {
		return nil, err
	}
	if err := checkKernel(k); err != nil {
		return nil, err
	}
	create := func(s objective.Function, principal *network) *network { return newNetwork(k, s, settings, principal) }
	return extract(ctx, functions, settings, create, func(iterated []*network) error {
		if settings.Update == Serial {
			return iterateSerially(ctx, iterated)
		}
		x := vector.Of(k.Values)
		return together(ctx, iterated, x.Rows, func(images, states vector.Matrix, _ []*network) {
			multiplySymmetric(images, states, x, settings.Workers)
		})
	})
}

// multiplySymmetric sets images to the products of vectors, one a row, with a symmetric matrix.
func multiplySymmetric(images, vectors, a vector.Matrix, workers int) {
	if workers > 1 {
		vector.MulTransposedParallel(images, vectors, a, workers)
	} else {
		vector.MulSymmetric(images, vectors, a) // reads half of a
	}
}
