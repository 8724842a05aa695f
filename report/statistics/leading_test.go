package statistics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/statistics"
)

// simulate returns paired values: a draw moves all methods alike; each method has its own noise and handicap.
func simulate(r *rand.Rand, rows, repetitions int, handicaps []float64) [][][]float64 {
	table := make([][][]float64, rows)
	for i := range table {
		table[i] = make([][]float64, len(handicaps))
		for range repetitions {
			draw := 90 + 0.5*r.NormFloat64()
			for m, handicap := range handicaps {
				table[i][m] = append(table[i][m], draw-handicap+0.1*r.NormFloat64())
			}
		}
	}
	return table
}

func samples(row [][]float64) []statistics.Estimate {
	var all []statistics.Estimate
	for _, draws := range row {
		all = append(all, statistics.Estimate{Draws: draws})
	}
	return all
}

func group(row [][]float64) (g statistics.Group, size int) {
	g = statistics.LeadingGroup(samples(row), false, 0.05)
	for _, in := range g.Leading {
		if in {
			size++
		}
	}
	return g, size
}

// Of 1,000 grids of equal methods, at most 50 may name a single winner in any one row, and at most 25 leave out
// the method of any one column there. With seven methods a single winner is so rare that all rows together have
// at most 50.
func TestFalseWinner(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	const grids, rows = 1000, 11
	for _, methods := range []int{2, 3, 7} {
		for _, repetitions := range []int{5, 10, 20} {
			r := rand.New(rand.NewPCG(uint64(methods), uint64(repetitions)))
			var winner, first, any [rows]int
			winners := 0 // grids with a winner in any row
			for range grids {
				found := false
				for i, row := range simulate(r, rows, repetitions, make([]float64, methods)) {
					g, size := group(row)
					if size == 1 {
						winner[i]++
						found = true
					}
					if !g.Leading[0] {
						first[i]++
					}
					if size < methods {
						any[i]++
					}
				}
				if found {
					winners++
				}
			}
			mean := func(counts [rows]int) float64 {
				sum := 0
				for _, n := range counts {
					sum += n
				}
				return 100 * float64(sum) / rows / grids
			}
			t.Logf("%d methods, %2d draws: %.1f%% of the rows name a winner (%.1f%% of the grids in some row), %.1f%% leave out the first method, %.1f%% any",
				methods, repetitions, mean(winner), 100*float64(winners)/grids, mean(first), mean(any))
			// Three standard deviations are the simulation's own.
			assert.Check(t, mean(winner) <= 5+0.6 && mean(first) <= 2.5+0.5,
				"want at most 5% of the rows to name a winner, and 2.5% to leave out a method")
			assert.Check(t, methods != 7 || winners <= 50,
				"%d of %d grids name a winner, want at most 50", winners, grids)
		}
	}
}

// How often the six others are left out of a row of seven when they are worse than the best by some standard
// deviations, and how often the one is that should be found 4 times of 5.
func TestFalseWinnerPower(t *testing.T) {
	deviation := 0.1 * math.Sqrt2 // of the differences that simulate makes
	for _, repetitions := range []int{5, 10, 20} {
		r := rand.New(rand.NewPCG(9, uint64(repetitions)))
		leftOut := func(size float64) float64 {
			handicaps := slices.Repeat([]float64{size * deviation}, 7)
			handicaps[0] = 0
			out := 0
			for _, row := range simulate(r, 1000, repetitions, handicaps) {
				_, size := group(row)
				out += 7 - size
			}
			return float64(out) / 6000
		}
		for _, size := range []float64{0.5, 1, 1.5, 2, 3, 4} {
			t.Logf("%2d draws: worse by %.1f standard deviations: left out in %.0f%%", repetitions, size, 100*leftOut(size))
		}
		found := statistics.Detectable(repetitions, 6, 0.05)
		power := leftOut(found)
		t.Logf("%2d draws: worse by %.2f standard deviations: left out in %.0f%%", repetitions, found, 100*power)
		assert.Check(t, math.Abs(power-statistics.Power) <= 0.03,
			"%d draws: what should be found 4 times of 5 is found in %.3f", repetitions, power)
	}
}

// A method behind by a paired t of 11 is left out, and so is one that is behind another method than the best.
func TestLeftOut(t *testing.T) {
	behind := []float64{95.0, 95.1, 94.9, 95.0, 95.05}
	best := []float64{95.2, 95.35, 95.12, 95.25, 95.2}
	g, _ := group([][]float64{best, behind, {95.1, 95.3, 95, 95.2, 95.3}, {94, 96, 95, 95, 95}, {93, 97, 95, 95, 95}, {96, 94, 95, 95, 95}, {95, 95, 95, 96, 94}})
	assert.DeepEqual(t, g.Leading, []bool{true, false, true, true, true, true, true})
	g, _ = group([][]float64{{98, 93, 99, 92, 97}, best, behind})
	assert.Check(t, slices.Equal(g.Leading, []bool{true, true, false}) && g.Best == 0, "leading %+v", g)
}

func TestLeadingGroupDirection(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	rows := simulate(r, 1, 12, []float64{0, 3, 6})
	for _, c := range []struct {
		lowerIsBetter bool
		best          int
	}{{false, 0}, {true, 2}} {
		g := statistics.LeadingGroup(samples(rows[0]), c.lowerIsBetter, 0.05)
		assert.Check(t, g.Best == c.best && g.Leading[c.best],
			"lower is better: %v: %+v, want method %d alone", c.lowerIsBetter, g, c.best)
		for m, in := range g.Leading {
			assert.Check(t, is.Equal(in, m == c.best),
				"lower is better: %v: leading %v, want method %d alone", c.lowerIsBetter, g.Leading, c.best)
		}
	}
}

func TestRowsWithoutEvidence(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	tested := simulate(r, 1, 10, []float64{0, 2, 4})[0]
	rows := [][][]float64{
		{{95.4}, {95.5}, {95.6}},            // deterministic
		{{95.4, 95.5}, {95.5}, {1, 2}},      // not paired
		{nil, {95.5, 95.6}, nil},            // one method alone
		{},                                  // no methods
		{tested[0], nil, tested[2]},         // one is missing
		{{5, 5, 5}, {5, 5, 5}, {4, 4, 4.5}}, // equal methods, and a difference that too few draws show
	}
	var groups []statistics.Group
	for _, row := range rows {
		g, _ := group(row)
		groups = append(groups, g)
	}
	for i, g := range groups[:4] {
		assert.Check(t, g.Best == -1 && !slices.Contains(g.Leading, true), "row %d: %+v, want no claim", i, g)
	}
	g := groups[4]
	assert.Check(t, g.Best == 0 && slices.Equal(g.Leading, []bool{true, false, false}), "with a method missing: %+v", g)
	g = groups[5]
	assert.Check(t, g.Best == 0 && slices.Equal(g.Leading, []bool{true, true, true}), "equal methods: %+v", g)
}

func TestAverage(t *testing.T) {
	for _, c := range []struct {
		values [][]float64
		want   []float64
	}{
		{[][]float64{{1, 2, 3}}, []float64{1, 2, 3}},
		{[][]float64{{1, 2}, {3, 6}}, []float64{2, 4}},
		{[][]float64{{10}, {1, 3}}, []float64{5.5, 6.5}},
		{[][]float64{{1}, {2}}, []float64{1.5}},
		// The means are 3 and 2; the two shared repetitions average to 1, 2.5.
		{[][]float64{{1, 2, 6}, {1, 3}}, []float64{1.75, 3.25}},
	} {
		assert.Check(t, is.DeepEqual(statistics.Average(samples(c.values)...).Draws, c.want), "Average(%v)", c.values)
	}
}

func ExampleLeadingGroup() {
	row := [][]float64{
		{70.1, 71.9, 69.4, 70.8, 72.3},
		{70.3, 71.8, 69.6, 70.7, 72.6}, // ahead, but not in every draw
		{64.0, 65.9, 63.2, 64.9, 66.1}, // behind in all
	}
	g := statistics.LeadingGroup(samples(row), false, 0.05)
	fmt.Println("best:", g.Best, "leading:", g.Leading)
	// Output: best: 1 leading: [true true false]
}
