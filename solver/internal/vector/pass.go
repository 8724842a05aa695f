package vector

import "fmt"

const (
	// passValues is the size of a block of samples in Pass: 256 KiB, with its gradient for the second-level
	// cache.
	passValues = 32 << 10
	// The limits of the rows of a block. Fewer rows read and write the sums in g too often; more save no time.
	passMinRows = 32
	passMaxRows = 256
	// turnedValues is the largest number of values of samples that are transposed, and that one worker goes over
	// alone: 2 MiB.
	turnedValues = 256 << 10
	// passBatch is the number of blocks that a worker projects before all take the gradients of all: 1 MiB, so that
	// the samples are still in a cache.
	passBatch = 4
)

// Samples are the samples that passes go over, one a row, for one goroutine at a time.
type Samples struct {
	rows    Matrix
	workers int
	// turned holds the samples of each block of a pass transposed, one block after the other, for products of few
	// rows. It is nil without such products, or if the samples do not fit into a cache.
	turned  []float64
	far     bool // whether the samples do not fit into a cache
	scratch scratch
	u       []float64
}

// NewSamples returns x, which it keeps, as samples. Passes over many of them use so many goroutines.
func NewSamples(x Matrix, workers int) *Samples {
	x.check("x")
	s := &Samples{rows: x, workers: workers, far: x.Rows*x.Cols > turnedValues}
	if !s.far {
		s.workers = 1
	}
	k := current()
	if k.narrow(1, x.Rows) == 0 || x.Cols == 0 || s.far {
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
// projections of each block, which it must not keep: in order by one worker, else by several goroutines at once.
// Rows of g do not depend on blocks, workers or other rows.
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
	if s.turned == nil || current().narrow(w.Rows, x.Rows) == 0 {
		s.scratch.pack(w)
	}
	if s.workers > 1 {
		s.passBatches(g, w, apply)
		return
	}
	s.u = Grow(&s.u, w.Rows*min(passRows(x.Cols), x.Rows))
	blocks := passBlocks(x)
	for block := range blocks.count {
		first, count := blocks.at(block)
		u := Matrix{Rows: w.Rows, Cols: count, Stride: count, Data: s.u[:w.Rows*count]}
		s.project(u, w, first, &s.scratch)
		apply(u)
		multiply(g, u, x.View(first, 0, count, x.Cols), block > 0)
	}
}

// project sets u to the projections of the samples from the first on, of which the scratch of s has packed w.
func (s *Samples) project(u, w Matrix, first int, own *scratch) {
	x := s.rows
	switch {
	case x.Cols == 0:
		u.clear()
	case s.turned != nil && current().narrow(w.Rows, x.Rows) > 0:
		multiply(u, w, Matrix{Rows: x.Cols, Cols: u.Cols, Stride: u.Cols, Data: s.turned[first*x.Cols:][:u.Cols*x.Cols]},
			false)
	default:
		block := x.View(first, 0, u.Cols, x.Cols)
		if s.far && len(block.Data) <= passValues {
			own.fetch(block)
		}
		s.scratch.packed.project(u, block, own)
	}
}

// passBatches is Pass by several workers. They divide the blocks of a batch, then the columns of its gradients, so
// that the sum over the samples keeps its order.
func (s *Samples) passBatches(g, w Matrix, apply func(u Matrix)) {
	x := s.rows
	blocks, columns := passBlocks(x), parts{x.Cols, min(s.workers, divideUp(x.Cols, 8)), 8}
	batch, size := min(passBatch*s.workers, blocks.count), w.Rows*passRows(x.Cols)
	s.u = Grow(&s.u, batch*size)
	for begin := 0; begin < blocks.count; begin += batch {
		part := func(i int) (first int, u Matrix) {
			first, count := blocks.at(begin + i)
			return first, Matrix{Rows: w.Rows, Cols: count, Stride: count, Data: s.u[i*size:][:w.Rows*count]}
		}
		n := min(batch, blocks.count-begin)
		share(s.workers, n, func(i int, own *scratch) {
			first, u := part(i)
			s.project(u, w, first, own)
			apply(u)
		})
		share(s.workers, columns.count, func(column int, _ *scratch) {
			at, width := columns.at(column)
			for i := range n {
				first, u := part(i)
				multiply(g.View(0, at, g.Rows, width), u, x.View(first, at, u.Cols, width), begin+i > 0)
			}
		})
	}
}

func passRows(cols int) int {
	return min(max(passValues/max(cols, 1)/8*8, passMinRows), passMaxRows)
}
