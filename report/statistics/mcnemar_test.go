package statistics_test

import (
	"math"
	"testing"

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
		if got := statistics.McNemarAtMost(c.k, c.l, c.n); math.Abs(got-c.want) > 0.005 {
			t.Errorf("%d and %d of %d: %v, want %v", c.k, c.l, c.n, got, c.want)
		}
	}
}
