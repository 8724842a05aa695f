package objective

import (
	"math"
	"strings"
	"testing"
)

// TestExpressionValues has values by hand or by package math, mainly for the conventions of the grammar.
func TestExpressionValues(t *testing.T) {
	for _, test := range []struct {
		source  string
		u, want float64
	}{
		{"u", 3, 3},
		{"100 - u^2", 3, 91},
		{"1 + exp(-u^2)", 2, 1 + math.Exp(-4)}, // −(u²), not (−u)²
		{"2^3^2 + u", 1, 513},                  // powers group from the right
		{"u**3", 2, 8},
		{"7/2*u", 1, 3.5}, // no integer division
		{"8/2/2*u", 1, 2},
		{"9223372036854775807 + 1 + u", 1, 1 << 63}, // no integer overflow
		{"pi + e + u", 0.5, math.Pi + math.E + 0.5},
		{"u < 1 ? u : 1", 0.25, 0.25},
		{"u < 1 ? u : 1", 4, 1},
		{"abs(u < 2 ? -1 : 2)", 3, 2},
		{"u <= 1 or u > 3 ? 5 : 6", 2, 6},
		{"not (u == 2) and u != 5 || u >= 7 ? 5 : 6", 2, 6},
		{"true && !(u > 9) ? 5 : 6", 2, 5},
		{"(u < 1 ? u < 0.5 : u > 2) ? 5 : 6", 3, 5},
		{"min(u, 1) + max(u, 1)", 3, 4},
		{"pow(u, 0.5)", 9, 3},
		{"abs(-u) + sign(-u) + sign(u - 2)", 2, 1},
		{"sqrt(u) + log(1 + u) + sinh(u/1e4)", 1, 1 + math.Log(2) + math.Sinh(1e-4)},
		{"sin(u) + cos(u) + tan(u)", 1, math.Sin(1) + math.Cos(1) + math.Tan(1)},
		{"tanh(u) * sech(u)", 1, math.Tanh(1) / math.Cosh(1)},
		{"+u", 2, 2},
	} {
		s, err := Expression(test.source)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := s.Derivative(test.u); math.Abs(got-test.want) > 1e-15*math.Abs(test.want) {
			t.Errorf("%s at %v is %v, want %v", test.source, test.u, got, test.want)
		}
	}
}

// TestExpressionMatchesBuiltIn writes the built-in functions as a user would.
func TestExpressionMatchesBuiltIn(t *testing.T) {
	for _, test := range []struct{ name, source string }{
		{"p=0.5", "u > 0 ? 1/sqrt(u) : 0"},
		{"p=1", "1"},
		{"p=1.5", "sqrt(u)"},
		{"p=2", "u"},
		{"p=3", "u^2"},
		{"tanh", "tanh(u)"},
		{"3-3sech", "3 - 3/cosh(u)"},
		{"zeta1", "1 - sech(u)"},
		{"2tanh2", "2*tanh(u)^2"},
		{"4sigmoid-2", "4/(1 + exp(-u)) - 2"},
		{"2tanhsech", "2*tanh(u)*sech(u)"},
		{"1-cos", "1 - cos(pi*u/2)"},
		{"a=2", "min(u, 2)"},
		{"q=3", "exp(-u^3)"},
		{"g=1", "u <= 1 ? 2*u : 1"},
	} {
		builtIn, err := Parse(test.name)
		if err != nil {
			t.Fatal(err)
		}
		written, err := Expression(test.source)
		if err != nil {
			t.Error(err)
			continue
		}
		for u := 0.0; u < 50; u += 0.07 {
			x, y := builtIn.Derivative(u), written.Derivative(u)
			if math.Abs(x-y) > 1e-13*(1+x) {
				t.Errorf("%s is %v at %v, %s is %v", test.name, x, u, test.source, y)
			}
		}
		want, got := builtIn.Properties(), written.Properties()
		if got.NonDecreasing != want.NonDecreasing || got.Bounded != want.Bounded || got.SingularAtZero != want.SingularAtZero {
			t.Errorf("%s is measured as %+v, %s is %+v", test.source, got, test.name, want)
		}
		// Near its maximum f′ is flat to rounding for a while: 1 − u⁴ up to 1e-4.
		if !want.NonDecreasing && math.Abs(got.RisesUpTo-want.RisesUpTo) > 1e-3+0.006*want.RisesUpTo {
			t.Errorf("%s is measured to rise up to %v, %s rises up to %v", test.source, got.RisesUpTo, test.name, want.RisesUpTo)
		}
		if !got.Sampled || want.Sampled {
			t.Errorf("%s: Sampled is %t for the expression, %t for the built-in", test.name, got.Sampled, want.Sampled)
		}
	}
}

func TestExpressionErrors(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{"", `function "f'=": the expression is empty; write f′ as a function of u, such as "tanh(u)"`},
		{"3 - 3/csh(u)", `function "f'=3 - 3/csh(u)": column 7: unknown function csh: did you mean cosh?`},
		{"x^2", "column 1: unknown name x: the variable is u, and a parameter has to be declared; did you mean u?"},
		{"U", "column 1: unknown name U: the variable is u, and a parameter has to be declared; did you mean u?"},
		{"pj*u", "column 1: unknown name pj: the variable is u, and a parameter has to be declared; did you mean pi?"},
		{"π*u + v", "column 1: unknown name π"},
		{"2*π*u + v", "column 3: unknown name π"},
		{"sin(1)*u + é*v", "column 12: unknown name é"},
		{"u +", "column 4: the expression ends where a number, a name or ( is needed"},
		{"u u", `column 3: unexpected "u" where an operator or the end is needed`},
		{"2u", `column 2: unexpected "u" where an operator or the end is needed`},
		{"1.5.2", `column 4: unexpected ".2"`},
		{"1e999", "column 1: 1e999 is not a number that float64 can hold"},
		{"0x10*u", `column 2: unexpected "x10" where an operator or the end is needed`},
		{"tanh", "column 5: the expression ends where ( is needed"},
		{"tanh u", `column 6: unexpected "u" where ( is needed`},
		{"tanh(u", "column 7: the expression ends where ) is needed"},
		{"u)", `column 2: unexpected ")" where an operator or the end is needed`},
		{"tanh()", `column 6: unexpected ")" where a number, a name or ( is needed`},
		{"tanh(u, 1)", "column 1: tanh does not take 2 argument(s)"},
		{"2*min(u)", "column 3: min does not take 1 argument(s)"},
		{"tanh(u > 1)", "column 8: this is a condition, but a number is needed"},
		{"u > 1", "column 3: this is a condition, but a number is needed"},
		{"true", "column 1: this is a condition, but a number is needed"},
		{"u == 1 ? 1", "column 11: the expression ends where : is needed"},
		{"u = 1 ? 1 : 2", `column 3: unexpected "=" where an operator or the end is needed`},
		{"u ? 1 : 2", "column 1: this is a number, but a condition is needed"},
		{"u == (u < 1) ? 1 : 2", "column 9: this is a condition, but a number is needed"},
		{"(u < 2) < 1 ? 1 : 2", "column 4: this is a condition, but a number is needed"},
		{"1 < u < 2 ? 1 : 2", "column 3: this is a condition, but a number is needed"},
		{"not u < 1 ? 1 : 2", "column 5: this is a number, but a condition is needed"},
		{"'u'", `column 1: unexpected "'" where a number`},
		{"u % 2", `column 3: unexpected "%" where an operator or the end is needed`},
		{"u and", "column 6: the expression ends where"},
		{"and u", `column 1: unexpected "and" where a number`},
		{"1 + not u", "column 9: this is a number, but a condition is needed"},
		{"u < 1 ? u : u < 2", "column 15: this is a condition, but a number is needed"},
		{"let x = u; x", "column 1: unknown name let"},
		{"u ?? 1", `column 4: unexpected "?" where a number, a name or ( is needed`},
		{"1 + $env", `column 5: unexpected "$"`},
		{"u; u", `column 2: unexpected ";" where an operator or the end is needed`},
		{"[u]", `column 1: unexpected "["`},
		{"u // twice", `column 4: unexpected "/"`},
		{"u\xff", `column 2: unexpected "\xff" where`},
		{strings.Repeat("1+", 500) + "u", "the expression has 1001 bytes; at most 1000 are allowed"},
		{"0*u", "f′ is 0 for all 0 < u ≤ 1e4"},
		{"exp(u)", "f′ is +Inf at u = 712; it must be finite for 0 ≤ u ≤ 1e4"},
		{"sinh(u)/cosh(u)", "f′ is NaN at u = "},
		{"log(u - 1)", "f′ is NaN at u = 0"},
		{"u > 0 ? log(u - 1) : 0", "f′ is NaN at u = 1e-09"},
		{"1/sqrt(u)", "f′ is +Inf at u = 0; it must be finite for 0 ≤ u ≤ 1e4 (say what it is at 0, as in u > 0 ? 1/sqrt(u) : 0)"},
		{"1/(u - 1)", "f′ is +Inf at u = 1;"},
	} {
		_, err := Expression(test.source)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Expression(%q): error %v, want it to contain %q", test.source, err, test.want)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("Expression(%q): error has several lines: %v", test.source, err)
		}
	}
}

// TestExpressionDepth nests as deep as the limit of the length lets it.
func TestExpressionDepth(t *testing.T) {
	for _, source := range []string{
		strings.Repeat("(", 499) + "u" + strings.Repeat(")", 499),
		strings.Repeat("-", 998) + "u",
		strings.Repeat("1-(", 200) + "u" + strings.Repeat(")", 200) + "+u",
		strings.Repeat("(", 120) + "u<1" + strings.Repeat("?1:2)<1", 120) + "?1:2",
	} {
		s, err := Expression(source)
		if err != nil {
			t.Error(err)
			continue
		}
		s.Apply(make([]float64, 2), make([]float64, 2))
	}
}

func TestExpressionWith(t *testing.T) {
	for _, test := range []struct {
		source        string
		parameters    map[string]float64
		name, formula string
		literal       string // the same without parameters
	}{
		{"u/(1 + (u/c)^2)", map[string]float64{"c": 10}, "f'=u/(1 + (u/c)^2); c=10", "f′(u) = u/(1 + (u/c)^2); c=10", "u/(1 + (u/10)^2)"},
		{" u <  edge_2 ? a*u: b", map[string]float64{"edge_2": 0.1, "b": 2.50, "a": 1e-7}, "f'=u < edge_2 ? a*u: b; a=1e-07, b=2.5, edge_2=0.1", "f′(u) = u < edge_2 ? a*u: b; a=1e-07, b=2.5, edge_2=0.1", "u < 0.1 ? 1e-7*u : 2.5"},
		{"c^2*u", map[string]float64{"c": -3}, "f'=c^2*u; c=-3", "f′(u) = c^2*u; c=-3", "(-3)^2*u"},
		{"u", map[string]float64{}, "f'=u", "f′(u) = u", "u"},
	} {
		s, err := ExpressionWith(test.source, test.parameters)
		if err != nil {
			t.Error(err)
			continue
		}
		if s.Name() != test.name || s.Formula() != test.formula {
			t.Errorf("%q is %q, %q; want %q, %q", test.source, s.Name(), s.Formula(), test.name, test.formula)
		}
		again, err := Parse(s.Name())
		if err != nil || again.Name() != s.Name() {
			t.Errorf("%q is read back as %v: %v", s.Name(), again, err)
			continue
		}
		literal, err := Expression(test.literal)
		if err != nil {
			t.Fatal(err)
		}
		for u := 0.03; u < 40; u *= 1.1 {
			if x, y, z := s.Derivative(u), again.Derivative(u), literal.Derivative(u); x != y || x != z {
				t.Errorf("%s at %v is %v, read back %v, written out %v", s.Name(), u, x, y, z)
			}
		}
	}
}

func TestExpressionWithErrors(t *testing.T) {
	const unnameable = "cannot name a parameter"
	for _, test := range []struct {
		source string
		name   string
		value  float64
		want   string
	}{
		{"u", "c", 1, `function "f'=u; c=1": the parameter c does not occur in the expression`},
		{"c*u", "c", math.NaN(), "the parameter c is NaN; it must be a finite number"},
		{"c*u", "c", math.Inf(-1), "the parameter c is -Inf"},
		{"u", "u", 1, unnameable}, {"e*u", "e", 1, unnameable}, {"tanh(u)", "tanh", 1, unnameable}, {"u", "and", 1, unnameable},
		{"u", "true", 1, unnameable}, {"u", "", 1, unnameable}, {"u", "c d", 1, unnameable}, {"u", "2", 1, unnameable}, {"-u", "-", 1, unnameable},
		{"d*u", "c", 1, "does not occur"},
	} {
		if _, err := ExpressionWith(test.source, map[string]float64{test.name: test.value}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q with %q: error %v, want it to contain %q", test.source, test.name, err, test.want)
		}
	}
	for name, want := range map[string]string{
		"f'=c*u":            "unknown name c: the variable is u",
		"f'=c*u;":           `function "f'=c*u;": after the semicolon, "" is not`,
		"f'=c*u; c":         "is not the value of one more parameter",
		"f'=c*u; c=":        "is not the value of one more parameter",
		"f'=c*u; c=1,":      "is not the value of one more parameter",
		"f'=c*u; c=1, c=1":  `" c=1" is not the value of one more parameter`,
		"f'=c*u; c=1; d=2":  "is not the value of one more parameter",
		"f'=c*u; c=1e999":   "is not the value of one more parameter",
		"f'=c*u; c=inf":     "it must be a finite number",
		"f'=c*u; c=1, d=2":  "the parameter d does not occur",
		"f'=; c=1":          "the expression is empty",
		"f'=c*u*x; c=1.50 ": "did you mean u or c?",
	} {
		if _, err := Parse(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): error %v, want it to contain %q", name, err, want)
		}
	}
}

func TestSampledProperties(t *testing.T) {
	infinity := math.Inf(1)
	for _, test := range []struct {
		source string
		want   Properties
	}{
		{"log(1 + u)", Properties{NonDecreasing: true, RisesUpTo: infinity}},
		{"u/(1 + u)", Properties{NonDecreasing: true, RisesUpTo: infinity, Bounded: true}},
		{"u > 0 ? sin(u)/u : 1", Properties{Bounded: true, NegativeAt: math.Pi}}, // removable singularity
		{"-tanh(u)", Properties{Bounded: true, NegativeAt: 1e-9}},                // f falls: nothing to maximize by ascent
		{"u > 0 ? abs(log(u)) : 0", Properties{SingularAtZero: true}},
		{"u > 0 ? 1/u - 1/u^2 : 0", Properties{SingularAtZero: true, NegativeAt: 1e-9}},
		{"u - u^2/10", Properties{RisesUpTo: 5, NegativeAt: 10.02}},
		{"cosh(min(u, 20))*exp(u/1e5)", Properties{NonDecreasing: true, RisesUpTo: infinity, OverflowsAt: 7.08e7}},
		{"u < 5 ? 1 : 0.5", Properties{Bounded: true, RisesUpTo: 5}},
	} {
		s, err := Expression(test.source)
		if err != nil {
			t.Error(err)
			continue
		}
		got := s.Properties()
		if math.Abs(got.RisesUpTo-test.want.RisesUpTo) > 1e-6+0.006*test.want.RisesUpTo {
			t.Errorf("%s: RisesUpTo = %v, want about %v", test.source, got.RisesUpTo, test.want.RisesUpTo)
		}
		for _, place := range [][2]float64{{got.NegativeAt, test.want.NegativeAt}, {got.OverflowsAt, test.want.OverflowsAt}} {
			if math.Abs(place[0]-place[1]) > 0.02*place[1] {
				t.Errorf("%s: negative or not finite at %v, want about %v", test.source, place[0], place[1])
			}
		}
		test.want.RisesUpTo, test.want.NegativeAt, test.want.OverflowsAt = got.RisesUpTo, got.NegativeAt, got.OverflowsAt
		test.want.Domain, test.want.Sampled = "u ≥ 0, checked at 0 and from 1e-9 to 1e4", true
		if got != test.want {
			t.Errorf("%s: %+v, want %+v", test.source, got, test.want)
		}
	}
}

// FuzzExpression checks that the parser fails by errors only and that parentheses change no bit.
func FuzzExpression(f *testing.F) {
	for _, source := range recordedExpressions {
		f.Add(source)
	}
	for _, source := range []string{
		"u | abs()", "u?.x", "let x = u; x", "1e308*10*u", "u ?? 1", "if u > 1 {u} else {1}", "[u][0]", "$env", "#", "{a: u}.a",
		"u in [1]", "'a' matches 'b' ? u : u", "0x_1*u", "u; u=1", "u*c; c=2", "b*u/(c + u); b=1, c=-1e-9", "é*u; é=1", "u and", "\xff", "min(u,",
	} {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		s, err := parseExpression(source)
		if err != nil {
			return
		}
		again, err := Parse(s.Name())
		if err != nil || again.Name() != s.Name() {
			t.Fatalf("%q is named %q, which does not parse to itself: %v", source, s.Name(), err)
		}
		expression, parameters, _ := strings.Cut(strings.TrimPrefix(s.Name(), expressionPrefix), ";")
		if len(expression)+2 > longestExpression {
			return
		}
		enclosed, err := Parse(strings.TrimSuffix(expressionPrefix+"("+expression+");"+parameters, ";"))
		if err != nil {
			t.Fatalf("%q: accepted, but not in parentheses: %v", source, err)
		}
		u := []float64{1e-3, 0.5, 1, 1.7, 2, 40, 1e4}
		got, want := make([]float64, len(u)), make([]float64, len(u))
		s.Apply(want, u)
		enclosed.Apply(got, u)
		for i := range u {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) || want[i] != again.Derivative(u[i]) {
				t.Errorf("%q at u = %v is %v, in parentheses %v, read back %v", source, u[i], want[i], got[i], again.Derivative(u[i]))
			}
		}
	})
}
