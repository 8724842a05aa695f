//go:build !purego

package vector

import "golang.org/x/sys/cpu"

// supported lists the kernels that run here, fastest first.
func supported() []kernel {
	var able []kernel
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasBMI2 {
		able = append(able, avx512)
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		able = append(able, avx2)
	}
	return append(able, generic)
}

// tileShape returns the largest tile of the kernel, and the step in columns of narrower ones.
func (k kernel) tileShape() (rows, columns, step int) {
	switch k {
	case avx512:
		return 8, widestColumns, 4
	case avx2:
		return 6, 8, 4
	}
	return genericTileRows, genericTileColumns, 1
}

// full is how many of n values are in whole vectors. The portable kernel computes the others, to the same bits.
func (k kernel) full(n int) int {
	switch k {
	case avx512:
		return n &^ 7
	case avx2:
		return n &^ 3
	}
	return 0
}

// tile is tileGeneric. The rows so many values ahead in a are what is needed next.
func (k kernel) tile(c []float64, cStride int, a []float64, aStride int, b []float64, bStride, depth, rows, columns,
	ahead int, resume bool) {
	if k == generic {
		tileGeneric(c, cStride, a, aStride, b, bStride, depth, rows, columns, resume)
		return
	}
	_ = c[(rows-1)*cStride+columns-1] // panic here rather than access memory out of bounds in assembly
	_ = a[(rows-1)*aStride+depth-1]
	_ = b[(depth-1)*bStride+columns-1]
	switch {
	case k == avx2:
		tileAVX2(&c[0], cStride, &a[0], aStride, &b[0], bStride, depth, rows, columns, resume)
	case columns > widestColumns:
		tileNarrowAVX512(&c[0], cStride, &a[0], aStride, &b[0], bStride, depth, rows, columns, resume)
	default:
		tileAVX512(&c[0], cStride, &a[0], aStride, &b[0], bStride, depth, rows, columns, ahead, resume)
	}
}

// narrow returns the columns of the widest tile for so few rows and at most so many columns, 0 without one.
func (k kernel) narrow(rows, columns int) int {
	if k != avx512 || rows > narrowRows {
		return 0
	}
	return min(columns/32*32, 96)
}

// Columns of the widest tile for AVX-512 of any number of rows, and rows of the narrow one.
const (
	widestColumns = 24
	narrowRows    = 2
)

func (k kernel) transpose(dst []float64, dstStride int, src []float64, srcStride, rows, columns int) {
	fullRows, fullColumns := rows&^3, columns&^3
	if k == generic || fullRows == 0 || fullColumns == 0 {
		transposeGeneric(dst, dstStride, src, srcStride, 0, rows, 0, columns)
		return
	}
	_ = dst[(columns-1)*dstStride+rows-1]
	_ = src[(rows-1)*srcStride+columns-1]
	transposeAVX2(&dst[0], dstStride, &src[0], srcStride, fullRows, fullColumns)
	transposeGeneric(dst, dstStride, src, srcStride, 0, fullRows, fullColumns, columns)
	transposeGeneric(dst, dstStride, src, srcStride, fullRows, rows, 0, columns)
}

func (k kernel) dot(x, y []float64) float64 {
	switch {
	case k == generic || len(x) == 0:
		return dotGeneric(x, y)
	case k == avx512:
		return dotAVX512(&x[0], &y[0], len(x))
	}
	return dotAVX2(&x[0], &y[0], len(x))
}

func (k kernel) axpy(alpha float64, x, y []float64) {
	if full := k.full(len(x)); full > 0 {
		if k == avx512 {
			axpyAVX512(alpha, &x[0], &y[0], full)
		} else {
			axpyAVX2(alpha, &x[0], &y[0], full)
		}
		x, y = x[full:], y[full:]
	}
	axpyGeneric(alpha, x, y)
}

// less sets dst to x less first, less second, and asks for the values of later.
func (k kernel) less(dst, x, later, first, second []float64) {
	if k != avx512 || len(dst) == 0 {
		lessGeneric(dst, x, first, second)
		return
	}
	_, _, _ = x[len(dst)-1], first[len(dst)-1], second[len(dst)-1]
	lessAVX512(&dst[0], &x[0], &later[0], &first[0], &second[0], len(dst))
}

// remove computes all rows in one call, because rows are short.
func (k kernel) remove(v []float64, basis Matrix) {
	if k != avx512 || basis.Rows == 0 || len(v) == 0 {
		removeGeneric(k, v, basis)
		return
	}
	_ = basis.Data[(basis.Rows-1)*basis.Stride+len(v)-1]
	removeAVX512(&v[0], &basis.Data[0], len(v), basis.Stride, basis.Rows)
}

// boundDistances is BoundDistances of as many values as it returns.
func (k kernel) boundDistances(low, high []float64, squares []float32, lengths, roots, slacks []float64,
	matrix, start, single float64) (done int) {
	if done = len(low) &^ 7; k != avx512 || done == 0 {
		return 0
	}
	boundDistancesAVX512(&low[0], &high[0], &squares[0], &lengths[0], &roots[0], &slacks[0], done, matrix, start,
		single)
	return done
}

// near is Near of as many values as it returns.
func (k kernel) near(dst, x, y []float64, a, b, low, high float64) (below, near, done int) {
	if done = len(x) &^ 7; k != avx512 || done == 0 {
		return 0, 0, 0
	}
	below, near = nearAVX512(&dst[0], &x[0], &y[0], done, a, b, low, high)
	return below, near, done
}

// greys sets dst to pixels as bytes up to the first vector with another value, and returns their sum and number.
func (k kernel) greys(dst []uint8, src []float64) (sum, done int) {
	full := len(src) &^ 7
	if k != avx512 || full == 0 {
		return 0, 0
	}
	_ = dst[full-1]
	var sums [8]int
	done = greysAVX512(&dst[0], &src[0], full, &sums)
	for _, s := range sums {
		sum += s
	}
	return sum, done
}

func (k kernel) expNegScaled(dst, x []float64, scale float64) {
	if full := k.full(len(x)); full > 0 {
		if k == avx512 {
			expNegScaledAVX512(&dst[0], &x[0], full, scale)
		} else {
			expNegScaledAVX2(&dst[0], &x[0], full, scale)
		}
		dst, x = dst[full:], x[full:]
	}
	expNegScaledGeneric(dst, x, scale)
}

func (k kernel) multipliesIntegers() bool { return k != generic }

// multipliesBytes reports whether there are the neural network instructions of AVX-512, which multiply bytes.
func (k kernel) multipliesBytes() bool { return k == avx512 && cpu.X86.HasAVX512VNNI }

// tileBytes computes a tile of up to 8 rows and 48 columns of a product of bytes, from 8 rows of a and a panel of
// b:
//
//	c[i][j] = starts[i] + Σ_k a[i][k]·b[k/4][j][k%4]  for k < 4·steps
func tileBytes(c []int32, cStride int, a []uint8, aStride int, b []uint8, steps, rows, columns int, starts []int32) {
	checkTile(c, cStride, a, aStride, b, steps, rows, columns, starts)
	tileBytesAVX512(&c[0], cStride, &a[0], aStride, &b[0], steps, rows, columns, &starts[0])
}

// tileWords is tileBytes for numbers of 16 bits, two to a step.
func tileWords(c []int32, cStride int, a []uint8, aStride int, b []uint8, steps, rows, columns int, starts []int32) {
	checkTile(c, cStride, a, aStride, b, steps, rows, columns, starts)
	if current().multipliesBytes() {
		tileWordsAVX512(&c[0], cStride, &a[0], aStride, &b[0], steps, rows, columns, &starts[0])
		return
	}
	bStride := divideUp(columns, integerGroup) * integerGroup * stepBytes
	for j := 0; j < columns; j += integerGroup {
		for i := 0; i < rows; i += quickRows {
			var block [quickRows * integerGroup]int32
			tileWordsAVX2(&block[0], &a[i*aStride], aStride, &b[j*stepBytes], bStride, steps)
			for r := i; r < min(i+quickRows, rows); r++ {
				to := c[r*cStride+j:][:min(integerGroup, columns-j)]
				for l, v := range block[(r-i)*integerGroup:][:len(to)] {
					to[l] = v + starts[r]
				}
			}
		}
	}
}

// quickRows is the number of rows of the integer tile for AVX2, which has a group of columns.
const quickRows = 4

// checkTile indexes the last elements, to panic here rather than access memory out of bounds in assembly.
func checkTile(c []int32, cStride int, a []uint8, aStride int, b []uint8, steps, rows, columns int, starts []int32) {
	_ = c[(rows-1)*cStride+columns-1]
	_ = a[(integerRows-1)*aStride+stepBytes*steps-1]
	_ = b[steps*stepBytes*divideUp(columns, integerGroup)*integerGroup-1]
	_ = starts[rows-1]
}

// panel adds to squares the terms of n samples whose panel is b.
func (s *Subspaces) panel(squares []float32, stride, n int, b []uint8) {
	steps := s.width / stepBytes
	_ = b[n*s.width-1]
	if s.bits == 8 || current().multipliesBytes() {
		tile := squaresBytesAVX512
		if s.bits == 16 {
			tile = squaresWordsAVX512
		}
		for i, subspace := range s.of {
			row := i * subspaceRows
			sums := squares[subspace*stride:][:n]
			tile(&sums[0], &s.values[row*s.width], s.width, &b[0], steps, n, &s.starts[row], &s.scales[row])
		}
		return
	}
	for row := 0; row < len(s.starts); row += quickRows {
		for j := 0; j < n; j += integerGroup {
			var block [quickRows * integerGroup]int32
			tileWordsAVX2(&block[0], &s.values[row*s.width], s.width, &b[j*stepBytes], n*stepBytes, steps)
			for r, start := range s.starts[row:][:quickRows] {
				sums := squares[s.of[(row+r)/subspaceRows]*stride+j:][:integerGroup]
				for l, v := range block[r*integerGroup:][:integerGroup] {
					z := s.scales[row+r] * float32(v+start)
					sums[l] += z * z
				}
			}
		}
	}
}

func (k kernel) sumSquares(x []int32) float64 {
	if k != avx512 || len(x) == 0 {
		return sumSquaresGeneric(x)
	}
	return sumSquaresAVX512(&x[0], len(x))
}

// gaussianWords is SetGaussian of a row of bytes. Values 1 around 1 fill the last group without effect.
func (k kernel) gaussianWords(dst []uint8, products, norms []int32, around []float32, norm int32,
	scale float32) (sum, squares float64) {
	const lanes = 16
	if full := len(products) / lanes * lanes; full > 0 {
		s, q := k.gaussianLanes(&dst[0], &products[0], &norms[0], &around[0], full, norm, scale)
		sum, squares = float64(s), float64(q)
		dst, products, norms, around = dst[2*full:], products[full:], norms[full:], around[full:]
	}
	if len(products) > 0 {
		var d [2 * lanes]uint8
		var p, n [lanes]int32
		var a [lanes]float32
		for i := range lanes {
			n[i], a[i] = -norm, 1
		}
		copy(p[:], products)
		copy(n[:], norms)
		copy(a[:], around)
		s, q := k.gaussianLanes(&d[0], &p[0], &n[0], &a[0], lanes, norm, scale)
		sum, squares = sum+float64(s), squares+float64(q)
		copy(dst, d[:])
	}
	return sum, squares
}

// gaussianLanes is SetGaussian of n values, a positive multiple of 16. It is no function variable, with which
// arrays would escape to the heap.
func (k kernel) gaussianLanes(dst *uint8, products, norms *int32, around *float32, n int, norm int32,
	scale float32) (sum, squares float32) {
	if k == avx512 {
		return gaussianWordsAVX512(dst, products, norms, around, n, norm, scale)
	}
	return gaussianWordsAVX2(dst, products, norms, around, n, norm, scale)
}

// The tiles of whole numbers, for 1 step or more. That for AVX2 has 4 rows and 16 columns.
//
//go:noescape
func tileBytesAVX512(c *int32, cStride int, a *uint8, aStride int, b *uint8, steps, rows, columns int, starts *int32)

//go:noescape
func tileWordsAVX512(c *int32, cStride int, a *uint8, aStride int, b *uint8, steps, rows, columns int, starts *int32)

//go:noescape
func tileWordsAVX2(c *int32, a *uint8, aStride int, b *uint8, bStride, steps int)

// The tiles of Subspaces of 8 and 16 bits, for 1 step or more.
//
//go:noescape
func squaresBytesAVX512(sums *float32, a *uint8, aStride int, b *uint8, steps, samples int, starts *int32,
	scales *float32)

//go:noescape
func squaresWordsAVX512(sums *float32, a *uint8, aStride int, b *uint8, steps, samples int, starts *int32,
	scales *float32)

// Tiles as tileGeneric or tile, for a depth of 1 or more and 1 row and column up to their shape. They access no column
// beyond the given ones; those of the narrow tile are 32, 64 or 96.
//
//go:noescape
func tileAVX512(c *float64, cStride int, a *float64, aStride int, b *float64, bStride, depth, rows, columns,
	ahead int, resume bool)

//go:noescape
func tileAVX2(c *float64, cStride int, a *float64, aStride int, b *float64, bStride, depth, rows,
	columns int, resume bool)

//go:noescape
func tileNarrowAVX512(c *float64, cStride int, a *float64, aStride int, b *float64, bStride, depth, rows,
	columns int, resume bool)

// For 1 value or row or more.
//
//go:noescape
func dotAVX512(x, y *float64, n int) float64

//go:noescape
func lessAVX512(dst, x, later, first, second *float64, n int)

//go:noescape
func dotAVX2(x, y *float64, n int) float64

//go:noescape
func removeAVX512(v, basis *float64, n, stride, rows int)

//go:noescape
func sumSquaresAVX512(x *int32, n int) float64

// For positive multiples of 8 values with AVX-512, of 4 with AVX2, of 16 for gaussianWords. Rows and columns to
// transpose are multiples of 4.
//
//go:noescape
func axpyAVX512(alpha float64, x, y *float64, n int)

//go:noescape
func axpyAVX2(alpha float64, x, y *float64, n int)

//go:noescape
func expNegScaledAVX512(dst, x *float64, n int, scale float64)

//go:noescape
func expNegScaledAVX2(dst, x *float64, n int, scale float64)

//go:noescape
func boundDistancesAVX512(low, high *float64, squares *float32, lengths, roots, slacks *float64, n int,
	matrix, start, single float64)

//go:noescape
func nearAVX512(dst, x, y *float64, n int, a, b, low, high float64) (below, near int)

//go:noescape
func greysAVX512(dst *uint8, src *float64, n int, sums *[8]int) (done int)

//go:noescape
func gaussianWordsAVX512(dst *uint8, products, norms *int32, around *float32, n int, norm int32,
	scale float32) (sum, squares float32)

//go:noescape
func gaussianWordsAVX2(dst *uint8, products, norms *int32, around *float32, n int, norm int32,
	scale float32) (sum, squares float32)

//go:noescape
func transposeAVX2(dst *float64, dstStride int, src *float64, srcStride, rows, columns int)
