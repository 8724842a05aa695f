package statistics_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/statistics"
)

// The interval of a mean of many values is normal, and so is that of the sum of two samples.
func TestBootstrapOfAMean(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	values := make([]float64, 400)
	sum, squares := 0.0, 0.0
	for i := range values {
		values[i] = r.NormFloat64()
		sum += values[i]
		squares += values[i] * values[i]
	}
	mean := func(drawn [][]int) float64 {
		total := 0.0
		for _, rows := range drawn {
			for _, i := range rows {
				total += values[i]
			}
		}
		return total / 400
	}
	half := 1.96 * math.Sqrt((squares-sum*sum/400)/399/400)
	for samples, sizes := range map[float64][]int{1: {400}, 2: {400, 400}} {
		low, high := statistics.Bootstrap(sizes, mean)
		centre, width := samples*sum/400, math.Sqrt(samples)*half
		assert.Check(t, math.Abs(low-centre+width) <= 0.1*width && math.Abs(high-centre-width) <= 0.1*width,
			"%v samples: %g to %g, want %g ± %g", samples, low, high, centre, width)
	}
}

func TestBootstrapOfNothing(t *testing.T) {
	one := func([][]int) float64 { return 1 }
	for _, sizes := range [][]int{nil, {1}, {1, 1}} {
		low, high := statistics.Bootstrap(sizes, one)
		assert.Check(t, math.IsNaN(low) && math.IsNaN(high), "samples of %v: %g to %g, want NaN", sizes, low, high)
	}
	low, _ := statistics.Bootstrap([]int{2}, func([][]int) float64 { return math.NaN() })
	assert.Check(t, math.IsNaN(low), "a statistic that is none: %g, want NaN", low)
}
