package score

import "math"

// saturatingTanh is f′ = height · tanh(rate·u): linear with slope
// height·rate at first, constant for large u.
type saturatingTanh struct {
	description
	height, rate float64
}

func hyperbolicTangent() Score {
	return saturatingTanh{description{
		name:    "tanh",
		formula: `\tanh u`,
		source:  "thesis, Section 2.2.1",
	}, 1, 1}
}

// scaledSigmoid is 4/(1 + e⁻ᵘ) − 2, computed as the equal 2 tanh(u/2), which
// does not cancel near 0.
func scaledSigmoid() Score {
	return saturatingTanh{description{
		name:    "4sigmoid-2",
		formula: `4 \operatorname{sigmoid} u - 2`,
		source:  "thesis, Section 2.2.1",
	}, 2, 0.5}
}

func (s saturatingTanh) Properties() Properties { return convex(true) }

func (s saturatingTanh) Derivative(u float64) float64 {
	return s.height * math.Tanh(s.rate*math.Abs(u))
}

func (s saturatingTanh) Primitive(u float64) (float64, bool) {
	return s.height / s.rate * logCosh(s.rate*math.Abs(u)), true
}

func (s saturatingTanh) Apply(dst, u []float64) {
	dst = dst[:len(u)]
	for i, x := range u {
		v := math.Copysign(s.height, x)
		if !(s.rate*math.Abs(x) > saturation) {
			v = s.height * math.Tanh(s.rate*x)
		}
		dst[i] = v
	}
}

// logCosh returns ln cosh u for u ≥ 0, without overflow for large u and
// without cancellation for small.
func logCosh(u float64) float64 {
	if u < 1 {
		sinh := math.Sinh(u / 2)
		return math.Log1p(2 * sinh * sinh)
	}
	return u - math.Ln2 + math.Log1p(math.Exp(-2*u))
}

// tanhSquared is f′ = height · tanh² u: quadratic at first, so that the
// smallest projections count for less than in tanh.
type tanhSquared struct {
	description
	height float64
}

func doubleTanhSquared() Score {
	return tanhSquared{description{
		name:    "2tanh2",
		formula: `2 \tanh^2 u`,
		source:  "thesis, Section 2.2.1",
	}, 2}
}

func zeta2() Score {
	return tanhSquared{description{
		name:    "zeta2",
		formula: `\zeta_2(u) = \tanh^2 u`,
		source:  "paper, eq. (15)",
	}, 1}
}

func (s tanhSquared) Properties() Properties { return convex(true) }

func (s tanhSquared) Derivative(u float64) float64 {
	t := math.Tanh(math.Abs(u))
	return s.height * t * t
}

func (s tanhSquared) Primitive(u float64) (float64, bool) {
	u = math.Abs(u)
	return s.height * (u - math.Tanh(u)), true
}

func (s tanhSquared) Apply(dst, u []float64) {
	dst = dst[:len(u)]
	for i, x := range u {
		v := s.height
		if !(math.Abs(x) > saturation) {
			t := math.Tanh(x)
			v = s.height * t * t
		}
		dst[i] = math.Copysign(v, x)
	}
}
