package statistics_test

import (
	"math"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/statistics"
)

// P(X ≤ 0), P(X ≤ 1) and P(X ≤ 2) of ten tosses of a coin are 1, 11 and 56 of 1024. The test rejects where the exact
// interval of the probability excludes one half.
func TestSign(t *testing.T) {
	for times, want := range map[int]float64{0: 2. / 1024, 1: 22. / 1024, 2: 112. / 1024, 5: 1, 8: 112. / 1024, 10: 2. / 1024} {
		p := statistics.Sign(times, 10)
		assert.Check(t, math.Abs(p-want) <= 1e-12, "%d of 10: p = %v, want %v", times, p, want)
	}
	for n := 1; n <= 25; n++ {
		for times := range n + 1 {
			low, high := statistics.Proportion(times, n)
			assert.Check(t, is.Equal(low > 0.5 || high < 0.5, statistics.Sign(times, n) <= 0.05),
				"%d of %d: p = %v, interval %v to %v", times, n, statistics.Sign(times, n), low, high)
		}
		assert.Check(t, is.Equal(n >= statistics.FewestSigns(0.05), statistics.Sign(0, n) <= 0.05),
			"%d trials, the fewest being %d: p = %v", n, statistics.FewestSigns(0.05), statistics.Sign(0, n))
	}
	assert.Check(t, math.IsNaN(statistics.Sign(0, 0)), "no trials show something")
}

func TestBreaking(t *testing.T) {
	for _, c := range []struct {
		name    string
		failing []int
		trials  int
		want    statistics.Breaking
	}{
		{"never", []int{0, 0, 1}, 10, statistics.Breaking{First: 3, Held: 3, Lost: 3}},
		{"at once, for certain", []int{0, 10, 10}, 10, statistics.Breaking{First: 1, Held: 1, Lost: 1}},
		{"by and by", []int{0, 3, 6, 9}, 10, statistics.Breaking{First: 2, Held: 1, Lost: 3}},
		{"even at the first level", []int{10, 10}, 10, statistics.Breaking{First: 0, Held: 0, Lost: 0}},
		{"half is not more than half", []int{0, 5, 10}, 10, statistics.Breaking{First: 2, Held: 1, Lost: 2}},
		{"and holds again", []int{0, 10, 0, 10}, 10, statistics.Breaking{First: 1, Held: 1, Lost: 1}},
		{"too few trials", []int{0, 3}, 3, statistics.Breaking{First: 1, Held: 0, Lost: 2}},
	} {
		trials := make([]int, len(c.failing))
		for i := range trials {
			trials[i] = c.trials
		}
		assert.Check(t, is.Equal(statistics.BreakingOf(c.failing, trials, 0.05), c.want), c.name)
	}
}

// Without a further variance it is the paired t test; with one that exceeds all others it shows nothing.
func TestMeanWithin(t *testing.T) {
	d := []float64{1, 2, 4, 3.5}
	mean, half, p := statistics.MeanWithin(d, 0)
	wantMean, wantHalf := statistics.Interval(d)
	want := statistics.PairedT(d, make([]float64, 4))
	assert.Check(t, mean == wantMean && math.Abs(half-wantHalf) <= 1e-12 && math.Abs(p-want) <= 1e-12,
		"%v ± %v, p = %v, want %v ± %v, %v", mean, half, p, wantMean, wantHalf, want)
	_, half, p = statistics.MeanWithin(d, 100)
	assert.Check(t, p >= 0.5 && half >= 1.95*10, "a variance of 100: ± %v, p = %v", half, p)
	_, _, p = statistics.MeanWithin([]float64{7}, 1)
	assert.Check(t, math.IsNaN(p), "a single difference: p = %v", p)
	_, _, p = statistics.MeanWithin(make([]float64, 9), 0)
	assert.Equal(t, p, 1.0, "no differences: p")
}
