package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/experiment"
	"gpca/report/plan"
)

// at is a cell of the tiny study under another level of noise.
func at(c experiment.Cell, level int) experiment.Cell {
	c.Spec = []byte(strings.Replace(string(c.Spec), `"level":5,`, fmt.Sprintf(`"level":%d,`, level), 1))
	c.Name = strings.Replace(c.Name, " 5 ", fmt.Sprintf(" %d ", level), 1)
	return c
}

func TestWhy(t *testing.T) {
	p := tinyPlan(t, plan.Selection{})
	why := func(prepare func(c experiment.Cell, put func(experiment.Cell)), selector string) Reason {
		t.Helper()
		results := memory(t)
		i := slices.IndexFunc(p.Cells, func(c experiment.Cell) bool { return strings.Contains(c.String(), "p=1 5 dummy") })
		prepare(p.Cells[i], func(c experiment.Cell) { put(t, p, results, c, make([]float64, c.Repetitions)...) })
		if selector == "" {
			selector = p.Cells[i].String()
		}
		reasons, err := Why(p, results, selector)
		assert.NilError(t, err)
		j := slices.IndexFunc(reasons, func(r Reason) bool { return r.Key == p.Cells[i].Key() })
		assert.Assert(t, j >= 0, "%q does not select the cell", selector)
		return reasons[j]
	}

	r := why(func(c experiment.Cell, put func(experiment.Cell)) { put(c) }, "")
	assert.Check(t, r.State == Stored && r.Result.Key == r.Key && !r.Nearest(), "a stored cell: %+v", r)
	r = why(func(experiment.Cell, func(experiment.Cell)) {}, "")
	assert.Check(t, r.State == Missing && !r.Nearest() && !r.Same(), "nothing stored: %+v", r)
	// The same cell computed otherwise is nearer than its neighbour, which
	// differs in a single field.
	r = why(func(c experiment.Cell, put func(experiment.Cell)) {
		before, neighbour := c, c
		before.Repetitions, before.Digest, before.Version = c.Repetitions+2, "0123", c.Version-1
		neighbour = at(c, 20)
		put(neighbour)
		put(before)
	}, "")
	var fields []string
	for _, d := range r.Differences {
		fields = append(fields, d.Field)
	}
	if want := []string{"version", "digest", "repetitions"}; r.State != Missing || !r.Same() || !slices.Equal(fields, want) {
		t.Errorf("computed otherwise: %+v, want it to differ in %q", r, want)
	}
	if d := r.Differences[1]; d.Old != "0123" || d.New != r.Cell.Digest {
		t.Errorf("the digest goes from %q to %q, want from what is stored to what is wanted", d.Old, d.New)
	}
	// Of neighbours, the nearest level.
	r = why(func(c experiment.Cell, put func(experiment.Cell)) {
		for _, level := range []int{90, 20, 60} {
			put(at(c, level))
		}
	}, "")
	assert.Check(t, !r.Same() && r.Nearest() && strings.Contains(string(r.Result.Cell.Spec), `"level":20,`),
		"neighbours only: nearest is %s", r.Result.Cell)
	// A failed result is told of, and is no neighbour.
	results := memory(t)
	fail(t, p.Cells[0], results, "no number")
	reasons, err := Why(p, results, "")
	assert.NilError(t, err)
	assert.Check(t, len(reasons) == len(p.Cells) && reasons[0].State == Failed &&
		!slices.ContainsFunc(reasons, Reason.Nearest), "with one failed cell: %+v", reasons)
}

func TestWhySelects(t *testing.T) {
	p := tinyPlan(t, plan.Selection{})
	results := memory(t)
	first := p.Cells[0]
	for _, c := range []struct {
		selector string
		want     func(experiment.Cell) bool
	}{
		{first.String(), func(c experiment.Cell) bool { return c.Key() == first.Key() }},
		{strings.ToUpper("  " + strings.ReplaceAll(first.String(), " ", "  ")), func(c experiment.Cell) bool { return c.Key() == first.Key() }},
		{first.Key()[:8], func(c experiment.Cell) bool { return c.Key() == first.Key() }},
		{"dummy", func(c experiment.Cell) bool { return strings.Contains(c.String(), "dummy") }},
	} {
		reasons, err := Why(p, results, c.selector)
		assert.NilError(t, err)
		var got, want []string
		for _, r := range reasons {
			got = append(got, r.Key)
		}
		for _, cell := range p.Cells {
			if c.want(cell) {
				want = append(want, cell.Key())
			}
		}
		assert.Check(t, slices.Equal(got, want), "%q selects %d cells, want %d", c.selector, len(got), len(want))
	}
	for selector, want := range map[string]string{
		"gausian":                "no cell is called \"gausian\": one of the 14 is \"iris p=1, 3 folds\"",
		first.Key()[:3]:          "no cell is called",
		first.String()[1:] + "x": "did you mean " + first.String(),
	} {
		_, err := Why(p, results, selector)
		assert.Check(t, is.ErrorContains(err, want), "%q: error %v, want %q in it", selector, err, want)
	}
}
