package score

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// exponentialPower is f′ = exp(−u^q), the shape of the exponential power
// distribution's density, with q = 2 the Gaussian's.
type exponentialPower struct {
	description
	q float64
}

// ExponentialPower returns the score that the thesis calls h′ and the paper
// h_q, f′(u) = exp(−u^q) for a finite q > 0 (Section 3.3.2; equation 16). It is
// meant for kernel PCA with a Gaussian kernel, where projections are of the
// order of 1: on raw data f′ underflows, to 0 above u = 27.3 for q = 2.
//
// f′ falls from 1 at 0, so f is concave on u > 0, no theorem covers the ascent,
// and the smallest projections weigh the most.
func ExponentialPower(q float64) (Score, error) {
	if err := checkParameter("q", q); err != nil {
		return nil, err
	}
	return exponentialPower{description{
		name:    parameterName("q", q),
		formula: fmt.Sprintf(`\exp(-%s)`, uToThe(q)),
		source:  "thesis, Section 3.3.2; paper, eq. (16)",
	}, q}, nil
}

func (s exponentialPower) Properties() Properties {
	return Properties{Bounded: true, Domain: fromZero}
}

func (s exponentialPower) Derivative(u float64) float64 {
	u = math.Abs(u)
	switch s.q {
	case 1:
		return math.Exp(-u)
	case 2:
		return math.Exp(-(u * u))
	case 3:
		return math.Exp(-(u * u * u))
	case 4:
		return math.Exp(-((u * u) * (u * u)))
	}
	return math.Exp(-math.Pow(u, s.q))
}

// Primitive is γ(1/q, u^q)/q with the lower incomplete gamma function γ: an error function
// for q = 2, and a special function evaluated numerically for most other q.
func (s exponentialPower) Primitive(u float64) (float64, bool) {
	u = math.Abs(u)
	x := math.Pow(u, s.q)
	switch {
	case s.q == 1:
		return -math.Expm1(-u), true
	case s.q == 2:
		return math.Sqrt(math.Pi) / 2 * math.Erf(u), true
	case math.IsNaN(u):
		return u, true
	case x < 1e-17:
		return u, true // u − u^(q+1)/(q+1) + …; u^q may have underflowed
	case math.IsInf(x, 1):
		x = math.MaxFloat64 // GammaIncReg is 1 there, and NaN at +Inf
	}
	// Γ(1/q)/q = Γ(1 + 1/q), which does not overflow until q is below 0.006.
	f := math.Gamma(1+1/s.q) * mathext.GammaIncReg(1/s.q, x)
	return f, !math.IsNaN(f) && !math.IsInf(f, 0)
}

func (s exponentialPower) Apply(dst, u []float64) {
	dst = dst[:len(u)]
	for i, x := range u {
		v := x
		if x != 0 {
			v = math.Copysign(s.Derivative(x), x)
		}
		dst[i] = v
	}
}
