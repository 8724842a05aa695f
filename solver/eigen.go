package solver

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// fullEigenSize is the size up to which a complete decomposition is cheaper
// than looking for the leading eigenpairs alone.
const fullEigenSize = 128

// leadingEigenpairs returns the largest eigenvalues of the symmetric matrix a,
// in descending order, and their eigenvectors as rows.
func leadingEigenpairs(a vector.Matrix, count, workers int) ([]float64, vector.Matrix) {
	count = min(count, a.Rows)
	if a.Rows <= max(fullEigenSize, 4*count) {
		return fullEigenpairs(a, count)
	}
	return krylovEigenpairs(a, count, workers)
}

func fullEigenpairs(a vector.Matrix, count int) ([]float64, vector.Matrix) {
	symmetric := mat.NewSymDense(a.Rows, nil)
	for i := range a.Rows {
		for j := i; j < a.Rows; j++ {
			symmetric.SetSym(i, j, a.Row(i)[j])
		}
	}
	var e mat.EigenSym
	if !e.Factorize(symmetric, true) {
		// LAPACK's QL iteration fails only on input that is not finite, which
		// the callers have excluded.
		panic("solver: eigendecomposition of a finite symmetric matrix failed")
	}
	all := e.Values(nil)
	var v mat.Dense
	e.VectorsTo(&v)
	values := make([]float64, count)
	vectors := vector.NewMatrix(count, a.Rows)
	for i := range count {
		column := a.Rows - 1 - i
		values[i] = all[column]
		for j := range a.Rows {
			vectors.Row(i)[j] = v.At(j, column)
		}
	}
	return values, vectors
}

// krylovEigenpairs finds the leading eigenpairs by block Lanczos with full
// orthogonalisation and restarts (G. H. Golub, R. Underwood, "The block Lanczos
// method for computing eigenvalues", Mathematical Software III, 1977; thick
// restart: K. Wu, H. Simon, SIAM J. Matrix Anal. Appl. 22, 2000). The matrix is
// read once for a whole block of vectors, and an order of magnitude less often
// than by a complete decomposition. The starting block is random from a fixed
// seed: the result depends on nothing but the matrix.
func krylovEigenpairs(a vector.Matrix, count, workers int) ([]float64, vector.Matrix) {
	const block = 16
	n := a.Rows
	capacity := min(n, max(6*count, 8*block)+count)
	k := krylov{a: a, workers: workers, basis: vector.NewMatrix(capacity, n), image: vector.NewMatrix(capacity, n)}
	k.basis.Rows, k.image.Rows = 0, 0

	random := rand.New(rand.NewPCG(1, 2))
	next := vector.NewMatrix(block, n)
	for i := range next.Data {
		next.Data[i] = random.NormFloat64()
	}
	for {
		k.extend(next)
		full := k.basis.Rows >= capacity
		if k.basis.Rows < 2*count && !full {
			next = k.lastImages(block)
			continue
		}
		values, coordinates := k.ritz()
		residuals := k.residuals(values, coordinates, min(count+block, len(values)))
		worst := 0.0
		for i := range count {
			worst = max(worst, norm(residuals.Row(i)))
		}
		if worst <= 1e-13*values[0]*math.Sqrt(float64(n)) || k.basis.Rows == n {
			return values[:count], combine(coordinates, count, k.basis)
		}
		if full {
			// Restart with the best approximations; the residuals of the first
			// ones lead on, as the next Lanczos block would.
			keep := min(count+block, capacity-block)
			k.restart(coordinates, keep)
			next = residuals
			next.Rows = min(block, residuals.Rows)
			continue
		}
		next = k.lastImages(block)
	}
}

// A krylov holds an orthonormal basis in rows and its image under a.
type krylov struct {
	a       vector.Matrix
	workers int
	basis   vector.Matrix
	image   vector.Matrix
}

// extend adds the rows of block to the basis, orthonormalised, as far as there
// is room and they are not in its span already.
func (k *krylov) extend(block vector.Matrix) {
	first := k.basis.Rows
	limit := min(k.basis.Cols, len(k.basis.Data)/k.basis.Cols)
	for i := range block.Rows {
		if k.basis.Rows == limit {
			break
		}
		v := k.basis.Data[k.basis.Rows*k.basis.Stride:][:k.basis.Cols]
		copy(v, block.Row(i))
		before := norm(v)
		orthogonalise(v, k.basis)
		if after := norm(v); after > 1e-13*before {
			scale(1/after, v)
			orthogonalise(v, k.basis)
			normalise(v)
			k.basis.Rows++
		}
	}
	if k.basis.Rows == first { // the space is invariant: go on with any other direction
		v := k.basis.Data[first*k.basis.Stride:][:k.basis.Cols]
		for j := 0; j < len(v); j++ {
			clear(v)
			v[j] = 1
			orthogonalise(v, k.basis)
			if norm(v) > 0.5/math.Sqrt(float64(len(v))) {
				break
			}
		}
		normalise(v)
		k.basis.Rows++
	}
	k.image.Rows = k.basis.Rows
	added := vector.Matrix{Rows: k.basis.Rows - first, Cols: k.basis.Cols, Stride: k.basis.Stride, Data: k.basis.Data[first*k.basis.Stride:]}
	// a is symmetric, so the rows of V·aᵀ are the images a·v.
	vector.MulTransposedParallel(
		vector.Matrix{Rows: added.Rows, Cols: added.Cols, Stride: k.image.Stride, Data: k.image.Data[first*k.image.Stride:]},
		added, k.a, k.workers)
}

// lastImages returns a copy of the images of the newest basis vectors, the next
// block of the Krylov space.
func (k *krylov) lastImages(block int) vector.Matrix {
	count := min(block, k.basis.Rows)
	next := vector.NewMatrix(count, k.basis.Cols)
	for i := range count {
		copy(next.Row(i), k.image.Row(k.basis.Rows-count+i))
	}
	return next
}

// ritz returns the eigenvalues, in descending order, and eigenvectors, as rows,
// of the matrix restricted to the basis.
func (k *krylov) ritz() ([]float64, vector.Matrix) {
	restricted := vector.NewMatrix(k.basis.Rows, k.basis.Rows)
	vector.MulTransposed(restricted, k.basis, k.image)
	return fullEigenpairs(restricted, k.basis.Rows)
}

// residuals returns a·v − λv for the first Ritz pairs, as rows.
func (k *krylov) residuals(values []float64, coordinates vector.Matrix, count int) vector.Matrix {
	residuals := combine(coordinates, count, k.image)
	vectors := combine(coordinates, count, k.basis)
	for i := range count {
		vector.Axpy(-values[i], vectors.Row(i), residuals.Row(i))
	}
	return residuals
}

// restart replaces the basis by its first Ritz vectors.
func (k *krylov) restart(coordinates vector.Matrix, keep int) {
	basis, image := combine(coordinates, keep, k.basis), combine(coordinates, keep, k.image)
	copy(k.basis.Data, basis.Data)
	copy(k.image.Data, image.Data)
	k.basis.Rows, k.image.Rows = keep, keep
}

// combine returns the linear combinations of the rows of basis that the first
// rows of coordinates hold.
func combine(coordinates vector.Matrix, count int, basis vector.Matrix) vector.Matrix {
	result := vector.NewMatrix(count, basis.Cols)
	coordinates.Rows = count
	vector.Mul(result, coordinates, basis)
	return result
}
