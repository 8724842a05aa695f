package classify

import (
	"math"

	"gpca/solver/internal/vector"
)

func (k *Kernel) canEstimate() bool { return k.directions > 0 && k.projector.CanEstimate() }

// estimate implements estimator.
func (k *Kernel) estimate(squares, bounds [][]float64, block *images) {
	s := k.scratches.Get().(*scratch)
	defer k.scratches.Put(s)
	e := &s.estimate
	k.projector.Estimate(e, block.pixels, block.norms)
	for i, length := range e.Lengths {
		projections := e.Projections.Row(i)
		first := 0
		for m, end := range k.ends {
			z := projections[first:end]
			square := vector.Dot(z, z)
			off := e.Norms[i]*k.bounds[m].Rows + k.bounds[m].Values
			// |‖z+e‖² − ‖z‖²| ≤ 2‖z‖‖e‖ + ‖e‖²
			squares[m][i] = length - square
			bounds[m][i] = off*(2*math.Sqrt(square)+off) + e.LengthErrors[i]
			first = end
		}
	}
}
