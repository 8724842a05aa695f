package statistics_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/statistics"
)

func TestSampleInterval(t *testing.T) {
	draws := []float64{4, 6}
	for _, c := range []struct {
		name     string
		sample   statistics.Estimate
		mean     float64
		half     float64
		dominate bool
	}{
		// t for 1 degree of freedom is 12.7062, for 2 it is 4.30265: tables of Student's t.
		{"draws alone", statistics.Estimate{Draws: draws}, 5, 12.7062, false},
		{"refits that agree", statistics.Estimate{Draws: draws, Refits: []float64{5, 5}}, 5, 12.7062, false},
		{"refits that round otherwise", statistics.Estimate{Draws: draws, Refits: []float64{5 + 1e-14, 5 - 1e-14}}, 5, 12.7062, false},
		{"refits alone", statistics.Estimate{Draws: []float64{5}, Refits: []float64{6, 4}}, 5, 4.30265, true},
		{"refits on one side", statistics.Estimate{Draws: []float64{5}, Refits: []float64{6, 6}}, 5, 4.30265, true},
		// Variances 0.2 and 1 with 2 and 5 degrees of freedom: ν = 1.2² / (0.04/2 + 1/5) = 6.545,
		// for which SciPy's t.ppf gives 2.398323.
		{"both", statistics.Estimate{Draws: []float64{5, 5 + math.Sqrt(0.6), 5 - math.Sqrt(0.6)}, Refits: []float64{6, 4, 6, 4, 6}}, 5, 2.398323 * math.Sqrt(1.2), true},
		{"never narrower than by draws", statistics.Estimate{Draws: draws, Refits: []float64{6, 4}}, 5, 12.7062, false},
		{"none", statistics.Estimate{State: statistics.Missing}, math.NaN(), 0, false},
	} {
		mean, half := c.sample.Interval()
		assert.Check(t, same(mean, c.mean) && math.Abs(half-c.half) <= 1e-4,
			"%s: %v ± %v, want %v ± %v", c.name, mean, half, c.mean, c.half)
		assert.Check(t, is.Equal(c.sample.OptimiserDominates(), c.dominate), "%s: the optimiser dominates", c.name)
	}
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// A repetition under a fit that rounds otherwise is within the interval 95 times in 100, whether draws
// or optimiser dominate.
func TestIntervalHoldsRefits(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, optimiser := range []float64{0.1, 1, 10} {
		const tables = 4000
		within, narrow := 0, 0
		for range tables {
			own := optimiser * r.NormFloat64()
			var s statistics.Estimate
			mean := 0.0
			for range 5 {
				draw := r.NormFloat64()
				s.Draws = append(s.Draws, own+draw)
				mean += draw / 5
			}
			for range 5 {
				s.Refits = append(s.Refits, mean+optimiser*r.NormFloat64())
			}
			value, half := s.Interval()
			other := math.Abs(optimiser*r.NormFloat64() - value) // over all draws that there might be
			_, ofDraws := statistics.Interval(s.Draws)
			if other <= half {
				within++
			}
			if other <= ofDraws {
				narrow++
			}
		}
		share := float64(within) / tables
		assert.Check(t, share >= 0.94, "an optimiser of %g: %.3f of other fits are within, want 0.95", optimiser, share)
		if share := float64(narrow) / tables; optimiser == 10 && share > 0.2 {
			t.Errorf("the draws alone hold %.3f of other fits: this test proves nothing", share)
		}
	}
}

// A difference that a refit reverses is none.
func TestPairedSamples(t *testing.T) {
	a := statistics.Estimate{Draws: []float64{91, 92, 93}, Refits: []float64{90.1, 91.9, 93.8}}
	b := statistics.Estimate{Draws: []float64{90, 91.1, 92.1}}
	p := statistics.PairedT(a.Draws, b.Draws)
	assert.Assert(t, p <= 0.01, "by draws alone p is %v", p)
	p = a.Compare(b)
	assert.Check(t, p >= 0.3, "with refits p is %v, want a difference that is none", p)
	mean, half := a.Difference(b, 0.95)
	if want, _ := statistics.PairedInterval(a.Draws, b.Draws, 0.95); mean != want || half < mean {
		t.Errorf("the difference is %v ± %v, want %v and an interval over 0", mean, half, want)
	}
	together := statistics.Estimate{Draws: b.Draws, Refits: []float64{89.17, 90.97, 92.87}}
	p = a.Compare(together)
	assert.Check(t, p <= 0.01, "what moves both alike leaves their difference, and p is %v", p)
	assert.Equal(t, b.Compare(statistics.Estimate{Draws: []float64{1, 1, 1}}),
		statistics.PairedT(b.Draws, []float64{1, 1, 1}), "without refits p")
	p = a.Compare(statistics.Estimate{Draws: []float64{1}})
	assert.Check(t, math.IsNaN(p), "what is not paired has p %v", p)
}

func TestAverageSample(t *testing.T) {
	a := statistics.Estimate{Draws: []float64{1, 3}, Refits: []float64{4, 0, 2}}
	b := statistics.Estimate{Draws: []float64{5, 5}}
	got := statistics.Average(a, b)
	for i, want := range []float64{4.5, 2.5, 3.5} {
		assert.Assert(t, len(got.Refits) == 3 && got.Refits[i] == want, "refits of the average are %v", got.Refits)
	}
	assert.Check(t, got.Draws[0] == 3 && got.Draws[1] == 4, "draws of the average are %v", got.Draws)
}

// Binary fractions that miss decimal ones round as authors do.
func TestDigits(t *testing.T) {
	for _, c := range []struct {
		v      float64
		places int
		want   string
	}{{93.785, 2, "93.79"}, {-93.785, 2, "-93.79"}, {1.005, 2, "1.01"}, {0.125, 2, "0.13"}, {93.7849, 2, "93.78"}} {
		got := statistics.Digits(c.v, c.places)
		assert.Check(t, is.Equal(got, c.want), "%v is %s, want %s: halves go away from zero", c.v, got, c.want)
	}
}

// Numbers in print add up with their rounding, and draws that do not pair leave intervals only.
func TestEstimatesWithoutDraws(t *testing.T) {
	a, b := statistics.Estimate{Centre: 95, HalfWidth: 0.005}, statistics.Estimate{Centre: 94, HalfWidth: 0.05}
	d := a.Plus(-1, b)
	assert.Check(t, d.Mean() == 1 && d.HalfWidth == 0.055, "the difference is %v ± %v", d.Mean(), d.HalfWidth)
	two, three := statistics.Estimate{Draws: []float64{1, 3}}, statistics.Estimate{Draws: []float64{5, 6, 7}}
	sum := two.Plus(1, three)
	_, left := two.Interval()
	_, right := three.Interval()
	if mean, half := sum.Interval(); sum.Draws != nil || mean != 8 || half != left+right {
		t.Errorf("the sum is %v ± %v of %v", mean, half, sum.Draws)
	}
	if m := statistics.Average(a, statistics.Estimate{State: statistics.Failed}); m.State != statistics.Failed || !math.IsNaN(m.Mean()) {
		t.Errorf("an average over a failure is %v, %v", m.State, m.Mean())
	}
}
