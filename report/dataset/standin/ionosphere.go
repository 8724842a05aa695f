package standin

import (
	"math"
	"math/rand/v2"
)

// ionosphere draws radar returns: 17 complex values of the autocorrelation of
// what came back, real and imaginary part in turn, scaled to the first one and
// so from -1 to 1 (V. Sigillito et al., Johns Hopkins APL Technical Digest 10,
// 1989). A good return shows structure in the ionosphere: correlation that
// decays slowly and turns with the Doppler shift. In a bad one the signal passed
// through, and its autocorrelation is noise, saturated or nothing at all.
//
// As in the published set the first value is 1, or 0 for a return without
// power, and the second, its imaginary part, is always 0.
func ionosphere(r *rand.Rand) *collection {
	const good, bad, pulses = 225, 126, 17
	c := newCollection(good+bad, 2*pulses)
	for i := range good + bad {
		sample := make([]float64, 2*pulses)
		sample[0] = 1
		if i < good {
			decay, turn := between(r, .72, 1), .32*r.NormFloat64()
			disturbed := math.Abs(.28 * r.NormFloat64())
			for k := 1; k < pulses; k++ {
				sin, cos := math.Sincos(turn * float64(k))
				size := math.Pow(decay, float64(k))
				sample[2*k] = size*cos + disturbed*r.NormFloat64()
				sample[2*k+1] = size*sin + disturbed*r.NormFloat64()
			}
			c.add(0, decimals(5, clipped(sample)...))
			continue
		}
		switch kind := r.Float64(); {
		case kind < .3: // no power at most pulses
			sample[0] = float64(r.IntN(2))
			for k := 2; k < len(sample); k++ {
				if r.IntN(4) == 0 {
					sample[k] = float64(r.IntN(3) - 1)
				}
			}
		case kind < .5: // saturated
			for k := 2; k < len(sample); k++ {
				sample[k] = sign(r.NormFloat64() + .4)
			}
		case kind < .8: // noise
			for k := 2; k < len(sample); k++ {
				sample[k] = .6 * r.NormFloat64()
			}
		default: // a weak echo
			turn := 1.2 * r.NormFloat64()
			for k := 1; k < pulses; k++ {
				sin, cos := math.Sincos(turn * float64(k))
				sample[2*k] = .5*cos + .4*r.NormFloat64()
				sample[2*k+1] = .5*sin + .4*r.NormFloat64()
			}
		}
		c.add(1, decimals(5, clipped(sample)...))
	}
	return c
}

// clipped limits every value to -1..1.
func clipped(values []float64) []float64 {
	for i, v := range values {
		values[i] = min(max(v, -1), 1)
	}
	return values
}
