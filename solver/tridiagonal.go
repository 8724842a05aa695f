package solver

import (
	"math"
	"slices"

	"gpca/solver/internal/vector"
)

// The decomposition of a large symmetric matrix, most of whose eigenvectors are wanted, has three steps:
// reflections to a tridiagonal matrix (J. J. Dongarra, D. C. Sorensen, S. J. Hammarling, "Block reduction of
// matrices to condensed forms for eigenvalue computations", J. Comput. Appl. Math. 27, 1989), divide and conquer
// (M. Gu, S. C. Eisenstat, "A divide-and-conquer algorithm for the symmetric tridiagonal eigenproblem", SIAM J.
// Matrix Anal. Appl. 16, 1995), and the reflections back.

// reflections is the number of reflections that are applied together.
const reflections = 32

// dividedEigenpairs is leadingEigenpairs by divide and conquer.
func dividedEigenpairs(a vector.Matrix, count int) ([]float64, vector.Matrix, error) {
	diagonal, off, reflectors, factors := tridiagonal(a)
	values, vectors, err := divide(diagonal, off)
	if err != nil {
		return nil, vector.Matrix{}, err
	}
	n := a.Rows
	leading, leadingVectors := make([]float64, count), vector.NewMatrix(count, n)
	for i := range count {
		leading[i] = values[n-1-i]
		copy(leadingVectors.Row(i), vectors.Row(n-1-i))
	}
	reflect(leadingVectors, reflectors, factors)
	return leading, leadingVectors, nil
}

// tridiagonal reduces a to QᵀaQ, of the given diagonal and off-diagonal. Q is the product of the reflections I −
// τvvᵀ, the first first. Row k of the reflectors is v, 0 up to and with entry k; factor k is τ.
func tridiagonal(a vector.Matrix) (diagonal, off []float64, reflectors vector.Matrix, factors []float64) {
	n := a.Rows
	rest := vector.NewMatrix(n, n)
	for i := range n {
		copy(rest.Row(i), a.Row(i))
	}
	diagonal, off = make([]float64, n), make([]float64, n)
	reflectors, factors = vector.NewMatrix(max(n-1, 0), n), make([]float64, n)
	for first := 0; first < n; first += reflections {
		last := min(first+reflections, n)
		// rest is yet to become rest − Σ (v wᵀ + w vᵀ) over the reflections of the block.
		w := vector.NewMatrix(last-first, n)
		column := make([]float64, n)
		for k := first; k < last; k++ {
			copy(column[k:], rest.Row(k)[k:])
			for j := first; j < k; j++ {
				v := reflectors.Row(j)
				vector.Axpy(-w.Row(j - first)[k], v[k:], column[k:])
				vector.Axpy(-v[k], w.Row(j - first)[k:], column[k:])
			}
			diagonal[k] = column[k]
			if k == n-1 {
				break
			}
			v := reflectors.Row(k)
			off[k], factors[k] = reflection(v[k+1:], column[k+1:])
			if factors[k] == 0 {
				continue
			}
			// w = τ(Av − ½τ(vᵀAv)v), with A what rest is to become.
			image := w.Row(k - first)
			vector.MulSymmetric(vector.OneRow(image[k+1:]), vector.OneRow(v[k+1:]), rest.View(k+1, k+1, n-k-1, n-k-1))
			for j := first; j < k; j++ {
				u, z := reflectors.Row(j)[k+1:], w.Row(j - first)[k+1:]
				uv, zv := vector.Dot(u, v[k+1:]), vector.Dot(z, v[k+1:])
				vector.Axpy(-zv, u, image[k+1:])
				vector.Axpy(-uv, z, image[k+1:])
			}
			scale(factors[k], image[k+1:])
			vector.Axpy(-factors[k]/2*vector.Dot(image[k+1:], v[k+1:]), v[k+1:], image[k+1:])
		}
		if last == n {
			break
		}
		// Rows of the two factors of Σ (v wᵀ + w vᵀ), side by side.
		left, right := vector.NewMatrix(n-last, 2*(last-first)), vector.NewMatrix(n-last, 2*(last-first))
		for j := range last - first {
			v, z := reflectors.Row(first + j)[last:], w.Row(j)[last:]
			for i := range n - last {
				l, r := left.Row(i), right.Row(i)
				l[j], l[j+last-first] = v[i], z[i]
				r[j], r[j+last-first] = z[i], v[i]
			}
		}
		update := vector.NewMatrix(n-last, n-last)
		vector.MulTransposed(update, left, right)
		for i := range n - last {
			vector.Axpy(-1, update.Row(i), rest.Row(last + i)[last:])
		}
	}
	return diagonal, off[:max(n-1, 0)], reflectors, factors
}

// reflection sets v and returns β and τ so that I − τvvᵀ maps x to (β, 0, …, 0).
func reflection(v, x []float64) (beta, tau float64) {
	length := norm(x)
	if length == 0 || norm(x[1:]) == 0 {
		return x[0], 0
	}
	beta = -math.Copysign(length, x[0])
	copy(v, x)
	v[0] -= beta
	tau = 2 / vector.Dot(v, v)
	return beta, tau
}

// reflect multiplies rows by the reflections, the last first: eigenvectors of the tridiagonal matrix become those
// of a. Blocks of reflections are I − VᵀTV (R. Schreiber, C. Van Loan, "A storage-efficient WY representation for
// products of Householder transformations", SIAM J. Sci. Stat. Comput. 10, 1989).
func reflect(rows, reflectors vector.Matrix, factors []float64) {
	n := reflectors.Rows
	for first := (n - 1) / reflections * reflections; first >= 0 && n > 0; first -= reflections {
		count := min(reflections, n-first)
		v := reflectors.View(first, 0, count, reflectors.Cols)
		products := vector.NewMatrix(count, count)
		vector.MulTransposed(products, v, v)
		t := vector.NewMatrix(count, count) // upper triangular
		for j := range count {
			tau := factors[first+j]
			t.Row(j)[j] = tau
			for i := range j {
				sum := 0.0
				for l := i; l < j; l++ {
					sum += t.Row(i)[l] * products.Row(l)[j]
				}
				t.Row(i)[j] = -tau * sum
			}
		}
		// x(I − VᵀTᵀV): a row is a column transposed.
		z, zt := vector.NewMatrix(rows.Rows, count), vector.NewMatrix(rows.Rows, count)
		vector.MulTransposed(z, rows, v)
		vector.MulTransposed(zt, z, t)
		change := vector.NewMatrix(rows.Rows, rows.Cols)
		vector.Mul(change, zt, v)
		for i := range rows.Rows {
			vector.Axpy(-1, change.Row(i), rows.Row(i))
		}
	}
}

// undivided is the largest size of a tridiagonal matrix that is decomposed as a whole.
const undivided = 48

// divide returns the eigenvalues of a tridiagonal matrix, in ascending order, and their eigenvectors as rows.
func divide(diagonal, off []float64) ([]float64, vector.Matrix, error) {
	n := len(diagonal)
	if n <= undivided {
		m := vector.NewMatrix(n, n)
		for i := range n {
			m.Row(i)[i] = diagonal[i]
			if i+1 < n {
				m.Row(i)[i+1], m.Row(i + 1)[i] = off[i], off[i]
			}
		}
		values, descending, err := fullEigenpairs(m, n)
		slices.Reverse(values)
		vectors := vector.Empty(n, n)
		for i := range descending.Rows {
			copy(vectors.Append(), descending.Row(n-1-i))
		}
		return values, vectors, err
	}
	// T = (T₁ 0; 0 T₂) + ρ(e_k + s e_{k+1})(e_k + s e_{k+1})ᵀ with s the sign of the entry between the halves.
	k := n / 2
	rho := math.Abs(off[k-1])
	sign := math.Copysign(1, off[k-1])
	upper, lower := slices.Clone(diagonal[:k]), slices.Clone(diagonal[k:])
	upper[k-1] -= rho
	lower[0] -= rho
	values, first, err := divide(upper, off[:k-1])
	if err != nil {
		return nil, vector.Matrix{}, err
	}
	more, second, err := divide(lower, off[k:])
	if err != nil {
		return nil, vector.Matrix{}, err
	}
	z := make([]float64, n)
	for i := range k {
		z[i] = first.Row(i)[k-1]
	}
	for i := range n - k {
		z[k+i] = sign * second.Row(i)[0]
	}
	values, vectors := merge(append(values, more...), z, rho, first, second)
	return values, vectors, nil
}
