package vector

import "fmt"

const (
	// The size of a block of the symmetric operand, which is multiplied from both sides while it is in the
	// second-level cache: 256 KiB.
	symmetricRows    = 32
	symmetricColumns = 1024
	// symmetricSize is the number of rows up to which the whole matrix stays in the second-level cache.
	symmetricSize = 360
	// mulRows is the number of rows of a up to which Mul is faster than MulTransposed for a matrix in the cache.
	mulRows = 6
)

// MulSymmetric computes dst = a·b for a of m×n and a symmetric b of n×n, to the bits of Mul and MulTransposed.
//
// With few rows of a, the time is that of reading b. So it reads the lower triangle only, a block at a time, and
// uses each block b[I][J] twice: for columns I of dst and, as b[J][I], for columns J. From top to bottom, block
// row I adds to columns I of dst the terms of all l up to its own last one, and its own l to the columns before,
// whose chains have reached exactly its first l.
func MulSymmetric(dst, a, b Matrix) {
	checkAll(dst, a, b)
	if b.Rows != b.Cols || a.Cols != b.Rows || dst.Rows != a.Rows || dst.Cols != b.Cols {
		panic(fmt.Sprintf("vector: product of %d×%d and symmetric %d×%d into %d×%d", a.Rows, a.Cols, b.Rows, b.Cols,
			dst.Rows, dst.Cols))
	}
	k := current()
	_, tileColumns, _ := k.tileShape()
	switch {
	case a.Rows == 0 || a.Cols == 0:
	case a.Rows > tileColumns || b.Rows <= symmetricSize && a.Rows > mulRows:
		MulTransposed(dst, a, b)
	case b.Rows <= symmetricSize:
		multiply(dst, a, b, false)
	default:
		multiplySymmetric(dst, a, b, k)
	}
}

// multiplySymmetric is MulSymmetric for at most as many rows of a as a tile has columns.
func multiplySymmetric(dst, a, b Matrix, k kernel) {
	m, n := a.Rows, a.Cols
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	// aᵀ, and the sums of a block row as they come from the tiles, with columns I of dst as rows.
	s.packed.values = Grow(&s.packed.values, n*m)
	turned := s.packed.values
	k.transpose(turned, m, a.Data, a.Stride, m, n)
	s.turned = Grow(&s.turned, symmetricRows*m)
	sums := s.turned

	tileRows, tileColumns, _ := k.tileShape()
	for i := 0; i < n; i += symmetricRows {
		count := min(symmetricRows, n-i)
		end := i + count
		for j := 0; j < end; j += symmetricColumns {
			width := min(symmetricColumns, end-j)
			block := b.Data[i*b.Stride+j:]
			for r := 0; r < count; r += tileRows {
				ahead := tileRows * b.Stride
				if r+tileRows >= count { // on to the next block
					ahead = symmetricColumns - r*b.Stride
				}
				k.tile(sums[r*m:], m, block[r*b.Stride:], b.Stride, turned[j*m:], m,
					width, min(tileRows, count-r), m, ahead, j > 0)
			}
			// The block on the diagonal is symmetric itself and is done.
			for c := j; c < min(j+width, i); c += tileColumns {
				columns := min(tileColumns, i-c, j+width-c)
				for r := 0; r < m; r += tileRows {
					k.tile(dst.Data[r*dst.Stride+c:], dst.Stride, a.Data[r*a.Stride+i:], a.Stride,
						b.Data[i*b.Stride+c:], b.Stride, count, min(tileRows, m-r), columns, 0, true)
				}
			}
		}
		k.transpose(dst.Data[i:], dst.Stride, sums, m, count, m)
	}
}
