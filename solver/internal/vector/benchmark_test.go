package vector

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// The benchmarks report floating-point operations a second: 2·m·n·k for a product, half of it for a Gram matrix.

func gigaflops(b *testing.B, operations int) {
	b.ReportMetric(float64(operations)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
	b.ReportMetric(0, "ns/op")
}

func timed(b *testing.B, name string, operations int, call func()) {
	defer active.Store(active.Load())
	for _, k := range supported() {
		b.Run(fmt.Sprintf("%s/%s", name, k), func(b *testing.B) {
			if err := Select(k.String()); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				call()
			}
			gigaflops(b, operations)
		})
	}
}

// timedGonum runs the same product by gonum, dst = a·b with the given transposes.
func timedGonum(b *testing.B, name string, operations int, transposeB blas.Transpose, a, m, dst Matrix) {
	general := func(m Matrix) blas64.General {
		return blas64.General{Rows: m.Rows, Cols: m.Cols, Stride: m.Stride, Data: m.Data}
	}
	b.Run(name+"/gonum", func(b *testing.B) {
		for b.Loop() {
			blas64.Gemm(blas.NoTrans, transposeB, 1, general(a), general(m), 0, general(dst))
		}
		gigaflops(b, operations)
	})
}

// One tile with its operands in the first-level cache.
func BenchmarkTile(b *testing.B) {
	for _, k := range supported() {
		rows, columns, _ := k.tileShape()
		r := rand.New(rand.NewPCG(1, 1))
		const depth = 100
		x, y, c := random(rows, depth, r), random(depth, columns, r), NewMatrix(rows, columns)
		b.Run(k.String(), func(b *testing.B) {
			for b.Loop() {
				k.tile(c.Data, columns, x.Data, depth, y.Data, columns, depth, rows, columns, false)
			}
			gigaflops(b, 2*rows*columns*depth)
		})
	}
}

// Both products of a step for m columns, U = W·Xᵀ and G = U·X, on a class of USPS and one of MNIST.
func BenchmarkStep(b *testing.B) {
	for _, shape := range [][3]int{{300, 256, 1}, {300, 256, 2}, {300, 256, 10}, {300, 256, 40}, {6000, 784, 1}, {6000, 784, 16}, {6000, 784, 40}} {
		n, d, m := shape[0], shape[1], shape[2]
		r := rand.New(rand.NewPCG(2, 2))
		x, w := random(n, d, r), random(m, d, r)
		u, g := NewMatrix(m, n), NewMatrix(m, d)
		name := fmt.Sprintf("%dx%d/m=%d/", n, d, m)
		timed(b, name+"project", 2*n*d*m, func() { MulTransposed(u, w, x) })
		timedGonum(b, name+"project", 2*n*d*m, blas.Trans, w, x, u)
		timed(b, name+"gather", 2*n*d*m, func() { Mul(g, u, x) })
		timedGonum(b, name+"gather", 2*n*d*m, blas.NoTrans, u, x, g)
		samples := NewSamples(x, 1)
		timed(b, name+"pass", 4*n*d*m, func() { samples.Pass(g, w, func(Matrix) {}) })
	}
}

func BenchmarkGram(b *testing.B) {
	for _, shape := range [][2]int{{300, 256}, {6000, 784}} {
		n, d := shape[0], shape[1]
		r := rand.New(rand.NewPCG(3, 3))
		x, k := random(n, d, r), NewMatrix(n, n)
		name := fmt.Sprintf("%dx%d", n, d)
		timed(b, name+"/lower", n*n*d, func() { GramLower(k, x, 1) })
		timed(b, name+"/full", 2*n*n*d, func() { MulTransposed(k, x, x) })
		timed(b, name+"/full-2-workers", 2*n*n*d, func() { MulTransposedParallel(k, x, x, 2) })
		timedGonum(b, name+"/full", 2*n*n*d, blas.Trans, x, x, k)
	}
}

// A kernel matrix times a few vectors, given as rows.
func BenchmarkKernelTimesVectors(b *testing.B) {
	const n, m = 6000, 8
	r := rand.New(rand.NewPCG(4, 4))
	k, v, kv := random(n, n, r), random(m, n, r), NewMatrix(n, m)
	vk := NewMatrix(m, n)
	timed(b, "columns", 2*n*n*m, func() { MulTransposed(kv, k, v) })
	timedGonum(b, "columns", 2*n*n*m, blas.Trans, k, v, kv)
	timed(b, "rows", 2*n*n*m, func() { MulTransposed(vk, v, k) })
}

func BenchmarkVectors(b *testing.B) {
	for _, n := range []int{10, 100, 1024, 1 << 20} {
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = float64(i)
		}
		sum := 0.0
		timed(b, fmt.Sprintf("dot/%d", n), 2*n, func() { sum += Dot(x, y) })
		timed(b, fmt.Sprintf("axpy/%d", n), 2*n, func() { Axpy(1e-9, x, y) })
	}
}

func BenchmarkExpNegScaled(b *testing.B) {
	x, y := make([]float64, 4096), make([]float64, 4096)
	for i := range x {
		x[i] = float64(i)
	}
	report := func(b *testing.B) {
		b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/float64(len(x)), "ns/value")
		b.ReportMetric(0, "ns/op")
	}
	for _, k := range supported() {
		b.Run(k.String(), func(b *testing.B) {
			for b.Loop() {
				k.expNegScaled(y, x, 0.01)
			}
			report(b)
		})
	}
	b.Run("math.Exp", func(b *testing.B) {
		for b.Loop() {
			for i, v := range x {
				y[i] = math.Exp(-0.01 * max(v, 0))
			}
		}
		report(b)
	})
}
