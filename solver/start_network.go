package solver

import (
	"math"

	"gpca/solver/internal/vector"
	"gpca/solver/kernel"
)

// An origin is the start w(0) of a network: Σ_j weight_j c_j Φ(x_j) of length
// √energy, Φ deflated, and the projections of the samples on its direction.
type origin struct {
	coefficients []float64
	energy       float64
	projections  []float64
}

// principalOrigins computes the principal components for networks that start from
// them, and does nothing for other starts.
func principalOrigins(k *kernel.Matrix, networks []*network, settings Settings) error {
	if settings.Start != PrincipalComponent || len(networks) == 0 {
		return nil
	}
	// The score has no effect on the components, only on their objectives, which are
	// not used here.
	principal := newNetwork(k, networks[0].score, settings)
	if principal.decompose(settings); principal.err != nil {
		return principal.err
	}
	for _, n := range networks {
		n.principal = principal
	}
	return nil
}

// orient sets the origin of a component. Largest is the deflated sample of
// largest norm, whose square is norm.
func (n *network) orient(largest int, norm float64) {
	found := len(n.components)
	switch start := n.iteration.settings.Start; start {
	case LargestSample:
	case PrincipalComponent:
		if p := n.principal; found < p.alphas.Rows {
			copy(n.origin.coefficients, p.alphas.Row(found))
			copy(n.origin.projections, p.projections.Row(found))
			if n.deflateOrigin() {
				return
			}
		}
	case BestSample:
		if at, ok := n.best(); ok {
			largest, norm = at, n.norms[at]
		}
	case SmallestSample:
		if at, ok := smallest(n.norms, n.largest); ok {
			largest, norm = at, n.norms[at]
		}
	default:
		seed, _ := start.seed()
		normals(n.origin.coefficients, seed, found)
		weighed := make([]float64, len(n.weights))
		for i, w := range n.weights {
			n.origin.coefficients[i] /= math.Sqrt(w) // a sample counts as often as it occurs
			weighed[i] = w * n.origin.coefficients[i]
		}
		project(n.origin.projections, n.k, weighed)
		if n.deflateOrigin() {
			return
		}
	}
	clear(n.origin.coefficients)
	n.origin.coefficients[largest] = 1 / n.weights[largest]
	n.origin.energy = n.norms[largest]
	n.column(n.origin.projections, largest)
	scale(1/math.Sqrt(norm), n.origin.projections)
}

// deflateOrigin deflates the origin and normalises its projections, which are the
// product of K with its weighed coefficients. It reports whether deflation has left
// more than rounding error.
func (n *network) deflateOrigin() bool {
	o := &n.origin
	weighed := make([]float64, len(n.weights))
	weigh(weighed, o.coefficients, n.weights)
	before := vector.Dot(weighed, o.projections)
	o.energy = n.deflate(weighed, o.projections)
	if !(o.energy > negligible*before) || n.degenerate(o.energy, weighed) {
		return false
	}
	scale(1/math.Sqrt(o.energy), o.projections)
	return true
}

// best returns the deflated sample in whose direction the objective is largest.
func (n *network) best() (at int, found bool) {
	objectives := make([]float64, n.k.Rows)
	projections := make([]float64, n.k.Rows)
	for i := range objectives {
		objectives[i] = math.Inf(-1)
		if n.norms[i] > negligible*n.largest {
			n.column(projections, i)
			scale(1/math.Sqrt(n.norms[i]), projections)
			objectives[i] = weightedObjective(n.score, projections, n.weights)
		}
	}
	return firstBest(objectives)
}
