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

// transpose sets dst[j*dstStride+i] = src[i*srcStride+j] for all rows i and columns j.
func (k kernel) transpose(dst []float64, dstStride int, src []float64, srcStride, rows, columns int) {
	transposeGeneric(dst, dstStride, src, srcStride, 0, rows, 0, columns)
}

func (k kernel) dot(x, y []float64) float64 { return dotGeneric(x, y) }

func (k kernel) axpy(alpha float64, x, y []float64) { axpyGeneric(alpha, x, y) }

func (k kernel) expNegScaled(dst, x []float64, scale float64) { expNegScaledGeneric(dst, x, scale) }

// multipliesBytes reports whether there is a tile for products of bytes.
func (k kernel) multipliesBytes() bool { return false }

func tileBytes([]float64, int, []uint8, int, []int8, int, int, int, []int32) {
	panic("vector: no tile for bytes")
}
