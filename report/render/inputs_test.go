package render

import (
	"math"
	"testing"
)

// A digest is of the values and of what they refer to, whatever their addresses.
func TestDigest(t *testing.T) {
	type facts struct {
		Name   string
		values []float64
		next   any
	}
	of := func(f facts) string { return digest("build", &f) }
	made := func() facts {
		return facts{"a", []float64{1, math.NaN(), math.Inf(1)}, &facts{next: map[string]int{"x": 1, "y": 2}}}
	}
	if a, b := of(made()), of(made()); a != b {
		t.Error("equal values have different digests")
	}
	seen := map[string]bool{of(made()): true, digest("other build", made()): true}
	for _, change := range []func(*facts){
		func(f *facts) { f.Name = "b" },
		func(f *facts) { f.values[0] = math.Copysign(0, -1) },
		func(f *facts) { f.values = f.values[:2] },
		func(f *facts) { f.next = nil },
		func(f *facts) { f.next = &facts{next: map[string]int{"x": 1, "y": 3}} },
		func(f *facts) { f.next = func() {} },
		func(f *facts) { f.next = func() {} },
	} {
		f := made()
		change(&f)
		d := of(f)
		if seen[d] {
			t.Errorf("%+v has the digest of another", f)
		}
		seen[d] = true
	}
	if digest("", made()) != "" {
		t.Error("there is a digest without a build")
	}
}
