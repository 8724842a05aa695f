package solver

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/kernel"
	"gpca/solver/score"
)

// An Update says in which order the network of Section 3.1 updates its state c.
type Update string

const (
	// Parallel updates all entries at once: the iteration of equation 3.8.
	Parallel Update = ""
	// Serial updates one entry after the other, each seeing the new values of
	// those before it, as a Hopfield network does. For f(u) = |u| it cannot
	// cycle (J. Bruck, "On the convergence properties of the Hopfield model",
	// Proc. IEEE 78, 1990). It cannot share its passes between scores.
	Serial Update = "serial"
)

// A KernelFit is what KernelGPCA found for one function f. With n distinct
// training samples, all matrices are components × n.
type KernelFit struct {
	Score score.Score
	// Alphas express component i as Σ_j weight_j α_ij Φ_i(x_j), where Φ_i is
	// deflated by the components before i (thesis, 3.10).
	Alphas *mat.Dense
	// Projections are those of the deflated training samples on each component,
	// the scores of Appendix C.
	Projections *mat.Dense
	// Coefficients express component i by the samples themselves,
	// Σ_j weight_j b_ij Φ(x_j): equation C.5's chain of deflations solved once
	// as a triangular system. They are what a kernel.Projector takes.
	Coefficients *mat.Dense
	Components   []Component
	// Err says why extraction ended early, as in Fit.
	Err error
}

// KernelGPCA extracts components in the feature space of k for every score at
// once (thesis, Algorithms 3 and 4, with the normalisation of equation 3.8).
// Each component starts from the deflated sample of largest norm (3.11). p = 2
// is solved as an eigenproblem.
func KernelGPCA(ctx context.Context, k *kernel.Matrix, scores []score.Score, settings Settings) ([]KernelFit, error) {
	settings, err := settings.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := finite(k.Values); err != nil {
		return nil, err
	}
	networks := make([]*network, len(scores))
	var iterated []*network
	for i, s := range scores {
		networks[i] = newNetwork(k, s, settings)
		if s.Exact() {
			networks[i].decompose(settings)
		} else {
			iterated = append(iterated, networks[i])
		}
	}
	if settings.Update == Serial {
		err = settleSerially(ctx, iterated, settings)
	} else {
		err = settle(ctx, dense(k.Values), iterated, settings)
	}
	if err != nil {
		return nil, err
	}
	fits := make([]KernelFit, len(scores))
	for i, n := range networks {
		fits[i] = n.result()
	}
	return fits, nil
}

// settle iterates all networks together: one pass over K serves them all.
func settle(ctx context.Context, k vector.Matrix, networks []*network, settings Settings) error {
	active := make([]*network, 0, len(networks))
	for _, n := range networks {
		if n.start() {
			active = append(active, n)
		}
	}
	states, images := vector.NewMatrix(len(active), k.Rows), vector.NewMatrix(len(active), k.Rows)
	for len(active) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		states.Rows, images.Rows = len(active), len(active)
		for i, n := range active {
			n.weigh(states.Row(i))
		}
		vector.MulTransposedParallel(images, states, k, settings.Workers)
		remaining := active[:0]
		for i, n := range active {
			if n.advance(states.Row(i), images.Row(i), settings) {
				remaining = append(remaining, n)
			}
		}
		active = remaining
	}
	return nil
}

// A network is the recurrent network of Section 3.1 for one score, and the
// components that it has settled to.
type network struct {
	k       vector.Matrix
	weights []float64
	score   score.Score
	wanted  int

	alphas, projections vector.Matrix // Rows grows with the components found
	components          []Component

	norms   []float64 // diagonal of the deflated K
	largest float64

	state     []float64
	iteration iteration
	// The state has ended its iteration as ending says; one more product gives
	// its image, which the component needs.
	ended  bool
	ending Component
	err    error
}

func newNetwork(k *kernel.Matrix, s score.Score, settings Settings) *network {
	x := dense(k.Values)
	n := &network{
		k: x, weights: k.Weights, score: s,
		wanted: min(settings.Components, x.Rows),
		norms:  make([]float64, x.Rows),
		state:  make([]float64, x.Rows),
	}
	for i := range n.norms {
		n.norms[i] = x.Data[i*x.Stride+i]
	}
	_, n.largest = largest(n.norms)
	n.alphas, n.projections = vector.NewMatrix(n.wanted, x.Rows), vector.NewMatrix(n.wanted, x.Rows)
	n.alphas.Rows, n.projections.Rows = 0, 0
	return n
}

// column sets dst to column i of the deflated K (3.13).
func (n *network) column(dst []float64, i int) {
	copy(dst, n.k.Row(i))
	for q := range n.projections.Rows {
		s := n.projections.Row(q)
		vector.Axpy(-s[i], s, dst)
	}
}

// start sets the state from the deflated sample of largest norm (3.11). It
// reports whether there is a component left to look for.
func (n *network) start() bool {
	if len(n.components) == n.wanted {
		return false
	}
	at, norm := largest(n.norms)
	if !(norm > 1e-13*n.largest) {
		return false // feature space is exhausted to within rounding
	}
	n.column(n.state, at)
	scale(1/math.Sqrt(norm), n.state)
	n.score.Apply(n.state, n.state)
	n.iteration.reset()
	n.ended = false
	return true
}

// weigh sets dst to the state with every sample counted as often as it occurs.
func (n *network) weigh(dst []float64) {
	for i, w := range n.weights {
		dst[i] = w * n.state[i]
	}
}

// advance takes one step of equation 3.8. Weighed is the weighed state, image
// its product with K, which is overwritten. It reports whether the network
// needs another product.
func (n *network) advance(weighed, image []float64, settings Settings) bool {
	for q := range n.projections.Rows {
		s := n.projections.Row(q)
		vector.Axpy(-vector.Dot(s, weighed), s, image)
	}
	energy := vector.Dot(weighed, image) // cᵀKc
	if !(energy > 0) {
		return n.abandon(energy)
	}
	scale(1/math.Sqrt(energy), image) // the projections of all samples on w
	if n.ended {
		return n.finish(image, energy)
	}
	n.score.Apply(image, image)
	step := weightedDistance(image, n.state, n.weights)
	copy(n.state, image)
	length := math.Sqrt(weightedSquare(n.state, n.weights))
	n.ending, n.ended = n.iteration.next(n.state, step, max(length, 1e-300), settings)
	return true
}

// abandon gives up on further components: the state has no direction, either
// because the score left it none or because it is not a number.
func (n *network) abandon(energy float64) bool {
	if math.IsNaN(energy) {
		n.err = notANumber(n.score, len(n.components))
	}
	return false
}

// finish records the component of the present state, deflates, and starts the
// next one.
func (n *network) finish(projections []float64, energy float64) bool {
	at := n.alphas.Rows
	n.alphas.Rows, n.projections.Rows = at+1, at+1
	alpha := n.alphas.Row(at)
	copy(alpha, n.state)
	scale(1/math.Sqrt(energy), alpha)
	copy(n.projections.Row(at), projections)
	for i, u := range projections {
		n.norms[i] -= u * u
	}
	n.ending.Objective = weightedObjective(n.score, projections, n.weights)
	n.components = append(n.components, n.ending)
	return n.start()
}

// decompose finds the components of f(u) = u²: eigenvectors of K, weighted
// symmetrically where samples repeat.
func (n *network) decompose(settings Settings) {
	matrix := n.k
	roots := make([]float64, len(n.weights))
	repeated := false
	for i, w := range n.weights {
		roots[i] = math.Sqrt(w)
		repeated = repeated || w != 1
	}
	if repeated {
		matrix = vector.NewMatrix(n.k.Rows, n.k.Cols)
		for i := range matrix.Rows {
			from, to := n.k.Row(i), matrix.Row(i)
			for j, v := range from {
				to[j] = roots[i] * v * roots[j]
			}
		}
	}
	values, vectors := leadingEigenpairs(matrix, n.wanted, settings.Workers)
	for i, value := range values {
		if !(value > 1e-13*values[0]) {
			break
		}
		n.alphas.Rows, n.projections.Rows = i+1, i+1
		alpha, projections := n.alphas.Row(i), n.projections.Row(i)
		for j, v := range vectors.Row(i) {
			alpha[j] = v / (roots[j] * math.Sqrt(value))
			projections[j] = v * math.Sqrt(value) / roots[j]
		}
		n.components = append(n.components, Component{End: Exact, Objective: value})
	}
}

func (n *network) result() KernelFit {
	coefficients := vector.NewMatrix(n.alphas.Rows, n.k.Rows)
	weighed := make([]float64, n.k.Rows)
	for i := range n.alphas.Rows {
		// z_i = k·a_i − Σ_{j<i} z_j (s_j·a_i), forward substitution in i.
		alpha, b := n.alphas.Row(i), coefficients.Row(i)
		copy(b, alpha)
		for l, w := range n.weights {
			weighed[l] = w * alpha[l]
		}
		for j := range i {
			vector.Axpy(-vector.Dot(n.projections.Row(j), weighed), coefficients.Row(j), b)
		}
	}
	return KernelFit{
		Score: n.score, Alphas: fromRows(n.alphas), Projections: fromRows(n.projections),
		Coefficients: fromRows(coefficients), Components: n.components, Err: n.err,
	}
}

func weightedSquare(v, weights []float64) float64 {
	sum := 0.0
	for i, w := range weights {
		sum += w * v[i] * v[i]
	}
	return sum
}

func weightedDistance(x, y, weights []float64) float64 {
	sum := 0.0
	for i, w := range weights {
		d := x[i] - y[i]
		sum += w * d * d
	}
	return math.Sqrt(sum)
}

func weightedObjective(s score.Score, projections, weights []float64) float64 {
	sum := 0.0
	for i, u := range projections {
		f, ok := s.Primitive(math.Abs(u))
		if !ok {
			return math.NaN()
		}
		sum += weights[i] * f
	}
	return sum
}
