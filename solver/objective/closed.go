package objective

import "math"

// A definition gives f, its derivative and what theory says of it, on u ≥ 0.
type definition struct {
	name, formula, source string // the formula is f′ in TeX
	properties            Properties
	derivative, primitive func(u float64) float64 // the primitive is NaN where it is not known
	level, height         float64                 // f′ = height for u > level, where most projections of images lie
	apply                 func(dst, u []float64)  // faster than a loop over derivative, or nil
	exact                 bool
}

func (s *definition) Name() string                 { return s.name }
func (s *definition) Source() string               { return s.source }
func (s *definition) Exact() bool                  { return s.exact }
func (s *definition) Properties() Properties       { return s.properties }
func (s *definition) Derivative(u float64) float64 { return s.derivative(math.Abs(u)) }

// Formula of an expression is its source, not TeX.
func (s *definition) Formula() string {
	if s.properties.Sampled {
		return "f′(u) = " + s.formula
	}
	return "$f'(u) = " + s.formula + "$"
}

func (s *definition) Primitive(u float64) (float64, bool) {
	f := s.primitive(math.Abs(u))
	return f, f == f || u != u
}

func (s *definition) Apply(dst, u []float64) {
	dst = dst[:len(u)]
	if s.apply != nil {
		s.apply(dst, u)
		return
	}
	for i, x := range u {
		v, z := s.height, math.Abs(x)
		if x == 0 {
			v = 0
		} else if !(z > s.level) {
			v = s.derivative(z)
		}
		dst[i] = v * math.Copysign(1, x) // an expression may be negative
	}
}

// saturation is a u above which e⁻ᵘ does not change 1 in float64 (2e⁻ᵘ < 2⁻⁵³ for u > 37.4).
const saturation = 38

// saturating is f′ = height · g(rate·u), given g, which rises to 1 as tanh does, and its primitive.
func saturating(name, formula, source string, height, rate float64, g, primitive func(u float64) float64) Function {
	return &definition{
		name: name, formula: formula, source: source, properties: convex(true),
		level: saturation / rate, height: height,
		derivative: func(u float64) float64 { return height * g(rate*u) },
		primitive:  func(u float64) float64 { return height / rate * primitive(rate*u) },
	}
}

// logCosh returns ln cosh u for u ≥ 0, without overflow and without cancellation.
func logCosh(u float64) float64 {
	if u < 1 {
		sinh := math.Sinh(u / 2)
		return math.Log1p(2 * sinh * sinh)
	}
	return u - math.Ln2 + math.Log1p(math.Exp(-2*u))
}

func tanhSquared(u float64) float64 {
	t := math.Tanh(u)
	return t * t
}

func tanhSquaredPrimitive(u float64) float64 { return u - math.Tanh(u) }

// oneMinusSechPrimitive is by ∫ sech u = 2 arctan tanh(u/2), the Gudermannian function.
func oneMinusSechPrimitive(u float64) float64 { return u - 2*math.Atan(math.Tanh(u/2)) }

// oneMinusSech returns m²/(1 + e⁻²ᵘ) with m = e⁻ᵘ − 1, without cancellation, for u ≥ 0.
func oneMinusSech(u float64) float64 {
	m := math.Expm1(-u)
	return m * m / (1 + (1+m)*(1+m))
}

// tanhSech is f′ = 2 tanh u sech u, which rises to 1 where sinh u = 1 and then falls to 0.
func tanhSech() Function {
	return &definition{
		name: "2tanhsech", formula: `2 \tanh u \operatorname{sech} u`, source: scoresSource,
		properties: Properties{RisesUpTo: math.Asinh(1), Bounded: true, Domain: fromZero},
		level:      math.Inf(1), derivative: twoTanhSech,
		primitive: func(u float64) float64 { return 2 * oneMinusSech(u) },
	}
}

// twoTanhSech returns 2 tanh u sech u for u ≥ 0, as 4e(1 − e²)/(1 + e²)² with e = e⁻ᵘ. It is accurate in
// the tail too, as the ratios of large projections matter.
func twoTanhSech(u float64) float64 {
	var e, rest float64 // e⁻ᵘ and 1 − e⁻²ᵘ
	if u < 1 {
		m := math.Expm1(-u)
		e, rest = 1+m, -m*(2+m)
	} else {
		e = math.Exp(-u)
		rest = 1 - e*e
	}
	sum := 1 + e*e
	return 4 * e * rest / (sum * sum)
}

// cosine is f′ = 1 − cos(πu/2), of period 4. Battaglino 2019 names −cos(xπ/2) and plots it one higher (Figure
// 2.1b), as here. It is computed as 2 sin²(πu/4), after the period is taken off u without rounding.
func cosine() Function {
	phase := func(u float64) float64 { return u - 4*math.Floor(u/4) }
	return &definition{
		name: "1-cos", formula: `1 - \cos(\pi u/2)`, source: scoresSource,
		properties: Properties{RisesUpTo: 2, Bounded: true, Domain: fromZero}, level: math.Inf(1),
		derivative: func(u float64) float64 {
			phase := phase(u)
			sin := math.Sin(math.Pi / 4 * min(phase, 4-phase))
			return 2 * sin * sin
		},
		primitive: func(u float64) float64 { return u - 2/math.Pi*math.Sin(math.Pi/2*phase(u)) },
	}
}
