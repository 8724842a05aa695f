package score

import "math"

// cosine is f′ = 1 − cos(πu/2), which rises from 0 to 2 on 0 ≤ u ≤ 2 and then
// swings between the two with period 4.
//
// The thesis names the function −cos(xπ/2) and plots it one higher (Figure 2.1b). Only the
// plotted one starts at 0 and stays non-negative, as the derivative of something like a
// norm must, so that is the one meant here. As the thesis notes, the idea behind it holds
// for projections within one period only.
type cosine struct{ description }

func oneMinusCosine() Score {
	return cosine{description{
		name:    "1-cos",
		formula: `1 - \cos(\pi u/2)`,
		source:  "thesis, Section 2.2.1",
	}}
}

func (s cosine) Properties() Properties {
	return Properties{RisesUpTo: 2, Bounded: true, Domain: fromZero}
}

func (s cosine) Derivative(u float64) float64 { return oneMinusCos(math.Abs(u)) }

func (s cosine) Primitive(u float64) (float64, bool) {
	u = math.Abs(u)
	phase := u - 4*math.Floor(u/4)
	return u - 2/math.Pi*math.Sin(math.Pi/2*phase), true
}

func (s cosine) Apply(dst, u []float64) {
	dst = dst[:len(u)]
	for i, x := range u {
		dst[i] = math.Copysign(oneMinusCos(math.Abs(x)), x)
	}
}

// oneMinusCos returns 1 − cos(πu/2) for u ≥ 0 as 2 sin²(πu/4). The period is a
// power of two, so that it can be taken off u without rounding: large u lose no
// accuracy, as they would in a product with π.
func oneMinusCos(u float64) float64 {
	phase := u - 4*math.Floor(u/4)
	sin := math.Sin(math.Pi / 4 * min(phase, 4-phase))
	return 2 * sin * sin
}
