// Package dual is principal component analysis by inner products of samples: dual PCA, and kernel PCA where the
// inner products are those of a feature space. Samples and their projections are rows.
//
// Equation numbers are those of B. Ghojogh, M. Crowley, "Unsupervised and supervised principal component
// analysis: Tutorial", arXiv:1906.03148, as the lecture notes on it count them; there, samples are columns.
package dual

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/solver"
)

// A Kernel is the eigendecomposition of a kernel matrix, centred in feature space.
type Kernel struct {
	// V has the leading eigenvectors as columns; Sigma the square roots of their eigenvalues (48, 49).
	V     *mat.Dense
	Sigma []float64
	// Centred is H K H (46).
	Centred *mat.SymDense

	means []float64 // of the columns of K
	mean  float64   // of all of K
}

// NewKernel decomposes a kernel matrix. It keeps at most count components, none of rounding error.
func NewKernel(k mat.Symmetric, count int) (*Kernel, error) {
	n := k.SymmetricDim()
	if count < 1 {
		return nil, fmt.Errorf("dual: %d components asked for, at least 1 is needed", count)
	}
	d := &Kernel{Centred: mat.NewSymDense(n, nil), means: make([]float64, n)}
	for i := range n {
		for j := range n {
			d.means[i] += k.At(i, j) / float64(n)
		}
		d.mean += d.means[i] / float64(n)
	}
	for i := range n {
		for j := range i + 1 {
			d.Centred.SetSym(i, j, k.At(i, j)-d.means[i]-d.means[j]+d.mean)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(d.Centred, true) {
		return nil, errors.New("dual: the eigenvalues of the kernel matrix do not converge: are all of its values " +
			"finite?")
	}
	ascending := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	const negligible = 1e-13 // of the largest: rounding
	for i := n - 1; i >= max(0, n-count) && ascending[i] > negligible*ascending[n-1]; i-- {
		d.Sigma = append(d.Sigma, math.Sqrt(ascending[i]))
	}
	if len(d.Sigma) == 0 {
		return nil, errors.New("dual: all samples are the same: there is no component")
	}
	d.V = mat.NewDense(n, len(d.Sigma), nil)
	for j := range d.Sigma {
		d.V.SetCol(j, mat.Col(nil, n-1-j, &vectors))
	}
	return d, nil
}

// Project returns the projections of the training samples, V Σ (35, 50).
func (d *Kernel) Project() *mat.Dense { return d.scaled(1) }

func (d *Kernel) scaled(power float64) *mat.Dense {
	var v mat.Dense
	v.Apply(func(_, j int, x float64) float64 { return x * math.Pow(d.Sigma[j], power) }, d.V)
	return &v
}

// Centre centres kernel values of new samples, one a row and a column for each training sample, with the mean of
// the training samples (56).
func (d *Kernel) Centre(values *mat.Dense) *mat.Dense {
	rows, columns := values.Dims()
	centred := mat.NewDense(rows, columns, nil)
	for i := range rows {
		own := 0.0
		for _, v := range values.RawRowView(i) {
			own += v / float64(columns)
		}
		for j, v := range values.RawRowView(i) {
			centred.Set(i, j, v-own-d.means[j]+d.mean)
		}
	}
	return centred
}

// ProjectNew returns the projections of new samples, Σ⁻¹ Vᵀ times their centred kernel values (55).
func (d *Kernel) ProjectNew(values *mat.Dense) *mat.Dense {
	return solver.Product(d.Centre(values), d.scaled(-1))
}

// A PCA is dual PCA: a Kernel of plain inner products, which also reconstructs samples.
type PCA struct {
	*Kernel
	Mean    []float64
	samples *mat.Dense // centred
}

// NewPCA decomposes the inner products of samples. Count is as for NewKernel.
func NewPCA(samples *mat.Dense, count int) (*PCA, error) {
	centred, mean := solver.Centre(samples)
	var k mat.SymDense
	k.SymOuterK(1, centred)
	d, err := NewKernel(&k, count)
	if err != nil {
		return nil, err
	}
	return &PCA{d, mean, centred}, nil
}

// Loadings are the components by the samples, Σ⁻¹ Vᵀ X̌ (36): components × features.
func (p *PCA) Loadings() *mat.Dense {
	return solver.Product(p.scaled(-1).T(), p.samples)
}

// Reconstruct returns the reconstructions of the training samples (37).
func (p *PCA) Reconstruct() *mat.Dense {
	return solver.Shifted(solver.Product(p.V, p.V.T(), p.samples), 1, p.Mean)
}

// ProjectNew returns the projections of new samples (40).
func (p *PCA) ProjectNew(samples *mat.Dense) *mat.Dense {
	return solver.Product(p.products(samples), p.scaled(-1))
}

// ReconstructNew returns the reconstructions of new samples (42).
func (p *PCA) ReconstructNew(samples *mat.Dense) *mat.Dense {
	return solver.Shifted(solver.Product(p.products(samples), p.scaled(-2), p.V.T(), p.samples), 1, p.Mean)
}

func (p *PCA) products(samples *mat.Dense) *mat.Dense {
	return solver.Product(solver.Shifted(samples, -1, p.Mean), p.samples.T())
}
