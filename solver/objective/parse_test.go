package objective_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gpca/solver/objective"
)

func TestNamed(t *testing.T) {
	const want = "p=0.5 p=1 p=1.5 p=2 tanh 3-3sech 2tanh2 4sigmoid-2 2tanhsech 1-cos a=1 a=2 a=3 q=2 q=3 q=4 zeta1 zeta2 g=1"
	var names []string
	for _, s := range objective.Named() {
		names = append(names, s.Name())
		if !strings.HasPrefix(s.Formula(), "$f'(u) = ") {
			t.Errorf("%s: formula %q does not begin with $f'(u) =", s.Name(), s.Formula())
		}
		if !slices.ContainsFunc(objective.Works(), func(w [2]string) bool { return strings.HasPrefix(s.Source(), w[0]) }) {
			t.Errorf("%s: source %q", s.Name(), s.Source())
		}
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("names are\n%s, want\n%s", got, want)
	}
}

func TestParseRoundTrip(t *testing.T) {
	for _, s := range everyFunction(t) {
		again, err := objective.Parse(s.Name())
		if err != nil {
			t.Errorf("%s: %v", s.Name(), err)
			continue
		}
		if again.Name() != s.Name() || again.Formula() != s.Formula() || again.Derivative(0.7) != s.Derivative(0.7) {
			t.Errorf("%s is read back as %s", s.Name(), again.Name())
		}
	}
}

func TestParseCanonical(t *testing.T) {
	for _, test := range []struct{ name, canonical, formula string }{
		{"p=2.0", "p=2", "$f'(u) = u$"},
		{" p = 0.50 ", "p=0.5", `$f'(u) = 1/\sqrt{u}$`},
		{"p=1.50", "p=1.5", `$f'(u) = \sqrt{u}$`},
		{"p=1e0", "p=1", "$f'(u) = 1$"},
		{"p=3", "p=3", "$f'(u) = u^{2}$"},
		{"p=0.7", "p=0.7", "$f'(u) = u^{-0.3}$"},
		{"a=2.50", "a=2.5", `$f'(u) = \min(u, 2.5)$`},
		{"a=300", "a=300", `$f'(u) = \min(u, 300)$`},
		{"q=1", "q=1", `$f'(u) = \exp(-u)$`},
		{"q=2.5", "q=2.5", `$f'(u) = \exp(-u^{2.5})$`},
		{"q=4", "q=4", `$f'(u) = \exp(-u^{4})$`},
		{"g=1.0", "g=1", `$f'(u) = 2u \text{ for } u \le 1, 1 \text{ above}$`},
		{"tanh\n", "tanh", `$f'(u) = \tanh u$`},
		{"f' = c*u/( b+u ) ;  c = 2.50,b=1e0", "f'=c*u/( b+u ); b=1, c=2.5", "f′(u) = c*u/( b+u ); b=1, c=2.5"},
		{"f' =  3 -\t3/cosh(u) ", "f'=3 - 3/cosh(u)", "f′(u) = 3 - 3/cosh(u)"},
	} {
		s := mustParse(t, test.name)
		if s.Name() != test.canonical || s.Formula() != test.formula {
			t.Errorf("%q is %q, %q; want %q, %q", test.name, s.Name(), s.Formula(), test.canonical, test.formula)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"", `unknown function "": valid are p=0.5, p=1, `},
		{"tahn", `unknown function "tahn": did you mean tanh?; families are p=<number above 0>, a=`},
		{"Tanh", `did you mean tanh`},
		{"2tanh", `did you mean tanh`},
		{"3-3sesh", `did you mean 3-3sech?`},
		{"g1", `did you mean g=1`},
		{"L1", `valid are p=0.5`},
		{"x=1", `unknown function "x=1": did you mean p=1, a=1 or g=1?`},
		{"3 - 3/cosh(u)", `f'=<expression of u>`},
		{"p=", `function "p=": "" is not a number that float64 can hold; write one as in "p=1.5"`},
		{"a=two", `function "a=two": "two" is not a number`},
		{"q=1e999", `function "q=1e999": "1e999" is not a number`},
		{"p=0", `function "p=0": p must be a finite number above 0`},
		{"p=-1", `function "p=-1": p must be a finite number above 0`},
		{"a=-0", `function "a=-0": a must be`},
		{"q=NaN", `function "q=NaN": q must be`},
		{"g=inf", `function "g=+Inf": g must be`},
	} {
		_, err := objective.Parse(test.name)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Parse(%q): error %v, want it to contain %q", test.name, err, test.want)
		}
	}
}

func TestConstructorsCheckTheirParameter(t *testing.T) {
	for name, construct := range map[string]func(float64) (objective.Function, error){
		"Power": objective.Power, "Skeleton": objective.Skeleton,
		"ExponentialPower": objective.ExponentialPower, "SwitchedNorm": objective.SwitchedNorm,
	} {
		for _, parameter := range []float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1)} {
			if s, err := construct(parameter); err == nil || s != nil {
				t.Errorf("%s(%v) = %v, %v; want an error", name, parameter, s, err)
			}
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
		if err != nil || again.Name() != s.Name() {
			t.Fatalf("%q is named %q, which does not parse to itself: %v", name, s.Name(), err)
		}
		u := []float64{0, 1e-3, 0.5, -0.5, 1, 7, -100, 1e4}
		got := make([]float64, len(u))
		s.Apply(got, u)
		for i, x := range u {
			d := s.Derivative(x)
			if math.IsNaN(d) {
				t.Errorf("%q: f′(%v) is NaN", name, x)
			}
			if math.Abs(got[i]) != math.Abs(d) && x != 0 {
				t.Errorf("%q: Apply(%v) = %v, f′ = %v", name, x, got[i], d)
			}
			if primitive, ok := s.Primitive(x); ok && math.IsNaN(primitive) {
				t.Errorf("%q: f(%v) is NaN", name, x)
			}
		}
	})
}
