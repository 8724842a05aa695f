//go:build !amd64 || purego

package vector

// supported lists the kernels that run here, fastest first.
func supported() []kernel { return []kernel{generic} }

// tileShape returns the largest tile of the kernel, and the number of columns in
// steps of which the time of a narrower tile grows.
func (k kernel) tileShape() (rows, columns, step int) {
	return genericTileRows, genericTileColumns, 1
}

// tile computes a tile of a product; see tileGeneric.
func (k kernel) tile(c []float64, cStride int, a []float64, aStride int, b []float64, bStride, depth, rows, columns int, resume bool) {
	tileGeneric(c, cStride, a, aStride, b, bStride, depth, rows, columns, resume)
}

// narrow returns the columns of the widest tile that the kernel has for a product of few
// rows, 0 for none.
func (k kernel) narrow(rows, columns int) int { return 0 }

func (k kernel) tileNarrow([]float64, int, []float64, int, []float64, int, int, int, int, bool) {
	panic("vector: no narrow tile")
}

// transpose sets dst[j*dstStride+i] = src[i*srcStride+j] for all rows i and columns j.
func (k kernel) transpose(dst []float64, dstStride int, src []float64, srcStride, rows, columns int) {
	transposeGeneric(dst, dstStride, src, srcStride, 0, rows, 0, columns)
}

func (k kernel) dot(x, y []float64) float64 { return dotGeneric(x, y) }

func (k kernel) axpy(alpha float64, x, y []float64) { axpyGeneric(alpha, x, y) }

func (k kernel) remove(v []float64, basis Matrix) { removeGeneric(k, v, basis) }

func (k kernel) boundDistances([]float64, []float64, []float32, []float64, []float64, []float64, float64, float64, float64) int {
	return 0
}

func (k kernel) greys([]uint8, []float64) (sum, done int) { return 0, 0 }

func (k kernel) expNegScaled(dst, x []float64, scale float64) { expNegScaledGeneric(dst, x, scale) }

// multipliesIntegers reports whether there are tiles for products of whole numbers.
func (k kernel) multipliesIntegers() bool { return false }

// multipliesBytes reports whether bytes are multiplied as such, and not as words.
func (k kernel) multipliesBytes() bool { return false }

func tileBytes([]int32, int, []uint8, int, []int8, int, int, int, []int32) {
	panic("vector: no tile for bytes")
}

func tileWords([]int32, int, []uint8, int, []int8, int, int, int, []int32) {
	panic("vector: no tile for words")
}

func (s *Subspaces) panel([]float32, int, int, []int8) {
	panic("vector: no tile for subspaces")
}

func (k kernel) sumSquares(x []int32) float64 { return sumSquaresGeneric(x) }

func (k kernel) gaussianWords([]uint8, []int32, []int32, []float32, int32, float32) (sum, squares float64) {
	panic("vector: no Gaussian kernel of words")
}
