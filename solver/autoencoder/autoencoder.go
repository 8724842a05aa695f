// Package autoencoder trains linear autoencoders by gradient descent, for comparison with principal component
// analysis: with the squared error, both find the same subspace (P. Baldi, K. Hornik, "Neural networks and
// principal component analysis: learning from examples without local minima", Neural Networks 2, 1989).
package autoencoder

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver"
)

// A Network has linear layers U_1 … U_m and tied weights: it maps a centred x to U_1⋯U_m U_mᵀ⋯U_1ᵀ x.
type Network struct {
	// Layers are U_1 … U_m: features × first width, first width × second, and so on.
	Layers []*mat.Dense
	// Iterations counts the gradients computed. Gradient is the length of the last one, relative to the largest
	// entry of the scatter matrix.
	Iterations int
	Gradient   float64
}

// Training ends at a Network.Gradient of tolerance, or with an error after mostIterations.
const (
	tolerance      = 1e-12
	mostIterations = 100_000
)

// Train minimises ‖X̌ − X̌ U Uᵀ‖², U = U_1⋯U_m, over centred samples, one a row. Steps go down the
// gradient, with the length that the last two gradients suggest (J. Barzilai, J. M. Borwein, "Two-point step size
// gradient methods", IMA Journal of Numerical Analysis 8, 1988). The widths are those of the layers of the encoder,
// the first to the narrowest: at least one, each at least 1.
func Train(ctx context.Context, centred *mat.Dense, widths ...int) (*Network, error) {
	if len(widths) == 0 || slices.Min(widths) < 1 {
		return nil, fmt.Errorf("autoencoder: layers of %d neurons: at least one layer is needed, of at least 1", widths)
	}
	scatter := solver.Product(centred.T(), centred)
	largest := mat.Max(scatter) // on the diagonal
	if !(largest > 0) || math.IsInf(largest, 1) {
		return nil, errors.New("autoencoder: the samples do not vary, or not by finite numbers")
	}
	scatter.Scale(1/largest, scatter)
	features, _ := scatter.Dims()
	n := start(append([]int{features}, widths...))
	gradients := n.gradients(scatter)
	// The first steps descend in any case: no eigenvalue is larger than the trace.
	step := 0.1 / mat.Trace(scatter)
	for ; n.Iterations < mostIterations; n.Iterations++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		square := product(gradients, gradients)
		if n.Gradient = math.Sqrt(square); n.Gradient <= tolerance {
			return n, nil
		}
		n.move(-step, gradients)
		next := n.gradients(scatter)
		if !(product(next, next) <= steeper*steeper*square) { // the step was too long
			n.move(step, gradients)
			step /= steeper
			continue
		}
		if turned := square - product(gradients, next); n.Iterations >= cautious && turned > 0 {
			step *= square / turned
		}
		gradients = next
	}
	return nil, fmt.Errorf("autoencoder: after %d steps the gradient still has the length %.1e",
		n.Iterations, n.Gradient)
}

const (
	cautious = 50 // number of first steps without Barzilai-Borwein lengths
	steeper  = 4  // growth of the gradient that a step which was too long causes
)

func (n *Network) move(step float64, gradients []*mat.Dense) {
	for i, g := range gradients {
		floats.AddScaled(n.Layers[i].RawMatrix().Data, step, g.RawMatrix().Data)
	}
}

// start draws weights of variance 1 over the width of their input.
func start(widths []int) *Network {
	random := rand.New(rand.NewPCG(1, 0))
	n := &Network{}
	for i, columns := range widths[1:] {
		rows := widths[i]
		entries := make([]float64, rows*columns)
		for k := range entries {
			entries[k] = random.NormFloat64() / math.Sqrt(float64(rows))
		}
		n.Layers = append(n.Layers, mat.NewDense(rows, columns, entries))
	}
	return n
}

// Weights are the product U of the layers, features × components.
func (n *Network) Weights() *mat.Dense { return chain(n.Layers) }

func chain(factors []*mat.Dense) *mat.Dense {
	product := factors[0]
	for _, f := range factors[1:] {
		product = solver.Product(product, f)
	}
	return product
}

// Reconstruct returns the output of the network for centred samples, one a row.
func (n *Network) Reconstruct(centred *mat.Dense) *mat.Dense {
	x := centred
	for _, u := range n.Layers {
		x = solver.Product(x, u)
	}
	for _, u := range slices.Backward(n.Layers) {
		x = solver.Product(x, u.T())
	}
	return x
}

// gradients are those of ‖X̌ − X̌UUᵀ‖²/2, by the chain rule from that in U, −(2SU − UUᵀSU −
// SUUᵀU).
func (n *Network) gradients(scatter *mat.Dense) []*mat.Dense {
	u := n.Weights()
	su := solver.Product(scatter, u)
	var g mat.Dense
	g.Scale(-2, su)
	g.Add(&g, solver.Product(u, solver.Product(u.T(), su)))
	g.Add(&g, solver.Product(su, solver.Product(u.T(), u)))
	gradients := make([]*mat.Dense, len(n.Layers))
	for i := range n.Layers {
		layer := &g
		if i > 0 {
			layer = solver.Product(chain(n.Layers[:i]).T(), layer)
		}
		if i+1 < len(n.Layers) {
			layer = solver.Product(layer, chain(n.Layers[i+1:]).T())
		}
		gradients[i] = layer
	}
	return gradients
}

func product(a, b []*mat.Dense) float64 {
	sum := 0.0
	for i := range a {
		var p mat.Dense
		p.MulElem(a[i], b[i])
		sum += mat.Sum(&p)
	}
	return sum
}
