// Package ica separates mixed signals into independent ones by FastICA (A. Hyvärinen and E. Oja, "Independent
// component analysis: algorithms and applications", Neural Networks 13, 2000,
// https://doi.org/10.1016/S0893-6080(00)00026-5).
//
// Mixtures x = A s are observed; the sources s are independent and at most one is Gaussian. Centred and whitened
// mixtures z = E D^{-1/2} Eᵀ (x − mean), with the eigenvectors E and eigenvalues D of their covariance, differ
// from the sources by a rotation. Its rows w make wᵀz least Gaussian, by the fixed point
//
//	w ← E{z g(wᵀz)} − E{g′(wᵀz)} w,  w ← w / ‖w‖
//
// for a [Contrast] g, with means over the observations. Variances, signs and order of the sources are
// undetermined: sources have variance 1 here. Rows of a matrix are observations and its columns signals.
package ica
