package vector

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
)

type kernel uint32

const (
	generic kernel = iota // Go
	avx2                  // 256-bit vectors, AVX2 and FMA
	avx512                // 512-bit vectors, AVX-512F and DQ
)

var kernelNames = [...]string{generic: "generic", avx2: "avx2", avx512: "avx512"}

func (k kernel) String() string { return kernelNames[k] }

var active = fastest()

func fastest() *atomic.Uint32 {
	k := new(atomic.Uint32)
	k.Store(uint32(supported()[0]))
	return k
}

// Kernel returns the name of the kernel in use: "avx512", "avx2" or "generic". It is the fastest one that the
// processor supports until Select changes it.
func Kernel() string { return current().String() }

func current() kernel { return kernel(active.Load()) }

// Select changes the kernel in use, for all goroutines; "" is the fastest one. The error is for a kernel that
// does not exist or that the processor or the build does not support.
func Select(name string) error {
	var names []string
	for _, k := range supported() {
		if k.String() == name || name == "" {
			active.Store(uint32(k))
			return nil
		}
		names = append(names, k.String())
	}
	if slices.Contains(kernelNames[:], name) {
		return fmt.Errorf("kernel %q is not supported by this processor or build; choose one of %s", name,
			strings.Join(names, ", "))
	}
	return fmt.Errorf("unknown kernel %q; choose one of %s", name, strings.Join(names, ", "))
}
