package objective_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkApply has projections of standardized features (scale 1) and of images (scale 300).
func BenchmarkApply(b *testing.B) {
	for _, scale := range []float64{1, 300} {
		random := rand.New(rand.NewPCG(1, 2))
		u, dst := make([]float64, 4096), make([]float64, 4096)
		for i := range u {
			u[i] = scale * random.NormFloat64()
		}
		for _, name := range []string{
			"p=0.5", "p=0.7", "p=1", "p=1.5", "p=2", "tanh", "3-3sech", "2tanh2", "4sigmoid-2", "2tanhsech", "1-cos",
			"a=1", "q=2", "q=2.5", "g=1", "f'=u", "f'=tanh(u)", "f'=3 - 3/cosh(u)", "f'=u < 1 ? u : 1", "f'=exp(-u^2)",
		} {
			s := mustParse(b, name)
			b.Run(fmt.Sprintf("%s/scale=%v", name, scale), func(b *testing.B) {
				for b.Loop() {
					s.Apply(dst, u)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(u)), "ns/element")
			})
		}
	}
}
