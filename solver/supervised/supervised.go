// Package supervised finds directions that depend on labels: supervised principal components by the
// Hilbert-Schmidt independence criterion (E. Barshan, A. Ghodsi, Z. Azimifar, M. Zolghadri Jahromi, "Supervised
// principal component analysis", Pattern Recognition 44, 2011).
//
// A kernel over the labels is given by its factor Y, a row for each sample: K_y = Y Yᵀ. One-hot rows ([OneHot])
// give the delta kernel. Equation numbers are those of B. Ghojogh, M. Crowley, "Unsupervised and supervised
// principal component analysis: Tutorial", arXiv:1906.03148, as the lecture notes on it count them.
package supervised

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpca/solver"
)

// HSIC is the empirical criterion of two kernel matrices over the same n ≥ 2 samples, tr(K_x H K_y H) / (n−1)²
// with the centring matrix H (59).
func HSIC(kx, ky mat.Symmetric) float64 {
	n := kx.SymmetricDim()
	rows, _ := solver.Centre(ky)
	centred, _ := solver.Centre(rows.T()) // H K_y H
	trace := 0.0
	for i := range n {
		for j := range n {
			trace += kx.At(i, j) * centred.At(j, i)
		}
	}
	return trace / float64((n-1)*(n-1))
}

// Delta is the delta kernel over labels: 1 for equal ones and 0 for others (62).
func Delta(labels []int) *mat.SymDense {
	k := mat.NewSymDense(len(labels), nil)
	for i, a := range labels {
		for j, b := range labels[:i+1] {
			if a == b {
				k.SetSym(i, j, 1)
			}
		}
	}
	return k
}

// OneHot has a row for each label, 1 in the column of its class, from 0 to classes−1, and 0 elsewhere.
func OneHot(labels []int, classes int) *mat.Dense {
	y := mat.NewDense(len(labels), classes, nil)
	for i, label := range labels {
		y.Set(i, label, 1)
	}
	return y
}

// Components returns the count leading eigenvectors of X H K_y H Xᵀ (65) as orthonormal rows, count × features,
// and their eigenvalues. Samples are rows. A nil factor is K_y = I, which gives the components of PCA. There are
// no more components than the centred factor and the samples have dimensions.
//
// The matrix is B Bᵀ with B = X̌ᵀY: its eigenvectors are the left singular vectors of B.
func Components(samples, factor *mat.Dense, count int) (loadings *mat.Dense, values []float64, err error) {
	n, features := samples.Dims()
	centred, _ := solver.Centre(samples)
	b := mat.Matrix(centred.T())
	if factor != nil {
		if rows, _ := factor.Dims(); rows != n {
			return nil, nil, fmt.Errorf("supervised: %d labels for %d samples", rows, n)
		}
		labels, _ := solver.Centre(factor)
		b = solver.Product(b, labels)
	}
	var svd mat.SVD
	if count < 1 {
		return nil, nil, fmt.Errorf("supervised: %d components asked for, at least 1 is needed", count)
	}
	if !svd.Factorize(b, mat.SVDThin) {
		return nil, nil, errors.New("supervised: the singular values of samples and labels do not converge: are all " +
			"of them finite?")
	}
	sigma := svd.Values(nil)
	const negligible = 1e-12 // of the largest: rounding
	kept := 0
	for kept < min(count, len(sigma)) && sigma[kept] > negligible*sigma[0] {
		values = append(values, sigma[kept]*sigma[kept])
		kept++
	}
	if kept == 0 {
		return nil, nil, errors.New("supervised: the samples do not depend on the labels: there is no direction " +
			"to find")
	}
	var u mat.Dense
	svd.UTo(&u)
	return mat.DenseCopyOf(u.Slice(0, features, 0, kept).T()), values, nil
}
