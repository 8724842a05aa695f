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

// demsar has the areas under ROC curves of Demšar 2006, Table 6: C4.5, C4.5+m, C4.5+cf and C4.5+m+cf on 14 data sets.
// His ranks show that one of the two 0.975 is the larger.
var demsar = [][]float64{
	{0.763, 0.768, 0.771, 0.798}, {0.599, 0.591, 0.590, 0.569}, {0.954, 0.971, 0.968, 0.967},
	{0.628, 0.661, 0.654, 0.657}, {0.882, 0.888, 0.886, 0.898}, {0.936, 0.931, 0.916, 0.931},
	{0.661, 0.668, 0.609, 0.685}, {0.583, 0.583, 0.563, 0.625}, {0.775, 0.838, 0.866, 0.875},
	{1, 1, 1, 1}, {0.940, 0.962, 0.965, 0.962}, {0.619, 0.666, 0.614, 0.669}, {0.972, 0.981, 0.9751, 0.975},
	{0.957, 0.978, 0.946, 0.970},
}

// The numbers that Demšar prints for his Table 6. The p-values of F and of a pair are scipy 1.10's f.sf(3.69, 3, 39)
// and, for C4.5+m+cf against C4.5, 6 times 2 norm.sf(1.1786/0.488).
func TestFriedman(t *testing.T) {
	ranks, _ := statistics.MeanRanks(demsar, false)
	f := statistics.NewFriedman(ranks, 1, len(demsar)) // as printed: not corrected for ties
	critical := statistics.Nemenyi(4, 14, 0.05)
	got := fmt.Sprintf("%.3f, χ² %.2f, F %.2f, p %.3f, CD %.2f, CD at 0.1 %.2f, best and worst %.3f", ranks,
		f.ChiSquare, f.F, f.P, critical, statistics.Nemenyi(4, 14, 0.1), f.Pairs[0][2])
	const want = "[3.143 2.000 2.893 1.964], χ² 9.28, F 3.69, p 0.020, CD 1.25, CD at 0.1 1.12, best and worst 0.094"
	assert.Equal(t, got, want)
	var errors [][]float64
	for _, areas := range demsar {
		var row []float64
		for _, area := range areas {
			row = append(row, 1-area)
		}
		errors = append(errors, row)
	}
	if got, _ := statistics.MeanRanks(errors, true); fmt.Sprint(got) != fmt.Sprint(ranks) {
		t.Errorf("turned round, the ranks are %v", got)
	}
}

// Ties take from the variance of ranks: χ² is (k−1)·Σ(S − n(k+1)/2)² / (Σr² − nk(k+1)²/4) with the sums S of the ranks
// r (Conover 1999), as SciPy has it, and so is that of Skillings and Mack where nothing is missing. All equal is no
// difference.
func TestFriedmanWithTies(t *testing.T) {
	rows := [][]float64{{1, 2, 2, 4}, {1, 1, 3, 4}, {2, 2, 2, 3}, {1, 2, 3, 4}, {2, 1, 4, 4}, {1, 3, 2, 3}}
	ranks, untied := statistics.MeanRanks(rows, true)
	f := statistics.NewFriedman(ranks, untied, len(rows))
	for i, sum := range []float64{8.5, 12.5, 16, 23} {
		assert.Check(t, math.Abs(6*ranks[i]-sum) <= 1e-12,
			"mean rank %g of method %d, want a sum of %g", ranks[i], i, sum)
	}
	const want = 3 * (6.5*6.5 + 2.5*2.5 + 1 + 8*8) / (29.5 + 29.5 + 28 + 30 + 29.5 + 29.5 - 6*25)
	square, degrees, p := statistics.SkillingsMack(rows, true)
	assert.Check(t, math.Abs(f.ChiSquare-want) <= 1e-9 && math.Abs(square-want) <= 1e-9 && degrees == 3 && p < 0.01,
		"χ² %.12g and, by Skillings and Mack with %d degrees, %.12g, p = %g; want %.12g", f.ChiSquare, degrees, square,
		p, want)
	assert.Check(t, math.Abs(f.F-want*5/(18-want)) <= 1e-9, "F %g", f.F)
	ranks, untied = statistics.MeanRanks([][]float64{{1, 1}, {3, 3}}, true)
	if f := statistics.NewFriedman(ranks, untied, 2); f.F != 0 || f.P != 1 || f.Pairs[0][0] != 1 {
		t.Errorf("all are equal: F %g, p %g, pairs %v", f.F, f.P, f.Pairs)
	}
}

// The example of Skillings and Mack 1981: seconds to assemble by four methods, of nine people. Their statistic is
// 15.49.
func TestSkillingsMack(t *testing.T) {
	gap := math.NaN()
	square, degrees, p := statistics.SkillingsMack([][]float64{
		{3.2, 4.1, 3.8, 4.2}, {3.1, 3.9, 3.4, 4.0}, {4.3, 3.5, 4.6, 4.8}, {3.5, 3.6, 3.9, 4.0}, {3.6, 4.2, 3.7, 3.9},
		{4.5, 4.7, 3.7, gap}, {gap, 4.2, 3.4, gap}, {4.3, 4.6, 4.4, 4.9}, {3.5, gap, 3.7, 3.9},
	}, true)
	assert.Equal(t, fmt.Sprintf("%.2f %d %.4f", square, degrees, p), "15.49 3 0.0014", "χ², degrees and p")
	_, degrees, _ = statistics.SkillingsMack([][]float64{{1, gap}, {gap, gap}}, true)
	assert.Equal(t, degrees, 0, "%d degrees of freedom where nothing is compared", degrees)
}

// Demšar 2006, Table 5 (a).
func TestNemenyi(t *testing.T) {
	for level, quantiles := range map[float64][]float64{
		0.05: {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164},
		0.1:  {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920},
	} {
		for i, want := range quantiles {
			k := i + 2
			n := k * (k + 1) // by which the factor of q is 1/√6
			q := statistics.Nemenyi(k, n, level) * math.Sqrt(6)
			assert.Check(t, math.Abs(q-want) <= 1e-3, "%d methods: q at %g is %.4f, want %.3f", k, level, q, want)
		}
	}
}

// Groups are the longest runs without a separated pair, best first; without a difference of all, all are one.
func TestGroups(t *testing.T) {
	for _, c := range []struct {
		ranks []float64
		sets  int
		want  string
	}{
		{[]float64{3, 1, 4, 2}, 30, "[]"},
		{[]float64{3.2, 1, 3.3, 2.5}, 20, "[[1 3]]"},
		{[]float64{1.2, 2.2, 2.9, 3.7}, 14, "[[0 1] [1 2] [2 3]]"},
		{[]float64{2.5, 2.4, 2.6, 2.5}, 14, "[[0 3]]"},
		{[]float64{1, 2, 3}, 2, "[[0 2]]"}, // chance makes two data sets agree once in 6 times
	} {
		f := statistics.NewFriedman(c.ranks, 1, c.sets)
		assert.Check(t, is.Equal(fmt.Sprint(f.Groups(0.05)), c.want),
			"ranks %v over %d data sets: groups", c.ranks, c.sets)
	}
	if f := statistics.NewFriedman([]float64{1, 2, 3}, 1, 2); !math.IsInf(f.F, 1) || math.Abs(f.P-1.0/6) > 1e-12 {
		t.Errorf("two data sets that agree: F %g, p %g", f.F, f.P)
	}
}

// Of methods that are all alike, no difference is shown in about 95 of 100 comparisons, whatever the data sets; one
// better method is separated from all others.
func TestNoDifferenceIsShown(t *testing.T) {
	const comparisons, sets, methods, level = 400, 10, 5, 0.05
	random := rand.New(rand.NewPCG(1, 1))
	compare := func(lead float64) statistics.Friedman {
		rows := make([][]float64, sets)
		for i := range rows {
			difficulty, spread := random.NormFloat64(), random.ExpFloat64()
			for j := range methods {
				v := difficulty + spread*random.NormFloat64()
				if j == 0 {
					v += lead * spread
				}
				rows[i] = append(rows[i], v)
			}
		}
		ranks, untied := statistics.MeanRanks(rows, false)
		return statistics.NewFriedman(ranks, untied, sets)
	}
	differ := 0
	for range comparisons {
		if f := compare(0); f.P <= level {
			differ++
		} else if len(f.Groups(level)) != 1 {
			t.Fatal("no difference of all, and yet a pair is separated")
		}
	}
	// The interval of what is seen must contain the level.
	low, high := statistics.Proportion(differ, comparisons)
	assert.Check(t, low <= level && high >= level, "a difference is shown in %d of %d comparisons", differ, comparisons)
	if f := compare(8); f.Order[0] != 0 || f.Separated(0, level) != 1 {
		t.Errorf("the better method is not separated from all others: order %v, ranks %v, p = %v", f.Order, f.Ranks, f.Pairs)
	}
}
