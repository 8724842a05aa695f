package vector

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// A product is dst = a·bᵀ by blocks of dst. Workers take the next block as they become free.
type product struct {
	dst, a, b Matrix
	// symmetric says that b is a, and that blocks of the upper triangle are copied from the lower one.
	symmetric bool
	resume    bool // adds to dst
}

// The size of a block. Its columns are packed once for all its rows.
const (
	productRows    = 1024
	productColumns = blockColumns
)

// few reports whether a is so short that, other than usual, it is packed as a whole and b is read in place.
func (p product) few() bool {
	return !p.symmetric && p.dst.Rows <= fewRows && p.dst.Rows < p.dst.Cols && p.a.Cols > 0
}

func (p product) blocks() int {
	switch {
	case p.dst.Rows == 0 || p.dst.Cols == 0:
		return 0
	case p.few():
		return divideUp(p.dst.Cols, productRows)
	case p.symmetric:
		return divideUp(p.dst.Cols, productColumns)
	}
	return divideUp(p.dst.Cols, productColumns) * divideUp(p.dst.Rows, productRows)
}

func (p product) compute(block int, s *scratch) {
	depth := p.a.Cols
	switch {
	case p.few():
		first := block * productRows
		count := min(productRows, p.dst.Cols-first)
		s.pack(p.a).project(p.dst.View(0, first, p.dst.Rows, count), p.b.View(first, 0, count, depth), s)
	case p.symmetric:
		// Columns first to first+count of the lower triangle, from the diagonal down, and their mirror image.
		first := block * productColumns
		rest := p.dst.Rows - first
		count := min(productColumns, rest)
		multiplyTransposed(p.dst.View(first, first, rest, count), p.a.View(first, 0, rest, depth),
			p.a.View(first, 0, count, depth), s, true, p.resume)
		mirror(p.dst.View(first, first, rest, rest), count)
	default:
		across := divideUp(p.dst.Cols, productColumns)
		i, j := block/across*productRows, block%across*productColumns
		rows, columns := min(productRows, p.dst.Rows-i), min(productColumns, p.dst.Cols-j)
		multiplyTransposed(p.dst.View(i, j, rows, columns), p.a.View(i, 0, rows, depth), p.b.View(j, 0, columns, depth),
			s, false, p.resume)
	}
}

// run computes all blocks in this goroutine and up to workers-1 others.
func (p product) run(workers int) {
	checkAll(p.dst, p.a, p.b)
	checkShapes(p.a.Rows, p.a.Cols, p.b.Rows, p.b.Cols, p.dst.Rows, p.dst.Cols)
	if workers < 1 {
		panic(fmt.Sprintf("vector: %d workers", workers))
	}
	blocks := p.blocks()
	if min(workers, blocks) > 1 {
		share(workers, blocks, p.compute)
		return
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	for block := range blocks {
		p.compute(block, s)
	}
}

// share does n pieces of work in this goroutine and up to workers-1 others, which take the next piece as they become
// free.
func share(workers, n int, do func(i int, s *scratch)) {
	var next atomic.Int64
	work := func() {
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			do(i, s)
		}
	}
	var others sync.WaitGroup
	for range min(workers, n) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
}

// Parallel calls do for 0 to n−1, in this goroutine and up to workers-1 others.
func Parallel(workers, n int, do func(i int)) { share(workers, n, func(i int, _ *scratch) { do(i) }) }

// mirror copies the first columns of the lower triangle of m to the first rows of the upper one, by squares that
// fit into the first-level cache.
func mirror(m Matrix, columns int) {
	const side = 32
	k := current()
	for j := 0; j < columns; j += side {
		width := min(side, columns-j)
		for c := j; c < j+width; c++ { // the square on the diagonal
			row := m.Row(c)
			for r := c + 1; r < min(j+side, m.Rows); r++ {
				row[r] = m.Data[r*m.Stride+c]
			}
		}
		for i := j + side; i < m.Rows; i += side {
			k.transpose(m.Data[j*m.Stride+i:], m.Stride, m.Data[i*m.Stride+j:], m.Stride, min(side, m.Rows-i), width)
		}
	}
}
