package vector

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
)

func newFractions(t testing.TB, rows, cols int) *Fractions {
	t.Helper()
	f := NewFractions(rows, cols)
	if f == nil {
		t.Skipf("the kernel %s has no products of whole numbers", Kernel())
	}
	return f
}

func (f *Fractions) value(i, j int) int64 {
	word := f.words[i*f.width+2*j:]
	return int64(int16(uint16(word[0]) | uint16(word[1])<<8))
}

func TestGaussianWithinItsBound(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(14, 2))
		worst := 0.0
		for _, n := range []int{1000, 16, 7} {
			f := newFractions(t, 2, n)
			products, norms, around := make([]int32, n), make([]int32, n), make([]float32, n)
			behind := bytes.Clone(f.words[2*n:])
			for _, scale := range []float64{1 / 6.25e6, 1 / 25e6, 1e-9, 1e-3, 1, 1e6, 1e30} {
				for round := range 50 {
					norm := int32(r.IntN(1 << 28))
					for i := range products {
						norms[i] = int32(r.IntN(1 << 28))
						products[i] = int32(r.Int64N((int64(norm)+int64(norms[i]))/2 + 1))
						if round%2 == 0 { // distances for which the result is neither 0 nor 1
							d := int32(min(r.Float64()*110/scale, 1<<29))
							norms[i], products[i] = norm+d, norm
						}
						around[i] = r.Float32()
					}
					products[0], norms[0] = norm, norm // the largest value, 1
					sum, squares := f.SetGaussian(0, products, norms, norm, scale, around)
					wantSum, wantSquares := 0.0, 0.0
					for i := range products {
						d := int64(norm) + int64(norms[i]) - 2*int64(products[i])
						want := math.Exp(-scale * float64(d))
						worst = max(worst, math.Abs(FractionUnit*float64(f.value(0, i)+FractionZero)-want))
						from := want - float64(around[i])
						wantSum += from
						wantSquares += from * from
					}
					if math.Abs(sum-wantSum) > 1e-6*float64(n) || math.Abs(squares-wantSquares) > 2e-6*float64(n) {
						t.Errorf("%d values: sums %g and %g, want %g and %g", n, sum, squares, wantSum, wantSquares)
					}
				}
			}
			assert.Assert(t, bytes.Equal(f.words[2*n:], behind), "wrote beyond the end of %d values", n)
		}
		assert.Check(t, worst <= FractionError)
	})
}

// Partial sums beyond 32 bits return into range by terms of the other sign, modulo 2³².
func TestFractionsAreExact(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(14, 1))
		for _, shape := range integerShapes {
			m, n, depth := shape[0], shape[1], shape[2]
			f := newFractions(t, m, depth)
			for i := range m {
				for k := range 2 * depth {
					f.words[i*f.width+k] = uint8(r.IntN(256))
				}
			}
			f.words[0], f.words[1] = 0, 0x80 // −2¹⁵, whose square is the largest product
			values, starts := make([]int16, n*depth), make([]int32, n)
			for i := range values {
				values[i] = int16(r.IntN(1<<16) - 1<<15)
			}
			values[0] = -1 << 15
			for i := range starts {
				starts[i] = int32(r.IntN(2*MaxStart) - MaxStart)
			}
			dst, check := fencedIntegers(m, n)
			PackWords(values, depth, starts).MulFractions(dst, f)
			name := fmt.Sprintf("%d×%d×%d", m, n, depth)
			for i := range m {
				for j, got := range dst.Row(i) {
					want := int64(starts[j])
					for k, v := range values[j*depth:][:depth] {
						want += int64(v) * f.value(i, k)
					}
					if got != int32(want) {
						t.Fatalf("%s: element (%d, %d) is %d, want %d", name, i, j, got, int32(want))
					}
				}
			}
			check(t, name)
		}
	})
}

func TestSpectralBound(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 4))
	for _, scale := range []float64{0, 1e-100, 1, 1e100} {
		for _, rows := range []int{1, 5, 30, 300} {
			m := random(rows, 60, r)
			floats.Scale(scale, m.Data)
			var d mat.SVD
			d.Factorize(mat.NewDense(rows, 60, m.Data), mat.SVDNone)
			most := d.Values(nil)[0]
			if got := SpectralBound(m); !(got >= most*(1-1e-12) && got <= 1.3*most) {
				t.Errorf("%d rows of size %g: %g, want %g or a little more", rows, scale, got, most)
			}
		}
	}
}
