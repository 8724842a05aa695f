package vector

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"gpca/solver/pages"
)

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
	// turnSpins is the number of times that a worker looks for its turn before it sleeps: some tens of microseconds,
	// as waking up takes longer than a block.
	turnSpins = 200
)

// Samples are the samples that passes go over, one a row, for one goroutine at a time.
type Samples struct {
	rows    Matrix
	workers int
	// turned holds the samples of each block of a pass transposed, one block after the other, for products of few
	// rows. It is nil without such products, or if the samples do not fit into a cache.
	turned  []float64
	scratch scratch
}

// NewSamples returns x, which it keeps, as samples. Passes over many of them use so many goroutines.
func NewSamples(x Matrix, workers int) *Samples {
	x.check("x")
	s := &Samples{rows: x, workers: workers}
	if x.Rows*x.Cols <= turnedValues {
		s.workers = 1
	}
	k := current()
	if k.narrow(1, x.Rows) == 0 || x.Cols == 0 || x.Rows*x.Cols > turnedValues {
		pages.Move(x.Data)
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
		s.passInTurns(g, w, apply)
		return
	}
	for block := range passBlocks(x).count {
		rows, u := s.project(w, block, &s.scratch)
		apply(u)
		multiply(g, u, rows, block > 0)
	}
}

// project returns a block of samples and their projections, in own memory. The scratch of s has packed w.
func (s *Samples) project(w Matrix, block int, own *scratch) (rows, u Matrix) {
	x := s.rows
	first, count := passBlocks(x).at(block)
	rows, u = x.View(first, 0, count, x.Cols), In(&own.u, w.Rows, count)
	switch {
	case x.Cols == 0:
		u.clear()
	case s.turned != nil && current().narrow(w.Rows, x.Rows) > 0:
		turned := s.turned[first*x.Cols:][:count*x.Cols]
		multiply(u, w, Matrix{Rows: x.Cols, Cols: count, Stride: count, Data: turned}, false)
	default:
		s.scratch.packed.project(u, rows, own)
	}
	return rows, u
}

// passInTurns is Pass by several workers, each with a block of its own, which they add to the gradients in turn, so
// that the sum over the samples keeps its order and a block the cache of its worker.
func (s *Samples) passInTurns(g, w Matrix, apply func(u Matrix)) {
	var turn atomic.Int64 // the block to add next
	var mutex sync.Mutex
	next := sync.NewCond(&mutex)
	share(s.workers, passBlocks(s.rows).count, func(block int, own *scratch) {
		rows, u := s.project(w, block, own)
		apply(u)
		for spin := 0; spin < turnSpins && turn.Load() != int64(block); spin++ {
			runtime.Gosched()
		}
		mutex.Lock()
		defer mutex.Unlock()
		for turn.Load() != int64(block) {
			next.Wait()
		}
		multiply(g, u, rows, block > 0)
		turn.Add(1)
		next.Broadcast()
	})
}

func passRows(cols int) int {
	return min(max(passValues/max(cols, 1)/8*8, passMinRows), passMaxRows)
}
