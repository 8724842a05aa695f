// Package ica separates mixed signals into independent ones by FastICA (A. Hyvärinen and
// E. Oja, "Independent component analysis: algorithms and applications", Neural Networks
// 13, 2000, https://doi.org/10.1016/S0893-6080(00)00026-5).
//
// Mixtures x = A s are observed; the sources s are independent and at most one of them is
// Gaussian. The mixtures are centred and whitened, z = E D^{-1/2} Eᵀ (x − mean) with the
// eigenvectors E and the eigenvalues D of their covariance, after which only a rotation is
// unknown. Its rows w maximise how far wᵀz is from a Gaussian, by the fixed point
//
//	w ← E{z g(wᵀz)} − E{g′(wᵀz)} w,  w ← w / ‖w‖
//
// for a [Contrast] g. Expectations are means over the observations. Variances, signs and
// the order of the sources cannot be found: sources have variance 1.
//
// Rows of a matrix are observations and its columns signals.
package ica
