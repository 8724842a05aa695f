package statistics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/statistics"
)

// Quantiles of printed tables, P(|T| > t) = 0.05 for n−1 degrees of freedom; e.g. R. A. Fisher, Statistical
// Methods for Research Workers, Table IV.
func TestIntervalAgainstPrintedTables(t *testing.T) {
	for n, quantile := range map[int]float64{
		2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 8: 2.365, 10: 2.262, 11: 2.228, 16: 2.131, 21: 2.086, 31: 2.042, 121: 1.980,
	} {
		// n values about 100 with sample standard deviation √(n/(n−1))·d: alternating ±d, and one 0 when n is odd.
		values := make([]float64, n)
		squares := 0.0
		for i := range values {
			values[i] = 100
			if i < n/2*2 {
				values[i] += 7 * float64(1-2*(i%2))
				squares += 49
			}
		}
		want := quantile * math.Sqrt(squares/float64(n-1)) / math.Sqrt(float64(n))
		mean, half := statistics.Interval(values)
		assert.Check(t, math.Abs(mean-100) <= 1e-12 && math.Abs(half/want-1) <= 5e-4,
			"%d values: %v ± %v, want 100 ± %v", n, mean, half, want)
	}
}

func TestIntervalOfFewOrEqualValues(t *testing.T) {
	mean, half := statistics.Interval(nil)
	assert.Check(t, math.IsNaN(mean) && half == 0, "no values: %v ± %v, want NaN ± 0", mean, half)
	// 100/3 and 290/3, rates over 150 samples, have no exact sum of five.
	for _, v := range []float64{0, 1. / 3, 0.1, 100. / 3, 290. / 3, -1e-300, 1e300} {
		for n := 1; n <= 7; n++ {
			values := make([]float64, n)
			for i := range values {
				values[i] = v
			}
			mean, half := statistics.Interval(values)
			assert.Check(t, mean == v && half == 0, "%d times %v: %v ± %v", n, v, mean, half)
		}
	}
}

// 95% intervals contain the truth in about 95 of 100 samples: of 4000, in 3735 to 3865, 4.7 standard deviations
// either way.
func TestIntervalCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const samples = 4000
	covered := 0
	for range samples {
		values := make([]float64, 5)
		for i := range values {
			values[i] = 96 + 0.2*r.NormFloat64()
		}
		if mean, half := statistics.Interval(values); math.Abs(mean-96) <= half {
			covered++
		}
	}
	assert.Check(t, covered >= 3735 && covered <= 3865,
		"%d of %d intervals hold the mean, want about %d", covered, samples, samples*95/100)
}

func TestPredictionCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const samples = 4000
	for _, more := range []int{1, 3} {
		covered := 0
		for range samples {
			values := make([]float64, 5+more)
			for i := range values {
				values[i] = 96 + 0.2*r.NormFloat64()
			}
			next, _ := statistics.Interval(values[5:])
			if mean, _ := statistics.Interval(values[:5]); math.Abs(mean-next) <= statistics.Prediction(values[:5], more) {
				covered++
			}
		}
		assert.Check(t, covered >= 3735 && covered <= 3865,
			"%d of %d intervals hold the mean of %d more, want about %d", covered, samples, more, samples*95/100)
	}
	half := statistics.Prediction([]float64{7, 7, 7}, 1)
	assert.Equal(t, half, 0.0, "half-width %v for equal values", half)
}

func ExampleInterval() {
	mean, half := statistics.Interval([]float64{95.4, 95.5, 95.3, 95.6, 95.4})
	fmt.Printf("%.2f ± %.2f\n", mean, half)
	// Output: 95.44 ± 0.14
}
