package vector

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// pixels returns whole numbers from 0 to 255, the extreme ones often.
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

// packBytes returns m as Bytes, or skips the test.
func packBytes(t testing.TB, m Matrix) *Bytes {
	t.Helper()
	b := PackBytes(m)
	if b == nil {
		t.Skipf("the kernel %s of this processor has no products of bytes", Kernel())
	}
	return b
}

func TestBytesEqualFloats(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(12, 1))
		packBytes(t, pixels(1, 1, r))
		for _, shape := range [][3]int{
			{1, 1, 1}, {1, 1, 3}, {1, 1, 4}, {3, 2, 5}, {7, 47, 8}, {8, 48, 9}, {9, 49, 16}, {65, 96, 3}, {17, 100, 784}, {130, 7, 256}, {0, 5, 3},
		} {
			m, n, depth := shape[0], shape[1], shape[2]
			a := guardMatrix(m, depth, 2, 1, r)
			for i := range m {
				copy(a.Row(i), pixels(1, depth, r).Data)
			}
			b := pixels(n, depth, r)
			want := NewMatrix(m, n)
			MulTransposed(want, a.Matrix, b)
			dst := guardMatrix(m, n, 3, 1, r)
			name := fmt.Sprintf("%d×%d×%d", m, n, depth)
			if !packBytes(t, b).MulTransposed(dst.Matrix, a.Matrix) {
				t.Errorf("%s: bytes refused", name)
			}
			sameBits(t, name, dst.Matrix, want)
			dst.check(t, name)
		}
	})
}

// The largest sums that there are: all values 255, at the largest depth.
func TestBytesAtTheirLimit(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		m := NewMatrix(2, bytesDepth)
		for i := range m.Data {
			m.Data[i] = 255
		}
		for _, low := range []float64{255, 0} {
			m.Row(1)[0] = low
			dst := NewMatrix(2, 2)
			packBytes(t, m).MulTransposed(dst, m)
			const top = 255 * 255 * bytesDepth
			rest := 255 * (255 - low)
			sameBits(t, "product", dst, Matrix{Rows: 2, Cols: 2, Stride: 2, Data: []float64{top, top - rest, top - rest, top - 255*255 + low*low}})
		}
		if PackBytes(NewMatrix(1, bytesDepth+1)) != nil {
			t.Errorf("packed rows of %d bytes", bytesDepth+1)
		}
	})
}

func TestBytesRefuseOtherValues(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		good := NewMatrix(2, 3)
		b := packBytes(t, good)
		for _, v := range []float64{-1, 256, 0.5, 254.999, 1e300, math.NaN(), math.Inf(1), math.Inf(-1)} {
			bad := NewMatrix(2, 3)
			bad.Data[4] = v
			if PackBytes(bad) != nil {
				t.Errorf("%g was packed", v)
			}
			dst := NewMatrix(2, 2)
			dst.Data[3] = 7
			if b.MulTransposed(dst, bad) || dst.Data[3] != 7 {
				t.Errorf("%g was multiplied", v)
			}
		}
	})
}

// Test images against the training images of a class of MNIST.
func BenchmarkBytes(b *testing.B) {
	r := rand.New(rand.NewPCG(12, 2))
	const m, n, depth = 64, 6000, 784
	x, y, dst := pixels(n, depth, r), pixels(m, depth, r), NewMatrix(m, n)
	packed := packBytes(b, x)
	b.Run("bytes", func(b *testing.B) {
		for b.Loop() {
			packed.MulTransposed(dst, y)
		}
		gigaflops(b, 2*m*n*depth)
	})
	b.Run("float64", func(b *testing.B) {
		for b.Loop() {
			MulTransposed(dst, y, x)
		}
		gigaflops(b, 2*m*n*depth)
	})
}
