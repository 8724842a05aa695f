package vector

import "fmt"

// Dot returns the inner product of x and y, which must have the same length.
func Dot(x, y []float64) float64 {
	if len(x) != len(y) {
		panic(fmt.Sprintf("vector: dot product of %d and %d values", len(x), len(y)))
	}
	return current().dot(x, y)
}

// Axpy adds alpha·x to y, which must have the same length, by fused multiply-adds.
func Axpy(alpha float64, x, y []float64) {
	if len(x) != len(y) {
		panic(fmt.Sprintf("vector: adding a multiple of %d values to %d", len(x), len(y)))
	}
	current().axpy(alpha, x, y)
}

// Remove removes from v its part along each row of basis in turn: modified Gram–Schmidt if the rows have length
// 1.
func Remove(v []float64, basis Matrix) {
	basis.check("basis")
	if len(v) != basis.Cols {
		panic(fmt.Sprintf("vector: rows of %d values removed from %d", basis.Cols, len(v)))
	}
	current().remove(v, basis)
}

func removeGeneric(k kernel, v []float64, basis Matrix) {
	for i := range basis.Rows {
		k.axpy(-k.dot(basis.Row(i), v), basis.Row(i), v)
	}
}

// Near sets dst to those values of a·x + b·y that are from low to high, in their order, and returns how many are below
// and how many these are. Behind these, it may write others. All lengths are the same,
// low is at most high, and no value is NaN.
func Near(dst, x, y []float64, a, b, low, high float64) (below, near int) {
	dst, y = dst[:len(x)], y[:len(x)]
	below, near, done := current().near(dst, x, y, a, b, low, high)
	for i := done; i < len(x); i++ { // without a branch on a comparison, which no processor predicts
		v := float64(a*x[i]) + float64(b*y[i])
		isBelow, isNear := 0, 0
		if v < low {
			isBelow = 1
		}
		if v <= high {
			isNear = 1
		}
		dst[near] = v
		below, near = below+isBelow, near+isNear-isBelow
	}
	return below, near
}
