package objective_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/solver/objective"
)

func TestNamed(t *testing.T) {
	const want = "p=0.5 p=1 p=1.5 p=2 tanh 3-3sech 2tanh2 4sigmoid-2 2tanhsech 1-cos a=1 a=2 a=3 q=2 q=3 q=4 zeta1 zeta2 g=1"
	var names []string
	for _, s := range objective.Named() {
		names = append(names, s.Name())
		assert.Check(t, strings.HasPrefix(s.Formula(), "$f'(u) = "),
			"%s: formula %q does not begin with $f'(u) =", s.Name(), s.Formula())
		cited := func(w [2]string) bool { return strings.HasPrefix(s.Source(), w[0]) }
		assert.Check(t, slices.ContainsFunc(objective.Works(), cited), "%s: source %q", s.Name(), s.Source())
	}
	assert.Equal(t, strings.Join(names, " "), want, "names")
}

func TestParseRoundTrip(t *testing.T) {
	for _, s := range everyFunction(t) {
		again, err := objective.Parse(s.Name())
		assert.NilError(t, err, s.Name())
		assert.Check(t, again.Name() == s.Name() && again.Formula() == s.Formula() &&
			again.Derivative(0.7) == s.Derivative(0.7), "%s is read back as %s", s.Name(), again.Name())
	}
}

// Names have a canonical form and a formula, or a fault.
func TestParseAnswers(t *testing.T) {
	objective.Answers(t, "names.txt", func(name string) string {
		s, err := objective.Parse(name)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%q, %s", s.Name(), s.Formula())
	})
}

func TestConstructorsCheckTheirParameter(t *testing.T) {
	for name, construct := range map[string]func(float64) (objective.Function, error){
		"Power": objective.Power, "Skeleton": objective.Skeleton,
		"ExponentialPower": objective.ExponentialPower, "SwitchedNorm": objective.SwitchedNorm,
	} {
		for _, parameter := range []float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1)} {
			s, err := construct(parameter)
			assert.Check(t, err != nil && s == nil, "%s(%v) = %v, %v; want an error", name, parameter, s, err)
		}
	}
}

// FuzzParse checks that what is accepted is read back from its own name and keeps the promises of Function.
func FuzzParse(f *testing.F) {
	for _, s := range objective.Named() {
		f.Add(s.Name())
	}
	for _, name := range []string{"", "p=", "p=0x1p-3", "q=1e-300", "q=1e300", "a=5e-324", "p=1_0", "g=.5", "f'=u", "f'=1/u", "=", "é=1"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		s, err := objective.Parse(name)
		if err != nil {
			return
		}
		again, err := objective.Parse(s.Name())
		assert.NilError(t, err)
		assert.Equal(t, again.Name(), s.Name(), "%q is named %q, which does not parse to itself", name, s.Name())
		u := []float64{0, 1e-3, 0.5, -0.5, 1, 7, -100, 1e4}
		got := make([]float64, len(u))
		s.Apply(got, u)
		for i, x := range u {
			d := s.Derivative(x)
			assert.Check(t, !math.IsNaN(d), "%q: f′(%v) is NaN", name, x)
			assert.Check(t, math.Abs(got[i]) == math.Abs(d) || x == 0, "%q at %v is %v, f′ is %v", name, x, got[i], d)
			primitive, ok := s.Primitive(x)
			assert.Check(t, !ok || !math.IsNaN(primitive), "%q: f(%v) is NaN", name, x)
		}
	})
}
