package vector_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/kernel"
	"gpca/solver/robust"
)

// The kernels of the solver against the roofs of the machine: its rate of multiply-adds, and the bandwidth of its
// memory (S. Williams, A. Waterman, D. Patterson, "Roofline: an insightful visual performance model for multicore
// architectures", Communications of the ACM 52, 2009). Each thread has operands of its own, as units of work have.
// The bytes are those of each operand once. So -cpu 1,2 shows whether a second processor finds memory busy:
//
//	go test -run - -bench Roofline -cpu 1,2 ./solver/internal/vector
func BenchmarkRoofline(b *testing.B) {
	const far = 1 << 24 // values of 128 MiB, in no cache
	gaussian := func(rows, columns int) vector.Matrix {
		r, m := rand.New(rand.NewPCG(5, 5)), vector.NewMatrix(rows, columns)
		for i := range m.Data {
			m.Data[i] = r.NormFloat64()
		}
		return m
	}
	square := func(u vector.Matrix) {
		for i, v := range u.Data {
			u.Data[i] = math.Copysign(v*v, v)
		}
	}
	pixels := func(rows, columns int) vector.Matrix {
		m := gaussian(rows, columns)
		for i, v := range m.Data {
			m.Data[i] = math.Round(min(max(128+50*v, 0), 255))
		}
		return m
	}
	project := func(samples func(rows, columns int) vector.Matrix) func(b *testing.B) func() {
		return func(b *testing.B) func() {
			k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 2500}, samples(3000, 784).Dense(), true, 1)
			if err != nil {
				b.Fatal(err)
			}
			p := k.Projector(gaussian(30, 3000).Dense())
			y, z, lengths := samples(1000, 784).Dense(), mat.NewDense(1000, 30, nil), make([]float64, 1000)
			return func() { p.Project(z, lengths, y) }
		}
	}
	for _, k := range []struct {
		name              string
		operations, bytes float64
		prepare           func(b *testing.B) func()
	}{
		{"copy", 0, 16 * far, func(*testing.B) func() {
			from, to := make([]float64, far), make([]float64, far)
			return func() { copy(to, from) }
		}},
		{"read", 2 * far, 8 * far, func(*testing.B) func() {
			x, y := make([]float64, far), make([]float64, 1024)
			return func() {
				for first := 0; first < far; first += len(y) {
					vector.Dot(x[first:][:len(y)], y)
				}
			}
		}},
		{"product in cache, 240×240", 2 * 240 * 240 * 240, 3 * 8 * 240 * 240, func(*testing.B) func() {
			x, y, z := gaussian(240, 240), gaussian(240, 240), vector.NewMatrix(240, 240)
			return func() { vector.MulTransposed(z, x, y) }
		}},
		{"30 components, 60000×256", 2 * 60000 * 256 * 30, 8 * 60000 * (256 + 30), func(*testing.B) func() {
			x, w, u := gaussian(60000, 256), gaussian(30, 256), vector.NewMatrix(30, 60000)
			return func() { vector.MulTransposed(u, w, x) }
		}},
		{"pass of 1, 300×256", 4 * 300 * 256, 8 * 300 * 256, func(*testing.B) func() {
			x, w, g := vector.NewSamples(gaussian(300, 256), 1), gaussian(1, 256), vector.NewMatrix(1, 256)
			return func() { x.Pass(g, w, square) }
		}},
		{"pass of 1, 60000×256", 4 * 60000 * 256, 8 * 60000 * 256, func(*testing.B) func() {
			x, w, g := vector.NewSamples(gaussian(60000, 256), 1), gaussian(1, 256), vector.NewMatrix(1, 256)
			return func() { x.Pass(g, w, square) }
		}},
		{"pass of 10, 60000×256", 40 * 60000 * 256, 8 * 60000 * 256, func(*testing.B) func() {
			x, w, g := vector.NewSamples(gaussian(60000, 256), 1), gaussian(10, 256), vector.NewMatrix(10, 256)
			return func() { x.Pass(g, w, square) }
		}},
		{"covariance, 60000×256", 256 * 257 * 60000, 8 * (60000*256 + 256*256), func(*testing.B) func() {
			x, c := gaussian(60000, 256), vector.NewMatrix(256, 256)
			return func() { vector.GramOfColumns(c, x, 1) }
		}},
		{"kernel matrix, 3000×784", 3000 * 3001 * 784, 8 * (3000*784 + 3000*3000), func(b *testing.B) func() {
			x := gaussian(3000, 784).Dense()
			return func() {
				k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 30}, x, true, 1)
				if err != nil {
					b.Error(err)
				}
				k.Release()
			}
		}},
		{"half a kernel matrix times 1, 3000", 2 * 3000 * 3000, 4 * 3000 * 3000, func(*testing.B) func() {
			k, v, u := gaussian(3000, 3000), gaussian(1, 3000), vector.NewMatrix(1, 3000)
			return func() { vector.MulSymmetric(u, v, k) }
		}},
		{"out of sample, 1000×3000×784", 2 * 1000 * 3000 * (784 + 31), 8 * (1000*784 + 3000*784 + 30*3000 + 1000*30),
			project(gaussian)},
		{"out of sample, pixels", 2 * 1000 * 3000 * (784 + 31), 8*(1000*784+30*3000+1000*30) + 3000*784,
			project(pixels)},
		{"ROBPCA, 10000×50, directions", 2 * 250 * 10000 * 50, 8 * 25 * 10000 * 50, func(b *testing.B) func() {
			m, err := robust.Parse("robpca")
			if err != nil {
				b.Fatal(err)
			}
			x := gaussian(10000, 50).Dense()
			return func() {
				if _, err := m.Fit(b.Context(), x, robust.Settings{Components: 5}); err != nil {
					b.Error(err)
				}
			}
		}},
	} {
		b.Run(k.name, func(b *testing.B) {
			calls := make([]func(), runtime.GOMAXPROCS(0))
			for i := range calls {
				calls[i] = k.prepare(b)
				calls[i]()
			}
			b.ResetTimer()
			var threads sync.WaitGroup
			for _, call := range calls {
				threads.Go(func() {
					for range b.N {
						call()
					}
				})
			}
			threads.Wait()
			perSecond := float64(b.N*len(calls)) / b.Elapsed().Seconds() / 1e9
			b.ReportMetric(k.operations*perSecond, "GFLOP/s")
			b.ReportMetric(k.bytes*perSecond, "GB/s")
			b.ReportMetric(k.operations/k.bytes, "FLOP/B")
			b.ReportMetric(0, "ns/op")
		})
	}
}
