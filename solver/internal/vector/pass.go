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

// The least and the largest number of rows of a block. With fewer rows, the sums in g
// would be read and written too often; more rows save no time.
const (
	passMinRows = 32
	passMaxRows = 256
)

// Samples are the samples that passes go over, one a row.
type Samples struct {
	rows Matrix
	// turned holds the samples of each block of a pass transposed, one block after the
	// other, for products of few rows whose vectors run along the samples. It is nil
	// if the kernel has no such product, or if the samples do not fit into a cache:
	// then reading memory takes the time, and the samples should be read once.
	turned []float64
}

// turnedValues is how many values samples have at most that are transposed: 2 MiB.
const turnedValues = 256 << 10

// NewSamples returns x as samples. It keeps x.
func NewSamples(x Matrix) *Samples {
	x.check("x")
	s := &Samples{rows: x}
	k := current()
	if k.narrow(1, x.Rows) == 0 || x.Cols == 0 || x.Rows*x.Cols > turnedValues {
		return s
	}
	s.turned = make([]float64, x.Rows*x.Cols)
	blocks := passBlocks(x)
	for block := range blocks.count {
		first, count := blocks.at(block)
		k.transpose(s.turned[first*x.Cols:], count, x.Data[first*x.Stride:], x.Stride, count, x.Cols)
	}
	return s
}

// passBlocks divides samples into the blocks of a pass.
func passBlocks(x Matrix) parts {
	return parts{x.Rows, divideUp(x.Rows, passRows(x.Cols)), 8}
}

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
func Pass(g Matrix, samples *Samples, w Matrix, scratch *PassScratch, apply func(first, count int, u Matrix)) {
	x := samples.rows
	g.check("g")
	w.check("w")
	if w.Cols != x.Cols || g.Rows != w.Rows || g.Cols != w.Cols {
		panic(fmt.Sprintf("vector: pass over %d×%d samples with w of %d×%d and g of %d×%d", x.Rows, x.Cols, w.Rows,
			w.Cols, g.Rows, g.Cols))
	}
	if x.Rows == 0 {
		g.clear()
	}
	if w.Rows == 0 {
		return
	}
	scratch.u = Grow(&scratch.u, w.Rows*min(passRows(x.Cols), x.Rows))
	few := samples.turned != nil && current().narrow(w.Rows, x.Rows) > 0
	var p *Packed
	if !few {
		p = scratch.scratch.pack(w)
	}
	blocks := passBlocks(x)
	for block := range blocks.count {
		first, count := blocks.at(block)
		rows := x.View(first, 0, count, x.Cols)
		u := Matrix{Rows: w.Rows, Cols: count, Stride: count, Data: scratch.u[:w.Rows*count]}
		switch {
		case x.Cols == 0:
			u.clear()
		case few:
			multiply(u, w, Matrix{Rows: x.Cols, Cols: count, Stride: count,
				Data: samples.turned[first*x.Cols:][:count*x.Cols]}, false)
		default:
			p.project(u, rows, &scratch.scratch)
		}
		apply(first, count, u)
		multiply(g, u, rows, block > 0)
	}
}

// passRows is the number of rows of a block for samples of the given size.
func passRows(cols int) int {
	return min(max(passValues/max(cols, 1)/8*8, passMinRows), passMaxRows)
}
