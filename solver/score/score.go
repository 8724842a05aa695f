// Package score holds the functions of generalized principal component
// analysis, each given by its derivative.
//
// Generalized PCA looks for the unit vector w that maximises
//
//	Σᵢ f(|wᵀxᵢ|)
//
// and climbs there by w ← ∇/‖∇‖ with ∇ = Σᵢ f′(|wᵀxᵢ|) sign(wᵀxᵢ) xᵢ (thesis, Algorithm 1
// and equation A.1; the kernel version is equation 3.8). The ascent needs f′ alone.
// Statistics calls a derivative in this role a score function, robust statistics an
// influence function ψ.
//
//   - Lp-norms, f′ = u^(p−1): p=2 is ordinary PCA, p=1 gives every sample one vote;
//   - saturating functions (tanh, 3-3sech, 2tanh2, 4sigmoid-2, the Skeleton a=1):
//     like p=2 for small projections, like p=1 for large ones;
//   - redescending functions (2tanhsech, 1-cos, q=2): large projections lose
//     their vote again;
//   - whatever a user writes as an expression of u, by [Expression].
//
// A constant factor in f′ cancels when ∇ is normalised: 3-3sech and zeta1 have the same
// components. The scale of u does not: only the Lp-norms are indifferent to units.
//
// Theorem 1 of the thesis makes each step of the ascent go up if f is convex. With f even,
// that is f′(0⁺) ≥ 0 and f″ ≥ 0 on u > 0: f′ must not fall. [Properties] says for each
// score whether this holds, and how far; it does not for p<1, 2tanhsech, 1-cos, q= and g=
// above one half. In kernel PCA nothing is proved for any score but p=1 and p=2 (thesis,
// Sections 3.1 and 3.2).
package score

import "math"

// The works that a Source cites as the thesis and the paper.
const (
	Thesis = "S. Battaglino, Generalized Principal Component Analysis Theory, Politecnico di Torino, 2019"
	Paper  = "S. Battaglino and E. Koyuncu, A Generalization of Principal Component Analysis"
)

// A Score is a function f of generalized PCA, given by its derivative f′ on
// u ≥ 0. Scores are immutable and safe for concurrent use. Two scores with the
// same name are the same function.
type Score interface {
	// Name is the canonical name, such as "p=1.5", "tanh", "a=1" or
	// "f'=3 - 3/cosh(u)". [Parse] turns it into the same score again.
	Name() string
	// Formula is f′ for readers, in TeX between dollar signs, such as
	// "$f'(u) = \tanh u$"; a user's expression is text as it was written.
	Formula() string
	// Source says where the function was published.
	Source() string

	// Derivative returns f′(|u|), never negative for the built-in scores. At 0 it returns
	// the limit from the right, f′(0⁺), or 0 where that is infinite. NaN gives NaN.
	Derivative(u float64) float64
	// Primitive returns f(|u|), the integral of f′ from 0 to |u|, so that
	// f(0) = 0. It returns false if f is not known in closed form.
	Primitive(u float64) (f float64, ok bool)
	// Apply sets dst[i] to f′(|u[i]|) sign(u[i]), with sign(0) = 0: the weights of the
	// samples in ∇. Each is exactly what Derivative returns, signed; NaN gives NaN. dst must
	// be at least as long as u and may be u itself, but must not overlap it otherwise.
	Apply(dst, u []float64)

	// Properties says what theory promises of the ascent with this score.
	Properties() Properties
	// Exact reports whether the problem is an eigenproblem (p=2).
	Exact() bool
}

// Properties are those of f′ on which the behaviour of the ascent depends.
type Properties struct {
	// NonDecreasing says that f′(0⁺) ≥ 0 and f″ ≥ 0 on u > 0: Theorem 1 covers the ascent.
	NonDecreasing bool
	// RisesUpTo is the largest u such that f′ does not fall on (0, u): +Inf if
	// NonDecreasing, 0 if f′ falls from the start. Theorem 1 still covers data
	// whose projections all stay below it.
	RisesUpTo float64
	// Bounded says that f′ is bounded.
	Bounded bool
	// SingularAtZero says that f′ is unbounded near 0, so that a sample nearly
	// orthogonal to w dominates ∇ and the ascent need not settle.
	SingularAtZero bool
	// NegativeAt is the smallest u found at which f′ is negative, 0 for none.
	NegativeAt float64
	// OverflowsAt is the smallest u found at which f′ is not finite, 0 for none. Samples
	// with such a projection make the ascent fail.
	OverflowsAt float64
	// Domain says in words where f′ is defined, such as "u ≥ 0".
	Domain string
	// Sampled says that the above was measured on a grid, for an expression, not proved.
	Sampled bool
}

const (
	fromZero  = "u ≥ 0"
	aboveZero = "u > 0"
)

// convex returns the properties of a score to which Theorem 1 applies.
func convex(bounded bool) Properties {
	return Properties{NonDecreasing: true, RisesUpTo: math.Inf(1), Bounded: bounded, Domain: fromZero}
}
