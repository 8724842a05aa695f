package statistics_test

import (
	"math"
	"testing"

	"gpca/report/statistics"
)

// Without ties the values follow from counting pairs by hand. The last is the
// example of SciPy's documentation of kendalltau, whose variant b is this one.
func TestKendall(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3, 4}, []float64{10, 20, 30, 40}, 1},
		{[]float64{1, 2, 3, 4}, []float64{4, 3, 2, 1}, -1},
		{[]float64{1, 2, 3}, []float64{1, 3, 2}, 1. / 3},
		{[]float64{12, 2, 1, 12, 2}, []float64{1, 4, 7, 1, 0}, -0.47140452079103173},
		{[]float64{1, 1, 1}, []float64{1, 2, 3}, math.NaN()},
		{nil, nil, math.NaN()},
	} {
		got := statistics.Kendall(c.a, c.b)
		if math.Abs(got-c.want) > 1e-15 || math.IsNaN(got) != math.IsNaN(c.want) {
			t.Errorf("Kendall(%v, %v) = %v, want %v", c.a, c.b, got, c.want)
		}
		if back := statistics.Kendall(c.b, c.a); back != got && !math.IsNaN(got) {
			t.Errorf("Kendall is %v one way round and %v the other", got, back)
		}
	}
}
