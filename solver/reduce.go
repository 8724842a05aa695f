package solver

import (
	"slices"

	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// A basis is an orthonormal basis of a subspace that contains all samples, and with them all components.
type basis struct {
	features   int
	varying    []int      // features that are not zero in all samples
	directions *mat.Dense // basis of the samples in its columns, varying × samples, or nil
}

// reduce returns the samples in coordinates of a smaller basis, or the samples themselves when there is none.
func reduce(samples *mat.Dense) (*mat.Dense, basis) {
	rows, columns := samples.Dims()
	b := basis{features: columns, varying: varying(Rows{of: samples}.samples(1))}
	if len(b.varying) == 0 { // all samples are zero
		b.varying = []int{0}
	}
	kept := b.kept(samples)
	if rows >= len(b.varying) {
		return kept, b
	}

	b.directions, kept = Factors(kept)
	return kept, b
}

// Factors returns an orthonormal basis, in its columns, of rows that are no more than their columns, and the rows in
// this basis: with Xᵀ = QR they are Q and Rᵀ. mat.QR has all columns of Q, as many as features squared.
func Factors(x *mat.Dense) (basis, coordinates *mat.Dense) {
	rows, _ := x.Dims()
	q, tau := mat.DenseCopyOf(x.T()), make([]float64, rows)
	withWork(func(work []float64, size int) { lapack64.Geqrf(q.RawMatrix(), tau, work, size) })
	coordinates = mat.NewDense(rows, rows, nil)
	for i := range rows {
		for j := 0; j <= i; j++ {
			coordinates.Set(i, j, q.At(j, i))
		}
	}
	withWork(func(work []float64, size int) { lapack64.Orgqr(q.RawMatrix(), tau, work, size) })
	return q, coordinates
}

// kept returns the features that vary.
func (b basis) kept(x *mat.Dense) *mat.Dense {
	if len(b.varying) == b.features {
		return x
	}
	rows, _ := x.Dims()
	kept := mat.NewDense(rows, len(b.varying), nil)
	for k, j := range b.varying {
		kept.SetCol(k, mat.Col(nil, j, x))
	}
	return kept
}

// varying returns the features that are not zero in all samples.
func varying(x *vector.Samples) (features []int) {
	_, columns := x.Dims()
	varies := make([]bool, columns)
	for _, sample := range x.All() {
		for j, v := range sample {
			varies[j] = varies[j] || v != 0
		}
		if !slices.Contains(varies, false) {
			break
		}
	}
	for j, v := range varies {
		if v {
			features = append(features, j)
		}
	}
	return features
}

func (b basis) lift(loadings *mat.Dense) *mat.Dense {
	if loadings.IsEmpty() {
		return loadings
	}
	if b.directions != nil {
		loadings = Product(loadings, b.directions.T())
	}
	rows, columns := loadings.Dims()
	if columns == b.features {
		return loadings
	}
	full := mat.NewDense(rows, b.features, nil)
	for k, j := range b.varying {
		full.SetCol(j, mat.Col(nil, k, loadings))
	}
	return full
}

// lower is the inverse of lift.
func (b basis) lower(loadings *mat.Dense) *mat.Dense {
	if loadings.IsEmpty() {
		return loadings
	}
	loadings = b.kept(loadings)
	if b.directions != nil {
		loadings = Product(loadings, b.directions)
	}
	return loadings
}

// withWork calls a function of LAPACK twice: first to ask for the size of its work space.
func withWork(call func(work []float64, size int)) {
	work := make([]float64, 1)
	call(work, -1)
	work = make([]float64, int(work[0]))
	call(work, len(work))
}

// Coordinates returns the samples, one a row, in an orthonormal basis of their span: without the features that are 0 in
// all of them where there are no fewer samples than others. Inner products change by the rounding error of the largest.
func Coordinates(samples *mat.Dense) *mat.Dense {
	coordinates, _ := reduce(samples)
	return coordinates
}
