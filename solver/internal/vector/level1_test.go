package vector

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
)

var lengths = func() []int {
	var all []int
	for n := range 140 {
		all = append(all, n)
	}
	return append(all, 255, 256, 257, 1000, 4099)
}()

func TestDot(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for i, n := range lengths {
			r := rand.New(rand.NewPCG(1, uint64(i)))
			x, y := guard(n, i%8, r), guard(n, (i+3)%8, r)
			got, want := Dot(x.values, y.values), dotGeneric(x.values, y.values)
			assert.Equal(t, math.Float64bits(got), math.Float64bits(want), "%d values", n)
			exact, size := new(big.Float).SetPrec(2000), 0.0
			for j, v := range x.values {
				term := new(big.Float).SetPrec(2000).Mul(big.NewFloat(v), big.NewFloat(y.values[j]))
				exact.Add(exact, term)
				size += math.Abs(v * y.values[j])
			}
			difference, _ := exact.Sub(exact, big.NewFloat(got)).Float64()
			bound := float64(n/dotLanes+6) * 0x1p-53 * size
			assert.Check(t, math.Abs(difference) <= bound,
				"%d values: error %g above the bound %g", n, difference, bound)
		}
	})
}

func TestDotOfSpecialValues(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for _, special := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 5e-324} {
			for at := range 70 {
				x, y := slices.Repeat([]float64{math.Copysign(0, -1)}, 70), slices.Repeat([]float64{1}, 70)
				x[at], y[at] = special, special
				got, want := Dot(x, y), dotGeneric(x, y)
				if math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
					t.Fatalf("%g at %d: %g, want %g", special, at, got, want)
				}
			}
		}
	})
}

func TestAxpy(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for i, n := range lengths {
			r := rand.New(rand.NewPCG(2, uint64(i)))
			x, y := guard(n, i%8, r), guard(n, (i+3)%8, r)
			want := make([]float64, n)
			for j := range want {
				want[j] = math.FMA(1.7, x.values[j], y.values[j])
			}
			Axpy(1.7, x.values, y.values)
			sameBits(t, "Axpy", row(y.values), row(want))
			x.check(t, "x")
			y.check(t, "y")
		}
	})
}

func TestRemove(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for _, n := range []int{0, 1, 7, 8, 9, 31, 32, 33, 75, 256, 301} {
			for _, rows := range []int{0, 1, 5} {
				r := rand.New(rand.NewPCG(15, uint64(n)))
				basis := guardMatrix(rows, n, 3, 1, r)
				v := guard(n, 2, r)
				want := slices.Clone(v.values)
				for i := range rows {
					b := basis.Matrix.Row(i)
					axpyGeneric(-dotGeneric(b, want), b, want)
				}
				Remove(v.values, basis.Matrix)
				v.check(t, "Remove")
				sameBits(t, fmt.Sprint(rows, " rows"), row(v.values), row(want))
			}
		}
	})
}

// What is near is in order, and the same to the bit by every kernel; what stands behind it stays within dst.
func TestNear(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for i, n := range lengths {
			r := rand.New(rand.NewPCG(17, uint64(i)))
			x, y, dst := guard(n, i%8, r), guard(n, (i+3)%8, r), guard(n, (i+5)%8, r)
			var want []float64
			wantBelow, low, high := 0, -0.5, 0.25
			for j, v := range x.values {
				if v = float64(0.6*v) + float64(0.8*y.values[j]); j%3 == 0 && j > n/2 { // a bound is near
					low = min(v, high)
				}
			}
			for j, v := range x.values {
				switch v = float64(0.6*v) + float64(0.8*y.values[j]); {
				case v < low:
					wantBelow++
				case v <= high:
					want = append(want, v)
				}
			}
			below, near := Near(dst.values, x.values, y.values, 0.6, 0.8, low, high)
			dst.check(t, "dst")
			assert.Equal(t, below, wantBelow, "%d values", n)
			assert.Check(t, slices.Equal(dst.values[:near], want), "%d values: %v, want %v", n, dst.values[:near], want)
		}
	})
}
