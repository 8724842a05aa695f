package vector

import "fmt"

const (
	// panelValues is the size of a packed panel: 64 KiB, much of which stays in the
	// first-level cache while the tiles of a block of rows go over it. It sets
	// the depth of a block, at most 341 for panels of 24 columns.
	panelValues = 8192
	// blockRows is the number of rows of the left operand that are multiplied by
	// all panels before the next ones are read: at that depth, 64 rows take some
	// 170 KiB, for the second-level cache.
	blockRows = 64
	// blockColumns is the number of columns of the product that are computed, and
	// rows of the right operand packed, at a time, and packDepth the number of its
	// columns that are packed at a time: 4 MiB, for the third-level cache.
	blockColumns = 480
	packDepth    = 1024
	// fewRows is the number of rows up to which an operand is packed as a whole.
	fewRows = 64
)

// Mul computes dst = a·b for a of m×k, b of k×n and dst of m×n, by the chains of the package
// comment. It reads b where it lies, which is meant for few rows of a, as in G = C·X with one
// row of C for each component.
func Mul(dst, a, b Matrix) { multiply(dst, a, b, false) }

// multiply computes dst = a·b as Mul does or, with resume, dst += a·b, with s starting
// at dst[i][j]: adding up a product by blocks of k gives the bits of one Mul.
func multiply(dst, a, b Matrix, resume bool) {
	dst.check("dst")
	a.check("a")
	b.check("b")
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
	// For few rows of a, a block of whole rows of b should stay in the second-level
	// cache; for many, the panel is read often enough to pay for itself.
	most := passMaxRows
	if a.Rows <= fewRows {
		most = passRows(b.Cols)
	}
	depths := parts{a.Cols, divideUp(a.Cols, most), 1}
	for block := range depths.count {
		l, depth := depths.at(block)
		first := 0
		for columns := k.narrow(dst.Rows, dst.Cols); columns > 0; columns = k.narrow(dst.Rows, dst.Cols-first) {
			k.tileNarrow(dst.Data[first:], dst.Stride, a.Data[l:], a.Stride, b.Data[l*b.Stride+first:], b.Stride, depth,
				dst.Rows, columns, resume || block > 0)
			first += columns
		}
		for j := first; j < dst.Cols; j += tileColumns {
			columns := min(tileColumns, dst.Cols-j)
			panel := b.Data[l*b.Stride+j:]
			for part := range rowParts.count {
				i, rows := rowParts.at(part)
				k.tile(dst.Data[i*dst.Stride+j:], dst.Stride, a.Data[i*a.Stride+l:], a.Stride,
					panel, b.Stride, depth, rows, columns, resume || block > 0)
			}
		}
	}
}

// MulTransposed computes dst = a·bᵀ for a of m×k, b of n×k and dst of m×n, by the same chains
// as Mul. It serves Gram and kernel matrices, where m and n are large, and projections
// U = W·Xᵀ, where one of them is small: then the larger operand is read once.
func MulTransposed(dst, a, b Matrix) {
	checkTransposed(dst, a, b)
	product{dst: dst, a: a, b: b}.run()
}

// MulTransposedParallel is MulTransposed on the given number of goroutines. It
// divides dst among them, never a sum.
func MulTransposedParallel(dst, a, b Matrix, workers int) {
	checkTransposed(dst, a, b)
	product{dst: dst, a: a, b: b}.runParallel(workers)
}

// GramLower computes the symmetric dst = a·aᵀ, as MulTransposed(dst, a, a) does and
// to the same bits, from its lower triangle.
func GramLower(dst, a Matrix) {
	checkTransposed(dst, a, a)
	product{dst: dst, a: a, b: a, symmetric: true}.run()
}

// GramLowerParallel is GramLower on the given number of goroutines. It divides
// dst among them, never a sum.
func GramLowerParallel(dst, a Matrix, workers int) {
	checkTransposed(dst, a, a)
	product{dst: dst, a: a, b: a, symmetric: true}.runParallel(workers)
}

// checkTransposed panics unless dst can take a·bᵀ.
func checkTransposed(dst, a, b Matrix) {
	dst.check("dst")
	a.check("a")
	b.check("b")
	checkShapes(a.Rows, a.Cols, b.Rows, b.Cols, dst.Rows, dst.Cols)
}

// checkShapes is checkTransposed of numbers of rows and columns.
func checkShapes(aRows, aCols, bRows, bCols, rows, cols int) {
	if aCols != bCols || rows != aRows || cols != bRows {
		panic(fmt.Sprintf("vector: product of %d×%d and the transpose of %d×%d into %d×%d",
			aRows, aCols, bRows, bCols, rows, cols))
	}
}

// multiplyTransposed computes dst = a·bᵀ. With lower, it leaves out tiles
// of dst that lie above its diagonal.
func multiplyTransposed(dst, a, b Matrix, s *scratch, lower bool) {
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
			p.multiply(dst.View(i, j, dst.Rows-i, columns), a.View(i, l, a.Rows-i, depth), l > 0, lower)
		}
	}
}

// project computes dst = w·xᵀ for few rows of w, which p holds packed. It computes
// the transpose, x·wᵀ, a block of rows of x at a time, so that x is read once,
// where it lies, and only the small result is turned round.
func (p *Packed) project(dst, x Matrix, s *scratch) {
	width := p.rows
	s.turned = Grow(&s.turned, blockRows*width)
	for i := 0; i < x.Rows; i += blockRows {
		count := min(blockRows, x.Rows-i)
		turned := Matrix{Rows: count, Cols: width, Stride: width, Data: s.turned}
		p.multiply(turned, x.View(i, 0, count, x.Cols), false, false)
		p.kernel.transpose(dst.Data[i:], dst.Stride, turned.Data, width, count, width)
	}
}
