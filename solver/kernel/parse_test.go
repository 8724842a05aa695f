package kernel

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
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
		assert.Check(t, err == nil && got == f, "%s: %v, %v", f, got, err)
	}
}

// The golden file has faults below names.
func TestParseExplains(t *testing.T) {
	var b strings.Builder
	for line := range strings.Lines(string(golden.Get(t, "faults.txt"))) {
		if name, err := strconv.Unquote(strings.TrimSpace(line)); err == nil {
			f, err := Parse(name)
			assert.Check(t, f == nil, name)
			fmt.Fprintf(&b, "%q\n\t%v\n", name, err)
		}
	}
	golden.Assert(t, b.String(), "faults.txt")
}

func TestValidate(t *testing.T) {
	for _, f := range []Function{nil, Gaussian{}, &Gaussian{}, Gaussian{math.Inf(1)}, Polynomial{}, Polynomial{-1, 1, 1}} {
		assert.Check(t, Validate(f) != nil, "%#v is valid", f)
	}
	for _, f := range []Function{Linear{}, Gaussian{1}, &Gaussian{1}, Polynomial{1, 1, 0}} {
		assert.Check(t, Validate(f), f)
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
			assert.Check(t, k == nil, "%q: kernel %s with error %v", name, k, err)
			return
		}
		assert.Check(t, k.String() == name && Validate(k) == nil, "%q: kernel %s, validity %v", name, k, Validate(k))
	})
}
