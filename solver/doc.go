// Package solver extracts the components of generalized principal component
// analysis: unit vectors w, one after the other, that maximise
//
//	Σ_i f(|wᵀx_i|)
//
// for any function f given by its derivative f′ (package score). With f(u) = u² that is
// PCA, with f(u) = |u| L1-PCA; what lies between and beyond them is the subject of S.
// Battaglino, "Generalized Principal Component Analysis Theory", Politecnico di Torino,
// 2019, whose equation and algorithm numbers are cited throughout ("thesis").
//
// # Input space and feature space
//
// [GPCA] works on samples (thesis, Algorithms 1 and 2), [KernelGPCA] on a centred kernel
// matrix (Algorithms 3 and 4). Both take many functions f at once, because a study fits all
// functions that it compares on the same samples. One pass over the samples serves all of
// them; each converges and moves on to its next component independently of the others.
//
// # Conventions
//
// Samples are rows. Loadings are rows too, one component a row, orthonormal.
// Samples are centred by the caller ([Centre], kernel.Matrix.Centre), never
// scaled. The sign of a loading carries no meaning.
//
// Deflation is implicit: the samples are never modified. A direction w that is
// orthogonal to the components found so far has the same projections on deflated samples
// as on the samples themselves. It is therefore enough to keep w orthogonal, which takes
// a few vector operations instead of a new matrix.
//
// f(u) = u² is an eigenproblem and is solved as one, to machine precision. It is the only
// function for which extracting one component after the other gives the global optimum.
//
// For all other functions the objective has many local maxima, and the start of the
// iteration decides which one it reaches. The default is the start of the thesis;
// [Start] has others from the literature, to measure how much a result depends on it.
//
// # How iterations end
//
// A fixed-point iteration need not converge: f′ may be singular (p = 0.5) or decreasing
// (h_q), and then Theorem 1 of the thesis does not apply. Every [Component] says how its
// iteration ended ([End]), after how many iterations, and how long the last step was.
//
// # Hard data
//
// What is not an error has the result that exact arithmetic would come to. Each row is a
// case of TestHardData.
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
// the symmetric matrix also serves for its mirror image. A test sample costs 2·d·M operations
// for a class with M components of all scores together, and in feature space 2·n·(d+M) and n
// exponentials. Images are classified by estimates in whole numbers first (package classify).
//
// Shares of the peak, as BenchmarkPeak prints them, on one of two cores of an AMD EPYC (Zen 4),
// AVX-512, 57 GFLOP/s in registers:
//
//	fused pass over 6000x784 with 16, 10, 1 columns       85 %, 72 %, 18 %
//	the same with 10 columns and their scores             69 %
//	product with a kernel matrix, 2 columns               77 % of 300x300, 35 % of 3000x3000
//	kernel matrix of 3000x784                             66 %
//	test of 1000x256 images on 300 directions             215 %
//	test of 256x784 images on 3000 and 210 directions     289 %
//
// Seconds of the 21 noise levels of USPS at 3 draws, 61 sets of 8000 test samples on 10 classes
// of 300, on one such core (BenchmarkGrid of cmd/bench), and the share of the limit: float64
// arithmetic or, each twice the one before, float32, 16 and 8 bits; for noise its generator:
//
//	                                    input space     feature space
//	test projections, 8 or 16 bits      1.75   94 %     3.2    84 %
//	test projections, closer            0.35   75 %
//	test kernel: products               –               2.1    80 %
//	test kernel: exponentials           –               0.75   34 %
//	iteration: products                 1.6    51 %     0.6    64 %
//	iteration: deflation                0.3    13 %     0.45    4 %
//	noise, and the copy it goes into    0.85   59 %     1.0    50 %
//	distances, squares, bounds          0.3    15 %     0.6     6 %
//	near ties, float64                                  0.5    36 %
//	p = 2, eigenproblem                 0.25   11 %     0.4    11 %
//
// On MNIST the fits take nearly all of the time. Those of one digit, 6131 images of which 585
// pixels vary, 30 components, take 21.5 s for 10 scores in input space (64 % of the peak) and
// 89 s for 7 in feature space (75 % of what memory gives): p = 0.5 and p = 1.5 take some 250
// steps a component, the others 50, so that most passes over a kernel matrix have one or two
// columns and take as long as reading it. Reading its lower triangle only saved a third.
//
// # What was tried and dropped
//
//   - Anderson acceleration of the fixed point (Journal of the ACM 12, 1965): 32 to 56 % fewer
//     passes on USPS, but up to a third of the components were other local maxima. It is not a
//     faster way to the same result but another method.
//   - Updating K c for flipped entries only, for p = 1: its steps share passes with other
//     scores, so nothing would be saved, and sums would depend on their history.
//   - A transposed copy of large samples, for passes of one or two directions: where memory
//     sets the time, twice as much is read. Only sets that fit into a cache have one.
//   - The eigenvectors of the inner products in place of a QR factorisation, for few samples of
//     many features: a fifth faster, but components of p = 0.5 that wander end elsewhere.
//   - Leaving out classes of a test sample in feature space by projections on the first
//     eigenvectors: it leaves 1 to 3 of 10 classes for p = 2, but all for p = 0.5.
//   - Turning the loadings of a method into each other, to round less in 8 bits: 4 % fewer
//     classes left open. A scale for each loading rounds 28 % less.
//   - A generator for noise of its own, in line: 0.1 of 6.9 s for fifty lines.
//   - Excluding classes by other, closer estimates in the first step: 5 % fewer projections.
//   - Counting possible classes in assembly (0.05 s), packing pixels without branches (slower).
//   - Kernel values in float32, which took twice as long as 16 bits with no narrower bounds, and
//     simpler bounds for 16 bits, which leave twice as many samples to float64.
//   - Room in 32 bits for the largest projection that coefficients allow, in place of the
//     lengths of the directions: a bit or two less. A test for overflow fails for every tenth.
//   - Kernel matrices in float32 for the iteration: ruled out, as components of p = 0.5 that
//     wander end elsewhere when a single bit differs.
//   - Reading large kernel matrices faster, by fetching ahead (0 to 18 % saved, or half as much
//     again lost), huge pages (5 %), wider tiles (3 %) or other blocks (nothing).
//   - Other blocks for the eigenproblem of p = 2: 30 eigenpairs take 144 to 160 products with
//     blocks of 6 or 8, some 150 with 4, 270 with 12, 310 with 16, 540 with 32.
//   - Huge pages by advice to the system: 0.03 for 0.11 s, but up to 0.6 s on a virtual machine.
//     Using the memory of the class before serves everywhere.
package solver
