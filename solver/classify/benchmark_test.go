package classify_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/classify"
	"gpca/solver/kernel"
)

func noise(rows, columns int, scale float64, r *rand.Rand) *mat.Dense {
	m := mat.NewDense(rows, columns, nil)
	for i := range rows {
		for j := range columns {
			m.Set(i, j, scale*r.NormFloat64())
		}
	}
	return m
}

// A small USPS: ten digits, ten methods of thirty components, and 1000 test samples.
func BenchmarkByReconstruction(b *testing.B) {
	const classes, methods, components, features, training = 10, 10, 30, 256, 300
	r := rand.New(rand.NewPCG(1, 1))
	samples := noise(1000, features, 100, r)
	run := func(b *testing.B, models []classify.Model) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := classify.ByReconstruction(b.Context(), models, samples); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("linear", func(b *testing.B) {
		var models []classify.Model
		for range classes {
			var loadings []*mat.Dense
			for range methods {
				loadings = append(loadings, noise(components, features, 0.06, r))
			}
			models = append(models, classify.NewLinear(make([]float64, features), loadings))
		}
		run(b, models)
	})
	b.Run("gaussian", func(b *testing.B) {
		var models []classify.Model
		for range classes {
			k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 2500}, noise(training, features, 100, r), true, 1)
			if err != nil {
				b.Fatal(err)
			}
			var coefficients []*mat.Dense
			var lengths [][]float64
			for range methods {
				b := noise(components, training, 0.06, r)
				coefficients, lengths = append(coefficients, b), append(lengths, k.SquaredLengths(b))
			}
			models = append(models, classify.NewKernel(k, coefficients, lengths))
		}
		run(b, models)
	})
}
