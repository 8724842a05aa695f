//go:build !amd64 || purego

package vector

// Without assembly there is the portable kernel alone, without tiles of whole numbers.

const missing = "vector: the portable kernel has no such tile"

func supported() []kernel { return []kernel{generic} }

func (k kernel) tileShape() (rows, columns, step int) { return genericTileRows, genericTileColumns, 1 }

func (k kernel) tile(c []float64, cStride int, a []float64, aStride int, b []float64, bStride, depth, rows, columns,
	_ int, resume bool) {
	tileGeneric(c, cStride, a, aStride, b, bStride, depth, rows, columns, resume)
}

func (k kernel) narrow(rows, columns int) int { return 0 }

func (k kernel) transpose(dst []float64, dstStride int, src []float64, srcStride, rows, columns int) {
	transposeGeneric(dst, dstStride, src, srcStride, 0, rows, 0, columns)
}

func (k kernel) dot(x, y []float64) float64                                 { return dotGeneric(x, y) }
func (k kernel) axpy(alpha float64, x, y []float64)                         { axpyGeneric(alpha, x, y) }
func (k kernel) less(dst, x, _, first, second []float64)                    { lessGeneric(dst, x, first, second) }
func (k kernel) remove(v []float64, basis Matrix)                           { removeGeneric(k, v, basis) }
func (k kernel) expNegScaled(dst, x []float64, scale float64)               { expNegScaledGeneric(dst, x, scale) }
func (k kernel) sumSquares(x []int32) float64                               { return sumSquaresGeneric(x) }
func (k kernel) greys([]uint8, []float64) (sum, done int)                   { return 0, 0 }
func (k kernel) multipliesIntegers() bool                                   { return false }
func (k kernel) multipliesBytes() bool                                      { return false }
func (s *Subspaces) panel([]float32, int, int, []uint8)                     { panic(missing) }
func tileBytes([]int32, int, []uint8, int, []uint8, int, int, int, []int32) { panic(missing) }
func tileWords([]int32, int, []uint8, int, []uint8, int, int, int, []int32) { panic(missing) }

func (k kernel) boundDistances(_, _ []float64, _ []float32, _, _, _ []float64, _, _, _ float64) int {
	return 0
}

func (k kernel) near(_, _, _ []float64, _, _, _, _ float64) (below, near, done int) { return 0, 0, 0 }

func (k kernel) gaussianWords([]uint8, []int32, []int32, []float32, int32, float32) (sum, squares float64) {
	panic(missing)
}
