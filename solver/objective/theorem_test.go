package objective_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver/objective"
)

// The sentence follows from the shape of f′: rising, falling beyond a place or at once, negative, with a pole.
func TestTheorem1(t *testing.T) {
	objective.Answers(t, "theorem.txt", func(name string) string {
		p := mustParse(t, name).Properties()
		assert.Check(t, is.Equal(slices.Contains(p.Warnings(), p.Theorem1()), !p.NonDecreasing), name)
		return strings.Join(slices.Compact(append(p.Warnings(), p.Theorem1())), "\n\t")
	})
}

// The quadrature gives the closed form of every function that has one, and of Cauchy's loss.
func TestObjective(t *testing.T) {
	for written, closed := range map[string]func(u float64) float64{
		"tanh(u)":               primitive(t, "tanh"),
		"min(u, 2)":             primitive(t, "a=2"),
		"u <= 1 ? 2*u : 1":      primitive(t, "g=1"),
		"exp(-u^2)":             primitive(t, "q=2"),
		"u > 0 ? 1/sqrt(u) : 0": primitive(t, "p=0.5"),
		"u/(1 + (u/10)^2)":      func(u float64) float64 { return 50 * math.Log1p(u*u/100) },
		"u > 0 ? u^-0.3 : 0":    primitive(t, "p=0.7"),
		"1 - cos(pi*u/2)":       primitive(t, "1-cos"),
		"u < 3 ? 1 : 0":         func(u float64) float64 { return min(u, 3) },
	} {
		f, ok := objective.Objective(mustParse(t, "f'="+written))
		assert.Assert(t, ok, "%s has no f", written)
		for _, u := range []float64{0, 1e-3, 0.7, 3.1, 25} {
			got, want := f(u), closed(u)
			assert.Check(t, math.Abs(got-want) <= 5e-3*math.Abs(want),
				"%s: f(%v) is %v, want %v", written, u, got, want)
		}
	}
	f, ok := objective.Objective(mustParse(t, "tanh"))
	assert.Check(t, ok && f(2) == primitive(t, "tanh")(2), "the closed form of tanh is not used")
	_, ok = objective.Objective(mustParse(t, "f'=u > 0 ? 1/u : 0"))
	assert.Check(t, !ok, "1/u has an integral from 0")
}

func primitive(t *testing.T, name string) func(float64) float64 {
	s := mustParse(t, name)
	return func(u float64) float64 {
		v, _ := s.Primitive(u)
		return v
	}
}
