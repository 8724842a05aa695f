package solver

import (
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"

	"gpca/solver/internal/vector"
)

// Eigenpairs returns the largest eigenvalues of the symmetric matrix a, in descending order, and their eigenvectors
// as orthonormal rows. Workers bounds the goroutines; the result does not depend on it.
func Eigenpairs(a vector.Matrix, count, workers int) ([]float64, vector.Matrix, error) {
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

const (
	// krylovRows is the number of rows from which products take nearly all of the time.
	krylovRows = 1000
	// krylovBlock is the number of vectors of a block there; larger blocks need more products.
	krylovBlock = 8
)

// krylovEigenpairs finds the leading eigenpairs by block Lanczos with full orthogonalisation (G. H. Golub, R.
// Underwood, "The block Lanczos method for computing eigenvalues", Mathematical Software III, 1977) and thick
// restarts (K. Wu, H. Simon, SIAM J. Matrix Anal. Appl. 22, 2000). The starting block is random from a fixed
// seed, so that the result depends on the matrix alone.
//
// A Krylov space holds at most as many eigenvectors of a repeated eigenvalue as its block has vectors. So a block
// has more vectors than there are eigenpairs to find. With small, a small block is tried first. It failed if an
// eigenvalue occurs as often as the block has vectors.
func krylovEigenpairs(a vector.Matrix, count, workers int, small bool) ([]float64, vector.Matrix, error) {
	if small && krylovBlock < count {
		values, vectors, err := krylovEigenpairsBy(krylovBlock, 5*count+10, a, count, workers)
		if err != nil || !repeated(values, krylovBlock) {
			return values, vectors, err
		}
	}
	block := max(4, count+2)
	return krylovEigenpairsBy(block, 4*block+16, a, count, workers)
}

// repeated reports whether an eigenvalue may occur so many times among values, which descend.
func repeated(values []float64, times int) bool {
	for i := range len(values) - times + 1 {
		if values[i]-values[i+times-1] <= 1e-6*math.Abs(values[0]) {
			return true
		}
	}
	return false
}

// krylovEigenpairsBy uses blocks of the given number of vectors, and a basis of at most capacity.
func krylovEigenpairsBy(block, capacity int, a vector.Matrix, count, workers int) ([]float64, vector.Matrix, error) {
	n := a.Rows
	capacity = min(n, capacity)
	k := krylov{
		a: a, workers: workers, random: rand.New(rand.NewPCG(1, 2)),
		basis: vector.Empty(capacity, n), image: vector.Empty(capacity, n),
	}
	next := k.randomBlock(block)
	// More restarts would cost more than the complete decomposition.
	ratio := float64(n) / float64(capacity)
	for range 4 + min(n/2, int(ratio*ratio*ratio)) {
		k.fill(next)
		restricted := vector.NewMatrix(k.basis.Rows, k.basis.Rows)
		vector.MulTransposed(restricted, k.basis, k.image)
		values, coordinates, err := fullEigenpairs(restricted, k.basis.Rows)
		if err != nil {
			return nil, vector.Matrix{}, err
		}
		spectral := max(math.Abs(values[0]), math.Abs(values[len(values)-1]))
		negligible := 1e-13 * spectral * math.Sqrt(float64(n))
		leading := min(count+block, len(values))
		images, vectors := combine(coordinates, leading, k.image), combine(coordinates, leading, k.basis)
		next = vector.Empty(block, n) // residuals a·v − λv of the pairs that have not converged
		converged := true
		for i := 0; i < leading && next.Rows < block; i++ {
			r := images.Row(i)
			vector.Axpy(-values[i], vectors.Row(i), r)
			if norm(r) > negligible {
				copy(next.Append(), r)
				converged = converged && i >= count
			}
		}
		if converged || k.basis.Rows == n {
			return values[:count], combine(coordinates, count, k.basis), nil
		}
		keep := min(count+max(4, count+2)/2, capacity-block)
		basis, image := combine(coordinates, keep, k.basis), combine(coordinates, keep, k.image)
		copy(k.basis.Data, basis.Data)
		copy(k.image.Data, image.Data)
		k.basis.Rows, k.image.Rows = keep, keep
	}
	return fullEigenpairs(a, count)
}

// A krylov holds an orthonormal basis in rows and its image under a.
type krylov struct {
	a       vector.Matrix
	workers int
	random  *rand.Rand
	basis   vector.Matrix
	image   vector.Matrix
}

func (k *krylov) randomBlock(rows int) vector.Matrix {
	block := vector.NewMatrix(rows, k.a.Rows)
	for i := range block.Data {
		block.Data[i] = k.random.NormFloat64()
	}
	return block
}

// fill extends the basis to its capacity by the rows of next, their images, the images of these, and so on.
func (k *krylov) fill(next vector.Matrix) {
	n, block := k.basis.Cols, next.Rows
	capacity := len(k.basis.Data) / n
	for k.basis.Rows < capacity {
		first := k.basis.Rows
		k.extend(next, capacity)
		added := k.basis.Rows - first
		if added == 0 { // the space is invariant: go on in a random direction
			next = k.randomBlock(block)
			continue
		}
		k.image.Rows = k.basis.Rows
		images := k.image.View(first, 0, added, n)
		multiplySymmetric(images, k.basis.View(first, 0, added, n), k.a, k.workers)
		next = images
	}
}

// extend adds the rows of next to the basis, orthonormalised, while there is room, and skips those in its span.
func (k *krylov) extend(next vector.Matrix, capacity int) {
	for i := 0; i < next.Rows && k.basis.Rows < capacity; i++ {
		v := k.basis.Data[k.basis.Rows*k.basis.Stride:][:k.basis.Cols]
		copy(v, next.Row(i))
		before := norm(v)
		orthogonalise(v, k.basis)
		if after := norm(v); after > 1e-13*before {
			floats.Scale(1/after, v)
			orthogonalise(v, k.basis)
			normalise(v)
			k.basis.Rows++
		}
	}
}

// combine returns linear combinations of the rows of basis, with the first rows of coordinates.
func combine(coordinates vector.Matrix, count int, basis vector.Matrix) vector.Matrix {
	result := vector.NewMatrix(count, basis.Cols)
	coordinates.Rows = count
	vector.Mul(result, coordinates, basis)
	return result
}
