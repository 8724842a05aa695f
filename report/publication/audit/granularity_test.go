package audit

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/publication/printed"
	"gpca/report/statistics"
)

func decimal(t testing.TB, text string) statistics.Estimate {
	t.Helper()
	d, err := printed.Parse(text)
	assert.NilError(t, err)
	return d
}

// The example of Brown and Heathers: no mean of 28 whole numbers is 5.19.
func TestPossible(t *testing.T) {
	for _, c := range []struct {
		printed string
		tests   int64
		whole   float64
		want    bool
	}{
		{"5.19", 28, 1, false}, {"5.18", 28, 1, true}, {"5.21", 28, 1, true}, // 145/28 and 146/28
		{"86.25", 80, 100, true}, {"86.3", 80, 100, true}, {"86.30", 80, 100, false}, // 69 of 80
		{"95.08", 8000, 100, true}, {"95.07", 8000, 100, true}, // 95.075 is rounded up or down
		{"0", 7, 100, true}, {"100", 7, 100, true}, {"99", 7, 100, false},
	} {
		assert.Check(t, is.Equal(possible(decimal(t, c.printed), c.tests, c.whole), c.want),
			"%s of %d tests: possible", c.printed, c.tests)
	}
}

// The fraction is that of a count of possible numbers.
func TestPossibleShare(t *testing.T) {
	for _, like := range []string{"1", "1.0", "1.00"} {
		value := decimal(t, like)
		for _, tests := range []int64{1, 7, 30, 80, 99, 100, 150, 625, 800, 1437, 8000, 10000} {
			count, all := 0, 0
			for x := 0.0; all < int(math.Round(100/(2*value.HalfWidth))); x += 2 * value.HalfWidth {
				all++
				if possible(decimal(t, statistics.Digits(x, printed.Places(like))), tests, 100) {
					count++
				}
			}
			got, want := possibleShare(value, tests, 100), float64(count)/float64(all)
			assert.Check(t, is.Equal(got, want), "%d tests, numbers like %s", tests, like)
		}
	}
}

func TestGranularity(t *testing.T) {
	table := read(t, `1,T,components,accuracy_pct,1,a,86.25,0
1,T,components,accuracy_pct,2,a,86.35,0
`)
	for _, c := range []struct {
		of, repetitions int
		found           string
	}{
		{80, 1, "86.35: 86.25 or 87.50"},
		{80, 2, "86.35: 86.25 or 86.88"},
		{80, 0, ""},
		{8000, 1, ""},
		{2000, 5, ""},
	} {
		r, err := Run([]printed.Table{table}, Options{Links: Links{Samples: []Samples{{Cells: Cells{Tables: []string{"1"}}, Of: c.of, Repetitions: c.repetitions}}}})
		assert.NilError(t, err)
		var found []string
		for _, f := range r.Findings {
			if f.Check == Granular {
				found = append(found, f.Printed+": "+f.Expected)
				if !slices.ContainsFunc(f.Suggestions, func(s Correction) bool { return s.Edits[0].To == "86.25" }) {
					t.Errorf("%d, %d: 86.25 is not suggested: %v", c.of, c.repetitions, f.Suggestions)
				}
			}
		}
		assert.Check(t, is.Equal(strings.Join(found, ", "), c.found), "%d tested %d times", c.of, c.repetitions)
	}
}

func TestSamplesCover(t *testing.T) {
	table := read(t, `1,T,dataset,accuracy_pct,Iris,width,7.01,0
1,T,dataset,accuracy_pct,Iris,a,95.33,0
1,T,dataset,accuracy_pct,Car,a,0.01,0
1,T,dataset,accuracy_pct,Average,a,47.67,0
`)
	b := of(t, table)
	b.links.Samples = []Samples{{Cells: Cells{Tables: []string{"1"}, Rows: []string{"Iris"}}, Of: 150, Repetitions: 1}}
	found, examined := b.checkGranularity(table)
	assert.Check(t, len(found) == 0 && examined == 1, "examined %d, found %+v", examined, found)
}
