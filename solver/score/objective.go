package score

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// Objective returns f of a score on u ≥ 0: in closed form, or by Gauss–Legendre quadrature to less than a per
// cent. It returns false where f′ grows faster than 1/√u towards 0.
func Objective(s Score) (f func(u float64) float64, ok bool) {
	if _, closed := s.Primitive(1); closed {
		return func(u float64) float64 {
			v, _ := s.Primitive(u)
			return v
		}, true
	}
	// √u f′(u) must not grow towards 0.
	const near, nearer = 1e-9, 1e-15
	if math.Sqrt(nearer)*math.Abs(s.Derivative(nearer)) > 1.01*math.Sqrt(near)*math.Abs(s.Derivative(near)) {
		return nil, false
	}
	const nodes = 600 // as close as the samples of a curve
	t, weights := make([]float64, nodes), make([]float64, nodes)
	quad.Legendre{}.FixedLocations(t, weights, 0, 1)
	return func(u float64) float64 {
		// ∫ f′(x) dx = ∫ f′(ut²) 2ut dt removes the pole of 1/√u.
		x, values := make([]float64, nodes), make([]float64, nodes)
		for i, t := range t {
			x[i] = u * t * t
		}
		s.Apply(values, x)
		sum := 0.0
		for i, v := range values {
			sum += weights[i] * v * 2 * u * t[i]
		}
		return sum
	}, true
}
