package standin

import (
	"math"
	"math/rand/v2"
)

// iris draws 50 flowers of each of three species, measured to a tenth of a
// centimetre: length and width of sepals, then of petals. The sizes are round
// numbers of the right order, not those of any flowers. Parts of a flower grow
// together, most of all the petals of the larger species, of which two are much
// alike.
func iris(r *rand.Rand) *collection {
	const flowers = 50
	species := []struct {
		mean, spread [4]float64 // in cm
		together     float64    // correlation of a part with the size of the flower
	}{
		{[4]float64{5, 3.5, 1.5, .25}, [4]float64{.35, .4, .2, .1}, .7},   // Iris-setosa
		{[4]float64{6, 2.75, 4.25, 1.25}, [4]float64{.5, .3, .5, .2}, .8}, // Iris-versicolor
		{[4]float64{6.5, 3, 5.5, 2}, [4]float64{.6, .3, .55, .25}, .75},   // Iris-virginica
	}
	c := newCollection(len(species)*flowers, 4)
	for class, s := range species {
		for range flowers {
			size := r.NormFloat64()
			flower := make([]float64, len(s.mean))
			for i := range flower {
				own := math.Sqrt(1-sq(s.together)) * r.NormFloat64()
				flower[i] = max(s.mean[i]+s.spread[i]*(s.together*size+own), .1)
			}
			c.add(class, decimals(1, flower...))
		}
	}
	return c
}
