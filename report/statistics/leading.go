package statistics

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Group is the leading group of a row: all methods that are not shown to be worse than another.
type Group struct {
	// Best is the index of the first method with the best mean; −1 when the row cannot be tested.
	Best int
	// Leading says which methods are in the group; none when the row cannot be tested.
	Leading []bool
	// Deviation is the standard deviation over Draws of the difference to the best, the median over Others.
	Deviation     float64
	Draws, Others int
}

// Power is the probability with which a [Detectable] difference is found.
const Power = 0.8

// LeadingGroup returns the leading group of a row. A method without draws takes no part. The i-th draws of all
// methods must be the same.
//
// It makes multiple comparisons with the best: each of the k methods with the other k−1 (J. C. Hsu, "Simultaneous
// confidence intervals for all distances from the best", Annals of Statistics 9, 1981; Multiple Comparisons:
// Theory and Methods, 1996, Chapter 4). A method is left out when it is worse than another by [Estimate.Compare] at
// the level alpha/(k−1). Bonferroni's correction allows for the unequal variances of the differences. So
//
//   - the best method is left out with probability at most alpha/2, since only one side of each test leaves it
//     out;
//   - where two or more methods are equally the best, one is named alone with probability at most alpha.
//
// A method that is left out is not the best, but need not differ from every method of the group. Rows are not
// corrected for each other: of twenty rows of equal methods, one may name a false winner. An average over data sets
// speaks of others only if it has their means in place of draws (J. Demšar, "Statistical comparisons of classifiers
// over multiple data sets", Journal of Machine Learning Research 7, 2006); see [SignedRank].
//
// The tests generalise to other noise on the same samples, not to other samples: repeated cross-validation reuses
// every sample (C. Nadeau, Y. Bengio, "Inference for the generalization error", Machine Learning 52, 2003).
//
// A row of single values cannot be tested so; McNemar's test tells whether the choice of test samples explains
// the difference of two rates. Nor can a row whose methods differ in their numbers of values.
func LeadingGroup(methods []Estimate, lowerIsBetter bool, alpha float64) Group {
	g := Group{Best: -1, Leading: make([]bool, len(methods))}
	absent := func(i int) bool { return methods[i].State != Filled || len(methods[i].Draws) == 0 }
	order := slices.DeleteFunc(Indices(len(methods)), absent) // of the methods that take part, the best first
	if len(order) < 2 {
		return g
	}
	draws := len(methods[order[0]].Draws)
	if draws < 2 || slices.ContainsFunc(order, func(i int) bool { return len(methods[i].Draws) != draws }) {
		return g
	}
	slices.SortStableFunc(order, func(i, j int) int {
		c := cmp.Compare(Mean(methods[j].Draws), Mean(methods[i].Draws))
		if lowerIsBetter {
			return -c
		}
		return c
	})
	g.Best, g.Draws, g.Others = order[0], draws, len(order)-1
	var deviations []float64
	for rank, i := range order {
		// Not "p > alpha": a test without a p-value does not show that a method is worse.
		g.Leading[i] = !slices.ContainsFunc(order[:rank], func(better int) bool {
			return methods[better].Compare(methods[i])*float64(g.Others) <= alpha
		})
		if rank > 0 {
			ofDraws, ofOptimiser := methods[g.Best].Plus(-1, methods[i]).Variances()
			deviations = append(deviations, math.Sqrt(float64(draws)*(ofDraws+ofOptimiser)))
		}
	}
	g.Deviation = Median(deviations)
	return g
}

// Detectable returns the mean of n paired differences, in standard deviations σ, that Student's t test finds with
// probability [Power] at level alpha, after Bonferroni's correction. Given the estimate S of σ, t exceeds its
// quantile c when a normal variable exceeds c·S/σ − √n·(mean/σ); the probability is averaged over the χ²
// distribution of S².
func Detectable(n, comparisons int, alpha float64) float64 {
	const nodes = 64
	degrees := float64(n - 1)
	c := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: degrees}.Quantile(1 - alpha/2/float64(comparisons))
	var bounds [nodes]float64
	for i := range bounds {
		bounds[i] = c * math.Sqrt(distuv.ChiSquared{K: degrees}.Quantile((float64(i)+0.5)/nodes)/degrees)
	}
	low, high := 0.0, 10*c
	for range 50 {
		middle, power := (low+high)/2, 0.0
		for _, b := range bounds {
			power += distuv.UnitNormal.Survival(b-middle) / nodes
		}
		if power < Power {
			low = middle
		} else {
			high = middle
		}
	}
	return high / math.Sqrt(float64(n))
}

// Median returns the middle of values, or the mean of the middle two; 0 of none.
func Median(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return 0
	}
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
