package solver_test

import (
	"math"
	"runtime"
	"testing"

	"gpca/solver"
)

//go:noinline
func productAndSum(x, y, z float64) float64 { return x*y + z }

// On amd64 the name says whether the compiler fuses products and sums.
func TestArchitecture(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		if solver.Architecture() != runtime.GOARCH {
			t.Errorf("the architecture is %s, want %s", solver.Architecture(), runtime.GOARCH)
		}
		return
	}
	const x = 1 + 0x1p-30 // its square takes 61 bits
	want := map[bool]string{false: runtime.GOARCH, true: solver.FusedAMD64}[productAndSum(x, x, -1) == math.FMA(x, x, -1)]
	if solver.Architecture() != want {
		t.Errorf("the architecture is %s, want %s", solver.Architecture(), want)
	}
}
