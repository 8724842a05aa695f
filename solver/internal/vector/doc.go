// Package vector multiplies: dot products, products of matrices, the fused pass
// over the samples that generalised PCA spends its time in, and the exponential
// of the Gaussian kernel.
//
// # One result, whatever computes it
//
// There are three kernels, for AVX-512, for AVX2 with FMA, and in Go for every
// other machine. They differ in speed only. Every element of a product in float64 is
// the chain of fused multiply-adds that the naive loop computes,
//
//	s := 0.0
//	for k := range depth {
//		s = math.FMA(a[i][k], b[k][j], s)
//	}
//
// in this order, each step rounded once: a register tile holds one accumulator
// per element and never splits a sum, and a blocked loop takes up the chain from
// memory where the block before left it. Packing, block sizes, alignment, the
// number of workers and the kernel can therefore not change a bit of the result,
// and the tests ask for equal bits rather than for a small difference. Nor does a
// row of a product depend on the rows that are computed with it: a method in a
// batch of forty takes the steps that it takes alone. (Dot sums in 32 interleaved
// chains instead, which is also fixed; see there.) Stored results of one machine
// can be continued and compared on another.
//
// The price is paid by a processor without a fused multiply-add, an amd64 of
// before 2013 or an emulator of one: math.FMA then computes in integers, to the
// same results, some thirty times slower.
//
// The error of a chain is bounded by depth·ε·Σ|a·b| with ε = 2⁻⁵³; see
// N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM
// 2002, §3.1. The usual error is of the order of its square root.
//
// # Shape of the code
//
// All products run on one register tile: a few rows of the left operand, read
// where they lie, times a few columns of the right one, whose rows are either
// in place (Mul) or packed (MulTransposed). Around the tile, blocks keep the
// right operand in the first-level cache and the left one in the second, after
// K. Goto and R. van de Geijn, "Anatomy of High-Performance Matrix
// Multiplication", ACM TOMS 34(3), 2008. The left operand is not packed as it is
// there: most products of this project have one short side, and to copy the long
// one would cost as much as it saves. MulTransposed therefore packs the short
// operand, whichever it is, and turns the result round where that is the left one.
//
// Two products have a way of their own. MulSymmetric reads half of a symmetric matrix,
// in an order that leaves every chain as it is. And where only one or two rows are left,
// as in most steps of a fit, a tile of 96 columns takes the place of the usual one; for
// it, Samples holds a transposed copy of what fits into a cache.
//
// # Whole numbers and float32
//
// Three products give up float64 for speed. Bytes and Words multiply images, whole
// numbers from 0 to 255, by whole numbers of 8 and 16 bits; no step of a chain is
// rounded, so the order is free and the result exact. PackedSingle multiplies in
// float32 and goes on in float64 after SingleDepth steps, and GaussianSingle computes
// kernel values in float32. Their errors have bounds, which are constants here and
// are tested, and whoever uses them has to answer for what the error does: package
// classify computes in float64 again wherever it could make a difference. The kernels
// that have no tile for them say so, and nothing else is done in their place.
//
// # Faults
//
// Shapes that do not agree are faults of the calling code, and panic as an index
// out of range does. No function checks whether dst overlaps an operand; it must
// not.
package vector
