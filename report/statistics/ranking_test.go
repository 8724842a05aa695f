package statistics_test

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/statistics"
)

// The cases are drawn by the same linear congruential generator as in this script, which recorded what scikit-learn
// 1.2.1 and NumPy 1.24.2 say of them; precision at n is written as in PyOD's get_label_n and precision_n_scores.
//
//	import numpy as np
//	from sklearn.metrics import precision_score, roc_auc_score, roc_curve
//
//	state = 1
//	def draw(below):
//	    global state
//	    state = (1103515245 * state + 12345) % 2**31
//	    return (state >> 16) % below
//
//	for case in range(1000):
//	    n = 2 + draw(30)
//	    distinct = 1 + draw(2 * n)
//	    share = 1 + draw(9)
//	    value = np.array([draw(distinct) / 8 for _ in range(n)])
//	    positive = np.array([int(draw(10) < share) for _ in range(n)])
//	    positive[:2] = 1, 0
//	    flagged = value > np.percentile(value, 100 * (1 - np.count_nonzero(positive) / n))
//	    fpr, tpr, _ = roc_curve(positive, value, drop_intermediate=False)
//	    print("%.15g %.15g %d %.12g" % (roc_auc_score(positive, value),
//	        precision_score(positive, flagged, zero_division=0), len(fpr), (fpr + 2 * tpr).sum()))
func TestRankingIsThatOfScikitLearn(t *testing.T) {
	file, err := os.Open("testdata/ranking.txt")
	assert.NilError(t, err)
	defer file.Close()
	state := 1
	draw := func(below int) int {
		state = (1103515245*state + 12345) % (1 << 31)
		return (state >> 16) % below
	}
	cases := 0
	for lines := bufio.NewScanner(file); lines.Scan(); cases++ {
		n := 2 + draw(30)
		distinct, share := 1+draw(2*n), 1
		share += draw(9)
		values, positive := make([]float64, n), make([]bool, n)
		for i := range values {
			values[i] = float64(draw(distinct)) / 8
		}
		for i := range positive {
			positive[i] = draw(10) < share
		}
		positive[0], positive[1] = true, false
		var auc, precision, points, sum float64
		_, err := fmt.Sscan(lines.Text(), &auc, &precision, &points, &sum)
		assert.NilError(t, err)
		r := statistics.Rank(values, positive)
		got := 0.0
		for i, v := range r.FalseRate {
			got += v + 2*r.TrueRate[i]
		}
		assert.Assert(t, math.Abs(r.AUC-auc) <= 1e-14 && math.Abs(r.PrecisionAtN-precision) <= 1e-14 &&
			len(r.FalseRate) == int(points) && math.Abs(got-sum) <= 1e-9, "case %d: %v of %v has %+v, scikit-learn %s",
			cases, values, positive, r, lines.Text())
	}
	assert.Equal(t, cases, 1000)
}

func TestRanking(t *testing.T) {
	r := statistics.Rank([]float64{4, 3, 2, 1}, []bool{true, false, true, false})
	assert.Check(t, r.AUC == 0.75 && r.PrecisionAtN == 0.5,
		"area %v and precision %v, want 3 pairs of 4 and 1 sample of 2", r.AUC, r.PrecisionAtN)
	for at, want := range map[float64]float64{0: 0.5, 0.25: 0.5, 0.5: 1, 1: 1} {
		got := r.TrueRateAt(at)
		assert.Check(t, is.Equal(got, want), "the curve is %v high at %v, want %v", got, at, want)
	}
	tied := statistics.Rank([]float64{1, 1, 1}, []bool{true, false, false})
	assert.Check(t, tied.AUC == 0.5 && tied.PrecisionAtN == 0 && tied.TrueRateAt(0.25) == 0.25,
		"equal values have %+v, want the diagonal and no value above the others", tied)
	none := statistics.Rank([]float64{1, 2}, []bool{true, true})
	assert.Check(t, math.IsNaN(none.AUC), "an area of %v without negatives", none.AUC)
}
