package statistics_test

import (
	"math"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/statistics"
)

func kendall(a, b []float64) float64 {
	tau, _ := statistics.KendallRows([][]float64{a}, [][]float64{b})
	return tau
}

// Values without ties are from counting pairs by hand. The last is SciPy's example of kendalltau, variant b.
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
		got := kendall(c.a, c.b)
		assert.Check(t, math.Abs(got-c.want) <= 1e-15 || math.IsNaN(got) && math.IsNaN(c.want),
			"Kendall(%v, %v) = %v, want %v", c.a, c.b, got, c.want)
		back := kendall(c.b, c.a)
		assert.Check(t, back == got || math.IsNaN(got), "Kendall is %v one way round and %v the other", got, back)
	}
}

// Three columns ordered alike in each row have τ = 1, which one of 6 permutations reaches; a row without an order
// does not count.
func TestKendallRows(t *testing.T) {
	a := [][]float64{{1, 2, 3}, {3, 1, 2}, {5, 5, 5}}
	for _, c := range []struct {
		name   string
		b      [][]float64
		tau, p float64
	}{
		{"the same order", [][]float64{{10, 20, 30}, {9, 7, 8}, {1, 2, 3}}, 1, 1. / 6},
		{"the opposite order", [][]float64{{30, 20, 10}, {7, 9, 8}, {1, 2, 3}}, -1, 1},
		// Rows with τ = 1 and 1/3; with the last two columns exchanged, 1/3 and 1.
		{"one pair exchanged", [][]float64{{10, 20, 30}, {9, 8, 7}, {1, 2, 3}}, 2. / 3, 2. / 6},
		{"no order", [][]float64{{1, 1, 1}, {1, 1, 1}, {1, 2, 3}}, math.NaN(), math.NaN()},
	} {
		tau, p := statistics.KendallRows(a, c.b)
		same := func(x, y float64) bool { return math.Abs(x-y) < 1e-12 || math.IsNaN(x) && math.IsNaN(y) }
		assert.Check(t, same(tau, c.tau) && same(p, c.p), "%s: τ = %g, p = %g; want %g, %g", c.name, tau, p, c.tau, c.p)
	}
	tau, p := statistics.KendallRows(nil, nil)
	assert.Check(t, math.IsNaN(tau) && math.IsNaN(p), "no rows: %g, %g", tau, p)
}

// Of n columns one permutation in n leaves the first in place. Too many columns have no p-value.
func TestPermuted(t *testing.T) {
	first := func(permutation []int) float64 { return float64(-permutation[0]) }
	for n, want := range map[int]float64{1: 1, 3: 1. / 3, 8: 1. / 8} {
		assert.Check(t, is.Equal(statistics.Permuted(n, first), want), "%d columns: p", n)
	}
	for _, n := range []int{0, 9} {
		p := statistics.Permuted(n, first)
		assert.Check(t, math.IsNaN(p), "%d columns: p = %g, want NaN", n, p)
	}
}
