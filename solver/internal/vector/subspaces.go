package vector

import (
	"fmt"
	"math"
)

// Subspaces holds directions of integers, each with a start and a scale, divided into subspaces. Of the
// projections of a sample, which stay in registers, it computes the sum of squares for each subspace.
type Subspaces struct {
	cols, count int
	bits        int // of a value, 8 or 16
	// Directions of width bytes each, filled up with zeros to whole steps, and zeros up to whole tiles.
	values []uint8
	width  int
	starts []int32
	scales []float32
	of     []int // subspace of each tile of directions
}

const (
	subspaceRows    = 6                 // directions of a tile
	subspaceSamples = 4 * subspaceLanes // samples of a tile; the rest takes narrow ones
	subspaceLanes   = integerGroup      // samples of a narrow tile
)

// SquareError bounds the relative error of SquaredLengths of so many directions, which float32 causes. In
// addition, squares may underflow, by less than 2⁻¹⁰⁰ together.
func SquareError(directions int) float64 { return float64(directions+6) * 0x1p-24 }

// QuickBits is the number of bits, 8 or 16, of the values of the fastest Subspaces of the kernel in use.
func QuickBits() int {
	if current().multipliesBytes() {
		return 8
	}
	return 16
}

// PackSubspaces returns Subspaces of 8 or 16 bits, or nil. Values holds directions of the given number of
// columns, one after the other; subspace i has those from ends[i-1] to ends[i]. The magnitude of a start and 255
// times those of its direction may not sum to more than 2³¹ − 1.
func PackSubspaces(values []int16, bits, cols int, starts []int32, scales []float32, ends []int) *Subspaces {
	if len(values) != cols*len(starts) {
		panic(fmt.Sprintf("vector: %d values in %d columns with %d starts", len(values), cols, len(starts)))
	}
	if !current().multipliesIntegers() || bits < QuickBits() || len(values) == 0 {
		return nil
	}
	bytes := bits / 8
	s := &Subspaces{cols: cols, count: len(ends), bits: bits, width: divideUp(cols, stepBytes) * stepBytes * bytes}
	first := 0
	for i, end := range ends {
		for range divideUp(end-first, subspaceRows) {
			s.of = append(s.of, i)
		}
		first = end
	}
	if len(s.of)%2 > 0 {
		s.of = append(s.of, len(ends)-1) // for tiles of 4 directions
	}
	rows := len(s.of) * subspaceRows
	s.values, s.starts, s.scales = make([]uint8, rows*s.width), make([]int32, rows), make([]float32, rows)
	first, to := 0, 0
	for _, end := range ends {
		for i := range end - first {
			s.starts[to+i], s.scales[to+i] = starts[first+i], scales[first+i]
			row := s.values[(to+i)*s.width:]
			for c, v := range values[(first+i)*cols:][:cols] {
				row[c*bytes] = uint8(v)
				if bits == 16 {
					row[2*c+1] = uint8(v >> 8)
				}
			}
		}
		to += divideUp(end-first, subspaceRows) * subspaceRows
		first = end
	}
	return s
}

// SquaredLengths returns the squared lengths of the projections on all subspaces, that of sample i on subspace m
// at m·stride + i,
//
//	Σ_j (scale_j·(start_j + direction_j·sample))²
//
// within SquareError. It uses the given memory if there is enough.
func (s *Subspaces) SquaredLengths(memory []float32, p *Pixels) (squares []float32, stride int) {
	if p.cols != s.cols {
		panic(fmt.Sprintf("vector: samples of %d columns and directions of %d", p.cols, s.cols))
	}
	stride = divideUp(p.rows, subspaceLanes) * subspaceLanes
	squares = Grow(&memory, s.count*stride)
	clear(squares)
	panels := p.panelled(s.bits)
	for at := 0; at < stride; {
		n := panelSamples(stride - at)
		s.panel(squares[at:], stride, n, panels[at*s.width:])
		at += n
	}
	return squares, stride
}

func panelSamples(left int) int {
	if left < subspaceSamples {
		return subspaceLanes
	}
	return subspaceSamples
}

// BoundDistances bounds squared distances from a subspace, lengths minus squares of projections. A projection is
// off by a vector of length roots·matrix + start, and its square in addition by slacks and the share single. It
// sets low to lower bounds, and high to the minimum of itself and upper bounds. No value is NaN.
func BoundDistances(low, high []float64, squares []float32, lengths, roots, slacks []float64,
	matrix, start, single float64) {
	n := len(squares)
	low, high, lengths, roots, slacks = low[:n], high[:n], lengths[:n], roots[:n], slacks[:n]
	done := current().boundDistances(low, high, squares, lengths, roots, slacks, matrix, start, single)
	for i := done; i < n; i++ {
		square, off := float64(squares[i]), float64(roots[i]*matrix)+start
		// |‖z+e‖² − ‖z‖²| ≤ 2‖z‖‖e‖ + ‖e‖²
		bound := float64(off*(2*math.Sqrt(square)+off)) + float64(single*square) + slacks[i]
		low[i] = lengths[i] - square - bound
		high[i] = min(high[i], lengths[i]-square+bound)
	}
}
