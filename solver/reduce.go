package solver

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// A basis is an orthonormal basis of a subspace of the features that holds all
// samples. Components lie in the span of the samples, so nothing is lost by
// looking for them in coordinates of the basis: projections, norms and
// distances are the same.
type basis struct {
	features int
	// varying are the features that are not zero throughout: the corners of
	// digit images are constant, and zero once centred.
	varying []int
	// directions, unless nil, holds an orthonormal basis of the samples in its
	// columns, varying features × samples.
	directions *mat.Dense
}

// reduce returns the samples in coordinates of a basis of what varies in them.
// When nothing would be gained it returns the samples themselves.
func reduce(samples *mat.Dense) (*mat.Dense, basis) {
	rows, columns := samples.Dims()
	b := basis{features: columns}
	for j := range columns {
		for i := range rows {
			if samples.At(i, j) != 0 {
				b.varying = append(b.varying, j)
				break
			}
		}
	}
	if len(b.varying) == 0 { // all samples are equal: nothing to find, nothing to reduce
		b.varying = []int{0}
	}
	kept := samples
	if len(b.varying) < columns {
		kept = mat.NewDense(rows, len(b.varying), nil)
		for i := range rows {
			from, to := samples.RawRowView(i), kept.RawRowView(i)
			for k, j := range b.varying {
				to[k] = from[j]
			}
		}
	}
	if rows >= len(b.varying) {
		return kept, b
	}

	// Fewer samples than features: Xᵀ = QR with orthonormal columns in Q, so
	// the rows of Rᵀ are the samples in the basis Q.
	q := mat.DenseCopyOf(kept.T())
	tau := make([]float64, rows)
	factorise(q.RawMatrix(), tau)
	coordinates := mat.NewDense(rows, rows, nil)
	for i := range rows {
		for j := 0; j <= i; j++ {
			coordinates.Set(i, j, q.At(j, i))
		}
	}
	formQ(q.RawMatrix(), tau)
	b.directions = q
	return coordinates, b
}

// lift returns loadings, found in coordinates of the basis, in features.
func (b basis) lift(loadings *mat.Dense) *mat.Dense {
	if loadings.IsEmpty() {
		return loadings
	}
	if b.directions != nil {
		var l mat.Dense
		l.Mul(loadings, b.directions.T())
		loadings = &l
	}
	rows, columns := loadings.Dims()
	if columns == b.features {
		return loadings
	}
	full := mat.NewDense(rows, b.features, nil)
	for i := range rows {
		to := full.RawRowView(i)
		for k, v := range loadings.RawRowView(i) {
			to[b.varying[k]] = v
		}
	}
	return full
}

func factorise(a blas64.General, tau []float64) {
	work := make([]float64, 1)
	lapack64.Geqrf(a, tau, work, -1)
	work = make([]float64, int(work[0]))
	lapack64.Geqrf(a, tau, work, len(work))
}

func formQ(a blas64.General, tau []float64) {
	work := make([]float64, 1)
	lapack64.Orgqr(a, tau, work, -1)
	work = make([]float64, int(work[0]))
	lapack64.Orgqr(a, tau, work, len(work))
}

// principalComponents solves f(u) = u² exactly: the leading eigenvectors of XᵀX,
// or of XXᵀ where that is smaller (the dual: Xᵀv is an eigenvector of XᵀX when v
// is one of XXᵀ). The objective of a component is its eigenvalue, Σ (wᵀx_i)².
func principalComponents(x vector.Matrix, settings Settings) ([]Component, *mat.Dense) {
	wanted := min(settings.Components, x.Rows, x.Cols)
	dual := x.Rows < x.Cols
	factor := x
	if !dual {
		factor = transposed(x)
	}
	gram := vector.NewMatrix(factor.Rows, factor.Rows)
	vector.GramLower(gram, factor)
	values, vectors := leadingEigenpairs(gram, wanted, settings.Workers)

	loadings := vector.NewMatrix(wanted, x.Cols)
	loadings.Rows = 0
	var components []Component
	for i, value := range values {
		if !(value > 1e-24*values[0]) {
			break
		}
		w := loadings.Data[i*x.Cols : (i+1)*x.Cols]
		if dual {
			vector.Mul(vector.Matrix{Rows: 1, Cols: x.Cols, Stride: x.Cols, Data: w},
				vector.Matrix{Rows: 1, Cols: x.Rows, Stride: x.Rows, Data: vectors.Row(i)}, x)
		} else {
			copy(w, vectors.Row(i))
		}
		orthogonalise(w, loadings)
		normalise(w)
		loadings.Rows++
		components = append(components, Component{End: Exact, Objective: value})
	}
	return components, fromRows(loadings)
}
