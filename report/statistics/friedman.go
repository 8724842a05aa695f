package statistics

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Friedman compares methods by their mean ranks over independent data sets (J. Demšar, "Statistical comparisons of
// classifiers over multiple data sets", Journal of Machine Learning Research 7, 2006, section 3.2). Methods are in
// their order, the best first.
type Friedman struct {
	Order []int     // of the methods
	Ranks []float64 // mean ranks, 1 is the best
	Sets  int       // number of data sets
	// ChiSquare is that of M. Friedman (1937), corrected for ties (W. J. Conover, Practical Nonparametric Statistics,
	// Wiley, 3rd edition 1999, section 5.8), and F that of R. L. Iman and J. M. Davenport (1980) from it. F is infinite
	// where all data sets rank alike.
	ChiSquare, F float64
	// P is the p-value of the hypothesis that all methods are equal, by F; where F is infinite, the probability that
	// equal methods rank alike.
	P float64
	// Pairs has the p-values of a method and each that comes after it, adjusted by [Holm] for all pairs.
	Pairs [][]float64
}

// ranksOf ranks the values of a data set, 1 for the best. Equal values share the mean of their ranks; NaN has none.
func ranksOf(row []float64, lowerIsBetter bool) []float64 {
	ranks := slices.Clone(row)
	for i, v := range row {
		if math.IsNaN(v) {
			continue
		}
		ranks[i] = 0.5 // and halves, which add up exactly
		for _, other := range row {
			switch {
			case math.Abs(v-other) <= Tie(v, other):
				ranks[i] += 0.5
			case other < v && lowerIsBetter || other > v && !lowerIsBetter:
				ranks[i]++
			}
		}
	}
	return ranks
}

// MeanRanks returns the mean rank of each method over data sets, whose values are rows, and what ties leave of the
// variance of ranks, 1 without ties.
func MeanRanks(rows [][]float64, lowerIsBetter bool) (ranks []float64, untied float64) {
	ranks = make([]float64, len(rows[0]))
	k, n := float64(len(ranks)), float64(len(rows))
	for _, row := range rows {
		for i, r := range ranksOf(row, lowerIsBetter) {
			ranks[i] += r
			untied += (r - (k+1)/2) * (r - (k+1)/2)
		}
	}
	for i := range ranks {
		ranks[i] /= n
	}
	return ranks, untied / (n * k * (k*k - 1) / 12)
}

// NewFriedman tests k methods by their mean ranks R over n data sets, two or more, of which ties leave the share c of
// the variance:
//
//	χ² = 12n / ck(k+1) · (Σ R² − k(k+1)²/4)
//	F  = (n−1)χ² / (n(k−1) − χ²), with k−1 and (k−1)(n−1) degrees of freedom
//	z  = (R₁ − R₂) / √(ck(k+1) / 6n)
func NewFriedman(ranks []float64, untied float64, sets int) Friedman {
	k, n := float64(len(ranks)), float64(sets)
	f := Friedman{Order: Indices(len(ranks)), Sets: sets, F: math.Inf(1), P: math.Pow(math.Gamma(k+1), 1-n)}
	slices.SortStableFunc(f.Order, func(i, j int) int { return cmp.Compare(ranks[i], ranks[j]) })
	untied = max(untied, 1e-9) // where all are equal, so that nothing is divided by 0
	for _, i := range f.Order {
		f.Ranks = append(f.Ranks, ranks[i])
		f.ChiSquare += 12 * n / (untied * k * (k + 1)) * (ranks[i]*ranks[i] - (k+1)*(k+1)/4)
	}
	if rest := n*(k-1) - f.ChiSquare; rest > 1e-9*n*k {
		f.F = max(0, (n-1)*f.ChiSquare/rest)
		f.P = distuv.F{D1: k - 1, D2: (k - 1) * (n - 1)}.Survival(f.F)
	}
	unit := standardRank(k, n) * math.Sqrt(untied)
	var all []float64
	for i, better := range f.Ranks {
		for _, worse := range f.Ranks[i+1:] {
			all = append(all, 2*distuv.UnitNormal.Survival((worse-better)/unit))
		}
	}
	all = Holm(all)
	for i := range f.Ranks {
		after := len(f.Ranks) - 1 - i
		f.Pairs, all = append(f.Pairs, all[:after]), all[after:]
	}
	return f
}

// SkillingsMack tests methods over data sets of which some lack a method, NaN (J. H. Skillings, G. A. Mack, "On the use
// of a Friedman-type statistic in balanced and unbalanced block designs", Technometrics 23, 1981): each data set ranks
// what it has. Without a gap, χ² is that of [NewFriedman]. So it is with ties: those of a data set take from the
// variance of its ranks. There are 0 degrees of freedom where no data set compares two methods.
func SkillingsMack(rows [][]float64, lowerIsBetter bool) (chiSquare float64, degrees int, p float64) {
	k := len(rows[0])
	sums, covariance := mat.NewVecDense(k, nil), mat.NewDense(k, k, nil)
	for _, row := range rows {
		ranks := ranksOf(row, lowerIsBetter)
		there := slices.DeleteFunc(Indices(k), func(i int) bool { return math.IsNaN(ranks[i]) })
		m := float64(len(there))
		squares := 0.0
		for _, i := range there {
			from := (ranks[i] - (m+1)/2) / math.Sqrt(m+1)
			sums.SetVec(i, sums.AtVec(i)+from)
			squares += from * from
		}
		for _, i := range there {
			for _, j := range there {
				if shared := squares / (m * (m - 1)); i != j {
					covariance.Set(i, j, covariance.At(i, j)-shared)
					covariance.Set(i, i, covariance.At(i, i)+shared)
				}
			}
		}
	}
	var svd mat.SVD
	if !svd.Factorize(covariance, mat.SVDThin) || svd.Rank(1e-9) == 0 {
		return 0, 0, 1
	}
	var effects mat.VecDense
	degrees = svd.Rank(1e-9)
	svd.SolveVecTo(&effects, sums, degrees)
	chiSquare = mat.Dot(sums, &effects)
	return chiSquare, degrees, distuv.ChiSquared{K: float64(degrees)}.Survival(chiSquare)
}

// standardRank is the standard deviation of the difference of two mean ranks of equal methods.
func standardRank(k, n float64) float64 { return math.Sqrt(k * (k + 1) / (6 * n)) }

// Separated returns the place of the first method that a method is better than at a level: by the test of all methods
// and by that of the two. All that come after it are worse, too. It is the number of methods if there is none.
func (f Friedman) Separated(place int, level float64) int {
	for i, p := range f.Pairs[place] {
		if max(f.P, p) <= level {
			return place + 1 + i
		}
	}
	return len(f.Ranks)
}

// Groups returns the first and the last place of each longest run of two or more methods of which no two are
// separated. A method that is in none is separated from all others.
func (f Friedman) Groups(level float64) (groups [][2]int) {
	reached := 0
	for first := range f.Ranks {
		if last := f.Separated(first, level) - 1; last > max(reached, first) {
			groups, reached = append(groups, [2]int{first, last}), last
		}
	}
	return groups
}

// Nemenyi returns the critical difference of the mean ranks of k methods over n data sets: with probability
// 1 − level, no two equal methods differ by more (P. B. Nemenyi, Distribution-free multiple comparisons, Princeton
// University, 1963). It is q √(k(k+1) / 6n), where q is the quantile of the studentised range for infinite degrees of
// freedom, divided by √2.
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
