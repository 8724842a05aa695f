package solver

import "gpca/solver/internal/vector"

// Processor names the multiply kernel in use: "avx512", "avx2" or "generic". All give the same bits.
func Processor() string { return vector.Kernel() }

// SelectProcessor chooses the multiply kernel by name; "" chooses the fastest. The error is for a name that is
// unknown or not supported here.
func SelectProcessor(name string) error { return vector.Select(name) }

// FusedAMD64 is the architecture of a program compiled with GOAMD64=v3 or later.
const FusedAMD64 = "amd64+fma"

// Architecture is the GOARCH of the program, or [FusedAMD64] where the compiler may fuse a product and a sum.
// Last bits depend on it.
func Architecture() string { return architecture }
