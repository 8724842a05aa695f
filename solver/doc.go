// Package solver extracts the components of generalized principal component analysis: unit vectors w, one after
// the other, that maximise
//
//	Σ_i f(|wᵀx_i|)
//
// for functions f given by their derivative f′ (package objective): PCA for f(u) = u², L1-PCA for f(u) = |u|.
// Equation and algorithm numbers are those of S. Battaglino, "Generalized Principal Component Analysis Theory",
// Politecnico di Torino, 2019.
//
// [GPCA] works on samples (Algorithms 1 and 2), [KernelGPCA] on a centred kernel matrix (Algorithms 3 and 4).
// Both take many functions f at once and share each pass over the data among them. Samples are rows, which the
// caller centres ([Centre]); loadings are orthonormal rows, whose signs carry no meaning. Deflation is implicit:
// a direction w that is orthogonal to the components found so far has the same projections on samples and on
// deflated samples.
//
// f(u) = u² is solved as an eigenproblem. All other functions have many local maxima, and the [Start] of the
// iteration decides which one it reaches. An iteration need not converge where f′ is singular (p = 0.5) or
// decreasing (h_q), as Theorem 1 does not apply: every [Component] says how its iteration ended ([End]).
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
// # Cost
//
// With n samples of d features, a step of m functions takes, in float64,
//
//	input space     4·n·d·m operations, and reads 8·n·d bytes once
//	feature space   2·n·n·m operations, and reads 4·n·n bytes once
//
// and a kernel matrix n·n·d operations, once for all functions. Reading memory takes longer than arithmetic. So a
// block of samples is projected, scored and summed up while it is in the cache, and a block of the symmetric
// matrix also serves for its mirror image.
//
// Anderson acceleration of the fixed point (Journal of the ACM 12, 1965) was rejected: it needs fewer passes, but
// reaches other local maxima.
package solver
