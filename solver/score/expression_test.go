package score

import (
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/expr-lang/expr/vm"
)

// TestExpressionValues has values worked out by hand or with the functions of
// package math, mainly for what the grammar leaves to convention.
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
		{"0x10*u", 1, 16},
		{"1_000*u", 1, 1000},
		{"pi + e + u", 0.5, math.Pi + math.E + 0.5},
		{"u < 1 ? u : 1", 0.25, 0.25},
		{"u < 1 ? u : 1", 4, 1},
		{"abs(u < 2 ? -1 : 2)", 3, 2},
		{"u <= 1 or u > 3 ? 5 : 6", 2, 6},
		{"not (u == 2) and u != 5 || u >= 7 ? 5 : 6", 2, 6},
		{"true && !(u > 9) ? 5 : 6", 2, 5},
		{"1 < u < 3 ? 5 : 6", 2, 5},
		{"(u < 1) == (u < 2) ? 5 : 6", 1.5, 6},
		{"(u < 1 ? u < 0.5 : u > 2) ? 5 : 6", 3, 5},
		{"min(u, 1) + max(u, 1)", 3, 4},
		{"pow(u, 0.5)", 9, 3},
		{"abs(-u) + sign(-u) + sign(u - 2)", 2, 1},
		{"sqrt(u) + log(u) + sinh(u/1e4)", 1, 1 + math.Sinh(1e-4)},
		{"sin(u) + cos(u) + tan(u)", 1, math.Sin(1) + math.Cos(1) + math.Tan(1)},
		{"tanh(u) * sech(u)", 1, math.Tanh(1) / math.Cosh(1)},
		{"+u", 2, 2},
		{"if u < 1 { 2 } else { 3 }", 2, 3},
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

// TestExpressionMatchesBuiltIn writes the built-in scores as a user would.
func TestExpressionMatchesBuiltIn(t *testing.T) {
	for _, test := range []struct{ name, source string }{
		{"p=0.5", "1/sqrt(u)"},
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
		{"", `score "f'=": the expression is empty; write f′ as a function of u, such as "tanh(u)"`},
		{"3 - 3/csh(u)", `score "f'=3 - 3/csh(u)": column 7: unknown name csh; known are u, pi, e, abs, `},
		{"U", "column 1: unknown name U"},
		{"π*u + v", "column 1: "},
		{"u +", "column 3: unexpected token EOF"},
		{"u u", "column 3: unexpected token"},
		{"tanh(u", "column 6: unexpected token EOF"},
		{"tanh()", "column 1: not enough arguments to call tanh"},
		{"tanh(u, 1)", "column 1: too many arguments to call tanh"},
		{"u > 1", "the expression does not give a number: expected float64, but got bool"},
		{"'u'", "the expression does not give a number: expected float64, but got string"},
		{"u % 2", "column 3: invalid operation: %"},
		{"1 + not u", "column 5: invalid operation: not"},
		{"u < 1 ? u : u < 2", "column 15: the two branches of a choice must both be numbers or both be conditions"},
		{"let x = u; x", `is not part of the language`},
		{"u ?? 1", `column 3: "u ?? 1" is not part of the language`},
		{"1 + $env", `column 5: "$env" is not part of the language`},
		{"u; u", "is not part of the language"},
		{"[u]", "does not give a number"},
		{"sum([u])", `column 1: "sum([u])" is not part of the language`},
		{"len('u')", "unknown name len"},
		{"u // twice", "comments are not allowed"},
		{"u /* twice */", "comments are not allowed"},
		{"u\xff", "not valid UTF-8"},
		{strings.Repeat("1+", 500) + "u", "the expression has 1001 bytes; at most 1000 are allowed"},
		{"0*u", "f′ is 0 for all 0 < u ≤ 1e4"},
		{"exp(u)", "f′ is +Inf at u = 712; it must be finite for 0 < u ≤ 1e4"},
		{"sinh(u)/cosh(u)", "f′ is NaN at u = "},
		{"log(u - 1)", "f′ is NaN at u = 1e-09"},
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

func TestSampledProperties(t *testing.T) {
	infinity := math.Inf(1)
	for _, test := range []struct {
		source string
		want   Properties
	}{
		{"log(1 + u)", Properties{NonDecreasing: true, RisesUpTo: infinity}},
		{"u/(1 + u)", Properties{NonDecreasing: true, RisesUpTo: infinity, Bounded: true}},
		{"sin(u)/u", Properties{Bounded: true}}, // removable singularity
		{"-tanh(u)", Properties{Bounded: true}}, // f falls: nothing to maximize by ascent
		{"abs(log(u))", Properties{SingularAtZero: true}},
		{"1/u - 1/u^2", Properties{SingularAtZero: true}}, // NaN at 0
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
		test.want.RisesUpTo = got.RisesUpTo
		test.want.Domain, test.want.Sampled = "u > 0, checked from 1e-9 to 1e4", true
		if got != test.want {
			t.Errorf("%s: %+v, want %+v", test.source, got, test.want)
		}
	}
}

// TestExpressionBlocks runs lengths around the size of a block, so that the
// last, shorter block is seen.
func TestExpressionBlocks(t *testing.T) {
	s, err := Expression("u < 1 ? 2*u : 1 + log(u)/(3 - 1/u)")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, blockSize - 1, blockSize, blockSize + 1, 3*blockSize + 7} {
		u := make([]float64, n)
		for i := range u {
			u[i] = float64(i%37)/10 - 1.5
		}
		got := make([]float64, n)
		s.Apply(got, u)
		for i, x := range u {
			want := 0.0
			if x != 0 {
				want = math.Copysign(1, x) * s.Derivative(x)
			}
			if got[i] != want {
				t.Fatalf("n = %d: Apply(%v) = %v at %d, want %v", n, x, got[i], i, want)
			}
		}
	}
}

// TestExpressionConcurrently shares one score between goroutines; run it with
// the race detector.
func TestExpressionConcurrently(t *testing.T) {
	s, err := Expression("3 - 3/cosh(u)")
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			u := make([]float64, 1000)
			for i := range u {
				u[i] = float64(worker+1) * float64(i) / 100
			}
			got := make([]float64, len(u))
			for range 20 {
				s.Apply(got, u)
			}
			for i, x := range u {
				if got[i] != s.Derivative(x) {
					t.Errorf("Apply(%v) = %v, want %v", x, got[i], s.Derivative(x))
					return
				}
			}
		})
	}
	group.Wait()
}

// FuzzExpression compares every accepted expression with expr's own virtual
// machine, which evaluates the same syntax tree in its own way.
func FuzzExpression(f *testing.F) {
	for _, source := range []string{
		"u", "3 - 3/cosh(u)", "-u^2", "u < 1 ? u : 1", "min(u, 1) + max(2, pow(u, 0.5))",
		"1 < u < 3 ? 5 : 6", "not (u == 2) and true ? e : pi", "2^3^2", "u | abs()", "u?.x", "let x = u; x",
		"((((u))))", "1e308*10*u", "u ?? 1", "sign(u-1)*abs(u)", "sech(u)+sqrt(u)+log(u)", "if u > 1 {u} else {1}",
		"[u][0]", "$env", "#", "{a: u}.a", "u in [1]", "'a' matches 'b' ? u : u", "map([u], #)[0]", "0x_1*u", "-(-u)",
	} {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		s, err := Expression(source)
		if err != nil {
			return
		}
		source = strings.TrimPrefix(s.Name(), expressionPrefix)
		checked, err := check(source)
		if err != nil {
			t.Fatalf("%q: accepted, but its canonical form is not: %v", source, err)
		}
		environment := map[string]any{}
		for _, c := range constants() {
			environment[c.name] = c.value
		}
		for _, f := range unaryFunctions() {
			environment[f.name] = f.function
		}
		for _, f := range binaryFunctions() {
			environment[f.name] = f.function
		}
		for _, u := range []float64{1e-3, 0.5, 1, 1.7, 2, 40, 1e4} {
			environment["u"] = u
			value, err := vm.Run(checked, environment)
			if err != nil {
				t.Fatalf("%q: the virtual machine fails at u = %v: %v", source, u, err)
			}
			got, want := s.Derivative(u), value.(float64)
			if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%q at u = %v is %v, the virtual machine gives %v", source, u, got, want)
			}
		}
	})
}
