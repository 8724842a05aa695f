package solver

import "gpca/solver/internal/vector"

// Processor names the multiply kernels in use: "avx512", "avx2" or "generic".
// They differ in speed only, not in a bit of their results.
func Processor() string { return vector.Kernel() }

// SelectProcessor chooses the multiply kernels by name, for tests and
// measurements; "" chooses the fastest. It returns an error for a name that is
// unknown or not supported here.
func SelectProcessor(name string) error { return vector.Select(name) }

// FusedAMD64 is the architecture of a program that was compiled with GOAMD64=v3 or later.
const FusedAMD64 = "amd64+fma"

// Architecture is the processor's that the program was compiled for, by Go's name, but
// [FusedAMD64] where the compiler may round a product and the sum it goes into once in place
// of twice. Last bits depend on it. On other processors it always may, or never.
func Architecture() string { return architecture }
