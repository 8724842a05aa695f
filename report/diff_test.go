package report

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/statistics"
	"gpca/report/store"
)

// Two runs that agree, and one difference of each sort.
func TestDiff(t *testing.T) {
	p := tinyPlan(t, plan.Selection{Tables: []string{"1"}})
	stores := func(second func(i int, c experiment.Cell, results *store.Store) bool) Diff {
		t.Helper()
		a, b := memory(t), memory(t)
		fill(t, p, a, all)
		fill(t, p, b, func(i int) bool { return second(i, p.Cells[i], b) })
		return NewDiff(a, b)
	}
	equal := stores(func(int, experiment.Cell, *store.Store) bool { return true })
	assert.Check(t, equal.Same == 6 && equal.Differ+equal.OnlyFirst+equal.OnlySecond+len(equal.Lines) == 0,
		"equal runs: %+v", equal)

	d := stores(func(i int, c experiment.Cell, b *store.Store) bool {
		switch i {
		case 0: // the same cell with other values on the same draws: 60, 61 before
			put(t, p, b, c, 61, 64)
		case 1: // another seed, whose draws are others
			c.Seed++
			putCell(t, b, c, 61, 65)
		case 2: // more repetitions, the first of which are shared; all values are as before
			c.Repetitions = 3
			putCell(t, b, c, 62, 63, 63)
		case 3:
			fail(t, c, b, "no number")
		case 4: // a name that is nowhere else
			c.Name = "another"
			c.Seed++
			putCell(t, b, c, 1, 2)
		default:
			return true
		}
		return false
	})
	assert.Check(t, d.Same == 1 && d.Differ == 4 && d.OnlyFirst == 1 && d.OnlySecond == 1,
		"%d same, %d differ, %d and %d only on one side", d.Same, d.Differ, d.OnlyFirst, d.OnlySecond)
	// The one test with a p-value below 1 is corrected for the other: 60, 61 against 61, 64
	// is t = 2 with one degree of freedom.
	holm := statistics.Holm([]float64{statistics.PairedT([]float64{60, 61}, []float64{61, 64}), 1})
	for name, want := range map[string]struct {
		first, second, p float64
		key              string
	}{
		p.Cells[0].Name: {60.5, 62.5, holm[0], ""},
		p.Cells[1].Name: {61.5, 63, math.NaN(), "seed"},
		p.Cells[2].Name: {62.5, 188. / 3, 1, "repetitions"},
		p.Cells[3].Name: {math.NaN(), math.NaN(), math.NaN(), ""},
	} {
		at := slices.IndexFunc(d.Lines, func(l DiffLine) bool { return l.Cell == name })
		if at < 0 {
			t.Errorf("no line on %s", name)
			continue
		}
		l := d.Lines[at]
		var key []string
		for _, k := range l.Key {
			key = append(key, k.Field)
		}
		if !near(float64(l.First.Mean), want.first) || !near(float64(l.Second.Mean), want.second) || !near(float64(l.P), want.p) || strings.Join(key, " ") != want.key {
			t.Errorf("%s: %+v, %+v, p = %v, differs in %q, want %+v", name, l.First, l.Second, l.P, key, want)
		}
	}
	text, err := json.Marshal(d)
	assert.NilError(t, err)
	for _, want := range []string{`"same":1,"differ":4,"only_first":1,"only_second":1`, `{"cell":"another","second":{}}`, `"second":{"failure":"no number"}`, `"first":{"mean":60.5},"second":{"mean":62.5},"p":`} {
		assert.Check(t, strings.Contains(string(text), want), "JSON lacks %s:\n%s", want, text)
	}
}

// near compares numbers, NaN being equal to itself.
func near(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) < 1e-9
}

// putCell stores values for a cell that no plan need have.
func putCell(t *testing.T, results *store.Store, c experiment.Cell, values ...float64) {
	t.Helper()
	assert.NilError(t, results.Put(experiment.Result{Key: c.Key(), Cell: c, Values: map[string][]float64{"accuracy": values}}))
}

// Of several cells of a name, those belong together that differ in the fewest parts; an
// artifact may be what differs.
func TestDiffOfNamesakes(t *testing.T) {
	p := tinyPlan(t, plan.Selection{Tables: []string{"1"}})
	a, b := memory(t), memory(t)
	old, new := p.Cells[0], p.Cells[0]
	old.Version, old.Seed = 7, 8
	putCell(t, a, old, 1, 2)
	putCell(t, a, new, 3, 4)
	old.Architecture, new.Architecture = "abacus", "abacus"
	putCell(t, b, new, 3, 4)
	putCell(t, b, old, 1, 2)
	d := NewDiff(a, b)
	assert.Check(t, d.Same == 2 && len(d.Lines) <= 0, "%+v, want both the same", d)
	for i, s := range []*store.Store{a, b} {
		c := p.Cells[1]
		r := experiment.Result{Key: c.Key(), Cell: c, Artifacts: map[string]experiment.Array{"points": {Shape: []int{1}, Data: []float64{float64(i)}}}}
		assert.NilError(t, s.Put(r))
	}
	if d := NewDiff(a, b); d.Differ != 1 || len(d.Lines) != 1 || d.Lines[0].Measure != "points" || !d.Lines[0].P.IsZero() {
		t.Errorf("%+v, want the points to differ", d)
	}
}

// Lines on cells of one name say what these differ by.
func TestDiffTellsNamesakesApart(t *testing.T) {
	p := tinyPlan(t, plan.Selection{Tables: []string{"1"}})
	a, b := memory(t), memory(t)
	few, many := p.Cells[0], p.Cells[0]
	few.Spec, many.Spec = json.RawMessage(`{"noise":"none","components":3}`), json.RawMessage(`{"noise":"none","components":5}`)
	for _, c := range []experiment.Cell{few, many} {
		putCell(t, a, c, 1, 2)
		putCell(t, b, c, 3, 4)
	}
	var got []string
	for _, l := range NewDiff(a, b).Lines {
		got = append(got, strings.TrimPrefix(l.Cell, few.Name))
	}
	slices.Sort(got)
	assert.Assert(t, is.DeepEqual(got, []string{" (components 3)", " (components 5)"}), "lines on")
}
