package vector

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// packSingle returns m in float32, or skips the test.
func packSingle(t testing.TB, m Matrix) *PackedSingle {
	t.Helper()
	p := PackSingle(m)
	if p == nil {
		t.Skipf("the kernel %s has no products in float32", Kernel())
	}
	return p
}

func TestSingleWithinItsBound(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(14, 1))
		worst := 0.0
		for _, shape := range [][3]int{{1, 1, 1}, {3, 2, 127}, {7, 15, 128}, {8, 16, 129}, {9, 17, 300}, {64, 49, 257}, {65, 211, 300}, {10, 33, 1000}} {
			m, n, depth := shape[0], shape[1], shape[2]
			w := guardMatrix(n, depth, 2, 1, r)
			p := packSingle(t, w.Matrix)
			a := NewSingles(m, depth)
			exactly := NewMatrix(m, depth)
			for i := range m {
				for k := range a.Row(i) {
					v := float32(r.Float64())
					a.Row(i)[k], exactly.Row(i)[k] = v, float64(v)
				}
			}
			want := NewMatrix(m, n)
			MulTransposed(want, exactly, w.Matrix)
			dst := guardMatrix(m, n, 3, 1, r)
			p.MulTransposed(dst.Matrix, a)
			name := fmt.Sprintf("%d×%d×%d", m, n, depth)
			for i := range m {
				for j, got := range dst.Matrix.Row(i) {
					size := 0.0
					for k, v := range w.Matrix.Row(j) {
						size += math.Abs(v * exactly.Row(i)[k])
					}
					off := math.Abs(got-want.Row(i)[j]) / size
					worst = max(worst, off)
					if !(off <= SingleError) {
						t.Fatalf("%s: element (%d, %d) is %g, want %g: off by %g of the sum, more than %g", name, i, j, got, want.Row(i)[j], off, SingleError)
					}
				}
			}
			dst.check(t, name)
		}
		t.Logf("worst error %.2g of the sum of magnitudes, bound %.2g", worst, SingleError)
	})
}

func TestSingleRefusesExtremes(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		m := NewMatrix(2, 3)
		packSingle(t, m)
		for _, v := range []float64{1e-40, -1e-300, 1e40, math.NaN(), math.Inf(1)} {
			m.Data[4] = v
			if PackSingle(m) != nil {
				t.Errorf("packed %g", v)
			}
		}
	})
}

func TestGaussianSingleWithinItsBound(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		const n = 1000
		products, norms := make([]int32, n), make([]int32, n)
		dst := make([]float32, n+16)
		r := rand.New(rand.NewPCG(14, 2))
		worst := 0.0
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
				}
				dst[n] = 7
				GaussianSingle(dst[:n], products, norms, norm, scale)
				for i, got := range dst[:n] {
					d := int64(norm) + int64(norms[i]) - 2*int64(products[i])
					off := math.Abs(float64(got) - math.Exp(-scale*float64(d)))
					worst = max(worst, off)
					if !(off <= GaussianError) {
						t.Fatalf("exp(-%g·%d) is %g: off by %g, more than %g", scale, d, got, off, GaussianError)
					}
				}
				if dst[n] != 7 {
					t.Fatal("wrote beyond the end")
				}
			}
		}
		t.Logf("worst error %.2g, bound %.2g", worst, GaussianError)
	})
}

// Kernel values of test images of USPS against seven methods of thirty components.
func BenchmarkSingle(b *testing.B) {
	r := rand.New(rand.NewPCG(14, 3))
	const m, n, depth = 64, 211, 300
	p, a, dst := packSingle(b, random(n, depth, r)), NewSingles(m, depth), NewMatrix(m, n)
	for b.Loop() {
		p.MulTransposed(dst, a)
	}
	gigaflops(b, 2*m*n*depth)
}

func BenchmarkGaussianSingle(b *testing.B) {
	const n = 304
	dst, products, norms := make([]float32, n), make([]int32, n), make([]int32, n)
	for i := range norms {
		norms[i] = int32(i) << 13
	}
	for b.Loop() {
		GaussianSingle(dst, products, norms, 0, 1/6.25e6)
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gvalues/s")
}
