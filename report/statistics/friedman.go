package statistics

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Friedman compares methods over data sets by their ranks, as J. Demšar recommends ("Statistical comparisons of
// classifiers over multiple data sets", Journal of Machine Learning Research 7, 2006, section 3.2). The data sets
// must be independent samples of what the methods are for.
type Friedman struct {
	// Ranks are the mean ranks of the methods over Sets data sets; 1 is the best.
	Ranks []float64
	Sets  int
	// ChiSquare is Friedman's statistic, computed from the mean ranks: without a correction for ties, which would make
	// it larger (M. Friedman, "The use of ranks to avoid the assumption of normality implicit in the analysis of
	// variance", Journal of the American Statistical Association 32, 1937).
	ChiSquare float64
	// F is that of R. L. Iman and J. M. Davenport ("Approximations of the critical region of the Friedman statistic",
	// Communications in Statistics A 9, 1980), with Degrees of freedom. It is infinite where all data sets rank the
	// methods alike.
	F       float64
	Degrees [2]int
	// P is the p-value of the hypothesis that all methods are equal: that of F. Where F is infinite, it is the chance
	// that all data sets rank equal methods alike, 1/(k!)^(n−1) for n data sets and k methods.
	P float64
	// Pairs are the p-values of each two methods by the difference of their mean ranks, adjusted by [Holm] for all
	// pairs.
	Pairs [][]float64
}

// MeanRanks returns the mean rank of each method over data sets, whose values are rows. Equal values share the mean
// of their ranks.
func MeanRanks(rows [][]float64, lowerIsBetter bool) []float64 {
	ranks := make([]float64, len(rows[0]))
	for _, row := range rows {
		for i, v := range row {
			rank := 1.0
			for j, other := range row {
				switch {
				case i == j:
				case math.Abs(v-other) <= Tie(v, other):
					rank += 0.5
				case (other < v) == lowerIsBetter:
					rank++
				}
			}
			ranks[i] += rank / float64(len(rows))
		}
	}
	return ranks
}

// NewFriedman tests methods by their mean ranks over two or more data sets:
//
//	χ² = 12n / k(k+1) · (Σ R² − k(k+1)²/4)
//	F  = (n−1)χ² / (n(k−1) − χ²)
//	z  = (R₁ − R₂) / √(k(k+1) / 6n)
func NewFriedman(ranks []float64, sets int) Friedman {
	k, n := float64(len(ranks)), float64(sets)
	f := Friedman{Ranks: ranks, Sets: sets, Degrees: [2]int{len(ranks) - 1, (len(ranks) - 1) * (sets - 1)}}
	for _, r := range ranks {
		f.ChiSquare += 12 * n / (k * (k + 1)) * (r*r - (k+1)*(k+1)/4)
	}
	if rest := n*(k-1) - f.ChiSquare; rest > 1e-9*n*k {
		f.F = (n - 1) * f.ChiSquare / rest
		f.P = distuv.F{D1: float64(f.Degrees[0]), D2: float64(f.Degrees[1])}.Survival(max(0, f.F))
	} else {
		f.F, f.P = math.Inf(1), math.Pow(math.Gamma(k+1), 1-n)
	}
	var all []float64
	for i := range ranks {
		for j := range i {
			all = append(all, 2*distuv.UnitNormal.Survival(math.Abs(ranks[i]-ranks[j])/standardRank(k, n)))
		}
	}
	all = Holm(all)
	for i := range ranks {
		f.Pairs = append(f.Pairs, make([]float64, len(ranks)))
		for j := range i {
			f.Pairs[i][j], f.Pairs[j][i] = all[0], all[0]
			all = all[1:]
		}
		f.Pairs[i][i] = 1
	}
	return f
}

// standardRank is the standard deviation of the difference of two mean ranks of equal methods.
func standardRank(k, n float64) float64 { return math.Sqrt(k * (k + 1) / (6 * n)) }

// Separates reports whether two methods differ at a level: whether the test of all methods and that of the pair
// both reject.
func (f Friedman) Separates(i, j int, level float64) bool { return max(f.P, f.Pairs[i][j]) <= level }

// Groups returns the methods that are not separated, best first: in the order of mean ranks, each longest run of two
// or more methods of which no two are separated. Pairs are separated from some difference of mean ranks on, so that
// the ends of a run decide. A method that stands in no group is separated from all others.
func (f Friedman) Groups(level float64) (groups [][]int) {
	order := Indices(len(f.Ranks))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(f.Ranks[i], f.Ranks[j]) })
	reached := 1
	for first := range order {
		end := first + 1
		for end < len(order) && !f.Separates(order[first], order[end], level) {
			end++
		}
		if end > max(reached, first+1) {
			groups, reached = append(groups, order[first:end]), end
		}
	}
	return groups
}

// Nemenyi returns the critical difference of the mean ranks of k methods over n data sets: differences of equal
// methods are all below it with probability 1 − level (P. B. Nemenyi, Distribution-free multiple comparisons,
// Princeton University, 1963; Demšar 2006, section 3.2.2). It is q √(k(k+1) / 6n), where q is the quantile of the
// studentised range for infinite degrees of freedom, divided by √2.
func Nemenyi(k, n int, level float64) float64 {
	low, high := 0.0, 20.0 // of the range
	for range 60 {
		if middle := (low + high) / 2; rangeBelow(middle, k) < 1-level {
			low = middle
		} else {
			high = middle
		}
	}
	return high / math.Sqrt2 * standardRank(float64(k), float64(n))
}

// rangeBelow is the probability that k standard normal numbers lie within a width: the integral over the largest, z,
// of k φ(z) (Φ(z) − Φ(z − width))^(k−1).
func rangeBelow(width float64, k int) float64 {
	const end, points = 9, 200
	return quad.Fixed(func(z float64) float64 {
		within := distuv.UnitNormal.CDF(z) - distuv.UnitNormal.CDF(z-width)
		return float64(k) * distuv.UnitNormal.Prob(z) * math.Pow(within, float64(k-1))
	}, -end, end, points, nil, 0)
}

// PText words a p-value.
func PText(p float64) string {
	switch {
	case p < 0.001:
		return "p < 0.001"
	case p < 0.1:
		return fmt.Sprintf("p = %.3f", p)
	}
	return fmt.Sprintf("p = %.2f", p)
}
