package vector

import "fmt"

const (
	// passValues is the size of a block of samples in Pass: 256 KiB, with its gradient for the second-level
	// cache.
	passValues = 32 << 10
	// The limits of the rows of a block. Fewer rows read and write the sums in g too often; more save no time.
	passMinRows = 32
	passMaxRows = 256
	// turnedValues is the largest number of values of samples that are transposed: 2 MiB.
	turnedValues = 256 << 10
)

// Samples are the samples that passes go over, one a row, for one goroutine.
type Samples struct {
	rows Matrix
	// turned holds the samples of each block of a pass transposed, one block after the other, for products of few
	// rows. It is nil without such products, or if the samples do not fit into a cache.
	turned  []float64
	scratch scratch
	u       []float64
}

// NewSamples returns x, which it keeps, as samples.
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

func passBlocks(x Matrix) parts {
	return parts{x.Rows, divideUp(x.Rows, passRows(x.Cols)), 8}
}

// Pass takes one step of generalized PCA for all rows of w, reading the samples x once. With x of n×d, w and g of
// m×d:
//
//	u := w·xᵀ        // projections, m×n
//	apply(u)         // replaces them by f′ of them, say
//	g = u·x
//
// It goes by blocks of rows of x that stay in the cache between the two products. apply is called with the
// projections of each block in order, and must not keep them. Rows of g do not depend on blocks or other rows.
func (s *Samples) Pass(g, w Matrix, apply func(u Matrix)) {
	x := s.rows
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
	s.u = Grow(&s.u, w.Rows*min(passRows(x.Cols), x.Rows))
	few := s.turned != nil && current().narrow(w.Rows, x.Rows) > 0
	var p *Packed
	if !few {
		p = s.scratch.pack(w)
	}
	blocks := passBlocks(x)
	for block := range blocks.count {
		first, count := blocks.at(block)
		rows := x.View(first, 0, count, x.Cols)
		u := Matrix{Rows: w.Rows, Cols: count, Stride: count, Data: s.u[:w.Rows*count]}
		switch {
		case x.Cols == 0:
			u.clear()
		case few:
			multiply(u, w, Matrix{Rows: x.Cols, Cols: count, Stride: count,
				Data: s.turned[first*x.Cols:][:count*x.Cols]}, false)
		default:
			p.project(u, rows, &s.scratch)
		}
		apply(u)
		multiply(g, u, rows, block > 0)
	}
}

func passRows(cols int) int {
	return min(max(passValues/max(cols, 1)/8*8, passMinRows), passMaxRows)
}
