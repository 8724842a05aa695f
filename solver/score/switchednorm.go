package score

import (
	"fmt"
	"math"
)

// switchedNorm is the paper's g_a: f′ = 2u up to a, 1 above.
type switchedNorm struct {
	description
	a float64
}

// SwitchedNorm returns the paper's g_a for a finite a > 0: u² up to a, u above
// (equation 13), hence f′(u) = 2u up to a and 1 above.
//
// It resembles [Skeleton] and is not the same. For a > 1/2 its derivative drops
// at a, from 2a to 1, so that f is not convex and a sample just below a weighs
// more than any above. For a ≠ 1 the published f jumps at a as well; Primitive
// is the continuous function with the same derivative, which is the one an
// ascent along f′ climbs, and equals the published one for a = 1.
func SwitchedNorm(a float64) (Score, error) {
	if err := checkParameter("g", a); err != nil {
		return nil, err
	}
	return switchedNorm{description{
		name:    parameterName("g", a),
		formula: fmt.Sprintf(`2u \text{ for } u \le %s, 1 \text{ above}`, plainNumber(a)),
		source:  "paper, eq. (13)",
	}, a}, nil
}

func (s switchedNorm) Properties() Properties {
	if s.a <= 0.5 {
		return convex(true)
	}
	return Properties{RisesUpTo: s.a, Bounded: true, Domain: fromZero}
}

func (s switchedNorm) Derivative(u float64) float64 {
	u = math.Abs(u)
	if u > s.a {
		return 1
	}
	return 2 * u
}

func (s switchedNorm) Primitive(u float64) (float64, bool) {
	u = math.Abs(u)
	if u > s.a {
		return s.a*s.a + (u - s.a), true
	}
	return u * u, true
}

func (s switchedNorm) Apply(dst, u []float64) {
	dst = dst[:len(u)]
	for i, x := range u {
		v := 2 * x
		if math.Abs(x) > s.a {
			v = math.Copysign(1, x)
		}
		dst[i] = v
	}
}
