// Package peak runs multiply-adds that need no memory, which no product can
// outrun: the number that the speed of the kernels is a fraction of. Only
// benchmarks import it; published peaks do not help, for they hold at a clock
// that a shared machine seldom runs at.
package peak

// Name is the instruction set of MultiplyAdds: "avx512", "avx2", or empty where there is
// no measurement.
func Name() string { return name() }

// MultiplyAdds executes n rounds of independent multiply-adds in registers and
// returns the number of floating-point operations done.
func MultiplyAdds(n int) int { return multiplyAdds(n) }
