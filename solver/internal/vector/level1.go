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
