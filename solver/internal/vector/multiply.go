package vector

import "fmt"

const (
	// panelValues is the size of a packed panel: 64 KiB, much of which stays in the first-level cache. It sets
	// the depth of a block, at most 341 for panels of 24 columns.
	panelValues = 8192
	// blockRows is the number of rows of the left operand multiplied by all panels before the next ones are read:
	// 170 KiB, for the second-level cache.
	blockRows = 64
	// blockColumns is the number of columns of the product computed, and rows of the right operand packed, at a
	// time; packDepth the number of its columns packed at a time: 4 MiB, for the third-level cache.
	blockColumns = 480
	packDepth    = 1024
	// fewRows is the number of rows up to which an operand is packed as a whole.
	fewRows = 64
)

// Mul computes dst = a·b for a of m×k, b of k×n and dst of m×n. It reads b in place, which suits few rows of a.
func Mul(dst, a, b Matrix) { multiply(dst, a, b, false) }

// multiply is Mul or, with resume, adds to dst: the sum by blocks of k has the bits of one Mul.
func multiply(dst, a, b Matrix, resume bool) {
	checkAll(dst, a, b)
	if a.Cols != b.Rows || dst.Rows != a.Rows || dst.Cols != b.Cols {
		panic(fmt.Sprintf("vector: product of %d×%d and %d×%d into %d×%d", a.Rows, a.Cols, b.Rows, b.Cols, dst.Rows,
			dst.Cols))
	}
	if dst.Rows == 0 || dst.Cols == 0 {
		return
	}
	if a.Cols == 0 {
		if !resume {
			dst.clear()
		}
		return
	}
	k := current()
	tileRows, tileColumns, _ := k.tileShape()
	rowParts := parts{dst.Rows, divideUp(dst.Rows, tileRows), 1}
	// For few rows of a, a block of whole rows of b stays in the second-level cache; for many, the panel is read
	// often enough to pay for itself.
	most := passMaxRows
	if a.Rows <= fewRows {
		most = passRows(b.Cols)
	}
	depths := parts{a.Cols, divideUp(a.Cols, most), 1}
	for block := range depths.count {
		l, depth := depths.at(block)
		first := 0
		for columns := k.narrow(dst.Rows, dst.Cols); columns > 0; columns = k.narrow(dst.Rows, dst.Cols-first) {
			k.tile(dst.Data[first:], dst.Stride, a.Data[l:], a.Stride, b.Data[l*b.Stride+first:], b.Stride, depth,
				dst.Rows, columns, 0, resume || block > 0)
			first += columns
		}
		for j := first; j < dst.Cols; j += tileColumns {
			columns := min(tileColumns, dst.Cols-j)
			panel := b.Data[l*b.Stride+j:]
			for part := range rowParts.count {
				i, rows := rowParts.at(part)
				k.tile(dst.Data[i*dst.Stride+j:], dst.Stride, a.Data[i*a.Stride+l:], a.Stride,
					panel, b.Stride, depth, rows, columns, 0, resume || block > 0)
			}
		}
	}
}

// MulTransposed computes dst = a·bᵀ for a of m×k, b of n×k and dst of m×n. If m or n is small, it reads the
// larger operand once.
func MulTransposed(dst, a, b Matrix) { product{dst: dst, a: a, b: b}.run(1) }

// MulTransposedParallel is MulTransposed on the given number of goroutines, which divide dst, never a sum.
func MulTransposedParallel(dst, a, b Matrix, workers int) { product{dst: dst, a: a, b: b}.run(workers) }

// GramLower computes the symmetric dst = a·aᵀ from its lower triangle, to the bits of MulTransposedParallel.
func GramLower(dst, a Matrix, workers int) {
	product{dst: dst, a: a, b: a, symmetric: true}.run(workers)
}

// GramOfColumns computes the symmetric dst = aᵀ·a to the bits of GramLower for aᵀ, of which it holds a part at a time.
func GramOfColumns(dst, a Matrix, workers int) { GramOfRows(dst, a.Rows, a.Row, workers) }

// GramOfRows is GramOfColumns of the rows that it asks for, in their order.
func GramOfRows(dst Matrix, rows int, row func(i int) []float64, workers int) {
	part, turned := NewMatrix(min(packDepth, rows), dst.Cols), NewMatrix(dst.Cols, min(packDepth, rows))
	for first := 0; first < rows || first == 0; first += packDepth {
		part.Rows = min(packDepth, rows-first)
		for i := range part.Rows {
			copy(part.Row(i), row(first+i))
		}
		turned.Cols = part.Rows
		Transpose(turned, part)
		product{dst: dst, a: turned, b: turned, symmetric: true, resume: first > 0}.run(workers)
	}
}

// checkShapes panics unless a matrix of rows×cols can take a·bᵀ.
func checkShapes(aRows, aCols, bRows, bCols, rows, cols int) {
	if aCols != bCols || rows != aRows || cols != bRows {
		panic(fmt.Sprintf("vector: product of %d×%d and the transpose of %d×%d into %d×%d",
			aRows, aCols, bRows, bCols, rows, cols))
	}
}

// multiplyTransposed computes dst = a·bᵀ, with lower without the tiles above the diagonal, or with resume adds to dst.
func multiplyTransposed(dst, a, b Matrix, s *scratch, lower, resume bool) {
	if a.Cols == 0 {
		dst.clear()
		return
	}
	for j := 0; j < dst.Cols; j += blockColumns {
		columns := min(blockColumns, dst.Cols-j)
		for l := 0; l < a.Cols; l += packDepth {
			depth := min(packDepth, a.Cols-l)
			p := s.pack(b.View(j, l, columns, depth))
			i := 0
			if lower {
				i = min(j, dst.Rows)
			}
			p.multiply(dst.View(i, j, dst.Rows-i, columns), a.View(i, l, a.Rows-i, depth), resume || l > 0, lower)
		}
	}
}

// project computes dst = w·xᵀ for few rows of w, which p holds packed: the transpose of x·wᵀ by blocks of rows
// of x, so that x is read once, in place.
func (p *packed) project(dst, x Matrix, s *scratch) {
	width := p.rows
	s.turned = Grow(&s.turned, blockRows*width)
	for i := 0; i < x.Rows; i += blockRows {
		count := min(blockRows, x.Rows-i)
		turned := Matrix{Rows: count, Cols: width, Stride: width, Data: s.turned}
		p.multiply(turned, x.View(i, 0, count, x.Cols), false, false)
		p.kernel.transpose(dst.Data[i:], dst.Stride, turned.Data, width, count, width)
	}
}
