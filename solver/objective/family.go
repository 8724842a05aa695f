package objective

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Power returns the function of the Lp-norm, f = uᵖ/p and f′(u) = u^(p−1), for a finite p > 0: ordinary PCA for
// p=2, the L1-PCA of N. Kwak, Principal component analysis based on L1-norm maximization, IEEE Transactions on
// Pattern Analysis and Machine Intelligence 30(9), 2008, for p=1. Below 1 f is not convex and f′ has a pole at 0.
func Power(p float64) (Function, error) {
	s := &definition{
		formula: uToThe(p - 1), source: lp, properties: convex(p == 1), level: math.Inf(1),
		derivative: func(u float64) float64 { return math.Pow(u, p-1) },
		primitive:  func(u float64) float64 { return math.Pow(u, p) / p },
	}
	switch {
	case p == 0.5:
		s.formula, s.derivative = `1/\sqrt{u}`, pole(func(u float64) float64 { return 1 / math.Sqrt(u) })
		s.apply = func(dst, u []float64) {
			for i, x := range u {
				v := x
				if x != 0 {
					v = math.Copysign(min(1/math.Sqrt(math.Abs(x)), steepest), x)
				}
				dst[i] = v
			}
		}
	case p == 1:
		s.formula, s.source, s.level, s.height = "1", l1, 0, 1
		s.derivative = func(u float64) float64 {
			if u != u {
				return u
			}
			return 1
		}
	case p == 1.5:
		s.formula, s.derivative = `\sqrt{u}`, math.Sqrt
		s.apply = func(dst, u []float64) {
			for i, x := range u {
				dst[i] = math.Copysign(math.Sqrt(math.Abs(x)), x)
			}
		}
	case p == 2:
		s.source, s.exact, s.derivative = l2, true, func(u float64) float64 { return u }
		s.apply = func(dst, u []float64) { copy(dst, u) }
	case p < 1:
		s.derivative = pole(s.derivative)
	}
	if p < 1 {
		s.properties = Properties{SingularAtZero: true, Domain: aboveZero}
	}
	return s.named("p", p)
}

// steepest bounds f′ next to the pole of p < 1, so that its square is finite.
const steepest = 1e150

// pole bounds a derivative that is infinite at 0, and makes it 0 there.
func pole(derivative func(u float64) float64) func(u float64) float64 {
	return func(u float64) float64 {
		if u == 0 {
			return 0
		}
		return min(derivative(u), steepest)
	}
}

// Skeleton returns Battaglino's mixture of L2- and L1-norm, f′(u) = min(u, a), for a finite a > 0 (equation 2.5;
// the primitive is equation 2.6 with the constants that make it continuous). It is the function ψ of P. J. Huber,
// Robust estimation of a location parameter, Annals of Mathematical Statistics 35(1), 1964.
func Skeleton(a float64) (Function, error) {
	s := &definition{
		formula: fmt.Sprintf(`\min(u, %s)`, plainNumber(a)), source: battaglino + ", eq. (2.5)",
		properties: convex(true),
		derivative: func(u float64) float64 { return min(u, a) },
		primitive: func(u float64) float64 {
			if u > a {
				return a * (u - a/2)
			}
			return u * u / 2
		},
		apply: func(dst, u []float64) {
			for i, x := range u {
				dst[i] = max(-a, min(x, a))
			}
		},
	}
	return s.named("a", a)
}

// SwitchedNorm returns g_a of Battaglino and Koyuncu (equation 13) for a finite a > 0: u² up to a, u above,
// hence f′(u) = 2u up to a and 1 above. For a > 1/2 f is not convex, as f′ drops at a. For a ≠ 1 the published f
// jumps at a; Primitive is the continuous function with the same derivative.
func SwitchedNorm(a float64) (Function, error) {
	s := &definition{
		formula:    fmt.Sprintf(`2u \text{ for } u \le %s, 1 \text{ above}`, plainNumber(a)),
		source:     generalization + ", eq. (13)",
		properties: Properties{RisesUpTo: a, Bounded: true, Domain: fromZero}, level: a, height: 1,
		derivative: func(u float64) float64 {
			if u > a {
				return 1
			}
			return 2 * u
		},
		primitive: func(u float64) float64 {
			if u > a {
				return a*a + (u - a)
			}
			return u * u
		},
	}
	if a <= 0.5 {
		s.properties = convex(true)
	}
	return s.named("g", a)
}

// ExponentialPower returns f′(u) = exp(−u^q) for a finite q > 0: the function h′ of Battaglino 2019 (Section 3.3.2) and
// h_q of Battaglino and Koyuncu (equation 16). It is meant for kernel PCA with a Gaussian kernel, whose
// projections are about 1: on raw data f′ underflows, to 0 above u = 27.3 for q = 2.
func ExponentialPower(q float64) (Function, error) {
	s := &definition{
		formula: fmt.Sprintf(`\exp(-%s)`, uToThe(q)), source: exponentialSource,
		properties: Properties{Bounded: true, Domain: fromZero}, level: math.Inf(1),
		derivative: func(u float64) float64 { return math.Exp(-raised(u, q)) },
		primitive:  func(u float64) float64 { return exponentialPrimitive(u, q) },
	}
	return s.named("q", q)
}

// raised is u^q, by products for the published q.
func raised(u, q float64) float64 {
	switch q {
	case 1:
		return u
	case 2:
		return u * u
	case 3:
		return u * u * u
	case 4:
		return (u * u) * (u * u)
	}
	return math.Pow(u, q)
}

// exponentialPrimitive is γ(1/q, u^q)/q with the lower incomplete gamma function γ.
func exponentialPrimitive(u, q float64) float64 {
	x := math.Pow(u, q)
	switch {
	case q == 1:
		return -math.Expm1(-u)
	case q == 2:
		return math.Sqrt(math.Pi) / 2 * math.Erf(u)
	case math.IsNaN(u), x < 1e-17:
		return u // u − u^(q+1)/(q+1) + …; u^q may have underflowed
	case math.IsInf(x, 1):
		x = math.MaxFloat64 // GammaIncReg is 1 there, and NaN at +Inf
	}
	// Γ(1/q)/q = Γ(1 + 1/q), which does not overflow until q is below 0.006.
	if f := math.Gamma(1+1/q) * mathext.GammaIncReg(1/q, x); !math.IsInf(f, 1) {
		return f
	}
	return math.NaN()
}
