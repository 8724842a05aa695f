package solver

import (
	"cmp"
	"math"
	"slices"

	"gpca/solver/internal/vector"
)

// merge returns the eigenvalues of D + ρzzᵀ in ascending order and their eigenvectors as rows. D has the given
// values, and the rows of first and second, side by side, as eigenvectors. It may change z.
func merge(values, z []float64, rho float64, first, second vector.Matrix) ([]float64, vector.Matrix) {
	n := len(values)
	d, weights, rows := make([]float64, n), make([]float64, n), vector.NewMatrix(n, n)
	largest := 0.0
	for at, i := range ascending(values) {
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
				rotate(rows.Row(before), rows.Row(i), c, s)
				d[before], d[i] = d[before]*c*c+d[i]*s*s, d[before]*s*s+d[i]*c*c
				moving = moving[:len(moving)-1]
			}
		}
		moving = append(moving, i)
	}
	count := len(moving)
	poles, squares := make([]float64, count), make([]float64, count)
	basis := vector.NewMatrix(count, n)
	for at, i := range moving {
		poles[at], squares[at] = d[i], weights[i]*weights[i]
		copy(basis.Row(at), rows.Row(i))
	}
	moved, coordinates := secular(poles, squares, weights, moving, rho)
	vectors := vector.NewMatrix(count, n)
	if count > 0 {
		vector.Mul(vectors, coordinates, basis)
	}
	for at, i := range moving {
		d[i] = moved[at]
		copy(rows.Row(i), vectors.Row(at))
	}
	sorted, sortedRows := make([]float64, n), vector.NewMatrix(n, n)
	for at, i := range ascending(d) {
		sorted[at] = d[i]
		copy(sortedRows.Row(at), rows.Row(i))
	}
	return sorted, sortedRows
}

func ascending(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	return order
}

const epsilon = 0x1p-52

// rotate sets x and y to cx + sy and cy − sx.
func rotate(x, y []float64, c, s float64) {
	for i, a := range x {
		x[i], y[i] = c*a+s*y[i], c*y[i]-s*a
	}
}

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
		scale(1/norm(row), row)
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
	low, high := 0.0, 0.0
	origin := poles[i]
	if last {
		for _, s := range squares {
			high += rho * s
		}
		high *= 1 + 4*epsilon
	} else {
		half := (poles[i+1] - poles[i]) / 2
		f := 1.0
		for j, s := range squares {
			f += rho * s / (poles[j] - poles[i] - half)
		}
		high = half
		if f < 0 { // nearer to the next pole
			origin, low, high = poles[i+1], -half, 0
		}
	}
	for j, p := range poles {
		apart[j] = p - origin
	}
	x := (low + high) / 2
	for range 200 {
		var left, leftSlope, right, rightSlope float64
		for j, s := range squares[:i+1] {
			t := 1 / (apart[j] - x)
			left += s * t
			leftSlope += s * t * t
		}
		for j, s := range squares[i+1:] {
			t := 1 / (apart[i+1+j] - x)
			right += s * t
			rightSlope += s * t * t
		}
		left, leftSlope, right, rightSlope = rho*left, rho*leftSlope, rho*right, rho*rightSlope
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
	for j := range apart {
		apart[j] -= x
	}
	return origin + x
}
