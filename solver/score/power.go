package score

import (
	"math"
)

// power is the Lp-norm, f = uᵖ/p and f′ = u^(p−1).
//
// The thesis writes f′ = (1/p) u^(p−1) in Chapter 2; the factor cancels.
type power struct {
	description
	p float64
}

// Power returns the Lp-norm's score, f′(u) = u^(p−1), for a finite p > 0.
//
// p=2 is ordinary PCA and p=1 the L1-PCA of N. Kwak, Principal component
// analysis based on L1-norm maximization, IEEE Transactions on Pattern Analysis
// and Machine Intelligence 30(9), 2008. Below 1 f is not convex and f′ has a
// pole at 0; above 2 outliers weigh more than in ordinary PCA.
func Power(p float64) (Score, error) {
	if err := checkParameter("p", p); err != nil {
		return nil, err
	}
	return power{description{
		name:    parameterName("p", p),
		formula: powerFormula(p),
		source:  "thesis, Chapter 2",
	}, p}, nil
}

func powerFormula(p float64) string {
	switch p {
	case 0.5:
		return `1/\sqrt{u}`
	case 1:
		return "1"
	case 1.5:
		return `\sqrt{u}`
	}
	return uToThe(p - 1)
}

func (s power) IsSign() bool { return s.p == 1 }
func (s power) Exact() bool  { return s.p == 2 }

func (s power) Properties() Properties {
	if s.p < 1 {
		return Properties{SingularAtZero: true, Domain: aboveZero}
	}
	return convex(s.p == 1)
}

func (s power) Derivative(u float64) float64 {
	u = math.Abs(u)
	switch {
	case s.p == 1:
		if u != u {
			return u
		}
		return 1
	case s.p == 2:
		return u
	case s.p == 1.5:
		return math.Sqrt(u)
	case u == 0:
		return 0
	case s.p == 0.5:
		return min(1/math.Sqrt(u), steepest)
	case s.p < 1:
		return min(math.Pow(u, s.p-1), steepest)
	}
	return math.Pow(u, s.p-1)
}

// steepest bounds f′ next to the pole of p < 1: its square is finite, and with
// it the norm of ∇.
const steepest = 1e150

func (s power) Primitive(u float64) (float64, bool) {
	return math.Pow(math.Abs(u), s.p) / s.p, true
}

func (s power) Apply(dst, u []float64) {
	dst = dst[:len(u)]
	switch s.p {
	case 2:
		copy(dst, u)
	case 1:
		for i, x := range u {
			v := math.Copysign(1, x)
			if !(math.Abs(x) > 0) { // 0 or NaN
				v = x
			}
			dst[i] = v
		}
	case 1.5:
		for i, x := range u {
			dst[i] = math.Copysign(math.Sqrt(math.Abs(x)), x)
		}
	case 0.5:
		for i, x := range u {
			v := x
			if x != 0 {
				v = math.Copysign(min(1/math.Sqrt(math.Abs(x)), steepest), x)
			}
			dst[i] = v
		}
	default:
		for i, x := range u {
			dst[i] = math.Copysign(s.Derivative(x), x)
		}
	}
}
