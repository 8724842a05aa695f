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
// With n samples of d features, m scores that are still looking for a component,
// and float64 throughout, a step of all of them together takes
//
//	input space     4·n·d·m operations, and reads 8·n·d bytes once
//	feature space   2·n·n·m operations, and reads 4·n·n bytes once
//
// and a kernel matrix, once for all scores, n·n·d operations. A processor does 10 to 20
// operations in the time it takes to read one value from memory, so every value read should
// be used several times. In input space, a block of samples is projected on all directions,
// scored and summed up while it is in the cache. In feature space, a block of the symmetric
// matrix also serves for its mirror image, so that half of the matrix is never read. A test
// sample costs 2·d·M operations for a class with M components of all scores together, and
// in feature space 2·n·(d+M) and n exponentials.
//
// Images are classified in steps (package classify). The first estimates the
// reconstruction error of every class, with a bound on the estimate's error, in input
// space in 8-bit integers (eight times as fast as float64), in feature space in 16-bit
// integers (four times as fast). In input space the second does so in 16-bit integers, of
// the classes that the bound cannot exclude: on USPS with the noises of the thesis some
// 8 % of them. The last computes in float64 the errors of the classes that are left, in
// feature space of 4.7 % of the samples. Every sample gets the class that float64 alone
// would give it. In feature space, the bound takes the lengths of the directions, which
// costs a projection of the training samples on them, once. Inner products of images, for
// distances, are exact in 8-bit integers.
//
// Shares of the peak, as BenchmarkPeak prints them, on one of two cores of an AMD
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
// Where the time of a grid goes: the 21 noise levels of USPS at 3 draws, 61 sets of 8000
// test samples on 10 classes of 300, on one such core, by processor time of a profile
// (BenchmarkGrid of cmd/bench). G counts 10⁹ operations as above, 20 for an exponential, or
// draws; GB is what is read and written outside the caches. The limits are
// 57 GFLOP/s in float64 and, each double the one before, in float32, 16-bit and 8-bit
// integers; 20 GB/s from memory; and what the generator alone takes, 3.2 ns for a
// uniform and 5.3 ns for a normal number.
//
//	input space, 10 scores                G     GB  seconds  share
//	test projections, 8 bits            750    1.3    1.75    94 %
//	iteration: passes                    45  cache    1.6     51 %
//	noise, and the copy it goes into   0.12    2.0    0.85    59 % of generator
//	distances from means, bounds        2.6  cache    0.3     15 %
//	test projections, 16 bits            60  cache    0.35    75 %
//	iteration: keeping w orthogonal     2.3  cache    0.3     13 %
//	p = 2, eigenproblem                 1.5  cache    0.25    11 %
//	pixels turned for products            –  cache    0.2
//	pixels checked and packed             –    1.2    0.08    75 % of memory
//
//	feature space, 7 scores
//	test projections, 16 bits           615  cache    3.2     84 %
//	test kernel: products, 8 bits       750    1.3    2.1     80 %
//	noise, and the copy it goes into   0.12    2.0    1.0     50 % of generator
//	test kernel: exponentials, float32   29  cache    0.75    34 %
//	iteration: products                  22  cache    0.6     64 %
//	squares and bounds                  2.0  cache    0.6      6 %
//	near ties, float64                   10  cache    0.5     36 %
//	iteration: deflation, states          1  cache    0.45     4 %
//	p = 2, eigenproblem                 2.4  cache    0.4     11 %
//	kernel matrices                     0.5  cache    0.02    40 %
//
// 36 % and 55 % of the two are products of test samples within a quarter of the limit, so
// that only fewer of them would make a grid much faster; below is an attempt.
//
// On MNIST the fits take nearly all of the time. Those of one digit, 6131 images of which 585
// pixels vary, 30 components, of which p = 0.5 and p = 1.5 take some 250 steps each:
//
//	input space, 10 scores                G     GB  seconds  share
//	iteration: passes                   732    247    20.2     64 %
//	scores, keeping w orthogonal          –  cache    1.3
//
//	feature space, 7 scores
//	iteration: products                1645   1300   86        34 %, 75 % of memory
//	iteration: deflation, states          –  cache    2.8
//	p = 2, kernel matrix                 34    3.6    0.5      –
//
// All other scores in feature space take some 50 steps a component, so that most passes over
// a kernel matrix have one or two columns. Such a pass takes as long as reading the matrix.
// Reading its lower triangle only saved a third of the time.
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
//     which few flip in late steps. On the digit of MNIST above, p = 1 takes 1100 of some
//     17,000 steps, all in passes that other scores need as well, so that nothing would
//     be saved; and updated sums would depend on their history.
//   - A transposed copy of the samples, for passes of one or two directions, where they
//     do not fit into a cache. On a class of USPS such passes took half of the time;
//     on one of MNIST, where memory sets the time, twice as much is read and they
//     took longer. So only small sets have one.
//   - The eigenvectors of the inner products in place of a QR factorisation, where
//     samples are fewer than features (Yale). It saves a fifth of the time of a whole
//     grid on generated data, and the errors of all components that converge agree to
//     1e-14. But components of p = 0.5 that wander end in other states, and a result
//     should not change with the choice of a basis.
//   - Leaving out classes of a test sample before its projections on all components in
//     feature space, by a bound on what they can reconstruct: from the projections on the
//     first 40 to 100 eigenvectors and the angle of the components to these. On USPS
//     it leaves 1 to 3 of 10 classes for p = 2, but 5 to 10 for q = 2, 3, 4 and all for
//     p = 0.5, whose components are far from the span. A class is left out for all scores or
//     not at all, so none would be.
//   - Turning the loadings of a method into each other, so that no value is much larger than
//     the rest and 8 bits round less: it left 4 % fewer classes open. A scale for each
//     loading rounds 28 % less.
//   - Noise by a generator of its own, PCG and the quick case of the ziggurat in line, with
//     the same draws: 5.1 for 6.4 ns a normal and 3.3 for 3.8 ns a replaced pixel. Fifty lines
//     saved 0.1 of 6.9 seconds. Multiplications take the time, not the calls.
//   - Leaving a class to the first step that another, more closely estimated, already
//     excludes: 5 % fewer projections in 16 bits, as they serve all methods of a sample.
//   - Counting possible classes in assembly, and packing pixels in Go without branches. The
//     first saved less than 0.05 s, the second took longer.
//   - Products of kernel values in float32, which took twice as long as 16 bits. Bounds
//     are no narrower: a kernel value is off by 2⁻¹⁷, and by as much in a sum of 128.
//     Simpler bounds for 16 bits leave twice as many samples to float64: what makes them
//     narrow is that rounded coefficients keep their sum, so that only the deviation of
//     kernel values from their means counts, and a tight bound on spectral norms.
//   - Leaving room in 32 bits for the largest projection that the coefficients allow,
//     in place of the lengths of the directions: it takes a bit or two. A test of each
//     sample for overflow, from its kernel values, fails for every tenth, its own class.
//   - Kernel matrices in float32 for the iteration, which would be read in half the
//     time, were ruled out without a trial: components of p = 0.5 that wander end elsewhere
//     when a single bit differs, and the lower triangle alone changes none.
//   - Reading large kernel matrices faster. For a pass of one column over 6000 by 6000,
//     fetching the next rows ahead of their use saved 0 to 18 % into the second cache and
//     cost half as much again into the first, huge pages saved 5 %, tiles of 96 columns
//     for the mirror image 3 %, and blocks of 8, 16 or 64 rows nothing. Two at a time
//     read 26 to 33 GB/s together in any case.
//   - Other blocks for the eigenproblem of p = 2. On four digits, 30 eigenpairs take 144 to
//     160 products of the kernel matrix and a vector, and mostly no restart, with blocks of 6
//     or 8, some 150 with 4, 270 with 12, 310 with 16 and 540 with 32, as smaller matrices have
//     them. Products with 8 vectors at a time are the fastest of each vector.
//   - Huge pages for kernel matrices by advice to the system: the first use of 288 MB took
//     0.03 for 0.11 s, but up to 0.6 s on a virtual machine that had given memory back, and
//     whole runs took longer. Using the memory of the class before serves everywhere.
package solver
