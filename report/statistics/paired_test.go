package statistics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/statistics"
)

// Hours of sleep gained by ten patients on two drugs, from Student's paper. R's t.test(paired = TRUE) gives t =
// −4.0621, p = 0.002833.
var (
	firstDrug  = []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2}
	secondDrug = []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
)

func TestPairedTOnStudentsData(t *testing.T) {
	p := statistics.PairedT(firstDrug, secondDrug)
	assert.Check(t, math.Abs(p-0.002833) <= 5e-7, "p = %.6f, want 0.002833", p)
	p, q := statistics.PairedT(firstDrug, secondDrug), statistics.PairedT(secondDrug, firstDrug)
	assert.Equal(t, p, q, "p = %v one way round and %v the other", p, q)
}

func TestTestsNeedPairs(t *testing.T) {
	for _, pair := range [][2][]float64{{}, {{1}, {2}}, {{1, 2}, {1, 2, 3}}} {
		p := statistics.PairedT(pair[0], pair[1])
		assert.Check(t, math.IsNaN(p), "%v: %v, want NaN", pair, p)
	}
}

// Without a difference p-values are uniform: of 4000, about 200 are at most 0.05; 131 to 269 is five standard
// deviations either way.
func TestTestsKeepTheirLevel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	rejected := 0
	for range 4000 {
		a, b := make([]float64, 8), make([]float64, 8)
		for i := range a {
			draw := 3 * r.NormFloat64()
			a[i], b[i] = 90+draw+0.2*r.NormFloat64(), 90+draw+0.2*r.NormFloat64()
		}
		if statistics.PairedT(a, b) <= 0.05 {
			rejected++
		}
	}
	assert.Check(t, rejected >= 131 && rejected <= 269, "of 4000 tests of equal methods %d rejected", rejected)
}

// The expected values are those of R's p.adjust(p, "holm").
func TestHolm(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct{ p, want []float64 }{
		{nil, nil},
		{[]float64{0.04}, []float64{0.04}},
		{[]float64{0.01, 0.02, 0.03, 0.04}, []float64{0.04, 0.06, 0.06, 0.06}},
		{[]float64{0.04, 0.01, 0.005, 0.03}, []float64{0.06, 0.03, 0.02, 0.06}},
		{[]float64{0.5, 0.9, 0.4}, []float64{1, 1, 1}},
		{[]float64{0.01, nan, 0.03}, []float64{0.02, nan, 0.03}},
	} {
		got := statistics.Holm(c.p)
		assert.Equal(t, len(got), len(c.want), "Holm(%v) = %v, want %v", c.p, got, c.want)
		for i, v := range got {
			assert.Check(t, math.Abs(v-c.want[i]) <= 1e-12 || math.IsNaN(v) && math.IsNaN(c.want[i]),
				"Holm(%v) = %v, want %v", c.p, got, c.want)
		}
	}
}

func ExamplePairedT() {
	// Two methods under the same five draws of noise: the draws differ by more
	// than the methods do, and in each the second is ahead.
	first := []float64{70.1, 71.9, 69.4, 70.8, 72.3}
	second := []float64{70.5, 72.2, 69.9, 71.1, 72.7}
	fmt.Printf("p = %.4f\n", statistics.PairedT(first, second))
	// Output: p = 0.0005
}

// The interval excludes 0 exactly when the test rejects. Its ends are those of Student's example: 1.58 ± 0.88
// hours (R: t.test(extra ~ group, sleep, paired = TRUE), 95% interval 0.70 to 2.46).
func TestPairedInterval(t *testing.T) {
	a, b := secondDrug, firstDrug
	mean, half := statistics.PairedInterval(a, b, 0.95)
	assert.Check(t, math.Abs(mean-1.58) <= 1e-9 && math.Abs(mean-half-0.7001142) <= 1e-6,
		"the interval is %g ± %g", mean, half)
	p := statistics.PairedT(a, b)
	for _, c := range []struct {
		confidence float64
		excludes   bool
	}{{1 - p - 1e-6, true}, {1 - p + 1e-6, false}} {
		_, half := statistics.PairedInterval(a, b, c.confidence)
		assert.Check(t, is.Equal(half < mean, c.excludes),
			"at confidence %g the half-width is %g, the mean %g", c.confidence, half, mean)
	}
	mean, _ = statistics.PairedInterval(a, b[1:], 0.95)
	assert.Check(t, math.IsNaN(mean), "lists of different lengths have the mean difference %g", mean)
}

// For equal differences interval and test agree: five leave the sign open (2/2⁵ is above 5%), six and thirty do not.
func TestPairedIntervalWithoutSpread(t *testing.T) {
	for _, n := range []int{2, 5, 6, 30} {
		for _, gap := range []float64{0.1, -0.1, 0} {
			a, b := make([]float64, n), make([]float64, n)
			for i := range a {
				b[i] = 95 + float64(i)/10
				a[i] = b[i] + gap
			}
			p := statistics.PairedT(a, b)
			mean, half := statistics.PairedInterval(a, b, 0.95)
			if excludes := math.Abs(mean) > half+1e-9; excludes != (p <= 0.05) || math.Abs(mean-gap) > 1e-9 {
				t.Errorf("%d differences of %g: p = %g, interval %g ± %g", n, gap, p, mean, half)
			}
			want := math.Exp2(1 - float64(n))
			if gap == 0 {
				want = 1
			}
			assert.Check(t, is.Equal(p, want), "%d differences of %g: p", n, gap)
		}
	}
}
