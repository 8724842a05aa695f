package statistics

import (
	"cmp"
	"math"
	"slices"
)

// SignedRank returns the two-sided p-value of the hypothesis that two methods are equally good on data sets in
// general, from their numbers on the same data sets (F. Wilcoxon, "Individual comparisons by ranking methods",
// Biometrics Bulletin 1, 1945). Data sets differ in difficulty and in the size of differences, so that their means
// are no sample of a normal distribution: J. Demšar (2006) recommends this test. It is exact, with mean ranks for
// ties, and leaves out data sets on which the two are equal. It is 1 without others, and NaN for different numbers of
// sets.
func SignedRank(a, b []float64) float64 {
	d, scale := differences(a, b)
	if len(d) == 0 {
		return math.NaN()
	}
	d = slices.DeleteFunc(d, func(v float64) bool { return math.Abs(v) <= rounding*scale })
	order := Indices(len(d))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(d[i]), math.Abs(d[j])) })
	var doubled []int // ranks, which are halves for ties
	positive, total := 0, 0
	for first := 0; first < len(order); {
		last := first
		for last+1 < len(order) && math.Abs(d[order[last+1]])-math.Abs(d[order[first]]) <= rounding*scale {
			last++
		}
		rank := first + last + 2
		for _, i := range order[first : last+1] {
			doubled, total = append(doubled, rank), total+rank
			if d[i] > 0 {
				positive += rank
			}
		}
		first = last + 1
	}
	tail := 0.0
	for sum, p := range signedSums(doubled) {
		if sum <= min(positive, total-positive) {
			tail += p
		}
	}
	return min(1, 2*tail)
}

// signedSums returns the probability of each sum of ranks, of which each counts with probability ½.
func signedSums(ranks []int) []float64 {
	p := []float64{1}
	for _, rank := range ranks {
		next := make([]float64, len(p)+rank)
		for sum, v := range p {
			next[sum] += v / 2
			next[sum+rank] += v / 2
		}
		p = next
	}
	return p
}

// SignedRankInterval returns the confidence interval of the difference of two methods over data sets that belongs to
// [SignedRank]: of the means of every two differences, the same number is left out at both ends (J. L. Hodges and
// E. L. Lehmann, "Estimates of location based on rank tests", Annals of Mathematical Statistics 34, 1963). It is
// unbounded for too few data sets.
func SignedRankInterval(a, b []float64, confidence float64) (low, high float64) {
	d, _ := differences(a, b)
	var means []float64
	for i := range d {
		for j := range i + 1 {
			means = append(means, (d[i]+d[j])/2)
		}
	}
	slices.Sort(means)
	ranks := Indices(len(d))
	for i := range ranks {
		ranks[i]++
	}
	out, tail := 0, 0.0
	for _, p := range signedSums(ranks) {
		if tail += p; tail > (1-confidence)/2*(1+rounding) {
			break
		}
		out++
	}
	if out == 0 || len(means) < 2*out {
		return math.Inf(-1), math.Inf(1)
	}
	return means[out-1], means[len(means)-out]
}
