package solver

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"gpca/solver/internal/vector"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// A network is the recurrent network of Section 3.1.
type network struct {
	extraction // norms are the diagonal of the deflated K
	k          vector.Matrix
	trace      float64 // of k

	alphas, projections vector.Matrix // one row a component found
	principal           *network      // for the start PrincipalComponent
	origin              origin        // of the current component

	state          []float64
	previous       []float64
	previousEnergy float64 // cᵀKc of the previous state, 0 without one
	// The iteration has ended as ending says; one more product gives the image of the state.
	ended  bool
	ending Component
}

func newNetwork(k *kernel.Matrix, s objective.Function, settings Settings, principal *network) *network {
	x := vector.Of(k.Values)
	diagonal, trace := make([]float64, x.Rows), 0.0
	for i := range diagonal {
		diagonal[i] = x.Data[i*x.Stride+i]
		trace += diagonal[i]
	}
	n := &network{
		extraction: newExtraction(s, k.Weights, diagonal, x.Rows, settings), k: x, trace: trace, principal: principal,
		state: make([]float64, x.Rows), previous: make([]float64, x.Rows),
		origin: origin{coefficients: make([]float64, x.Rows), projections: make([]float64, x.Rows)},
	}
	n.alphas, n.projections = vector.Empty(n.wanted, x.Rows), vector.Empty(n.wanted, x.Rows)
	if n.first != nil {
		n.known = vector.NewMatrix(len(n.first.Components), x.Rows)
		weighed := vector.NewMatrix(n.known.Rows, x.Rows)
		for i := range weighed.Rows {
			floats.MulTo(weighed.Row(i), n.first.Loadings.RawRowView(i), n.weights)
		}
		multiplySymmetric(n.known, weighed, x, settings.Workers)
	}
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

// start sets the state by equation 3.11.
func (n *network) start() bool {
	for n.settled() {
		n.keep()
	}
	if !n.begin(n, 1e-13) {
		return false
	}
	n.function.Apply(n.state, n.origin.projections)
	n.previousEnergy, n.ended = 0, false
	return true
}

func (n *network) weigh(state []float64) []float64 {
	return floats.MulTo(make([]float64, len(state)), state, n.weights)
}

func (n *network) load(dst []float64) { floats.MulTo(dst, n.state, n.weights) }

// deflate turns the product of K with a weighed state into that of the deflated K, and returns cᵀKc.
func (n *network) deflate(weighed, image []float64) (energy float64) {
	for q := range n.projections.Rows {
		s := n.projections.Row(q)
		vector.Axpy(-vector.Dot(s, weighed), s, image)
	}
	return vector.Dot(weighed, image)
}

// advance takes one step of equation 3.8.
func (n *network) advance(weighed, image []float64) bool {
	energy := n.deflate(weighed, image)
	if n.degenerate(energy, weighed) {
		return n.vanish(energy)
	}
	floats.Scale(1/math.Sqrt(energy), image) // the projections of all samples on w
	if n.ended {
		return n.finish(n.state, energy, image, n.ending)
	}
	n.previous, n.state = n.state, n.previous
	n.previousEnergy = energy
	n.function.Apply(n.state, image)
	n.moved()
	if n.wanders {
		objective := 0.0
		for i, w := range n.weights {
			objective += w * image[i] * n.state[i]
		}
		if n.iteration.stagnates(objective) && !n.ended {
			n.ending, n.ended = n.iteration.ended(Wandered), true
		}
	}
	return true
}

func (n *network) moved() {
	step, length := 0.0, 0.0
	for i, w := range n.weights {
		d := n.state[i] - n.previous[i]
		step += w * d * d
		length += w * n.state[i] * n.state[i]
	}
	n.ending, n.ended = n.iteration.next(n.state, math.Sqrt(step), max(math.Sqrt(length), 1e-300))
}

// degenerate reports whether a state has no direction: its energy cᵀKc is not finite, or is rounding error
// against the bound ‖c‖² tr K.
func (n *network) degenerate(energy float64, weighed []float64) bool {
	return !(energy > 1e-15*n.trace*vector.Dot(weighed, weighed)) || math.IsInf(energy, 1)
}

// vanish ends a degenerate component with the last direction before, or the fit if energy is not finite.
func (n *network) vanish(energy float64) bool {
	if math.IsNaN(energy) || math.IsInf(energy, 0) {
		return n.fail()
	}
	c := n.iteration.ended(Vanished)
	if n.previousEnergy == 0 { // the start itself
		return n.finish(n.origin.coefficients, n.origin.energy, n.origin.projections, c)
	}
	projections := make([]float64, n.k.Rows)
	weighed := n.weigh(n.previous)
	project(projections, n.k, weighed, n.iteration.settings.Workers)
	n.deflate(weighed, projections)
	floats.Scale(1/math.Sqrt(n.previousEnergy), projections)
	return n.finish(n.previous, n.previousEnergy, projections, c)
}

// finish records the component of a state (3.9) and starts the next one.
func (n *network) finish(state []float64, energy float64, projections []float64, c Component) bool {
	if n.again(projections) {
		n.keep()
	} else {
		alpha := n.alphas.Append()
		copy(alpha, state)
		floats.Scale(1/math.Sqrt(energy), alpha)
		copy(n.projections.Append(), projections)
		n.record(c, projections)
	}
	return n.start()
}

// keep adds the next component of the first fit. Its coefficients serve as alphas, too: deflation by the components
// before, to which it is orthogonal, leaves it as it is.
func (n *network) keep() {
	next := len(n.components)
	copy(n.alphas.Append(), n.first.Loadings.RawRowView(next))
	copy(n.projections.Append(), n.known.Row(next))
	n.record(n.first.Components[next], n.known.Row(next))
}

// decompose solves f(u) = u² by eigenvectors of K, weighted symmetrically where samples repeat.
func (n *network) decompose() error {
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
	values, vectors, err := Eigenpairs(matrix, n.wanted, n.iteration.settings.Workers)
	if err != nil {
		n.err = err
		return err
	}
	for i, value := range values {
		if !(value > 1e-13*values[0]) {
			break
		}
		alpha, projections := n.alphas.Append(), n.projections.Append()
		for j, v := range vectors.Row(i) {
			alpha[j] = v / (roots[j] * math.Sqrt(value))
			projections[j] = v * math.Sqrt(value) / roots[j]
		}
		n.record(Component{End: Exact}, projections)
	}
	return nil
}

func (n *network) result() KernelFit {
	coefficients := vector.NewMatrix(n.alphas.Rows, n.k.Rows)
	for i := range n.alphas.Rows {
		// z_i = k·a_i − Σ_{j<i} z_j (s_j·a_i), forward substitution in i.
		alpha, b := n.alphas.Row(i), coefficients.Row(i)
		copy(b, alpha)
		if n.function.Exact() && divides(n.k.Rows, n.wanted) {
			continue // s_j·a_i is 0 to within rounding
		}
		weighed := n.weigh(alpha)
		for j := range i {
			vector.Axpy(-vector.Dot(n.projections.Row(j), weighed), coefficients.Row(j), b)
		}
	}
	return KernelFit{
		Function: n.function, Alphas: n.alphas.Dense(), Projections: n.projections.Dense(),
		Coefficients: coefficients.Dense(), Components: n.components, Err: n.err,
	}
}

func iterateSerially(ctx context.Context, networks []*network) error {
	for _, n := range networks {
		size := n.k.Rows
		s := &serial{
			network: n,
			weighed: make([]float64, size), image: make([]float64, size), product: make([]float64, size),
			overlaps: make([]float64, n.wanted),
		}
		for running := n.start(); running; {
			if err := ctx.Err(); err != nil {
				return err
			}
			running = s.sweep()
		}
	}
	return nil
}

// serial is a network that updates one entry after the other.
type serial struct {
	*network
	weighed, image, product, overlaps []float64
}

// sweep updates every entry of the state once and reports whether the network goes on. The product with the
// deflated K is kept up to date as the product with K and the overlaps s_qᵀc with the components found so far.
func (n *serial) sweep() bool {
	floats.MulTo(n.weighed, n.state, n.weights)
	project(n.product, n.k, n.weighed, n.iteration.settings.Workers)
	copy(n.image, n.product)
	energy := n.deflate(n.weighed, n.image)
	if n.degenerate(energy, n.weighed) {
		return n.vanish(energy)
	}
	if n.ended {
		floats.Scale(1/math.Sqrt(energy), n.image)
		return n.finish(n.state, energy, n.image, n.ending)
	}
	copy(n.previous, n.state)
	n.previousEnergy = energy
	found := n.projections
	for q := range found.Rows {
		n.overlaps[q] = vector.Dot(found.Row(q), n.weighed)
	}
	entry := make([]float64, 1)
	for i, w := range n.weights {
		image := n.product[i]
		for q := range found.Rows {
			image -= n.overlaps[q] * found.Data[q*found.Stride+i]
		}
		entry[0] = image / math.Sqrt(energy)
		n.function.Apply(entry, entry)
		change := w * (entry[0] - n.state[i])
		if change == 0 {
			continue
		}
		n.state[i] = entry[0]
		energy += change * (2*image + change*n.norms[i])
		if !(energy > 0) || math.IsInf(energy, 1) {
			return n.vanish(energy)
		}
		vector.Axpy(change, n.k.Row(i), n.product)
		for q := range found.Rows {
			n.overlaps[q] += change * found.Data[q*found.Stride+i]
		}
	}
	n.moved()
	return true
}
