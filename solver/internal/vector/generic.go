package vector

import "math"

// The portable kernel defines the results that the kernels in assembly have to give, bit by bit.

// The tile of the portable kernel: what the Go compiler keeps in the registers of amd64.
const (
	genericTileRows    = 2
	genericTileColumns = 4
)

// tileGeneric computes a tile of a product by the chains of the package comment; with resume, from the sums in c.
func tileGeneric(c []float64, cStride int, a []float64, aStride int, b []float64, bStride, depth, rows, columns int,
	resume bool) {
	if rows == 2 && columns == 4 {
		tile2x4(c, cStride, a, aStride, b, bStride, depth, resume)
		return
	}
	for i := range rows {
		for j := range columns {
			s := 0.0
			if resume {
				s = c[i*cStride+j]
			}
			at := j
			for _, v := range a[i*aStride : i*aStride+depth] {
				s = math.FMA(v, b[at], s)
				at += bStride
			}
			c[i*cStride+j] = s
		}
	}
}

func tile2x4(c []float64, cStride int, a []float64, aStride int, b []float64, bStride, depth int, resume bool) {
	c0, c1 := c[:4], c[cStride:cStride+4]
	a0, a1 := a[:depth], a[aStride:aStride+depth]
	var s00, s01, s02, s03, s10, s11, s12, s13 float64
	if resume {
		s00, s01, s02, s03 = c0[0], c0[1], c0[2], c0[3]
		s10, s11, s12, s13 = c1[0], c1[1], c1[2], c1[3]
	}
	at := 0
	for k, u := range a0 {
		v := a1[k]
		row := b[at : at+4 : at+4]
		s00 = math.FMA(u, row[0], s00)
		s10 = math.FMA(v, row[0], s10)
		s01 = math.FMA(u, row[1], s01)
		s11 = math.FMA(v, row[1], s11)
		s02 = math.FMA(u, row[2], s02)
		s12 = math.FMA(v, row[2], s12)
		s03 = math.FMA(u, row[3], s03)
		s13 = math.FMA(v, row[3], s13)
		at += bStride
	}
	c0[0], c0[1], c0[2], c0[3] = s00, s01, s02, s03
	c1[0], c1[1], c1[2], c1[3] = s10, s11, s12, s13
}

// transposeGeneric sets dst[j*dstStride+i] = src[i*srcStride+j] for the given ranges of rows i and columns j.
func transposeGeneric(dst []float64, dstStride int, src []float64, srcStride, row, rowEnd, column, columnEnd int) {
	for i := row; i < rowEnd; i++ {
		at := column*dstStride + i
		for _, v := range src[i*srcStride+column : i*srcStride+columnEnd] {
			dst[at] = v
			at += dstStride
		}
	}
}

const dotLanes = 32

func dotGeneric(x, y []float64) float64 {
	var sums [dotLanes]float64
	y = y[:len(x)]
	for len(x) >= dotLanes {
		u, v := (*[dotLanes]float64)(x), (*[dotLanes]float64)(y)
		for lane := range sums {
			sums[lane] = math.FMA(u[lane], v[lane], sums[lane])
		}
		x, y = x[dotLanes:], y[dotLanes:]
	}
	if len(x) > 0 { // filled up with zeros, as in the vector kernels, which may turn −0 into 0
		var u, v [dotLanes]float64
		copy(u[:], x)
		copy(v[:], y)
		for lane := range sums {
			sums[lane] = math.FMA(u[lane], v[lane], sums[lane])
		}
	}
	for half := dotLanes / 2; half > 0; half /= 2 {
		for lane := range half {
			sums[lane] += sums[lane+half]
		}
	}
	return sums[0]
}

func axpyGeneric(alpha float64, x, y []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] = math.FMA(alpha, v, y[i])
	}
}

func lessGeneric(dst, x, first, second []float64) {
	for j, v := range x[:len(dst)] {
		dst[j] = v - first[j] - second[j]
	}
}
