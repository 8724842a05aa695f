package kernel

import (
	"math"
	"strings"
	"testing"
)

func TestParseReadsWhatStringPrints(t *testing.T) {
	for _, f := range []Function{
		Linear{},
		Gaussian{2500},
		Gaussian{0.1},
		Gaussian{1.0 / 3},
		Gaussian{1e-300},
		Gaussian{5e300},
		Polynomial{2, 1, 0},
		Polynomial{3, 0.00390625, 1},
		Polynomial{1000000, 1e-9, 1e21},
	} {
		got, err := Parse(f.String())
		if err != nil || got != f {
			t.Errorf("%s: %v, %v", f, got, err)
		}
	}
}

func TestParseExplains(t *testing.T) {
	for _, test := range []struct{ name, says string }{
		{"", "unknown kernel"},
		{"gauss(sigma=1)", "there are gaussian(sigma=…)"},
		{"Gaussian(sigma=1)", "unknown kernel"},
		{"linear()", "write it as linear"},
		{"linear(", "write it as linear"},
		{"gaussian", "write it as gaussian(sigma=2500)"},
		{"gaussian(sigma=)", "write it as gaussian(sigma=2500)"},
		{"gaussian(sigma=2500) ", "write it as gaussian(sigma=2500)"},
		{"gaussian(sigma=2.5e3)", "write it as gaussian(sigma=2500)"},
		{"gaussian(sigma=0)", "must be positive"},
		{"gaussian(sigma=-1)", "must be positive"},
		{"gaussian(sigma=NaN)", "must be positive"},
		{"gaussian(sigma=+Inf)", "must be positive and finite"},
		{"polynomial(degree=2)", "write it as polynomial(degree=2,scale=1,offset=1)"},
		{"polynomial(degree=0,scale=1,offset=0)", "degree ≥ 1"},
		{"polynomial(degree=2,scale=0,offset=0)", "scale > 0"},
		{"polynomial(degree=2,scale=1,offset=-1)", "offset ≥ 0"},
		{"polynomial(degree=2,scale=1,offset=NaN)", "all finite"},
		{"polynomial(degree=2,scale=1,offset=+Inf)", "all finite"},
	} {
		f, err := Parse(test.name)
		if err == nil || f != nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%q: %v, error %v, want one that says %q", test.name, f, err, test.says)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, f := range []Function{nil, Gaussian{}, &Gaussian{}, Gaussian{math.Inf(1)}, Polynomial{}, Polynomial{-1, 1, 1}} {
		if Validate(f) == nil {
			t.Errorf("%#v is valid", f)
		}
	}
	for _, f := range []Function{Linear{}, Gaussian{1}, &Gaussian{1}, Polynomial{1, 1, 0}} {
		if err := Validate(f); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{
		"linear", "gaussian(sigma=2500)", "gaussian(sigma=1e-05)", "gaussian(sigma=0x1p-2)", "gaussian(sigma=1_0)",
		"polynomial(degree=2,scale=1,offset=1)", "polynomial(degree=02,scale=1,offset=-0)", "gaussian(sigma=\n1)", "polynomial(",
	} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		k, err := Parse(name)
		if err != nil {
			if k != nil {
				t.Errorf("%q: kernel %s with error %v", name, k, err)
			}
			return
		}
		if k.String() != name || Validate(k) != nil {
			t.Errorf("%q: kernel %s, validity %v", name, k, Validate(k))
		}
	})
}
