package vector

import "fmt"

// PassScratch is the memory that Pass works in. Its zero value is ready for use;
// it grows to what a pass needs and keeps it. Goroutines need one each.
type PassScratch struct {
	scratch scratch
	u       []float64
}

// passValues is the size of a block of samples in Pass: 256 KiB, to leave
// room in the second-level cache for the gradient that goes with it.
const passValues = 32 << 10

// The bounds of the rows of a block: below, the sums in g would be read and written
// too often; above, nothing is gained.
const (
	passMinRows = 32
	passMaxRows = 256
)

// Pass makes one step of the iteration of generalised PCA for all rows of w at
// once, reading the samples once. With x of n×d, w and g of m×d:
//
//	u := w·xᵀ        // projections, m×n
//	apply(u)         // scores: each element replaced by f′ of it, say
//	g = u·x
//
// It does so by blocks of rows of x that stay in the cache between the two
// products. apply is called for each block in order, with the number of its first
// row, the number of its rows, and the m×count projections of these rows; it
// replaces them by scores, and must not keep them. The size of the blocks is fixed
// by n and d; the result does not depend on it, nor that of one row of w on the
// others.
func Pass(g, x, w Matrix, scratch *PassScratch, apply func(first, count int, u Matrix)) {
	g.check("g")
	x.check("x")
	w.check("w")
	if w.Cols != x.Cols || g.Rows != w.Rows || g.Cols != w.Cols {
		panic(fmt.Sprintf("vector: pass over %d×%d samples with w of %d×%d and g of %d×%d", x.Rows, x.Cols, w.Rows, w.Cols, g.Rows, g.Cols))
	}
	if x.Rows == 0 {
		g.clear()
	}
	if w.Rows == 0 {
		return
	}
	most := passRows(x.Cols)
	scratch.u = grow(scratch.u, w.Rows*min(most, x.Rows))
	p := scratch.scratch.pack(w)
	blocks := parts{x.Rows, divideUp(x.Rows, most), 8}
	for block := range blocks.count {
		first, count := blocks.at(block)
		samples := x.View(first, 0, count, x.Cols)
		u := Matrix{Rows: w.Rows, Cols: count, Stride: count, Data: scratch.u[:w.Rows*count]}
		if x.Cols == 0 {
			u.clear()
		} else {
			p.project(u, samples, &scratch.scratch)
		}
		apply(first, count, u)
		multiply(g, u, samples, block > 0)
	}
}

// passRows is the number of rows of a block for samples of the given size.
func passRows(cols int) int {
	return min(max(passValues/max(cols, 1)/8*8, passMinRows), passMaxRows)
}
