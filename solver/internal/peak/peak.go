// Package peak measures the peak of a core, the rate of multiply-adds that need no
// memory, for benchmarks that give the speed of a product as a share of it. Published
// peaks are of no use, as they assume a clock at which a shared machine seldom runs.
package peak

// Name is the instruction set of MultiplyAdds: "avx512", "avx2", or empty where there is
// no measurement.
func Name() string { return name() }

// MultiplyAdds executes n rounds of independent multiply-adds in registers and
// returns the number of floating-point operations done.
func MultiplyAdds(n int) int { return multiplyAdds(n) }
