package statistics

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Bootstrap returns the percentile interval, at [Confidence], of a statistic of samples with independent members
// (B. Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7, 1979). It passes the
// statistic the indices drawn with replacement from each sample, and ignores NaN. The draws are the same every
// time. Without a sample of two members, or more, the interval is NaN.
func Bootstrap(sizes []int, statistic func(drawn [][]int) float64) (low, high float64) {
	const times = 2000
	if len(sizes) == 0 || slices.Max(sizes) < 2 {
		return math.NaN(), math.NaN()
	}
	r := rand.New(rand.NewPCG(1979, 7))
	drawn := make([][]int, len(sizes))
	for i, n := range sizes {
		drawn[i] = make([]int, n)
	}
	var all []float64
	for range times {
		for i, n := range sizes {
			for j := range n {
				drawn[i][j] = r.IntN(n)
			}
		}
		if v := statistic(drawn); !math.IsNaN(v) {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		return math.NaN(), math.NaN()
	}
	slices.Sort(all)
	tail := (1 - Confidence) / 2
	return all[int(tail*float64(len(all)))], all[int((1-tail)*float64(len(all)))]
}
