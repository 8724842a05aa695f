package vector

import "fmt"

// Bytes is a matrix of whole numbers from 0 to 255, such as the pixels of images,
// packed as the right operand of products with matrices of its kind.
//
// Products of such numbers and their sums are whole numbers, and exact in any
// arithmetic that is wide enough: in float64 as long as sums stay below 2⁵³, in 32
// bit integers below 2³¹. The processor multiplies and adds up 64 pairs of bytes
// with one instruction where it multiplies 8 pairs of float64. So there is nothing to
// trade: the result has the bits of MulTransposed and takes a fraction of the time.
type Bytes struct {
	rows, cols int
	// values holds panels of bytesColumns rows, the last filled up with zeros; of
	// each panel, four columns after the other; of these, the four values of each
	// row side by side. The instruction multiplies unsigned by signed bytes, so
	// values are stored less 128:
	//
	//	values[panel][step][row][k] = m[panel·48+row][4·step+k] − 128
	values []int8
}

const (
	bytesRows    = 8  // rows of a tile
	bytesColumns = 48 // columns of a tile
	bytesStep    = 4  // values that the instruction adds up in a lane
	// bytesDepth is the largest number of columns: sums of as many products of
	// bytes fit into 32 bits with a sign.
	bytesDepth = (1<<31 - 1) / (255 * 255)
	// bytesBlock is the number of rows of the left operand that are multiplied by
	// a panel while it is in the cache.
	bytesBlock = 64
)

// PackBytes returns m as Bytes. It returns nil when m holds other values than whole
// numbers from 0 to 255, when m is too wide or empty, and when this processor or
// the kernel in use has no instruction for it: MulTransposed is for what remains.
func PackBytes(m Matrix) *Bytes {
	m.check("m")
	if !current().multipliesBytes() || m.Rows == 0 || m.Cols == 0 || m.Cols > bytesDepth {
		return nil
	}
	steps := divideUp(m.Cols, bytesStep)
	b := &Bytes{rows: m.Rows, cols: m.Cols, values: make([]int8, divideUp(m.Rows, bytesColumns)*steps*bytesStep*bytesColumns)}
	for i := range m.Rows {
		panel := b.values[i/bytesColumns*steps*bytesStep*bytesColumns:]
		at := i % bytesColumns * bytesStep
		for j, v := range m.Row(i) {
			if v != float64(byte(v)) {
				return nil
			}
			panel[j/bytesStep*bytesStep*bytesColumns+at+j%bytesStep] = int8(int(v) - 128)
		}
	}
	return b
}

// MulTransposed computes dst = a·bᵀ for a of m×k, b of n×k and dst of m×n, as the
// function of that name does and to the same bits. It reports false, and has
// changed nothing, when a holds other values than whole numbers from 0 to 255.
func (b *Bytes) MulTransposed(dst, a Matrix) bool {
	dst.check("dst")
	a.check("a")
	if a.Cols != b.cols || dst.Rows != a.Rows || dst.Cols != b.rows {
		panic(fmt.Sprintf("vector: product of %d×%d and the transpose of %d×%d into %d×%d", a.Rows, a.Cols, b.rows, b.cols, dst.Rows, dst.Cols))
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	steps := divideUp(b.cols, bytesStep)
	width := steps * bytesStep
	// Rows up to a whole tile, filled up with zeros.
	rows := divideUp(a.Rows, bytesRows) * bytesRows
	if cap(s.bytes) < rows*width {
		s.bytes = make([]uint8, rows*width)
	}
	left := s.bytes[:rows*width]
	clear(left)
	if cap(s.sums) < rows {
		s.sums = make([]int32, rows)
	}
	sums := s.sums[:rows]
	for i := range a.Rows {
		to := left[i*width:]
		sum := 0
		for j, v := range a.Row(i) {
			c := byte(v)
			if v != float64(c) {
				return false
			}
			to[j] = c
			sum += int(c)
		}
		sums[i] = int32(128 * sum) // what 128 less in every value of b takes away
	}
	for block := 0; block < a.Rows; block += bytesBlock {
		end := min(block+bytesBlock, a.Rows)
		for j := 0; j < b.rows; j += bytesColumns {
			panel := b.values[j*width:]
			for i := block; i < end; i += bytesRows {
				tileBytes(dst.Data[i*dst.Stride+j:], dst.Stride, left[i*width:], width, panel, steps,
					min(bytesRows, end-i), min(bytesColumns, b.rows-j), sums[i:])
			}
		}
	}
	return true
}
