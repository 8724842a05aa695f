// Package objective holds the functions f of generalized principal component analysis, each given by its derivative.
// Generalized PCA looks for the unit vector w that maximises
//
//	Σᵢ f(|wᵀxᵢ|)
//
// by the ascent w ← ∇/‖∇‖ with ∇ = Σᵢ f′(|wᵀxᵢ|) sign(wᵀxᵢ) xᵢ (Battaglino 2019, Algorithm 1 and
// equation A.1; the kernel version is equation 3.8), which needs f′ alone. In robust statistics f′ is the
// influence function ψ.
//
//   - Lp-norms, f′ = u^(p−1): p=2 is ordinary PCA, p=1 gives every sample one vote;
//   - saturating functions (tanh, 3-3sech, 2tanh2, 4sigmoid-2, the Skeleton a=1): f′ grows for small projections, like
//     that of p=2, and is constant for large ones, like that of p=1;
//   - redescending functions (2tanhsech, 1-cos, q=2): f′ decreases again for large projections;
//   - a user's expression of u, by [Expression].
//
// A constant factor of f′ does not change components, but the scale of u does, except for Lp-norms.
//
// By Theorem 1 of Battaglino 2019 no step lowers the sum if f is convex and even: f′(0⁺) ≥ 0 and f′ never decreases.
// [Properties] says how far this holds for a function. In kernel PCA it is proved for p=1 and p=2 only (Battaglino
// 2019, Sections 3.1 and 3.2).
package objective

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// A Function is a function f of generalized PCA, given by its derivative f′ on u ≥ 0. Functions are immutable and safe
// for concurrent use. Functions of the same name are the same function.
type Function interface {
	// Name is the canonical name, such as "p=1.5" or "f'=3 - 3/cosh(u)", which [Parse] reads.
	Name() string
	// Formula is f′ in TeX between dollar signs, such as "$f'(u) = \tanh u$"; a user's expression is its source.
	Formula() string
	// Source cites the publication of the function, by author and year; see [Works].
	Source() string

	// Derivative returns f′(|u|), never negative for the built-in functions. At 0 it returns f′(0⁺), or 0 where
	// that is infinite. NaN gives NaN.
	Derivative(u float64) float64
	// Primitive returns f(|u|), the integral of f′ from 0 to |u|. It returns false without a closed form of f.
	Primitive(u float64) (f float64, ok bool)
	// Apply sets dst[i] to f′(|u[i]|) sign(u[i]), with sign(0) = 0: the weights of the samples in ∇, exactly as
	// Derivative returns them. NaN gives NaN. dst must be at least as long as u and may be u, but must not
	// overlap it otherwise.
	Apply(dst, u []float64)

	// Properties are what theory says of the ascent with this function.
	Properties() Properties
	// Exact reports whether the problem is an eigenproblem (p=2).
	Exact() bool
}

// Properties are the properties of f′ that determine how the ascent behaves.
type Properties struct {
	// NonDecreasing says that f′(0⁺) ≥ 0 and f″ ≥ 0 on u > 0: Theorem 1 covers the ascent.
	NonDecreasing bool
	// RisesUpTo is the largest u such that f′ does not fall on (0, u): +Inf if NonDecreasing, 0 if f′ falls from
	// the start. Theorem 1 covers data whose projections are all below it.
	RisesUpTo float64
	Bounded   bool
	// SingularAtZero says that f′ is unbounded near 0: a sample nearly orthogonal to w dominates ∇, and the
	// ascent need not converge.
	SingularAtZero bool
	// NegativeAt is the smallest u found at which f′ is negative, 0 for none.
	NegativeAt float64
	// OverflowsAt is the smallest u found at which f′ is not finite, 0 for none. The ascent fails there.
	OverflowsAt float64
	// Domain is where f′ is defined, such as "u ≥ 0".
	Domain string
	// Sampled says that the above was measured on a grid, not proved.
	Sampled bool
}

const (
	fromZero  = "u ≥ 0"
	aboveZero = "u > 0"
)

func convex(bounded bool) Properties {
	return Properties{NonDecreasing: true, RisesUpTo: math.Inf(1), Bounded: bounded, Domain: fromZero}
}

// Objective returns f of a function on u ≥ 0: in closed form, or by Gauss–Legendre quadrature to less than a per
// cent. It returns false where f′ grows faster than 1/√u towards 0.
func Objective(s Function) (f func(u float64) float64, ok bool) {
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

// Theorem1 says in a sentence whether Theorem 1 of Battaglino 2019 covers the ascent in input space with a function of
// these properties, and why.
func (p Properties) Theorem1() string {
	negative := ""
	if p.NegativeAt > 0 {
		negative = fmt.Sprintf(" and is negative at u = %.3g", p.NegativeAt)
	}
	const down = "so that f(|u|) is not convex and a step may lead down."
	why := "falls from u = 0 on, " + down
	switch {
	case p.NonDecreasing:
		return "Theorem 1 covers the ascent: f′ is nowhere negative and nowhere falls, so that f(|u|) is convex."
	case p.RisesUpTo > 0:
		return fmt.Sprintf("Theorem 1 covers the ascent only while all projections stay below u = %.3g: beyond, f′ "+
			"falls%s, %s", p.RisesUpTo, negative, down)
	case p.SingularAtZero:
		why = "grows without end towards u = 0" + negative +
			", so that f(|u|) is not convex and the samples most nearly orthogonal to w outweigh all others."
	case p.NegativeAt > 0:
		why = fmt.Sprintf("is negative at u = %.3g, %s", p.NegativeAt, down)
	}
	return "Theorem 1 does not cover the ascent: f′ " + why
}

// Warnings are what a user of a function should know: that no theorem covers it, and where it has no value.
func (p Properties) Warnings() []string {
	var all []string
	if !p.NonDecreasing {
		all = append(all, p.Theorem1())
	}
	if p.OverflowsAt > 0 {
		all = append(all, fmt.Sprintf("f′ is not finite at u = %.3g: a sample with so large a projection makes a "+
			"cell fail.", p.OverflowsAt))
	}
	return all
}
