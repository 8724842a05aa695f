//go:build !amd64 || purego

package vector

// supported lists the kernels that run here, fastest first.
func supported() []kernel { return []kernel{generic} }

// tileShape returns the largest tile of the kernel, and the number of columns
// that it computes at once.
func (k kernel) tileShape() (rows, columns, lanes int) {
	return genericTileRows, genericTileColumns, 1
}

// tile computes a tile of a product; see tileGeneric.
func (k kernel) tile(c []float64, cStride int, a []float64, aStride int, b []float64, bStride, depth, rows, columns int, resume bool) {
	tileGeneric(c, cStride, a, aStride, b, bStride, depth, rows, columns, resume)
}

func (k kernel) dot(x, y []float64) float64 { return dotGeneric(x, y) }

func (k kernel) axpy(alpha float64, x, y []float64) { axpyGeneric(alpha, x, y) }

func (k kernel) expNegScaled(dst, x []float64, scale float64) { expNegScaledGeneric(dst, x, scale) }
