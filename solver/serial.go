package solver

import (
	"context"
	"math"

	"gpca/solver/internal/vector"
)

// settleSerially iterates one network after the other, updating entry by entry.
func settleSerially(ctx context.Context, networks []*network, settings Settings) error {
	for _, n := range networks {
		for running := n.start(); running; {
			if err := ctx.Err(); err != nil {
				return err
			}
			running = n.sweep(settings)
		}
	}
	return nil
}

// sweep updates every entry of the state once, in order, and ends the component
// when the sweep moved it less than the tolerance. It reports whether the
// network goes on.
func (n *network) sweep(settings Settings) bool {
	size := n.k.Rows
	weighed, image := make([]float64, size), make([]float64, size)
	n.weigh(weighed)
	project(image, n.k, weighed)
	for q := range n.projections.Rows {
		s := n.projections.Row(q)
		vector.Axpy(-vector.Dot(s, weighed), s, image)
	}
	energy := vector.Dot(weighed, image)
	if !(energy > 0) {
		return n.abandon(energy)
	}
	if n.ended {
		scale(1/math.Sqrt(energy), image)
		return n.finish(image, energy)
	}
	before := append([]float64(nil), n.state...)
	column, one := make([]float64, size), make([]float64, 1)
	for i, w := range n.weights {
		one[0] = image[i] / math.Sqrt(energy)
		n.score.Apply(one, one)
		change := w * (one[0] - n.state[i])
		if change == 0 {
			continue
		}
		n.state[i] = one[0]
		n.column(column, i)
		energy += 2*change*image[i] + change*change*column[i]
		vector.Axpy(change, column, image)
		if !(energy > 0) {
			return n.abandon(energy)
		}
	}
	step := weightedDistance(n.state, before, n.weights)
	length := math.Sqrt(weightedSquare(n.state, n.weights))
	n.ending, n.ended = n.iteration.next(n.state, step, max(length, 1e-300), settings)
	return true
}
