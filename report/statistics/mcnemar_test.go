package statistics_test

import (
	"math"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/statistics"
)

// By hand: of m samples that only one method gets right, the better gets (m + |k−l|)/2.
func TestMcNemarAtMost(t *testing.T) {
	for _, c := range []struct {
		k, l, n int
		want    float64
	}{
		{10, 10, 10, 1},
		{5, 5, 10, 1},
		{10, 9, 10, 1},           // one sample: 2 · 1/2
		{10, 4, 10, 2. / 64},     // six, all on one side
		{4, 10, 10, 2. / 64},     // whoever is ahead
		{6, 0, 10, 2. / 64},      // rights that are as few as wrongs were
		{9, 4, 10, 16. / 128},    // seven: 6 or 7, 2 · (7 + 1)/128
		{7643, 7637, 8000, 0.85}, // 723 errors, 6 apart: 2 P(Z > 5/√723) with the continuity correction
	} {
		got := statistics.McNemarAtMost(c.k, c.l, c.n)
		assert.Check(t, math.Abs(got-c.want) <= 0.005, "%d and %d of %d: %v, want %v", c.k, c.l, c.n, got, c.want)
	}
}

// By hand, with z = 1.96: two methods with 581 errors together differ in at most 581 samples.
func TestMcNemarInterval(t *testing.T) {
	for _, c := range []struct {
		k, l, n     int
		apart, half float64
	}{
		{7701, 7718, 8000, 17, 47.3}, // 1.96 √(582 − 17²/8002)
		{7718, 7701, 8000, 17, 47.3}, // whoever is ahead
		{200, 200, 200, 0, 1.94},     // none wrong: 200/202 · 1.96
		{20, 10, 20, 9.09, 4.53},     // ten on one side: 20/22 · (10 ± 1.96 √(11 − 100/22))
	} {
		apart, half := statistics.McNemarInterval(c.k, c.l, c.n, 0.95)
		assert.Check(t, math.Abs(apart-c.apart) <= 0.05 && math.Abs(half-c.half) <= 0.05,
			"%d and %d of %d: %.2f ± %.2f, want %.2f ± %.2f", c.k, c.l, c.n, apart, half, c.apart, c.half)
	}
}
