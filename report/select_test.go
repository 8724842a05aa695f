package report

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/render"
)

func TestSelection(t *testing.T) {
	rates := []string{"iris p=1, 3 folds", "iris p=2, 3 folds", "balance p=1, 3 folds", "balance p=2, 3 folds", "liver p=1, 3 folds", "liver p=2, 3 folds"}
	spoilt := []string{"optdigits f'=u/(1+u) 0 dummy images", "optdigits f'=u/(1+u) 5 dummy images"}
	for _, c := range []struct {
		name            string
		selection       plan.Selection
		tables, figures []string
		cells           []string
	}{
		{"a table", plan.Selection{Tables: []string{"2"}}, []string{"2"}, nil, rates},
		{"tables by a glob, in the order of the study", plan.Selection{Tables: []string{"1*", "2"}}, []string{"1", "2", "10"}, nil,
			append(slices.Clone(rates), "iris a=1, 3 folds")},
		{"a figure", plan.Selection{Figures: []string{"2"}}, nil, []string{"2"}, []string{"iris p=2, 3 folds", "iris a=1, 3 folds", "iris a=2, 3 folds"}},
		{"a data set", plan.Selection{Tables: []string{"1"}, Datasets: []string{"[bl]*"}}, []string{"1"}, nil, rates[2:]},
		{"methods", plan.Selection{Tables: []string{"3"}, Methods: []string{"f'*"}}, []string{"3"}, nil, spoilt},
		{"a method by its name", plan.Selection{Methods: []string{"f'=u/(1+u)"}}, []string{"1", "2", "3", "10"}, []string{"1", "2", "C9"}, spoilt},
	} {
		p := tinyPlan(t, c.selection)
		got, want := slices.Sorted(slices.Values(names(p))), slices.Sorted(slices.Values(c.cells))
		if !slices.Equal(p.Tables, c.tables) || !slices.Equal(p.Figures, c.figures) || !slices.Equal(got, want) {
			t.Errorf("%s: tables %v, figures %v, cells\n%q\nwant %v, %v,\n%q", c.name, p.Tables, p.Figures, got, c.tables, c.figures, want)
		}
	}
}

func TestPending(t *testing.T) {
	p := tinyPlan(t, plan.Selection{})
	results := memory(t)
	fill(t, p, results, func(i int) bool { return i < 4 })
	fail(t, p.Cells[4], results, "no number")
	assert.Equal(t, render.CountCells(p.Cells, results), (render.Count{Done: 4, Failed: 1, Missing: 9}), "count")
	keys := func(cells []experiment.Cell) string {
		var all []string
		for _, c := range cells {
			all = append(all, c.Key())
		}
		slices.Sort(all)
		return strings.Join(all, "\n")
	}
	for _, c := range []struct {
		options RunOptions
		want    []experiment.Cell
	}{
		{RunOptions{}, p.Cells[5:]},
		{RunOptions{RetryFailed: true}, p.Cells[4:]},
		{RunOptions{Force: true}, p.Cells},
	} {
		if got, err := Pending(t.Context(), p, results, c.options); err != nil || keys(got) != keys(c.want) {
			t.Errorf("%+v: %d cells pending (%v), want %d", c.options, len(got), err, len(c.want))
		}
		// The shards share out what is pending, whatever is done already: which
		// shard a cell is in does not depend on that.
		const shards = 3
		parts, _, err := c.options.runner(p).Divide(t.Context(), p.Cells, shards)
		assert.NilError(t, err)
		var together []experiment.Cell
		for i := 1; i <= shards; i++ {
			o := c.options
			o.Shard, o.Shards = i, shards
			part, err := Pending(t.Context(), p, results, o)
			assert.NilError(t, err)
			together = append(together, part...)
			own := keys(parts[i-1])
			for _, cell := range part {
				assert.Check(t, is.Contains(own, cell.Key()),
					"%s is pending in shard %d, which is not its own", cell, i)
			}
		}
		assert.Check(t, is.Equal(keys(together), keys(c.want)),
			"%+v: %d cells pending in shards, want %d", c.options, len(together), len(c.want))
	}
}
