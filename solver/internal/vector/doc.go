// Package vector multiplies: dot products, products of matrices, the fused pass over the
// samples that generalised PCA spends its time in, and the exponential of the Gaussian kernel.
//
// # Results do not depend on the processor
//
// There are three kernels: in assembly for AVX-512 and for AVX2 with FMA, and in Go for
// every other machine (and for builds with the tag purego). They differ in speed only.
// Every element of a product in float64 is
// the chain of fused multiply-adds that the naive loop computes,
//
//	s := 0.0
//	for k := range depth {
//		s = math.FMA(a[i][k], b[k][j], s)
//	}
//
// in this order, each step rounded once. So packing, block sizes, the number of workers, the
// kernel and the rows that are computed together cannot change a bit of the result, and the
// tests compare bits. (Dot sums in 32 interleaved chains, also in a fixed order.) Processors
// without a fused multiply-add are some thirty times slower.
//
// The error of a chain is bounded by depth·ε·Σ|a·b| with ε = 2⁻⁵³ (N. J. Higham, Accuracy and
// Stability of Numerical Algorithms, 2nd ed., SIAM 2002, §3.1).
//
// # Shape of the code
//
// All products run on one register tile: a few rows of the left operand, read
// where they lie, times a few columns of the right one, whose rows are either
// in place (Mul) or packed (MulTransposed). Around the tile, blocks keep the
// right operand in the first-level cache and the left one in the second, after
// K. Goto and R. van de Geijn, "Anatomy of High-Performance Matrix
// Multiplication", ACM TOMS 34(3), 2008. Unlike there, the short operand alone is packed.
//
// MulSymmetric reads half of a symmetric matrix. Products with one or two rows, as in most
// steps of a fit, use a tile of 96 columns; for it, Samples holds a transposed copy of the
// samples if they fit into a cache.
//
// # Whole numbers
//
// Bytes and Words multiply images, whole numbers from 0 to 255, by whole numbers of 8 and 16
// bits, and Words multiply Fractions, numbers from 0 to 1 in 16 bits; the result is exact.
// Fractions.SetGaussian computes kernel values, and Subspaces sums of squares, in float32,
// with errors bounded by constants of this package. If the kernel has no tile for such a
// product, the constructors of its operands return nil.
//
// # Faults
//
// Shapes that do not agree are faults of the calling code, and panic as an index out of range
// does. No function checks whether dst overlaps an operand; it must not.
package vector
