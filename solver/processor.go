package solver

import "gpca/solver/internal/vector"

// Processor names the multiply kernels in use: "avx512", "avx2" or "generic".
// They differ in speed only, not in a bit of their results.
func Processor() string { return vector.Kernel() }

// SelectProcessor chooses the multiply kernels by name, for tests and
// measurements; "" chooses the fastest. It returns an error for a name that is
// unknown or not supported here.
func SelectProcessor(name string) error { return vector.Select(name) }
