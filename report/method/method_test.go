package method_test

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/internal/faults"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/solver"
	"gpca/solver/kernel"
)

func decode(t *testing.T, source string) (method.Method, error) {
	t.Helper()
	n, err := strictyaml.Parse("f.yaml", []byte(source))
	assert.NilError(t, err)
	return method.Decode(n, families(t))
}

func families(t *testing.T) method.Families {
	t.Helper()
	n, err := strictyaml.Parse("families.yaml", []byte(`{name: wave, expression: "a*min(u, b)", parameters: {a: [2, 1], b: [3, 5, 7]}, centring: none}`))
	assert.NilError(t, err)
	m, err := method.Decode(n, nil)
	assert.NilError(t, err)
	return method.Families{*m.Family}
}

func sound(t *testing.T, source string) method.Method {
	t.Helper()
	m, err := decode(t, source)
	assert.NilError(t, err)
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
	f, err := m.Function()
	assert.NilError(t, err)
	assert.Equal(t, f.Derivative(3), 1.5, "method %+v", m)
	m = sound(t, "{name: a, choose: {family: a, values: [1, 2]}}")
	_, err = m.Function()
	assert.ErrorContains(t, err, "no one function", "a method that chooses its function")
	if m, err := method.Parse("p=1.5"); err != nil || m.Name != "p=1.5" || method.Label(m.Name) != "p = 1.5" {
		t.Errorf("method %+v, %v", m, err)
	}
	_, err = method.Parse("p=one")
	assert.Check(t, err != nil, "no error for a function that is none")
}

// An error begins with its place.
func TestFaults(t *testing.T) {
	faults.Check(t, "faults.txt", func(t *testing.T, block string) error {
		_, err := decode(t, block)
		return err
	})
}

func TestEqual(t *testing.T) {
	base := "{name: m, choose: {family: a, by: l1-or-l2, small: 1, large: 3, folds: 4, samples: {usps: 5}}}"
	m := sound(t, base)
	assert.Check(t, m.Equal(sound(t, base)) && (method.Method{Name: "m"}).Equal(method.Method{Name: "m"}),
		"a method does not equal itself")
	for _, change := range [][2]string{
		{"name: m", "name: n"}, {"name: m", "name: m, centring: none"}, {"family: a", "family: q"}, {"small: 1", "small: 2"},
		{"large: 3", "large: 4"}, {"folds: 4", "folds: 5"}, {"usps: 5", "usps: 6"}, {"usps: 5", "mnist: 5"}, {"usps: 5", "usps: 5, mnist: 5"},
		{"by: l1-or-l2, small: 1, large: 3", "values: [1, 3]"},
	} {
		o := sound(t, strings.Replace(base, change[0], change[1], 1))
		assert.Check(t, !m.Equal(o) && !o.Equal(m), "with %s it is still equal", change[1])
	}
	tanh := sound(t, "{name: m, function: tanh}")
	assert.Check(t, !m.Equal(tanh) && !tanh.Equal(m) && !tanh.Equal(sound(t, "{name: m, function: p=1}")),
		"methods of different functions are equal")
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
	assert.NilError(t, err)
	assert.Check(t, slices.Equal(c.All(), want) && c.Folds == 3, "choice %+v, %v, want candidates %q", c, err, want)
	_, err = m.Choice("usps", nil)
	assert.ErrorContains(t, err, "method m chooses the width of a Gaussian kernel, which the experiment does not have",
		"error %v without a kernel", err)
}

// Robust PCA is a method by its name, with its parameter; other names have the error of what they are nearest to.
func TestRobustNames(t *testing.T) {
	for name, canonical := range map[string]string{"robpca": "robpca", "robpca alpha=0.5": "robpca alpha=0.5", "robpca alpha=0.50": "robpca alpha=0.5", "r1": "r1"} {
		m, err := method.Parse(name)
		if err != nil || m.Objective != nil || m.Robust == nil || m.Robust.Name() != canonical || m.Name != name {
			t.Errorf("%s: %+v, %v", name, m, err)
			continue
		}
		_, err = m.Function()
		assert.Check(t, is.ErrorContains(err, "no one function"), "%s has a function", name)
		assert.Check(t, strings.HasPrefix(m.Words(), "robust PCA ("), "%s: %s", name, m.Words())
	}
	one, _ := method.Parse("robpca")
	again, _ := method.Parse("robpca")
	other, _ := method.Parse("robpca alpha=0.5")
	other.Name = one.Name
	assert.Check(t, one.Equal(again) && !one.Equal(other) && !one.Equal(method.Method{Name: one.Name}),
		"methods are equal by their names alone, or are not")
	for name, want := range map[string]string{"robpca alpha=2": "from 0.5 to 1", "robcpa": "did you mean robpca", "spherical alpha=1": "takes no parameter", "L1": `unknown function "L1"`} {
		_, err := method.Parse(name)
		assert.Check(t, is.ErrorContains(err, want), "%s: %v, want %q in it", name, err, want)
	}
}
