package standin

import (
	"math/rand/v2"
)

// balance lists every balance scale with weights 1 to 5 at distances 1 to 5 from
// the pivot, on the left and on the right: 625 of them. It tips to the side of
// the greater product of weight and distance (R. S. Siegler, Cognitive
// Psychology 8, 1976). The published set is the same list, since the lever leaves
// nothing to chance.
func balance(*rand.Rand) *collection {
	const left, balanced, right = 0, 1, 2
	c := newCollection(5*5*5*5, 4)
	for i := range 5 * 5 * 5 * 5 {
		sample := []float64{float64(i/125 + 1), float64(i/25%5 + 1), float64(i/5%5 + 1), float64(i%5 + 1)}
		class := balanced
		switch l, r := sample[0]*sample[1], sample[2]*sample[3]; {
		case l > r:
			class = left
		case l < r:
			class = right
		}
		c.add(class, sample)
	}
	return c
}
