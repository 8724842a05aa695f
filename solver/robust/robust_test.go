package robust_test

import (
	"errors"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

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
		assert.NilError(t, err, name)
		assert.Check(t, is.Equal(m.Name(), canonical), "%q", name)
	}
	for name, part := range map[string]string{
		"robcpa": "did you mean robpca?", "": "valid are spherical", "robpca alpha=0.3": "from 0.5 to 1",
		"robpca skew beta=1": "write robpca skew alpha", "mcd skew": "write mcd alpha",
		"robpca alpha=NaN": "from 0.5 to 1", "grid alpha=0.5": "takes no parameter",
		"robpca beta=1":              "write robpca alpha",
		"robpca alpha=0.5 alpha=0.6": "write robpca alpha",
	} {
		_, err := robust.Parse(name)
		assert.Check(t, is.ErrorContains(err, part), "%q: %v, want an error that says %q", name, err, part)
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
		again, err := robust.Parse(m.Name())
		assert.NilError(t, err)
		assert.Equal(t, again, m, "%q is %q, which", name, m.Name())
	})
}

func TestMCDNeedsSamples(t *testing.T) {
	m, err := robust.Parse("mcd")
	assert.NilError(t, err)
	for samples, want := range map[int]bool{15: false, 16: true} {
		_, err := m.Fit(t.Context(), spoiled(samples, 8, 0, 1), robust.Settings{Components: 2})
		got := !errors.Is(err, robust.ErrNotApplicable)
		assert.Check(t, got == want && (!want || err == nil), "%d samples of 8 features: %v", samples, err)
	}
}
