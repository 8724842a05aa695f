package statistics

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// A Ranking says how well values, such as distances of samples, set positives apart: large values should be theirs.
// Equal values rank equally.
type Ranking struct {
	// FalseRate and TrueRate are the points of the ROC curve, from (0, 0) to (1, 1): the shares of the negatives and
	// of the positives that are not below a threshold, for every value as the threshold, the largest first.
	FalseRate, TrueRate []float64
	// AUC is the area under the curve: the probability that a random positive has a larger value than a random
	// negative, half of it where both are equal (J. A. Hanley and B. J. McNeil, "The meaning and use of the area under
	// a receiver operating characteristic (ROC) curve", Radiology 143, 1982). It is that of scikit-learn's
	// roc_auc_score.
	AUC float64
	// PrecisionAtN is the share of positives among the values above the (n+1)-th largest, n the number of positives,
	// and 0 if no value is above it. Without ties there, these are the n largest; values that tie with the (n+1)-th do
	// not count. It is scikit-learn's precision_score of what precision_n_scores of PyOD takes for positive: values
	// above the percentile of the share of the negatives.
	PrecisionAtN float64
}

// Rank ranks values of positives and negatives, of which there must be one or more each; else the numbers are NaN.
// No value may be NaN.
func Rank(values []float64, positive []bool) Ranking {
	order := Indices(len(values))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[j], values[i]) })
	positives := 0
	for _, p := range positive {
		if p {
			positives++
		}
	}
	negatives := len(values) - positives
	if positives == 0 || negatives == 0 {
		return Ranking{AUC: math.NaN(), PrecisionAtN: math.NaN()}
	}
	r := Ranking{FalseRate: []float64{0}, TrueRate: []float64{0}}
	next := values[order[positives]]
	right, wrong := 0, 0
	area, rightBefore, wrongBefore := 0, 0, 0 // area in halves of a pair of a positive and a negative
	for i, at := range order {
		if positive[at] {
			right++
		} else {
			wrong++
		}
		if i+1 < len(order) && values[order[i+1]] == values[at] {
			continue
		}
		if values[at] > next {
			r.PrecisionAtN = float64(right) / float64(i+1)
		}
		area += (wrong - wrongBefore) * (rightBefore + right)
		rightBefore, wrongBefore = right, wrong
		r.FalseRate = append(r.FalseRate, float64(wrong)/float64(negatives))
		r.TrueRate = append(r.TrueRate, float64(right)/float64(positives))
	}
	r.AUC = float64(area) / float64(2*positives*negatives)
	return r
}

// TrueRateAt returns the height of the ROC curve at a share of false positives, the upper end where it is vertical.
// Curves are averaged by these heights (T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters
// 27, 2006, algorithm 3).
func (r Ranking) TrueRateAt(falseRate float64) float64 {
	after := sort.Search(len(r.FalseRate), func(i int) bool { return r.FalseRate[i] > falseRate })
	if after == 0 || after == len(r.FalseRate) {
		return r.TrueRate[max(after-1, 0)]
	}
	x, y := r.FalseRate[after-1:after+1], r.TrueRate[after-1:after+1]
	return y[0] + (y[1]-y[0])*(falseRate-x[0])/(x[1]-x[0])
}

// Best lists the indices of the best of values, ties included. NaN is never among them.
func Best(values []float64, lowerIsBetter bool) (best []int) {
	for j, v := range values {
		switch {
		case math.IsNaN(v):
		case best == nil || v != values[best[0]] && (v < values[best[0]]) == lowerIsBetter:
			best = []int{j}
		case v == values[best[0]]:
			best = append(best, j)
		}
	}
	return best
}
