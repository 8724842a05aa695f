package vector

import (
	"strings"
	"testing"
)

func TestSelect(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		before := Kernel()
		err := Select("sse9")
		if err == nil || !strings.Contains(err.Error(), `unknown kernel "sse9"; choose one of `) || !strings.Contains(err.Error(), "generic") {
			t.Errorf("error of an unknown kernel: %v", err)
		}
		if Kernel() != before {
			t.Errorf("a refused name changed the kernel from %s to %s", before, Kernel())
		}
		for k, name := range kernelNames {
			able := false
			for _, s := range supported() {
				able = able || s == kernel(k)
			}
			if err := Select(name); (err == nil) != able {
				t.Errorf("kernel %s: supported is %t, error %v", name, able, err)
			} else if err != nil && !strings.Contains(err.Error(), "not supported") {
				t.Errorf("error of a kernel that is not supported: %v", err)
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
