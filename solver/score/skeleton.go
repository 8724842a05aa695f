package score

import (
	"fmt"
	"math"
)

// skeleton is f′ = min(u, a): p=2 up to a, p=1 times a above.
type skeleton struct {
	description
	a float64
}

// Skeleton returns the thesis's mixture of L2- and L1-norm, f′(u) = min(u, a), for a finite
// a > 0 (equation 2.5; its primitive is equation 2.6 with the constants that make it
// continuous). It is the function ψ of P. J. Huber, Robust estimation of a location
// parameter, Annals of Mathematical Statistics 35(1), 1964.
//
// a is in the units of the projections. Once it exceeds all of them the
// components are those of p=2; as it goes to 0 they approach those of p=1.
func Skeleton(a float64) (Score, error) {
	if err := checkParameter("a", a); err != nil {
		return nil, err
	}
	return skeleton{description{
		name:    parameterName("a", a),
		formula: fmt.Sprintf(`\min(u, %s)`, plainNumber(a)),
		source:  "thesis, eq. (2.5)",
	}, a}, nil
}

func (s skeleton) Properties() Properties { return convex(true) }

func (s skeleton) Derivative(u float64) float64 { return min(math.Abs(u), s.a) }

func (s skeleton) Primitive(u float64) (float64, bool) {
	u = math.Abs(u)
	if u > s.a {
		return s.a * (u - s.a/2), true
	}
	return u * u / 2, true
}

func (s skeleton) Apply(dst, u []float64) {
	dst = dst[:len(u)]
	for i, x := range u {
		dst[i] = max(-s.a, min(x, s.a))
	}
}
