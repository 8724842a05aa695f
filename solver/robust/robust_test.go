package robust_test

import (
	"errors"
	"strings"
	"testing"

	"gpca/solver/robust"
)

func TestParse(t *testing.T) {
	for name, canonical := range map[string]string{
		"robpca": "robpca", "robpca alpha=0.75": "robpca", " robpca  alpha=.5 ": "robpca alpha=0.5",
		"robpca skew": "robpca skew", " robpca  skew  alpha=0.50": "robpca skew alpha=0.5",
		"robpca skew alpha=0.75": "robpca skew",
		"mcd alpha=0.75":         "mcd alpha=0.75", "mcd alpha=0.5": "mcd", "spherical": "spherical",
	} {
		m, err := robust.Parse(name)
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if m.Name() != canonical {
			t.Errorf("%q is %q, want %q", name, m.Name(), canonical)
		}
	}
	for name, part := range map[string]string{
		"robcpa": "did you mean robpca?", "": "valid are spherical", "robpca alpha=0.3": "from 0.5 to 1",
		"robpca skew beta=1": "write robpca skew alpha", "mcd skew": "write mcd alpha",
		"robpca alpha=NaN": "from 0.5 to 1", "grid alpha=0.5": "takes no parameter",
		"robpca beta=1":              "write robpca alpha",
		"robpca alpha=0.5 alpha=0.6": "write robpca alpha",
	} {
		if _, err := robust.Parse(name); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %v, want an error that says %q", name, err, part)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range append(robust.Methods(), "robpca alpha=0.5", "mcd alpha=1", "grid alpha", "alpha=") {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		m, err := robust.Parse(name)
		if err != nil {
			return
		}
		if again, err := robust.Parse(m.Name()); err != nil || again != m {
			t.Errorf("%q is %q, which is %v, %v", name, m.Name(), again, err)
		}
	})
}

func TestMCDNeedsSamples(t *testing.T) {
	m, err := robust.Parse("mcd")
	if err != nil {
		t.Fatal(err)
	}
	for samples, want := range map[int]bool{15: false, 16: true} {
		_, err := m.Fit(t.Context(), spoiled(samples, 8, 0, 1), robust.Settings{Components: 2})
		if got := !errors.Is(err, robust.ErrNotApplicable); got != want || want && err != nil {
			t.Errorf("%d samples of 8 features: %v", samples, err)
		}
	}
}
