package solver_test

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/solver"
)

//go:noinline
func productAndSum(x, y, z float64) float64 { return x*y + z }

// On amd64 the name says whether the compiler fuses products and sums.
func TestArchitecture(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		assert.Equal(t, solver.Architecture(), runtime.GOARCH, "the architecture")
		return
	}
	if solver.Architecture() == solver.UnfusedAMD64 {
		t.Skip("this processor has no FMA")
	}
	const x = 1 + 0x1p-30 // its square takes 61 bits
	want := map[bool]string{false: runtime.GOARCH, true: solver.FusedAMD64}[productAndSum(x, x, -1) == math.FMA(x, x, -1)]
	assert.Equal(t, solver.Architecture(), want, "the architecture")
}

// The architecture is another exactly where math.Exp has other last bits, whatever GODEBUG takes away. Processors of
// before keep their name.
func TestArchitectureOfProcessors(t *testing.T) {
	const asChild = "SOLVER_TEST_AS_CHILD"
	if os.Getenv(asChild) != "" {
		h := fnv.New64()
		for i := range 20000 {
			fmt.Fprintf(h, "%x ", math.Exp(float64(i-10000)/256))
		}
		fmt.Printf("\n%s,%x\n", solver.Architecture(), h.Sum64())
		return
	}
	digests := map[string]string{} // of math.Exp, by architecture
	for _, off := range []string{"none", "fma", "avx", "avx2", "avx512", "avx512f", "avx512dq", "all"} {
		c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestArchitectureOfProcessors$")
		c.Env = append(os.Environ(), asChild+"=1", "GODEBUG=cpu."+off+"=off")
		said, err := c.Output()
		assert.NilError(t, err)
		architecture, digest, _ := strings.Cut(strings.Split(string(said), "\n")[1], ",")
		if of := cmp.Or(digests[architecture], digest); of != digest {
			t.Errorf("without %s, %s has other digits", off, architecture)
			continue
		}
		digests[architecture] = digest
	}
	if digests[solver.Architecture()] == "" || len(digests) == 2 && digests[solver.UnfusedAMD64] == digests[runtime.GOARCH] {
		t.Errorf("digests of math.Exp by architecture: %v", digests)
	}
}
