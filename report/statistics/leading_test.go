package statistics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gpca/report/statistics"
)

// simulate returns a table of paired values: each draw of a row moves all methods
// alike, each method adds noise of its own and is worse by its handicap.
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

// samples are the values of a table without refits.
func samples(table [][][]float64) [][]statistics.Sample {
	all := make([][]statistics.Sample, len(table))
	for i, row := range table {
		for _, draws := range row {
			all[i] = append(all[i], statistics.Sample{Draws: draws})
		}
	}
	return all
}

// Of 1,000 tables in which seven methods are equally good on eleven levels of
// noise, at most 50 may leave any method out of any leading group.
func TestEqualMethodsLead(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	excluding, single := 0, 0
	for range 1000 {
		out, alone := false, false
		for _, g := range statistics.LeadingGroups(samples(simulate(r, 11, 5, make([]float64, 7))), false, 0.05) {
			leading := 0
			for _, in := range g.Leading {
				if in {
					leading++
				}
			}
			out = out || leading < 7
			alone = alone || leading == 1
		}
		if out {
			excluding++
		}
		if alone {
			single++
		}
	}
	t.Logf("of 1000 tables %d leave a method out, %d single one out", excluding, single)
	if excluding > 50 || single > 50 {
		t.Errorf("of 1000 tables of equal methods %d leave one out and %d single one out, want at most 50", excluding, single)
	}
}

// The same with one row a table, the family for which a correction for the six
// comparisons with the best alone fails: it leaves a method out in about 1 of 10.
func TestEqualMethodsLeadInASingleRow(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	excluding, naive := 0, 0
	for range 1000 {
		row := simulate(r, 1, 5, make([]float64, 7))
		g := statistics.LeadingGroups(samples(row), false, 0.05)[0]
		if slices.Contains(g.Leading, false) {
			excluding++
		}
		var withBest []float64
		for m, values := range row[0] {
			if m != g.Best {
				withBest = append(withBest, statistics.PairedT(row[0][g.Best], values))
			}
		}
		if slices.Min(statistics.Holm(withBest)) <= 0.05 {
			naive++
		}
	}
	t.Logf("of 1000 rows %d leave a method out; with a correction for 6 comparisons %d", excluding, naive)
	if excluding > 50 {
		t.Errorf("of 1000 rows of equal methods %d leave one out, want at most 50", excluding)
	}
	if naive <= 50 {
		t.Errorf("a correction for the comparisons with the best leaves one out in %d of 1000 rows: it would do after all", naive)
	}
}

// With ten draws, six standard deviations of a method's noise tell methods apart.
func TestLeadingGroupHasPower(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	correct := 0
	for range 100 {
		for _, g := range statistics.LeadingGroups(samples(simulate(r, 11, 10, []float64{0, 0, 0.6, 0.6, 0.8, 1, 2})), false, 0.05) {
			if slices.Equal(g.Leading, []bool{true, true, false, false, false, false, false}) {
				correct++
			}
		}
	}
	if correct < 1000 {
		t.Errorf("the group is right in %d of 1100 rows, want 1000", correct)
	}
}

func TestLeadingGroupDirection(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	rows := simulate(r, 1, 12, []float64{0, 3, 6})
	for _, c := range []struct {
		lowerIsBetter bool
		best          int
	}{{false, 0}, {true, 2}} {
		g := statistics.LeadingGroups(samples(rows), c.lowerIsBetter, 0.05)[0]
		if g.Best != c.best || !g.Leading[c.best] || !math.IsNaN(g.P[c.best]) {
			t.Errorf("lower is better: %v: %+v, want method %d alone", c.lowerIsBetter, g, c.best)
		}
		for m, in := range g.Leading {
			if in != (m == c.best) {
				t.Errorf("lower is better: %v: leading %v, want method %d alone", c.lowerIsBetter, g.Leading, c.best)
			}
		}
	}
}

// A row that cannot be tested claims nothing, and takes nothing from the others.
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
	groups := statistics.LeadingGroups(samples(rows), false, 0.05)
	for i, g := range groups[:4] {
		if g.Best != -1 || slices.Contains(g.Leading, true) {
			t.Errorf("row %d: %+v, want no claim", i, g)
		}
		for _, p := range g.P {
			if !math.IsNaN(p) {
				t.Errorf("row %d has p-values %v", i, g.P)
			}
		}
	}
	if g := groups[4]; g.Best != 0 || !slices.Equal(g.Leading, []bool{true, false, false}) {
		t.Errorf("with a method missing: %+v", g)
	}
	if g := groups[5]; g.Best != 0 || !slices.Equal(g.Leading, []bool{true, true, true}) {
		t.Errorf("equal methods: %+v", g)
	}
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
		// The means are 3 and 2; the two repetitions that both have average to 1, 2.5.
		{[][]float64{{1, 2, 6}, {1, 3}}, []float64{1.75, 3.25}},
	} {
		if got := statistics.Average(c.values); !slices.Equal(got, c.want) {
			t.Errorf("Average(%v) = %v, want %v", c.values, got, c.want)
		}
	}
}

func ExampleLeadingGroups() {
	rows := [][][]float64{{
		{70.1, 71.9, 69.4, 70.8, 72.3},
		{70.3, 71.8, 69.6, 70.7, 72.6}, // ahead, but not in every draw
		{64.0, 65.9, 63.2, 64.9, 66.1}, // behind in all
	}}
	g := statistics.LeadingGroups(samples(rows), false, 0.05)[0]
	fmt.Println("best:", g.Best, "leading:", g.Leading)
	// Output: best: 1 leading: [true true false]
}
