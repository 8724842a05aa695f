// Package solver extracts the components of generalized principal component
// analysis: unit vectors w, one after the other, that maximise
//
//	Σ_i f(|wᵀx_i|)
//
// for any function f given by its derivative f′ (package score). With f(u) = u²
// that is PCA, with f(u) = |u| L1-PCA; what lies between and beyond them is the
// subject of S. Battaglino, "Generalized Principal Component Analysis Theory",
// Politecnico di Torino, 2019, whose equation and algorithm numbers are cited
// throughout ("thesis").
//
// # Input space and feature space
//
// [GPCA] works on samples (thesis, Algorithms 1 and 2), [KernelGPCA] on a
// centred kernel matrix (Algorithms 3 and 4). Both take many functions f at
// once, because the functions that a study compares are fitted on the same
// samples: one pass over the samples serves all of them, while each advances,
// converges and moves on to its next component on its own.
//
// # Conventions
//
// Samples are rows. Loadings are rows too, one component a row, orthonormal.
// Samples are centred by the caller ([Centre], kernel.Matrix.Centre), never
// scaled. The sign of a loading carries no meaning.
//
// Deflation is implicit: the samples are never modified. Since a direction w
// that is orthogonal to the components found so far has the same projections on
// deflated samples as on the samples themselves, it is enough to keep w
// orthogonal, which costs a few vector operations in place of a rewritten
// matrix.
//
// f(u) = u² is an eigenproblem and solved as one, to machine precision; for it
// alone the greedy components are the global optimum.
//
// All other functions have many local maxima, and where an iteration starts decides
// which it climbs. The default is the thesis's; [Start] has those that others use,
// to measure what a result owes to it.
//
// # Honest ends
//
// A fixed-point iteration need not converge: f′ may be singular (p = 0.5) or
// decreasing (h_q), where Theorem 1 of the thesis does not apply. Every
// [Component] says how it ended, after how many iterations and with what last
// step; nothing is presented as converged that was merely stopped.
//
// # What it costs
//
// With n samples of d features, m scores that are still looking for a component,
// and float64 throughout, a step of all of them together takes
//
//	input space     4·n·d·m operations, and reads 8·n·d bytes once
//	feature space   2·n·n·m operations, and reads 4·n·n bytes once
//
// and a kernel matrix, once for all scores, n·n·d operations. A processor does 10 to
// 20 operations in the time in which memory brings one value. So what is read should
// be used often: in input space, a block of samples is projected on all directions,
// scored and summed up while it is in the cache; in feature space, a block of the
// symmetric matrix serves both for itself and for its mirror image, and the other
// half is never read. A test sample costs 2·d·M operations for a class with M
// components of all scores together, and in feature space 2·n·(d+M) and n
// exponentials.
//
// Images are tested in two steps (package classify): first by all classes in whole
// numbers of 16 bits or in float32, four and two times as fast, with a bound on what
// each error is off by; then, in float64, by the classes that the bound leaves in the
// running. On USPS under the noises of the thesis that is some class for 1.3 % of the
// samples in input space and 4.4 % in feature space. The classes are those of float64,
// sample for sample. Inner products of images, for distances, are exact in whole
// numbers of 8 bits, eight times as fast.
//
// The shares of the peak, as "report bench" gives them, on one of two cores of an AMD
// EPYC of family 25, model 17 (Zen 4), AVX-512, 57 GFLOP/s in registers:
//
//	fused pass over 6000x784 with 16, 10, 1 columns       85 %, 72 %, 18 %
//	the same with 10 columns and their scores             69 %
//	product with a kernel matrix of 300x300, 2 columns    77 %
//	product with a kernel matrix of 3000x3000, 2 columns  35 %
//	kernel matrix of 3000x784                             66 %
//	test of 1000x256 images on 300 directions             215 %
//	test of 256x784 images on 3000 and 210 directions     289 %
//
// Components in input space are the quick part. In feature space p = 0.5 and
// p = 1.5 take some 200 steps a component where all others take some 30. On 3000
// images of a digit of MNIST, 30 components of the seven scores of Chapter 3 took
// 6900 passes over the matrix, and 84 % of these had one or two columns: there is
// nothing left to compute but a product of a matrix and a vector, as fast as memory
// delivers the matrix. To read its lower triangle only took the processor time of
// this fit from 22 to 15 seconds.
//
// # What was tried and dropped
//
//   - Anderson acceleration of the fixed-point iteration (D. G. Anderson, Journal
//     of the ACM 12, 1965), with 1, 3 and 5 vectors and a safeguard that takes
//     the plain step wherever the objective would be smaller. On four digits of USPS,
//     30 components each, it saved 32 to 43 % of the passes for p = 1.5 and 45 to 56 %
//     for the Skeleton with a = 50. But 33 to 43 of 120 components for p = 1.5, and 4
//     to 10 for a = 50, were other local maxima than those that the thesis's algorithm
//     climbs. It is not a faster way to the same result but another method.
//   - Updating K c for flipped entries only, for p = 1, whose states are signs of
//     which few flip in late steps. On the digit of MNIST above it takes 1100 of some
//     17,000 steps, all in passes that other scores make anyhow, so that there is no
//     time to be saved; and sums that are updated would depend on their history.
//   - A transposed copy of the samples, for passes of one or two directions, where they
//     do not fit into a cache. On a class of USPS such passes took half of the time;
//     on one of MNIST, where memory sets the time, twice as much is read and they
//     took longer. So only small sets have one.
//   - The eigenvectors of the inner products in place of a QR factorisation, where
//     samples are fewer than features (Yale). It takes a fifth off the time of a whole
//     generated grid, and all errors of components that settle agree to 1e-14; but
//     those of p = 0.5 that wander end up elsewhere, and a result should not change for
//     a reason that means nothing.
//   - Kernel matrices in float32 for the iteration, which would be read in half the
//     time, were ruled out without a trial: the lower triangle alone does that without a
//     change in any digit.
package solver
