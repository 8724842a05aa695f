package vector

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestSelect(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		before := Kernel()
		assert.ErrorContains(t, Select("sse9"), `unknown kernel "sse9"; choose one of `)
		assert.ErrorContains(t, Select("sse9"), "generic")
		assert.Equal(t, Kernel(), before)
		for k, name := range kernelNames {
			if slices.Contains(supported(), kernel(k)) {
				assert.Check(t, Select(name))
			} else {
				assert.Check(t, is.ErrorContains(Select(name), "not supported"), name)
			}
		}
	})
}

// The parts cover the length in order, without gaps, each at most one unit longer than another.
func TestParts(t *testing.T) {
	for length := 1; length < 100; length++ {
		for _, unit := range []int{1, 4, 8} {
			for count := 1; count <= divideUp(length, unit); count++ {
				next, shortest, longest := 0, length, 0
				for part := range count {
					first, n := parts{length, count, unit}.at(part)
					if first != next || n < 1 {
						t.Fatalf("part %d of %d in %d units of %d: %d values from %d, want from %d", part, count, length, unit, n, first, next)
					}
					next += n
					shortest, longest = min(shortest, divideUp(n, unit)), max(longest, divideUp(n, unit))
				}
				if next != length || longest-shortest > 1 {
					t.Fatalf("%d parts of %d in units of %d: end at %d, of %d to %d units", count, length, unit, next, shortest, longest)
				}
			}
		}
	}
}
