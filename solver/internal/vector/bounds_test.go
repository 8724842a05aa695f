package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBounds(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for i, n := range lengths {
			r := rand.New(rand.NewPCG(16, uint64(i)))
			low, high, slacks := guard(n, i%8, r), guard(n, (i+3)%8, r), guard(n, (i+5)%8, r)
			lengths, roots, squares := guard(n, 1, r), guard(n, 2, r), make([]float32, n)
			wantLow, wantHigh := make([]float64, n), make([]float64, n)
			for j := range squares {
				squares[j] = r.Float32()
				square, off := float64(squares[j]), float64(0.1*roots.values[j])+0.2
				bound := float64(off*(2*math.Sqrt(square)+off)) + float64(0.3*square) + slacks.values[j]
				wantLow[j] = lengths.values[j] - square - bound
				wantHigh[j] = min(high.values[j], lengths.values[j]-square+bound)
			}
			BoundDistances(low.values, high.values, squares, lengths.values, roots.values, slacks.values, 0.1, 0.2, 0.3)
			low.check(t, "low")
			high.check(t, "high")
			if !slices.Equal(low.values, wantLow) || !slices.Equal(high.values, wantHigh) {
				t.Fatalf("%d values: from %v to %v, want from %v to %v", n, low.values, high.values, wantLow, wantHigh)
			}
		}
	})
}
