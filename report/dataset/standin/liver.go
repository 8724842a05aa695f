package standin

import (
	"math"
	"math/rand/v2"
)

// liver draws blood tests of men and what they drink a day: mean corpuscular
// volume, four enzymes (alkphos, sgpt, sgot, gammagt), half-pint equivalents. The
// levels are those of healthy men in general, log-normal as enzymes are. Drinking
// and a strained liver raise them together. The two classes differ by little:
// what the published file calls a class is no diagnosis either.
func liver(r *rand.Rand) *collection {
	const first, second = 145, 200
	c := newCollection(first+second, 6)
	for i := range first + second {
		class, strained := 0, 0.
		if i >= first {
			class, strained = 1, 1
		}
		strain := (1 + .2*strained) * r.NormFloat64()
		drinks := math.Exp(.8 + .9*r.NormFloat64() + .2*strain)
		habit := math.Log(drinks) - .8
		level := func(median, spread, byStrain, byHabit float64) float64 {
			return math.Round(median * math.Exp(spread*r.NormFloat64()+byStrain*strain+byHabit*habit))
		}
		sample := []float64{
			min(max(math.Round(90+1.2*habit+4*r.NormFloat64()), 65), 105),
			min(level(64+12*strained, .25, .04, 0), 140),
			min(level(28-5*strained, .36, .26, .05), 155),
			min(level(23, .24, .2, .08), 85),
			min(level(27, .5, .38, .25), 300),
			min(math.Round(2*drinks)/2, 20),
		}
		c.add(class, sample)
	}
	return c
}
