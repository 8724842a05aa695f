package standin

import (
	"math"
	"math/rand/v2"
)

// waveform draws samples of the three-class problem of L. Breiman, J. Friedman, R.
// Olshen, C. Stone, Classification and Regression Trees, 1984, Section 2.6.2. Of
// three triangular waves over i = 1..21,
//
//	h_1(i) = max(6 - |i - 11|, 0),  h_2(i) = h_1(i - 4),  h_3(i) = h_1(i + 4),
//
// each class mixes two, x_i = u h_a(i) + (1 - u) h_b(i) + ε_i, with one u uniform
// on [0, 1] for a sample and ε_i standard normal. The published file came from
// the same formula, with two decimals.
func waveform(r *rand.Rand) *collection {
	const features, perClass = 21, 200
	peaks := [3][2]float64{{11, 15}, {11, 7}, {15, 7}} // of the two waves of each class
	triangle := func(i int, peak float64) float64 { return max(6-math.Abs(float64(i)-peak), 0) }
	c := newCollection(3*perClass, features)
	for range perClass {
		for class, p := range peaks {
			u := r.Float64()
			sample := make([]float64, features)
			for i := range sample {
				sample[i] = u*triangle(i+1, p[0]) + (1-u)*triangle(i+1, p[1]) + r.NormFloat64()
			}
			c.add(class, decimals(2, sample...))
		}
	}
	return c
}
