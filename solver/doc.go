// Package solver extracts the components of generalized principal component
// analysis: unit vectors w, one after the other, that maximise
//
//	Σ_i f(|wᵀx_i|)
//
// for any function f given by its derivative f′ (package score): PCA for f(u) = u², L1-PCA
// for f(u) = |u|. Equation and algorithm numbers are those of S. Battaglino, "Generalized
// Principal Component Analysis Theory", Politecnico di Torino, 2019 ("thesis").
//
// # Input space and feature space
//
// [GPCA] works on samples (thesis, Algorithms 1 and 2), [KernelGPCA] on a centred kernel
// matrix (Algorithms 3 and 4). Both take many functions f at once: one pass over the samples
// serves all of them; each converges and moves on to its next component on its own.
//
// # Conventions
//
// Samples are rows. Loadings are rows too, one component a row, orthonormal.
// Samples are centred by the caller ([Centre], kernel.Matrix.Centre), never
// scaled. The sign of a loading carries no meaning.
//
// Deflation is implicit: a direction w that is orthogonal to the components found so far has
// the same projections on deflated samples as on the samples themselves, so it is enough to
// keep w orthogonal.
//
// f(u) = u² is an eigenproblem and is solved as one, to machine precision. For all other
// functions the objective has many local maxima, and the [Start] of the iteration decides
// which one it reaches.
//
// # How iterations end
//
// A fixed-point iteration need not converge: f′ may be singular (p = 0.5) or decreasing
// (h_q), and then Theorem 1 of the thesis does not apply. Every [Component] says how its
// iteration ended ([End]), after how many iterations, and how long the last step was.
//
// # Hard data
//
// What is not an error has the result of exact arithmetic. Each row is a case of TestHardData.
//
//	data or kernel                          input space         feature space
//	NaN or Inf in a sample                  error               error
//	constant samples, or one alone          no component        no component
//	fewer samples than components           as many as rank     as many as rank
//	each sample three times                 as if once          as if once
//	scale 1e-300                            error               error
//	scale 1e300                             error               error
//	scale 1e-90                             as at scale 1       -
//	scale 1e90                              as at scale 1       error (linear: 1e180)
//	Gaussian of width 1e-300                -                   identity, samples less one
//	Gaussian of width 1e300                 -                   all 1, no component
//	polynomial that overflows               -                   error
//	polynomial that underflows              -                   all 0, no component
//	a class of one sample                   distance to it      distance to it
//	a test sample that is NaN               error of classify   error of classify
//
// # What it costs
//
// With n samples of d features, a step of all m scores that are still looking for a component
// takes, in float64,
//
//	input space     4·n·d·m operations, and reads 8·n·d bytes once
//	feature space   2·n·n·m operations, and reads 4·n·n bytes once
//
// and a kernel matrix, once for all scores, n·n·d operations. A processor does 10 to 20
// operations in the time it takes to read one value from memory. So a block of samples is
// projected on all directions, scored and summed up while it is in the cache, and a block of
// the symmetric matrix also serves for its mirror image. Images are classified by estimates
// in whole numbers first (package classify).
//
// # What was tried and dropped
//
// All but the last change results: components of p = 0.5 that wander end elsewhere when a
// single bit differs.
//
//   - Anderson acceleration of the fixed point (Journal of the ACM 12, 1965): 32 to 56 % fewer
//     passes on USPS, but up to a third of the components were other local maxima.
//   - The eigenvectors of the inner products in place of a QR factorisation, for few samples of
//     many features: a fifth faster.
//   - Kernel matrices in float32 for the iteration.
//   - Other blocks for the eigenproblem of p = 2: 30 eigenpairs take 144 to 160 products with
//     blocks of 4 to 8, and 270 to 540 with 12 to 32.
package solver
