package vector

import (
	"fmt"
	"iter"
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
	// earlyValues is how many values before a sample is copied it is asked for: 8 KiB.
	earlyValues = 1 << 10
	// turnSpins is the number of times that a worker looks for its turn before it sleeps: some tens of microseconds,
	// as waking up takes longer than a block.
	turnSpins = 200
)

// Samples are the samples that passes go over, one a row, for one goroutine at a time: rows of a matrix less shifts, of
// which they copy a block at a time.
type Samples struct {
	of      Matrix
	chosen  []int        // rows of it, nil for all
	shifts  [2][]float64 // subtracted one after the other, nil for none
	early   int          // how many samples before one is copied it is asked for
	workers int
	// turned holds the samples of each block of a pass transposed, one block after the other, for products of few
	// rows. It is nil without such products, or if the samples do not fit into a cache.
	turned  []float64
	scratch scratch
}

// NewSamples returns x, which it keeps, as samples. Passes over many of them use so many goroutines.
func NewSamples(x Matrix, workers int) *Samples {
	s := NewRows(x, nil, [2][]float64{}, workers)
	k := current()
	if k.narrow(1, x.Rows) == 0 || x.Cols == 0 || x.Rows*x.Cols > turnedValues {
		pages.Move(x.Data)
		return s
	}
	s.turned = make([]float64, x.Rows*x.Cols)
	for block := range s.blocks().count {
		first, count := s.blocks().at(block)
		k.transpose(s.turned[first*x.Cols:], count, x.Data[first*x.Stride:], x.Stride, count, x.Cols)
	}
	return s
}

// NewRows is NewSamples of chosen rows of x, nil for all, less shifts.
func NewRows(x Matrix, chosen []int, shifts [2][]float64, workers int) *Samples {
	x.check("x")
	s := &Samples{of: x, chosen: chosen, shifts: shifts, workers: workers, early: divideUp(earlyValues, max(x.Cols, 1))}
	if chosen != nil && shifts[0] == nil {
		none := make([]float64, x.Cols)
		s.shifts = [2][]float64{none, none}
	}
	if rows, cols := s.Dims(); rows*cols <= turnedValues {
		s.workers = 1
	}
	return s
}

func (s *Samples) Dims() (rows, cols int) {
	if s.chosen != nil {
		return len(s.chosen), s.of.Cols
	}
	return s.of.Rows, s.of.Cols
}

// Copy sets dst to a sample.
func (s *Samples) Copy(dst []float64, sample int) {
	row := s.row(sample)
	if s.shifts[0] == nil {
		copy(dst, row)
		return
	}
	later := row
	if n, _ := s.Dims(); sample+s.early < n {
		later = s.row(sample + s.early)
	}
	current().less(dst, row, later, s.shifts[0], s.shifts[1])
}

func (s *Samples) row(sample int) []float64 {
	if s.chosen != nil {
		sample = s.chosen[sample]
	}
	return s.of.Row(sample)
}

// All returns every sample, in order, which may neither be kept nor changed.
func (s *Samples) All() iter.Seq2[int, []float64] {
	return func(yield func(i int, sample []float64) bool) {
		for block := range s.blocks().count {
			first, rows := s.block(block, &s.scratch)
			for i := range rows.Rows {
				if !yield(first+i, rows.Row(i)) {
					return
				}
			}
		}
	}
}

func (s *Samples) blocks() parts {
	rows, cols := s.Dims()
	return parts{rows, divideUp(rows, passRows(cols)), 8}
}

// block returns a block of samples, in own memory where they are no matrix, and the first of them.
func (s *Samples) block(block int, own *scratch) (first int, rows Matrix) {
	first, count := s.blocks().at(block)
	if s.shifts[0] == nil {
		return first, s.of.View(first, 0, count, s.of.Cols)
	}
	rows = In(&own.rows, count, s.of.Cols)
	for i := range count {
		s.Copy(rows.Row(i), first+i)
	}
	return first, rows
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
	n, cols := s.Dims()
	g.check("g")
	w.check("w")
	if w.Cols != cols || g.Rows != w.Rows || g.Cols != w.Cols {
		panic(fmt.Sprintf("vector: pass over %d×%d samples with w of %d×%d and g of %d×%d", n, cols, w.Rows, w.Cols,
			g.Rows, g.Cols))
	}
	if n == 0 {
		g.clear()
	}
	if w.Rows == 0 {
		return
	}
	if s.turned == nil || current().narrow(w.Rows, n) == 0 {
		s.scratch.pack(w)
	}
	if s.workers > 1 {
		s.passInTurns(g, w, apply)
		return
	}
	for block := range s.blocks().count {
		_, rows, u := s.project(w, block, &s.scratch)
		apply(u)
		multiply(g, u, rows, block > 0)
	}
}

// Project sets dst to the projections of all samples on w.
func (s *Samples) Project(dst, w []float64) {
	direction := OneRow(w)
	s.scratch.pack(direction)
	share(s.workers, s.blocks().count, func(block int, own *scratch) {
		first, _, u := s.project(direction, block, own)
		copy(dst[first:], u.Row(0))
	})
}

// project returns a block of samples, the first of them and their projections, in own memory. The scratch of s has
// packed w.
func (s *Samples) project(w Matrix, block int, own *scratch) (first int, rows, u Matrix) {
	first, rows = s.block(block, own)
	u = In(&own.u, w.Rows, rows.Rows)
	switch {
	case rows.Cols == 0:
		u.clear()
	case s.turned != nil && current().narrow(w.Rows, s.of.Rows) > 0:
		turned := s.turned[first*rows.Cols:][:rows.Rows*rows.Cols]
		multiply(u, w, Matrix{Rows: rows.Cols, Cols: rows.Rows, Stride: rows.Rows, Data: turned}, false)
	default:
		s.scratch.packed.project(u, rows, own)
	}
	return first, rows, u
}

// passInTurns is Pass by several workers, each with a block of its own, which they add to the gradients in turn, so
// that the sum over the samples keeps its order and a block the cache of its worker.
func (s *Samples) passInTurns(g, w Matrix, apply func(u Matrix)) {
	var turn atomic.Int64 // the block to add next
	var mutex sync.Mutex
	next := sync.NewCond(&mutex)
	share(s.workers, s.blocks().count, func(block int, own *scratch) {
		_, rows, u := s.project(w, block, own)
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
