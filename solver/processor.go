package solver

import "gpca/solver/internal/vector"

// Processor names the multiply kernels in use: "avx512", "avx2" or "generic".
// They differ in speed only, not in a bit of their results.
func Processor() string { return vector.Kernel() }

// SelectProcessor chooses the multiply kernels by name; "" chooses the fastest. It returns an
// error for a name that is unknown or not supported here.
func SelectProcessor(name string) error { return vector.Select(name) }

// FusedAMD64 is the architecture of a program that was compiled with GOAMD64=v3 or later.
const FusedAMD64 = "amd64+fma"

// Architecture is that of the processor that the program was compiled for, by Go's name, but
// [FusedAMD64] where the compiler may fuse a product and a sum. Last bits depend on it.
func Architecture() string { return architecture }
