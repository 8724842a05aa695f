package statistics

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
)

// enumerated is the p-value by all 2ⁿ signs of the ranks.
func enumerated(d []float64) float64 {
	d = slices.DeleteFunc(slices.Clone(d), func(v float64) bool { return v == 0 })
	ranks, observed, total := make([]float64, len(d)), 0.0, 0.0
	for i, v := range d {
		for _, w := range d {
			switch cmp.Compare(math.Abs(w), math.Abs(v)) {
			case -1:
				ranks[i]++
			case 0:
				ranks[i] += 0.5
			}
		}
		ranks[i] += 0.5
		total += ranks[i]
		if v > 0 {
			observed += ranks[i]
		}
	}
	extreme := 0
	for signs := range 1 << len(d) {
		sum := 0.0
		for i, rank := range ranks {
			if signs>>i&1 == 1 {
				sum += rank
			}
		}
		if sum <= min(observed, total-observed) {
			extreme++
		}
	}
	return min(1, 2*float64(extreme)/float64(int(1)<<len(d)))
}

// The p-values are those by enumeration, also with ties and with equal numbers. The first is that of Table 3 of Demšar
// (2006), where the smaller sum of ranks is 12 over 14 data sets; of these the two equal ones are left out here.
func TestSignedRank(t *testing.T) {
	a := []float64{0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 1, 0.94, 0.619, 0.972, 0.957}
	b := []float64{0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668, 0.583, 0.838, 1, 0.962, 0.666, 0.981, 0.978}
	p := SignedRank(a, b)
	assert.Check(t, p >= 0.005 && p <= 0.02 && p == SignedRank(b, a), "p = %v and %v", p, SignedRank(b, a))
	r := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 11; n++ {
		for range 20 {
			d := make([]float64, n)
			for i := range d {
				d[i] = float64(r.IntN(9) - 4)
			}
			got, want := SignedRank(d, make([]float64, n)), enumerated(d)
			assert.Check(t, math.Abs(got-want) <= 1e-12, "%v: p = %v, want %v", d, got, want)
		}
	}
	p = SignedRank(a, b[1:])
	assert.Check(t, math.IsNaN(p), "numbers on other data sets have p = %v", p)
}

// The interval excludes 0 where the test decides, and holds the difference of equal methods as often as it says.
func TestSignedRankInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	covered := 0
	const drawn = 4000
	for range drawn {
		a, b := make([]float64, 9), make([]float64, 9)
		for i := range a {
			a[i] = r.NormFloat64() + r.Float64()*r.NormFloat64()
		}
		low, high := SignedRankInterval(a, b, 0.9)
		if within := low <= 0 && 0 <= high; within {
			covered++
		} else if p := SignedRank(a, b); p > 0.1 {
			t.Fatalf("%v to %v with p = %v", low, high, p)
		}
	}
	if share := float64(covered) / drawn; share < 0.89 || share > 0.93 { // the next sum of ranks would give less than 0.9
		t.Errorf("%v of the intervals hold the difference", share)
	}
	low, high := SignedRankInterval(make([]float64, 4), make([]float64, 4), 0.9)
	assert.Check(t, math.IsInf(low, -1) && math.IsInf(high, 1), "four data sets have the interval %v to %v", low, high)
}
