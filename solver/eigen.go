package solver

import (
	"errors"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"

	"gpca/solver/internal/vector"
)

// leadingEigenpairs returns the largest eigenvalues of the symmetric matrix a, in descending order, and their
// eigenvectors as orthonormal rows.
func leadingEigenpairs(a vector.Matrix, count, workers int) ([]float64, vector.Matrix, error) {
	count = min(count, a.Rows)
	switch {
	case divides(a.Rows, count):
		return dividedEigenpairs(a, count)
	case a.Rows <= max(64, 10*count): // cheaper than the leading eigenpairs alone
		return fullEigenpairs(a, count)
	}
	return krylovEigenpairs(a, count, workers, a.Rows >= krylovRows)
}

// divides reports whether divide and conquer computes count eigenpairs: most of those of a large matrix.
func divides(rows, count int) bool { return rows > 500 && rows <= 10*count }

func fullEigenpairs(a vector.Matrix, count int) ([]float64, vector.Matrix, error) {
	n := a.Rows
	// LAPACK goes down columns, whose entries would collide in the cache with a stride of a power of two.
	stride := n - n%8 + 12
	v := blas64.Symmetric{Uplo: blas.Upper, N: n, Stride: stride, Data: make([]float64, n*stride)}
	for i := range n {
		copy(v.Data[i*stride:], a.Row(i))
	}
	ascending := make([]float64, n)
	converged := false
	withWork(func(work []float64, size int) {
		converged = lapack64.Syev(lapack.EVCompute, v, ascending, work, size)
	})
	if !converged {
		return nil, vector.Matrix{}, errors.New("solver: the eigenvalues did not converge")
	}
	values, vectors := make([]float64, count), vector.NewMatrix(count, n)
	for i := range count {
		column := n - 1 - i
		values[i] = ascending[column]
		for j := range n {
			vectors.Row(i)[j] = v.Data[j*stride+column]
		}
	}
	return values, vectors, nil
}
