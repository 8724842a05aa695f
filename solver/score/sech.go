package score

import "math"

// risingSech is f′ = height · (1 − sech u): quadratic at first, then constant.
type risingSech struct {
	description
	height float64
}

func threeMinusThreeSech() Score {
	return risingSech{description{
		name:    "3-3sech",
		formula: `3 - 3 \operatorname{sech} u`,
		source:  "thesis, Section 2.2.1",
	}, 3}
}

func zeta1() Score {
	return risingSech{description{
		name:    "zeta1",
		formula: `\zeta_1(u) = 1 - \operatorname{sech} u`,
		source:  "paper, eq. (14)",
	}, 1}
}

func (s risingSech) Properties() Properties { return convex(true) }

func (s risingSech) Derivative(u float64) float64 { return s.height * oneMinusSech(math.Abs(u)) }

// Primitive uses ∫ sech = gd, the Gudermannian function 2 arctan tanh(u/2).
func (s risingSech) Primitive(u float64) (float64, bool) {
	u = math.Abs(u)
	return s.height * (u - 2*math.Atan(math.Tanh(u/2))), true
}

func (s risingSech) Apply(dst, u []float64) {
	dst = dst[:len(u)]
	for i, x := range u {
		v, z := s.height, math.Abs(x)
		if !(z > saturation) {
			v = s.height * oneMinusSech(z)
		}
		dst[i] = math.Copysign(v, x)
	}
}

// oneMinusSech returns 1 − sech u for u ≥ 0.
//
// With m = e⁻ᵘ − 1 it is m²/(1 + e⁻²ᵘ): one exponential, accurate to the last
// digits also for small u, where subtracting sech u from 1 leaves none of them.
func oneMinusSech(u float64) float64 {
	m := math.Expm1(-u)
	return m * m / (1 + (1+m)*(1+m))
}

// tanhSech is f′ = 2 tanh u sech u, which rises to 1 at u = ln(1 + √2), where
// sinh u = 1, and then falls towards 0: a redescending score.
type tanhSech struct{ description }

func doubleTanhSech() Score {
	return tanhSech{description{
		name:    "2tanhsech",
		formula: `2 \tanh u \operatorname{sech} u`,
		source:  "thesis, Section 2.2.1",
	}}
}

func (s tanhSech) Properties() Properties {
	return Properties{RisesUpTo: math.Asinh(1), Bounded: true, Domain: fromZero}
}

func (s tanhSech) Derivative(u float64) float64 { return twoTanhSech(math.Abs(u)) }

func (s tanhSech) Primitive(u float64) (float64, bool) {
	return 2 * oneMinusSech(math.Abs(u)), true
}

func (s tanhSech) Apply(dst, u []float64) {
	dst = dst[:len(u)]
	for i, x := range u {
		dst[i] = math.Copysign(twoTanhSech(math.Abs(x)), x)
	}
}

// twoTanhSech returns 2 tanh u sech u for u ≥ 0. With e = e⁻ᵘ it is
// 4e(1 − e²)/(1 + e²)². The tail matters to the last digit: where all
// projections are large, only the ratios of these small numbers are left.
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
