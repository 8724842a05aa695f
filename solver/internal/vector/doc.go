// Package vector computes dot products, products of matrices, the fused pass over the samples in which
// generalized PCA spends its time, and the exponential of the Gaussian kernel.
//
// # Results do not depend on the processor
//
// There are three kernels: in assembly for AVX-512 and for AVX2 with FMA, and in Go for all other machines and
// the build tag purego. Every element of a float64 product is the chain of fused multiply-adds of the naive loop,
//
//	s := 0.0
//	for k := range depth {
//		s = math.FMA(a[i][k], b[k][j], s)
//	}
//
// in this order, each step rounded once. So packing, block sizes, the number of workers and the kernel change no
// bit of the result, and tests compare bits. (Dot sums in 32 interleaved chains, also in a fixed order.) The
// error of a chain is at most depth·ε·Σ|a·b| with ε = 2⁻⁵³ (N. J. Higham, Accuracy and Stability of
// Numerical Algorithms, 2nd ed., SIAM 2002, §3.1).
//
// # Blocks and tiles
//
// All products use one register tile: a few rows of the left operand, in place, times a few columns of the right
// one, whose rows are in place (Mul) or packed (MulTransposed). Blocks around it keep the right operand in the
// first-level cache and the left one in the second, after K. Goto and R. van de Geijn, "Anatomy of
// High-Performance Matrix Multiplication", ACM TOMS 34(3), 2008, but with the short operand alone packed.
// While a tile of few columns computes, it asks memory for the rows of the next one, as these take longer to arrive.
// Products with one or two rows, as in most steps of a fit, use a tile of 96 columns; for it, Samples holds a
// transposed copy of samples that fit into a cache.
//
// # Whole numbers
//
// Words multiply images, whole numbers from 0 to 255, by integers of 8 and 16 bits, and Fractions, numbers from 0 to 1
// in 16 bits, by the latter. The results are exact. Fractions.SetGaussian computes kernel values, and Subspaces sums
// of squares, in float32, with bounded errors. Without a tile for such a product, the constructors of its operands
// return nil.
//
// # Panics
//
// Functions panic on shapes that do not agree. They do not check that dst overlaps no operand; it must not.
package vector
