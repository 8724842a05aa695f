package method_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/choice"
	"gpca/report/internal/faults"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/solver/objective"
)

// A name means the members that have its parameters, in the order of the study file.
func TestMembers(t *testing.T) {
	own := append(families(t), method.Family{Name: "wave short", Expression: "k*u", Parameters: []method.Parameter{{Name: "k", Values: []float64{1}}}})
	for name, want := range map[string]string{
		"wave":         "wave a=2 b=3, wave a=2 b=5, wave a=2 b=7, wave a=1 b=3, wave a=1 b=5, wave a=1 b=7",
		"wave b=5":     "wave a=2 b=5, wave a=1 b=5",
		"wave b=4 a=1": "wave a=1 b=4",
		"wave short":   "wave short k=1",
		"tanh":         "tanh",
		"waves":        "waves",
		"a":            "a",
		"wave c=1":     "wave c=1",
	} {
		assert.Check(t, is.Equal(strings.Join(own.Members(name), ", "), want), "%s stands", name)
	}
	for name, want := range map[string]string{
		"wave a=1 b=4":   "f'=a*min(u, b); a=1, b=4",
		"wave b=4.0 a=1": "f'=a*min(u, b); a=1, b=4",
		"a=3":            "a=3",
	} {
		m, err := own.Method(name)
		if err != nil || m.Objective.Name() != want || m.Own() != (name != "a=3") {
			t.Errorf("%s is %+v, %v", name, m, err)
		} else if m.Own() && m.Centring != method.None {
			t.Errorf("%s is centred %q, want as its family", name, m.Centring)
		}
	}
	faults.Check(t, "family_faults.txt", func(_ *testing.T, name string) error {
		_, err := own.Method(name)
		return err
	})
}

// A study's family with a built-in formula is the same function, bit by bit.
func TestFamilyEqualsBuiltIn(t *testing.T) {
	for letter, c := range map[string]struct {
		expression string
		tolerance  float64
	}{
		"a": {"min(u, k)", 0}, "g": {"u <= k ? 2*u : 1", 0}, "q": {"exp(-u^k)", 1e-15}, "p": {"u > 0 ? u^(k - 1) : 0", 1e-15},
	} {
		m := sound(t, fmt.Sprintf("{name: own, expression: %q, parameters: {k: [0.75, 2, 3.5]}}", c.expression))
		for _, member := range m.Family.Methods {
			want, err := objective.Parse(strings.Replace(member.Name, "own k", letter, 1))
			assert.NilError(t, err)
			for u := 0.0; u < 9; u += 0.03125 {
				got, want := member.Objective.Derivative(u), want.Derivative(u)
				assert.Check(t, math.Abs(got-want) <= c.tolerance*want || (u == 0 && letter == "p"),
					"%s at %v is %v, %s is %v", member.Name, u, got, letter, want)
			}
		}
	}
}

// A choice among the members of a family takes their values where it gives none, and is read back.
func TestChooseFromFamily(t *testing.T) {
	for source, want := range map[string]string{
		"{name: m, choose: {family: wave a=1}}":                                   `cross-validation("f'=a*min(u, b); a=1, b=3"|"f'=a*min(u, b); a=1, b=5"|"f'=a*min(u, b); a=1, b=7", folds=5)`,
		"{name: m, choose: {family: wave b=3, values: [-2, 1], folds: 2}}":        `cross-validation("f'=a*min(u, b); a=-2, b=3"|"f'=a*min(u, b); a=1, b=3", folds=2)`,
		"{name: m, choose: {family: wave a=1, by: l1-or-l2, small: 1, large: 9}}": `l1-or-l2("f'=a*min(u, b); a=1, b=1", "f'=a*min(u, b); a=1, b=9", folds=5)`,
	} {
		m := sound(t, source)
		c, err := m.Choice("usps", nil)
		if err != nil || c.String() != want || !m.Own() {
			t.Errorf("%s: %v, %v\nwant %s", source, c, err, want)
			continue
		}
		again, err := choice.Parse(want)
		assert.Check(t, err == nil && slices.Equal(again.All(), c.All()), "%s is read back as %v, %v", want, again, err)
	}
	m := sound(t, "{name: m, choose: {family: wave a=1}}")
	assert.Equal(t, choice.Value("f'=a*min(u, b); a=1, b=5", m.Choose.Parameter()), 5.0, "the value chosen")
	m = sound(t, "{name: m, choose: {family: a, values: [1, 2]}}")
	assert.Check(t, !m.Own() && m.Choose.Parameter() == "a", "a choice among functions of the program is %+v", m)
}

// A warning has its place and comes once for a family.
func TestWarnings(t *testing.T) {
	n, err := strictyaml.Parse("f.yaml", []byte("- {name: fine, expression: tanh(u)}\n- {name: cauchy, expression: u/(1 + (u/c)^2), parameters: {c: [1e5, 1, 10]}}\n- {name: steep, expression: exp(u/1e5)}\n"))
	assert.NilError(t, err)
	var own method.Families
	for _, block := range n.Entries() {
		m, err := method.Decode(block, own)
		assert.NilError(t, err)
		own = append(own, *m.Family)
	}
	var got []string
	for _, w := range own.Warnings(map[string]bool{"cauchy c=1": true, "cauchy c=10": true, "steep": true}) {
		got = append(got, w.Error())
	}
	want := []string{
		"f.yaml:2:30: method cauchy c=1: Theorem 1 covers the ascent only while all projections stay below u = 1: beyond, f′ falls, so that f(|u|) is not convex and a step may lead down. The same holds, with other numbers, for 1 more of its 3 members.",
		"f.yaml:3:29: method steep: f′ is not finite at u = 7.5e+07: a sample with so large a projection makes a cell fail.",
	}
	assert.Assert(t, is.DeepEqual(got, want), "warnings")
}
