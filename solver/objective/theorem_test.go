package objective_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gpca/solver/objective"
)

// The sentence follows from the shape of f′: rising, falling beyond a place or at once, negative, with a pole.
func TestTheorem1(t *testing.T) {
	for name, want := range map[string]string{
		"tanh":                       "covers the ascent: f′ is nowhere negative and nowhere falls, so that f(|u|) is convex.",
		"f'=u/(1 + u)":               "covers the ascent: f′ is nowhere negative and nowhere falls, so that f(|u|) is convex.",
		"1-cos":                      "covers the ascent only while all projections stay below u = 2: beyond, f′ falls, so that",
		"f'=u/(1 + (u/c)^2); c=10":   "covers the ascent only while all projections stay below u = 10: beyond, f′ falls, so that",
		"f'=u - u^2/10":              "below u = 5.01: beyond, f′ falls and is negative at u = 10.1, so that",
		"q=2":                        "does not cover the ascent: f′ falls from u = 0 on",
		"f'=exp(-u^4)":               "does not cover the ascent: f′ falls from u = 0 on",
		"f'=u < 3 ? 1 : 0.9":         "below u = 2.99: beyond, f′ falls",
		"p=0.5":                      "does not cover the ascent: f′ grows without end towards u = 0, so that",
		"f'=u - 1":                   "does not cover the ascent: f′ is negative at u = 1e-09",
		"f'=u > 0 ? 1/u^2 - 1/u : 0": "grows without end towards u = 0 and is negative at u = 1.01, so that",
	} {
		s := mustParse(t, name)
		got := s.Properties().Theorem1()
		if !strings.HasPrefix(got, "Theorem 1 ") || !strings.Contains(got, want) {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
		warnings := s.Properties().Warnings()
		if covered := s.Properties().NonDecreasing; covered != (len(warnings) == 0) || !covered && !slices.Contains(warnings, got) {
			t.Errorf("%s: warnings %q", name, warnings)
		}
	}
	if w := mustParse(t, "f'=exp(u/1e5)").Properties().Warnings(); len(w) != 1 || !strings.Contains(w[0], "f′ is not finite at u = 7.5e+07") {
		t.Errorf("an overflow beyond the grid is warned of by %q", w)
	}
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
		if !ok {
			t.Errorf("%s has no f", written)
			continue
		}
		for _, u := range []float64{0, 1e-3, 0.7, 3.1, 25} {
			if got, want := f(u), closed(u); math.Abs(got-want) > 5e-3*math.Abs(want) {
				t.Errorf("%s: f(%v) is %v, want %v", written, u, got, want)
			}
		}
	}
	if f, ok := objective.Objective(mustParse(t, "tanh")); !ok || f(2) != primitive(t, "tanh")(2) {
		t.Error("the closed form of tanh is not used")
	}
	if _, ok := objective.Objective(mustParse(t, "f'=u > 0 ? 1/u : 0")); ok {
		t.Error("1/u has an integral from 0")
	}
}

func primitive(t *testing.T, name string) func(float64) float64 {
	s := mustParse(t, name)
	return func(u float64) float64 {
		v, _ := s.Primitive(u)
		return v
	}
}
