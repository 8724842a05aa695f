// Package tutorial has methods of the tutorial of B. Ghojogh and M. Crowley, "Unsupervised and supervised principal
// component analysis: Tutorial", arXiv:1906.03148, which gives the numbers of equations as the lecture notes on it
// count them. Samples and their projections are rows; there, they are columns.
//
//   - Dual PCA works by inner products of samples: a [PCA], or a [Kernel] where these are those of a feature space.
//   - Supervised PCA finds directions that depend on labels, by the Hilbert-Schmidt independence criterion (E. Barshan,
//     A. Ghodsi, Z. Azimifar, M. Zolghadri Jahromi, "Supervised principal component analysis", Pattern Recognition 44,
//     2011). A kernel over the labels is given by its factor Y, a row for each sample: K_y = Y Yᵀ. One-hot rows
//     ([OneHot]) give the delta kernel.
//   - A linear autoencoder, a [Network], trained by its squared error finds the subspace of PCA (P. Baldi, K. Hornik,
//     "Neural networks and principal component analysis: learning from examples without local minima", Neural Networks
//     2, 1989).
package tutorial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
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

// A Network has linear layers U_1 … U_m and tied weights: it maps a centred x to U_1⋯U_m U_mᵀ⋯U_1ᵀ x.
type Network struct {
	// Layers are U_1 … U_m: features × first width, first width × second, and so on.
	Layers []*mat.Dense
	// Iterations counts the gradients computed. Gradient is the length of the last one, relative to the largest
	// entry of the scatter matrix.
	Iterations int
	Gradient   float64
}

// Training ends at a Network.Gradient of tolerance, or with an error after mostIterations.
const (
	tolerance      = 1e-12
	mostIterations = 100_000
)

// Train minimises ‖X̌ − X̌ U Uᵀ‖², U = U_1⋯U_m, over centred samples, one a row. Steps go down the
// gradient, with the length that the last two gradients suggest (J. Barzilai, J. M. Borwein, "Two-point step size
// gradient methods", IMA Journal of Numerical Analysis 8, 1988). The widths are those of the layers of the encoder,
// the first to the narrowest: at least one, each at least 1.
func Train(ctx context.Context, centred *mat.Dense, widths ...int) (*Network, error) {
	if len(widths) == 0 || slices.Min(widths) < 1 {
		return nil, fmt.Errorf("autoencoder: layers of %d neurons: at least one layer is needed, of at least 1", widths)
	}
	scatter := solver.Product(centred.T(), centred)
	largest := mat.Max(scatter) // on the diagonal
	if !(largest > 0) || math.IsInf(largest, 1) {
		return nil, errors.New("autoencoder: the samples do not vary, or not by finite numbers")
	}
	scatter.Scale(1/largest, scatter)
	features, _ := scatter.Dims()
	n := start(append([]int{features}, widths...))
	gradients := n.gradients(scatter)
	// The first steps descend in any case: no eigenvalue is larger than the trace.
	step := 0.1 / mat.Trace(scatter)
	for ; n.Iterations < mostIterations; n.Iterations++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		square := product(gradients, gradients)
		if n.Gradient = math.Sqrt(square); n.Gradient <= tolerance {
			return n, nil
		}
		n.move(-step, gradients)
		next := n.gradients(scatter)
		if !(product(next, next) <= steeper*steeper*square) { // the step was too long
			n.move(step, gradients)
			step /= steeper
			continue
		}
		if turned := square - product(gradients, next); n.Iterations >= cautious && turned > 0 {
			step *= square / turned
		}
		gradients = next
	}
	return nil, fmt.Errorf("autoencoder: after %d steps the gradient still has the length %.1e",
		n.Iterations, n.Gradient)
}

const (
	cautious = 50 // number of first steps without Barzilai-Borwein lengths
	steeper  = 4  // growth of the gradient that a step which was too long causes
)

func (n *Network) move(step float64, gradients []*mat.Dense) {
	for i, g := range gradients {
		floats.AddScaled(n.Layers[i].RawMatrix().Data, step, g.RawMatrix().Data)
	}
}

// start draws weights of variance 1 over the width of their input.
func start(widths []int) *Network {
	random := rand.New(rand.NewPCG(1, 0))
	n := &Network{}
	for i, columns := range widths[1:] {
		rows := widths[i]
		entries := make([]float64, rows*columns)
		for k := range entries {
			entries[k] = random.NormFloat64() / math.Sqrt(float64(rows))
		}
		n.Layers = append(n.Layers, mat.NewDense(rows, columns, entries))
	}
	return n
}

// Weights are the product U of the layers, features × components.
func (n *Network) Weights() *mat.Dense { return chain(n.Layers) }

func chain(factors []*mat.Dense) *mat.Dense {
	product := factors[0]
	for _, f := range factors[1:] {
		product = solver.Product(product, f)
	}
	return product
}

// Reconstruct returns the output of the network for centred samples, one a row.
func (n *Network) Reconstruct(centred *mat.Dense) *mat.Dense {
	x := centred
	for _, u := range n.Layers {
		x = solver.Product(x, u)
	}
	for _, u := range slices.Backward(n.Layers) {
		x = solver.Product(x, u.T())
	}
	return x
}

// gradients are those of ‖X̌ − X̌UUᵀ‖²/2, by the chain rule from that in U, −(2SU − UUᵀSU −
// SUUᵀU).
func (n *Network) gradients(scatter *mat.Dense) []*mat.Dense {
	u := n.Weights()
	su := solver.Product(scatter, u)
	var g mat.Dense
	g.Scale(-2, su)
	g.Add(&g, solver.Product(u, solver.Product(u.T(), su)))
	g.Add(&g, solver.Product(su, solver.Product(u.T(), u)))
	gradients := make([]*mat.Dense, len(n.Layers))
	for i := range n.Layers {
		layer := &g
		if i > 0 {
			layer = solver.Product(chain(n.Layers[:i]).T(), layer)
		}
		if i+1 < len(n.Layers) {
			layer = solver.Product(layer, chain(n.Layers[i+1:]).T())
		}
		gradients[i] = layer
	}
	return gradients
}

func product(a, b []*mat.Dense) float64 {
	sum := 0.0
	for i := range a {
		var p mat.Dense
		p.MulElem(a[i], b[i])
		sum += mat.Sum(&p)
	}
	return sum
}
