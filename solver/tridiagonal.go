package solver

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"gpca/solver/internal/vector"
)

// The decomposition of a large symmetric matrix, most of whose eigenvectors are wanted, has three steps:
// reflections to a tridiagonal matrix (J. J. Dongarra, D. C. Sorensen, S. J. Hammarling, "Block reduction of
// matrices to condensed forms for eigenvalue computations", J. Comput. Appl. Math. 27, 1989), divide and conquer
// (M. Gu, S. C. Eisenstat, "A divide-and-conquer algorithm for the symmetric tridiagonal eigenproblem", SIAM J.
// Matrix Anal. Appl. 16, 1995), and the reflections back.

// reflections is the number of reflections that are applied together.
const reflections = 32

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
			floats.Scale(factors[k], image[k+1:])
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

// merge returns the eigenvalues of D + ρzzᵀ in ascending order and their eigenvectors as rows. D has the given
// values, and the rows of first and second, side by side, as eigenvectors. It may change z.
func merge(values, z []float64, rho float64, first, second vector.Matrix) ([]float64, vector.Matrix) {
	n := len(values)
	d, weights, rows := make([]float64, n), make([]float64, n), vector.NewMatrix(n, n)
	largest := 0.0
	order := make([]int, n)
	floats.Argsort(slices.Clone(values), order)
	for at, i := range order {
		d[at], weights[at] = values[i], z[i]
		largest = max(largest, math.Abs(values[i]))
		if i < first.Rows {
			copy(rows.Row(at), first.Row(i))
		} else {
			copy(rows.Row(at)[first.Cols:], second.Row(i-first.Rows))
		}
	}
	// An eigenvalue of negligible weight stays, and after a rotation one that equals another to within rounding.
	negligible := 8 * epsilon * max(largest, rho)
	var moving []int
	for i := range n {
		if rho*math.Abs(weights[i]) <= negligible {
			continue
		}
		if len(moving) > 0 {
			before := moving[len(moving)-1]
			length := math.Hypot(weights[i], weights[before])
			c, s := weights[i]/length, -weights[before]/length
			if math.Abs((d[i]-d[before])*c*s) <= negligible {
				weights[i], weights[before] = length, 0
				blas64.Implementation().Drot(n, rows.Row(before), 1, rows.Row(i), 1, c, s)
				d[before], d[i] = d[before]*c*c+d[i]*s*s, d[before]*s*s+d[i]*c*c
				moving = moving[:len(moving)-1]
			}
		}
		moving = append(moving, i)
	}
	count := len(moving)
	poles, squares := make([]float64, count), make([]float64, count)
	for at, i := range moving {
		poles[at], squares[at] = d[i], weights[i]*weights[i]
	}
	moved, coordinates := secular(poles, squares, weights, moving, rho)
	vectors := vector.NewMatrix(count, n)
	if count > 0 {
		vector.Mul(vectors, coordinates, rows.Select(moving))
	}
	for at, i := range moving {
		d[i] = moved[at]
		copy(rows.Row(i), vectors.Row(at))
	}
	floats.Argsort(d, order)
	return d, rows.Select(order)
}

const epsilon = 0x1p-52

// secular returns the eigenvalues of D + ρzzᵀ and, as rows, their eigenvectors in the coordinates of D. The poles
// are the entries of D, in ascending order; squares are those of z, and weights give z its signs. Eigenvectors
// are those of the z for which the eigenvalues are exact, and so are orthogonal however close these are.
func secular(poles, squares, weights []float64, moving []int, rho float64) ([]float64, vector.Matrix) {
	n := len(poles)
	values, apart := make([]float64, n), vector.NewMatrix(n, n) // poles less values
	for i := range n {
		values[i] = secularRoot(poles, squares, rho, i, apart.Row(i))
	}
	exact := make([]float64, n)
	for i := range n {
		square := -apart.Row(i)[i]
		for j := range n {
			if j != i {
				square *= apart.Row(j)[i] / (poles[i] - poles[j])
			}
		}
		exact[i] = math.Copysign(math.Sqrt(math.Abs(square)), weights[moving[i]])
	}
	for i := range n {
		row := apart.Row(i)
		for j, difference := range row {
			row[j] = exact[j] / difference
		}
		floats.Scale(1/norm(row), row)
	}
	return values, apart
}

// secularRoot returns the root of f(x) = 1 + ρ Σ z²/(d − x) that follows pole i, and sets apart to the poles less
// the root, each to full accuracy. The sums over the poles up to i and over the others are approximated by one
// pole each (J. Bunch, C. Nielsen, D. Sorensen, "Rank-one modification of the symmetric eigenproblem", Numer.
// Math. 31, 1978).
func secularRoot(poles, squares []float64, rho float64, i int, apart []float64) float64 {
	n := len(poles)
	last := i == n-1
	origin, low, high := secularBracket(poles, squares, rho, i)
	for j, p := range poles {
		apart[j] = p - origin
	}
	x := (low + high) / 2
	for range 200 {
		left, leftSlope := secularSums(squares[:i+1], apart[:i+1], x, rho)
		right, rightSlope := secularSums(squares[i+1:], apart[i+1:], x, rho)
		f := 1 + left + right
		if math.Abs(f) <= epsilon*float64(n)*(1+math.Abs(left)+math.Abs(right)) {
			break
		}
		if f < 0 {
			low = x
		} else {
			high = x
		}
		p := apart[i] - x
		next := x
		if last {
			// 1 + r + s/(p − η) = 0
			next += p + p*p*leftSlope/(1+left-p*leftSlope)
		} else {
			q := apart[i+1] - x
			c := f - p*leftSlope - q*rightSlope
			a := c*(p+q) + p*p*leftSlope + q*q*rightSlope
			b := p * q * f
			root := math.Sqrt(max(a*a-4*b*c, 0))
			if a <= 0 {
				next += (a - root) / (2 * c)
			} else {
				next += 2 * b / (a + root)
			}
		}
		if !(next > low && next < high) {
			next = (low + high) / 2
		}
		if next == x {
			break
		}
		x = next
	}
	floats.AddConst(-x, apart)
	return origin + x
}

// secularBracket returns bounds of the root that follows pole i, less the nearer pole.
func secularBracket(poles, squares []float64, rho float64, i int) (origin, low, high float64) {
	if i == len(poles)-1 {
		for _, s := range squares {
			high += rho * s
		}
		return poles[i], 0, high * (1 + 4*epsilon)
	}
	half, f := (poles[i+1]-poles[i])/2, 1.0
	for j, s := range squares {
		f += rho * s / (poles[j] - poles[i] - half)
	}
	if f < 0 { // nearer to the next pole
		return poles[i+1], -half, 0
	}
	return poles[i], 0, half
}

// secularSums are ρ Σ z²/(d − x) and its derivative, with d the poles less an origin.
func secularSums(squares, apart []float64, x, rho float64) (sum, slope float64) {
	for j, s := range squares {
		t := 1 / (apart[j] - x)
		sum += s * t
		slope += s * t * t
	}
	return rho * sum, rho * slope
}
