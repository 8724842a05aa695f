package method_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/solver"
	"gpca/solver/kernel"
)

func decode(t *testing.T, source string) (method.Method, error) {
	t.Helper()
	n, err := strictyaml.Parse("f.yaml", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return method.Decode(n, families(t))
}

func families(t *testing.T) method.Families {
	t.Helper()
	n, err := strictyaml.Parse("families.yaml", []byte(`{name: wave, expression: "a*min(u, b)", parameters: {a: [2, 1], b: [3, 5, 7]}, centring: none}`))
	if err != nil {
		t.Fatal(err)
	}
	m, err := method.Decode(n, nil)
	if err != nil {
		t.Fatal(err)
	}
	return method.Families{*m.Family}
}

func sound(t *testing.T, source string) method.Method {
	t.Helper()
	m, err := decode(t, source)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestDecode(t *testing.T) {
	m := sound(t, "{name: mine, function: tanh, centring: none}")
	if f, err := m.Function(); err != nil || f.Name() != "tanh" || m.Name != "mine" || m.Centring != method.None || m.Choose != nil {
		t.Errorf("method %+v, %v", m, err)
	}
	if m = sound(t, "{name: slow, function: p=1, update: serial}"); m.Update != solver.Serial || !strings.HasSuffix(m.Words(), "one weight updated after the other") || m.Equal(sound(t, "{name: slow, function: p=1}")) {
		t.Errorf("method %+v, %s", m, m.Words())
	}
	m = sound(t, "{name: half, expression: u/2}")
	if f, err := m.Function(); err != nil || f.Derivative(3) != 1.5 {
		t.Errorf("method %+v, %v", m, err)
	}
	m = sound(t, "{name: a, choose: {family: a, values: [1, 2]}}")
	if _, err := m.Function(); err == nil || !strings.Contains(err.Error(), "no one function") {
		t.Errorf("a method that chooses its function has the error %v", err)
	}
	if m, err := method.Parse("p=1.5"); err != nil || m.Name != "p=1.5" || method.Label(m.Name) != "p = 1.5" {
		t.Errorf("method %+v, %v", m, err)
	}
	if _, err := method.Parse("p=one"); err == nil {
		t.Error("no error for a function that is none")
	}
}

// § marks the place that the error must name.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"§{function: tanh}", "name is missing, as in name: mine"},
		{"name: m\n§nmae: m", `unknown field "nmae"`},
		{"name: m", "method m needs a function, an expression or a command"},
		{"{name: m, score: §tnah}", `method m: unknown function "tnah"`},
		{"{name: m, function: tanh, score: §p=1}", "score is the earlier name of function"},
		{"{name: m, function: tanh, expression: u}", "method m needs a function, an expression or a command"},
		{"{name: m, function: §tnah}", `method m: unknown function "tnah": did you mean tanh`},
		{"{name: m, expression: §cosh(v)}", "method m: "},
		{"{name: m, function: tanh, centring: §median}", `centring is "median": `},
		{"{name: m, function: tanh, update: §random}", `update is "random": valid are serial`},
		{"{name: m, expression: u, update: §serial}", `method m: update is for a method with a function alone`},
		{"{name: m, function: tanh, choose: {family: a, values: [1, 2]}}", "method m chooses a of its function and must not have another function"},
		{"{name: m, choose: {family: kernel-sigma, values: [1, 2]}}", "method m chooses the width of the kernel: it needs either a function or an expression"},
		{"{name: m, choose: {family: §b, values: [1, 2]}}", `method m: unknown family "b": did you mean p, a or q?`},
		{"{name: m, choose: {family: a, by: §luck, values: [1, 2]}}", `by is "luck": valid are cross-validation, l1-or-l2`},
		{"{name: m, function: p=2, choose: {family: kernel-sigma, by: §l1-or-l2, small: 1, large: 2}}", "chooses among functions, not kernels"},
		{"{name: m, choose: {family: a, folds: §1, values: [1, 2]}}", "folds is 1, must be at least 2"},
		{"{name: m, choose: {family: a, values: [1, §1]}}", "value 1: values must be positive and increase"},
		{"{name: m, choose: {family: a, values: [§0, 1]}}", "value 0: values must be positive and increase"},
		{"{name: m, choose: {family: a, values: [1, §.inf]}}", "value +Inf: values must be positive"},
		{"{name: m, choose: {family: a, by: l1-or-l2, small: [1, 5], large: [§3]}}", "small ones before large"},
		{"{name: m, choose: {family: a, values: [1, 2], samples: §{usps: 0}}}", "method m chooses on 0 samples of a class of usps"},
		{"{name: m, choose: §{family: a, values: 1}}", "method m: "},
		{"{name: m, expression: §x^2}", `method m: function "f'=x^2": column 1: unknown name x: the variable is u, and a parameter has to be declared; did you mean u?`},
		{"{name: m, expression: §u/(1 + (u/c)^2)}", "column 11: unknown name c: the variable is u, and a parameter has to be declared; did you mean u?"},
		{"{name: m, expression: §u/(1 + (u/sigm)^2 + sigma), parameters: {sigma: 1}}", "method m sigma=1: function \"f'=u/(1 + (u/sigm)^2 + sigma); sigma=1\": column 11: unknown name sigm: the variable is u, and a parameter has to be declared; did you mean sigma or sign?"},
		{"{name: m, expression: §tnah(u)}", "column 1: unknown function tnah: did you mean tanh?"},
		{"{name: m, expression: u, parameters: {§c: 1}}", "method m c=1: function \"f'=u; c=1\": the parameter c does not occur in the expression"},
		{"name: m\nexpression: c*u\nparameters:\n  c: 1\n  §u: 2", "u cannot name a parameter, since it has a meaning in every expression"},
		{"{name: m, expression: c*u, parameters: {c: [1, §.inf]}}", "method m: the parameter c is +Inf, must be a finite number"},
		{"{name: m, expression: c*u, parameters: {c: [1, 2, §1]}}", "method m: the value 1 of c stands twice"},
		{"{name: m, expression: c*u, parameters: {§c: []}}", "method m: the parameter c has no values"},
		{"{name: m, expression: c*u, parameters: {c: §one}}", "a number is wanted here, not text"},
		{"{name: m, expression: c*u, parameters: §3}", "a mapping is wanted here, not a number"},
		{"{name: m, expression: c*u, parameters: {c: [1, §0]}}", `method m c=0: function "f'=c*u; c=0": f′ is 0 for all 0 < u ≤ 1e4, so there is nothing to maximize`},
		{"{name: m, expression: §c*d*u, parameters: {c: [1, 0], d: 1}}", "method m c=0 d=1: "},
		{"{name: m, expression: §1/u}", `f′ is +Inf at u = 0; it must be finite for 0 ≤ u ≤ 1e4`},
		{"{name: m, expression: §log(u)}", `f′ is -Inf at u = 0`},
		{"{name: m, expression: exp(c*u), parameters: {c: [0.001, §1]}}", `f′ is +Inf at u = 712; it must be finite for 0 ≤ u ≤ 1e4`},
		{"{name: m, expression: u/(1 + (u/c)^2), parameters: {c: §1e-200}}", `method m c=1e-200: function "f'=u/(1 + (u/c)^2); c=1e-200": f′ is 0 for all 0 < u ≤ 1e4`},
		{"{name: §a, expression: c*u, parameters: {c: 1}}", "a is a family of functions that comes with the program: give this one another name"},
		{"{name: m, function: tanh, parameters: §{c: 1}}", "method m: parameters are for an expression"},
		{"{name: m, expression: c d*u, parameters: {§c d: 1}}", `"c d" cannot name a parameter; a name begins with a letter`},
		{"{name: m, expression: u, parameters: §{a: [1, 2], b: [1, 2], c: [1, 2], d: [1, 2], f: [1, 2], g: [1, 2], h: [1, 2], i: [1, 2], j: [1, 2], k: [1, 2]}}", "method m: the values of its parameters make more than 1000 methods"},
		{"{name: m, choose: {family: §wave, values: [1, 2]}}", `method m: family wave varies in 2 parameters: fix all but one, as in "wave b=3"`},
		{"{name: m, choose: {family: §wave a=1 b=2, values: [1, 2]}}", "method m: wave a=1 b=2 is a single method: it has no parameter to vary"},
		{"{name: m, choose: {family: §wave c=1}}", `method m: method wave has no parameter "c": did you mean a or b?`},
		{"{name: m, choose: {family: §wvae}}", `method m: unknown family "wvae": did you mean wave?`},
		{"{name: m, choose: {family: §kernel-sgma}}", `method m: unknown family "kernel-sgma": did you mean kernel-sigma?`},
		{"{name: m, choose: {family: wave a=1, values: [2, §2]}}", "method m: value 2: values must increase, small ones before large"},
		{"{name: m, choose: {family: wave a=1, values: [§0, 1]}}", `method m: function "f'=a*min(u, b); a=1, b=0": f′ is 0 for all`},
		{"{name: m, choose: §{family: a, by: l1-or-l2, values: [1, 2]}}", "method m: "},
	} {
		before, after, marked := strings.Cut(c.source, "§")
		_, err := decode(t, before+after)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %v, want %q", c.source, err, c.want)
			continue
		}
		place := "f.yaml:1:1: "
		if marked {
			line := 1 + strings.Count(before, "\n")
			place = fmt.Sprintf("f.yaml:%d:%d: ", line, len(before)-strings.LastIndex(before, "\n"))
		}
		if !strings.HasPrefix(err.Error(), place) {
			t.Errorf("%q: error %q, want it at %s", c.source, err, place)
		}
	}
}

func TestEqual(t *testing.T) {
	base := "{name: m, choose: {family: a, by: l1-or-l2, small: 1, large: 3, folds: 4, samples: {usps: 5}}}"
	m := sound(t, base)
	if !m.Equal(sound(t, base)) || !(method.Method{Name: "m"}).Equal(method.Method{Name: "m"}) {
		t.Error("a method does not equal itself")
	}
	for _, change := range [][2]string{
		{"name: m", "name: n"}, {"name: m", "name: m, centring: none"}, {"family: a", "family: q"}, {"small: 1", "small: 2"},
		{"large: 3", "large: 4"}, {"folds: 4", "folds: 5"}, {"usps: 5", "usps: 6"}, {"usps: 5", "mnist: 5"}, {"usps: 5", "usps: 5, mnist: 5"},
		{"by: l1-or-l2, small: 1, large: 3", "values: [1, 3]"},
	} {
		if o := sound(t, strings.Replace(base, change[0], change[1], 1)); m.Equal(o) || o.Equal(m) {
			t.Errorf("with %s it is still equal", change[1])
		}
	}
	tanh := sound(t, "{name: m, function: tanh}")
	if m.Equal(tanh) || tanh.Equal(m) || tanh.Equal(sound(t, "{name: m, function: p=1}")) {
		t.Error("methods of different functions are equal")
	}
}

// Candidates are names of functions, or of kernels in multiples of the experiment's width.
func TestChoice(t *testing.T) {
	m := sound(t, "{name: m, choose: {family: a, values: [1, 2.5], samples: {usps: 7}}}")
	c, err := m.Choice("usps", nil)
	if err != nil || !slices.Equal(c.All(), []string{"a=1", "a=2.5"}) || c.Folds != 5 || c.Samples != 7 || c.By != "cross-validation" {
		t.Errorf("choice %+v, %v", c, err)
	}
	if c, _ := m.Choice("mnist", nil); c.Samples != 0 {
		t.Errorf("%d samples of a data set that is not named", c.Samples)
	}
	m = sound(t, "{name: m, function: p=2, choose: {family: kernel-sigma, values: [0.5, 2], folds: 3}}")
	c, err = m.Choice("usps", kernel.Gaussian{Sigma: 3})
	want := []string{kernel.Gaussian{Sigma: 1.5}.String(), kernel.Gaussian{Sigma: 6}.String()}
	if err != nil || !slices.Equal(c.All(), want) || c.Folds != 3 {
		t.Errorf("choice %+v, %v, want candidates %q", c, err, want)
	}
	if _, err := m.Choice("usps", nil); err == nil || !strings.Contains(err.Error(), "method m chooses the width of a Gaussian kernel, which the experiment does not have") {
		t.Errorf("error %v without a kernel", err)
	}
}

// Robust PCA is a method by its name, with its parameter; other names have the error of what they are nearest to.
func TestRobustNames(t *testing.T) {
	for name, canonical := range map[string]string{"robpca": "robpca", "robpca alpha=0.5": "robpca alpha=0.5", "robpca alpha=0.50": "robpca alpha=0.5", "r1": "r1"} {
		m, err := method.Parse(name)
		if err != nil || m.Objective != nil || m.Robust == nil || m.Robust.Name() != canonical || m.Name != name {
			t.Errorf("%s: %+v, %v", name, m, err)
			continue
		}
		if _, err := m.Function(); err == nil || !strings.Contains(err.Error(), "no one function") {
			t.Errorf("%s has a function: %v", name, err)
		}
		if !strings.HasPrefix(m.Words(), "robust PCA (") {
			t.Errorf("%s: %s", name, m.Words())
		}
	}
	one, _ := method.Parse("robpca")
	again, _ := method.Parse("robpca")
	other, _ := method.Parse("robpca alpha=0.5")
	other.Name = one.Name
	if !one.Equal(again) || one.Equal(other) || one.Equal(method.Method{Name: one.Name}) {
		t.Error("methods are equal by their names alone, or are not")
	}
	for name, want := range map[string]string{"robpca alpha=2": "from 0.5 to 1", "robcpa": "did you mean robpca", "spherical alpha=1": "takes no parameter", "L1": `unknown function "L1"`} {
		if _, err := method.Parse(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q in it", name, err, want)
		}
	}
}
