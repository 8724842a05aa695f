package solver_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"

	"gpca/solver"
	"gpca/solver/kernel"
)

// pictures returns grey values from 0 to 255 with variances that fall like 1/k², as those of scanned digits.
func pictures(rows, columns int, seed uint64) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	factors, patterns := mat.NewDense(rows, columns, nil), mat.NewDense(columns, columns, nil)
	fill := func(m *mat.Dense, scale func(column int) float64) {
		m.Apply(func(_, j int, _ float64) float64 { return scale(j) * r.NormFloat64() }, m)
	}
	fill(factors, func(k int) float64 { return 600 / float64(k+1) })
	fill(patterns, func(int) float64 { return 1 / math.Sqrt(float64(columns)) * 4 })
	x := solver.Product(factors, patterns)
	x.Apply(func(_, _ int, v float64) float64 { return math.Round(min(max(128+v, 0), 255)) }, x)
	return x
}

// fitting repeats a fit and reports its steps.
func fitting(b *testing.B, fit func() (all [][]solver.Component)) {
	b.ReportAllocs()
	steps := 0
	for b.Loop() {
		steps = 0
		for _, c := range slices.Concat(fit()...) {
			steps += c.Iterations
		}
	}
	b.ReportMetric(float64(steps), "steps")
}

// The ten functions of the thesis's Table 2.3 on one digit of USPS.
func BenchmarkGPCA(b *testing.B) {
	x, _ := solver.Centre(pictures(300, 256, 1))
	list := functions(b, "p=0.5", "p=1", "p=1.5", "p=2", "tanh", "3-3sech", "2tanh2", "a=1", "a=2", "a=3")
	fitting(b, func() (all [][]solver.Component) {
		for _, f := range fit(b, x, list, solver.Settings{Components: 30}) {
			all = append(all, f.Components)
		}
		return all
	})
}

// The seven functions of Tables 3.1 to 3.4 on one digit of USPS.
func BenchmarkKernelGPCA(b *testing.B) {
	k := kernelMatrix(b, kernel.Gaussian{Sigma: 2500}, pictures(300, 256, 1), true)
	list := functions(b, "p=0.5", "p=1", "p=1.5", "p=2", "q=2", "q=3", "q=4")
	fitting(b, func() (all [][]solver.Component) {
		for _, f := range kernelFit(b, k, list, solver.Settings{Components: 30}) {
			all = append(all, f.Components)
		}
		return all
	})
}

// The eigenproblem of p = 2 for a digit of USPS and one of MNIST.
func BenchmarkExact(b *testing.B) {
	for _, size := range []struct {
		name          string
		rows, columns int
	}{{"300x256", 300, 256}, {"3000x784", 3000, 784}} {
		b.Run(size.name, func(b *testing.B) {
			x, _ := solver.Centre(pictures(size.rows, size.columns, 1))
			list := functions(b, "p=2")
			b.ReportAllocs()
			for b.Loop() {
				_, err := solver.GPCA(b.Context(), x, list, solver.Settings{Components: 30})
				assert.NilError(b, err)
			}
		})
	}
}
