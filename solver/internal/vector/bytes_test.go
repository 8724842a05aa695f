package vector

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// pixels returns whole numbers from 0 to 255, often the extremes.
func pixels(rows, cols int, r *rand.Rand) Matrix {
	m := NewMatrix(rows, cols)
	for i := range m.Data {
		switch r.IntN(4) {
		case 0:
			m.Data[i] = 255
		case 1:
			m.Data[i] = float64(r.IntN(256))
		}
	}
	return m
}

func newPixels(t testing.TB, m Matrix) *Pixels {
	t.Helper()
	p := NewPixels(m)
	if p == nil {
		t.Skipf("the kernel %s of this processor has no products of whole numbers", Kernel())
	}
	return p
}

// fencedIntegers returns a matrix behind which lie values that must stay.
func fencedIntegers(rows, cols int) (m Integers, check func(t *testing.T, name string)) {
	const end, value = 64, -77777
	all := slices.Repeat([]int32{value}, rows*cols+end)
	return Integers{Rows: rows, Cols: cols, Data: all[:rows*cols]}, func(t *testing.T, name string) {
		t.Helper()
		for i, v := range all[rows*cols:] {
			if v != value {
				t.Fatalf("%s: wrote %d at %d beyond the end", name, v, i)
			}
		}
	}
}

// integerShapes are rows, columns and depths with all kinds of remainders.
var integerShapes = [][3]int{
	{1, 1, 1}, {1, 1, 3}, {1, 1, 4}, {3, 2, 5}, {7, 47, 8}, {8, 48, 9}, {9, 49, 16}, {65, 96, 3}, {5, 64, 7}, {8, 33, 12}, {8, 17, 2}, {17, 100, 784}, {130, 7, 256},
}

func TestBytesAreExact(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(12, 1))
		for _, shape := range integerShapes {
			m, n, depth := shape[0], shape[1], shape[2]
			a, b := pixels(m, depth, r), pixels(n, depth, r)
			p := newPixels(t, a)
			want := NewMatrix(m, n)
			MulTransposed(want, a, b)
			dst, check := fencedIntegers(m, n)
			PackBytes(NewPixels(b)).MulTransposed(dst, p)
			name := fmt.Sprintf("%d×%d×%d", m, n, depth)
			for i := range m {
				for j, v := range dst.Row(i) {
					if float64(v) != want.Row(i)[j] {
						t.Fatalf("%s: element (%d, %d) is %d, want %g", name, i, j, v, want.Row(i)[j])
					}
				}
			}
			check(t, name)
			sameBits(t, name, p.Values(), a)

			first := PackBytes(NewPixels(b)).First(n/2 + 1)
			part := Integers{Rows: m, Cols: first.Rows(), Data: make([]int32, m*first.Rows())}
			first.MulTransposed(part, p)
			assert.Check(t, part.Cols > n/2 && part.Cols <= n, "%s: %d of %d rows", name, part.Cols, n)
			for i := range m {
				assert.Check(t, slices.Equal(part.Row(i), dst.Row(i)[:part.Cols]), "%s: row %d", name, i)
			}
		}
	})
}

// All values are 255, at the largest depth.
func TestBytesAtTheirLimit(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		m := Matrix{Rows: 2, Cols: bytesDepth, Stride: bytesDepth, Data: slices.Repeat([]float64{255}, 2*bytesDepth)}
		for _, low := range []int{255, 0} {
			m.Row(1)[0] = float64(low)
			p := newPixels(t, m)
			dst := Integers{Rows: 2, Cols: 2, Data: make([]int32, 4)}
			PackBytes(NewPixels(m)).MulTransposed(dst, p)
			const top = 255 * 255 * bytesDepth
			rest := 255 * (255 - low)
			for i, want := range []int{top, top - rest, top - rest, top - 255*255 + low*low} {
				assert.Check(t, is.Equal(int(dst.Data[i]), want), "element %d", i)
			}
		}
		assert.Check(t, PackBytes(NewPixels(NewMatrix(1, bytesDepth+1))) == nil)
		assert.Check(t, NewPixels(NewMatrix(1, bytesDepth+1)) == nil)
	})
}

func TestOtherValuesAreNoPixels(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		words := PackWords(make([]int16, 6), 3, make([]int32, 2))
		assert.Equal(t, words == nil, NewPixels(NewMatrix(2, 3)) == nil) // a processor takes both or none
		newPixels(t, NewMatrix(2, 3))
		for _, v := range []float64{-1, 256, 0.5, 254.999, 1e300, -1e300, math.NaN(), math.Inf(1), math.Inf(-1)} {
			for at := range 13 {
				bad := NewMatrix(2, 13)
				bad.Row(1)[at] = v
				assert.Check(t, PackBytes(NewPixels(bad)) == nil && NewPixels(bad) == nil, "%g in column %d", v, at)
			}
		}
	})
}

func TestWordsAreExact(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(12, 3))
		for _, shape := range integerShapes {
			m, n, depth := shape[0], shape[1], shape[2]
			a := pixels(m, depth, r)
			p := newPixels(t, a)
			values, starts := make([]int16, n*depth), make([]int32, n)
			for i := range values {
				// As large as the sum allows, with the least 16-bit number among them.
				values[i] = int16(max(-1<<15, min(1<<15-1, (r.IntN(1<<16)-1<<15)*256/max(depth, 256))))
			}
			values[0] = -1 << 15
			for i := range starts {
				starts[i] = int32(r.IntN(2*MaxStart/2) - MaxStart/2)
			}
			starts[0] = MaxStart
			starts[n-1] = -MaxStart
			dst, check := fencedIntegers(m, n)
			PackWords(values, depth, starts).MulTransposed(dst, p)
			name := fmt.Sprintf("%d×%d×%d", m, n, depth)
			for i := range m {
				for j, got := range dst.Row(i) {
					want := int64(starts[j])
					for k, v := range values[j*depth:][:depth] {
						want += int64(v) * int64(a.Row(i)[k])
					}
					if int64(got) != int64(int32(want)) {
						t.Fatalf("%s: element (%d, %d) is %d, want %d", name, i, j, got, want)
					}
				}
			}
			check(t, name)
		}
	})
}

func TestSumSquares(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(12, 4))
		for n := range 100 {
			x := make([]int32, n, n+64)
			for i := range x[:n:n] {
				x[i] = int32(r.Uint32())
			}
			for i := n; i < cap(x); i++ {
				x[:cap(x)][i] = 1 << 30 // must not count
			}
			want := 0.0
			for _, v := range x {
				want += float64(v) * float64(v)
			}
			assert.Check(t, math.Abs(SumSquares(x)-want) <= 1e-14*want, "%d values", n)
		}
	})
}
