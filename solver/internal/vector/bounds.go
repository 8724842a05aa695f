package vector

import "math"

// BoundDistances bounds squared distances from a subspace, lengths minus squares of projections. A projection is
// off by a vector of length roots·matrix + start, and its square in addition by slacks and the share single. It
// sets low to lower bounds, and high to the minimum of itself and upper bounds. No value is NaN.
func BoundDistances(low, high []float64, squares []float32, lengths, roots, slacks []float64,
	matrix, start, single float64) {
	n := len(squares)
	low, high, lengths, roots, slacks = low[:n], high[:n], lengths[:n], roots[:n], slacks[:n]
	done := current().boundDistances(low, high, squares, lengths, roots, slacks, matrix, start, single)
	for i := done; i < n; i++ {
		square, off := float64(squares[i]), float64(roots[i]*matrix)+start
		// |‖z+e‖² − ‖z‖²| ≤ 2‖z‖‖e‖ + ‖e‖²
		bound := float64(off*(2*math.Sqrt(square)+off)) + float64(single*square) + slacks[i]
		low[i] = lengths[i] - square - bound
		high[i] = min(high[i], lengths[i]-square+bound)
	}
}
