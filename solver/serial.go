package solver

import (
	"context"
	"math"

	"gpca/solver/internal/vector"
)

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
	weigh(n.weighed, n.state, n.weights)
	project(n.product, n.k, n.weighed)
	copy(n.image, n.product)
	energy := n.deflate(n.weighed, n.image)
	if n.degenerate(energy, n.weighed) {
		return n.vanish(energy)
	}
	if n.ended {
		scale(1/math.Sqrt(energy), n.image)
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
		n.score.Apply(entry, entry)
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
