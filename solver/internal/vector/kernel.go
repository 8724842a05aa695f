package vector

import (
	"fmt"
	"strings"
	"sync/atomic"
)

// A kernel is one implementation of the innermost loops. Which one runs
// changes the time that a call takes and nothing else.
type kernel uint32

const (
	generic kernel = iota // Go
	avx2                  // 256-bit vectors, AVX2 and FMA
	avx512                // 512-bit vectors, AVX-512F and DQ
)

var kernelNames = [...]string{generic: "generic", avx2: "avx2", avx512: "avx512"}

func (k kernel) String() string { return kernelNames[k] }

// active is the kernel in use. It and the scratch memory are the only state of the
// package; results do not depend on them.
var active = stored(supported()[0])

func stored(k kernel) *atomic.Uint32 {
	v := new(atomic.Uint32)
	v.Store(uint32(k))
	return v
}

// Kernel returns the name of the kernel in use: "avx512", "avx2" or "generic".
// Until Select it is the fastest one that the processor supports.
func Kernel() string { return current().String() }

func current() kernel { return kernel(active.Load()) }

// Select changes the kernel in use, for all goroutines. The empty name stands for
// the fastest one. It returns an error, and changes nothing, if there is no
// such kernel or the processor or the build does not support it.
func Select(name string) error {
	k, err := find(name)
	if err != nil {
		return err
	}
	active.Store(uint32(k))
	return nil
}

func find(name string) (kernel, error) {
	able := supported()
	if name == "" {
		return able[0], nil
	}
	var names []string
	for _, k := range able {
		if k.String() == name {
			return k, nil
		}
		names = append(names, k.String())
	}
	for _, known := range kernelNames {
		if known == name {
			return 0, fmt.Errorf("kernel %q is not supported by this processor or build; choose one of %s", name,
				strings.Join(names, ", "))
		}
	}
	return 0, fmt.Errorf("unknown kernel %q; choose one of %s", name, strings.Join(names, ", "))
}
