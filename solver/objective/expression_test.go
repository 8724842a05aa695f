package objective

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"
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
		assert.NilError(t, err)
		got := s.Derivative(test.u)
		assert.Check(t, math.Abs(got-test.want) <= 1e-15*math.Abs(test.want), "%+v is %v", test, got)
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
		assert.NilError(t, err)
		written, err := Expression(test.source)
		assert.NilError(t, err)
		for u := 0.0; u < 50; u += 0.07 {
			x, y := builtIn.Derivative(u), written.Derivative(u)
			assert.Check(t, math.Abs(x-y) <= 1e-13*(1+x), "%s is %v at %v, %s is %v", test.name, x, u, test.source, y)
		}
		want, got := builtIn.Properties(), written.Properties()
		assert.Check(t, is.Equal(got.NonDecreasing, want.NonDecreasing), test.source)
		assert.Check(t, is.Equal(got.Bounded, want.Bounded), test.source)
		assert.Check(t, is.Equal(got.SingularAtZero, want.SingularAtZero), test.source)
		// Near its maximum f′ is flat to rounding for a while: 1 − u⁴ up to 1e-4.
		assert.Check(t, want.NonDecreasing || math.Abs(got.RisesUpTo-want.RisesUpTo) <= 1e-3+0.006*want.RisesUpTo,
			"%s is measured to rise up to %v, %s rises up to %v", test.source, got.RisesUpTo, test.name, want.RisesUpTo)
		assert.Check(t, got.Sampled && !want.Sampled,
			"%s: Sampled is %t for the expression, %t for the built-in", test.name, got.Sampled, want.Sampled)
	}
}

func TestExpressionErrors(t *testing.T) {
	Answers(t, "expression_faults.txt", func(source string) string {
		_, err := Expression(source)
		return fmt.Sprint(err)
	})
	_, err := Expression(strings.Repeat("1+", 500) + "u")
	assert.ErrorContains(t, err, "the expression has 1001 bytes; at most 1000 are allowed")
}

// Answers asserts a golden file of inputs, each with what is answered below it.
func Answers(t *testing.T, file string, answer func(input string) string) {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(string(golden.Get(t, file))) {
		if input, err := strconv.Unquote(strings.TrimSuffix(line, "\n")); err == nil {
			fmt.Fprintf(&b, "%q\n\t%s\n", input, answer(input))
		}
	}
	golden.Assert(t, b.String(), file)
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
		assert.NilError(t, err)
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
		assert.NilError(t, err)
		assert.Check(t, s.Name() == test.name && s.Formula() == test.formula,
			"%q is %q, %q; want %q, %q", test.source, s.Name(), s.Formula(), test.name, test.formula)
		again, err := Parse(s.Name())
		assert.NilError(t, err, s.Name())
		assert.Equal(t, again.Name(), s.Name())
		literal, err := Expression(test.literal)
		assert.NilError(t, err)
		for u := 0.03; u < 40; u *= 1.1 {
			x, y, z := s.Derivative(u), again.Derivative(u), literal.Derivative(u)
			assert.Check(t, x == y && x == z, "%s at %v is %v, read back %v, written out %v", s.Name(), u, x, y, z)
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
		_, err := ExpressionWith(test.source, map[string]float64{test.name: test.value})
		assert.Check(t, is.ErrorContains(err, test.want), "%q with %q", test.source, test.name)
	}
	Answers(t, "parameter_faults.txt", func(name string) string {
		_, err := Parse(name)
		return fmt.Sprint(err)
	})
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
		assert.NilError(t, err)
		got := s.Properties()
		up, want := got.RisesUpTo, test.want.RisesUpTo
		assert.Check(t, up == want || math.Abs(up-want) <= 1e-6+0.006*want, "%s: rises up to %v", test.source, up)
		for _, place := range [][2]float64{{got.NegativeAt, test.want.NegativeAt}, {got.OverflowsAt, test.want.OverflowsAt}} {
			assert.Check(t, math.Abs(place[0]-place[1]) <= 0.02*place[1],
				"%s: negative or not finite at %v, want about %v", test.source, place[0], place[1])
		}
		test.want.RisesUpTo, test.want.NegativeAt, test.want.OverflowsAt = got.RisesUpTo, got.NegativeAt, got.OverflowsAt
		test.want.Domain, test.want.Sampled = "u ≥ 0, checked at 0 and from 1e-9 to 1e4", true
		assert.Check(t, is.Equal(got, test.want), test.source)
	}
}

// FuzzExpression checks that the parser fails by errors only and that parentheses change no bit.
func FuzzExpression(f *testing.F) {
	for _, row := range recorded(f)[1:] {
		f.Add(row[0])
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
		assert.NilError(t, err)
		assert.Equal(t, again.Name(), s.Name(), "%q is named %q, which does not parse to itself", source, s.Name())
		expression, parameters, _ := strings.Cut(strings.TrimPrefix(s.Name(), expressionPrefix), ";")
		if len(expression)+2 > longestExpression {
			return
		}
		enclosed, err := Parse(strings.TrimSuffix(expressionPrefix+"("+expression+");"+parameters, ";"))
		assert.NilError(t, err, "%q: accepted, but not in parentheses", source)
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
