package report

import (
	"slices"
	"strings"
	"testing"

	"gpca/report/grid"
)

// put stores a made-up result for a cell.
func put(t *testing.T, results interface{ Put(grid.Result) error }, c grid.Cell) {
	t.Helper()
	if err := results.Put(grid.Result{Key: c.Key(), Cell: c, Values: make([]float64, c.Repetitions)}); err != nil {
		t.Fatal(err)
	}
}

func TestWhy(t *testing.T) {
	p := plan(t, Selection{})
	why := func(prepare func(c grid.Cell, put func(grid.Cell)), selector string) Reason {
		t.Helper()
		results := memory(t)
		at := slices.IndexFunc(p.Cells, func(c grid.Cell) bool { return strings.Contains(c.String(), "p=1 5 dummy") })
		prepare(p.Cells[at], func(c grid.Cell) { put(t, results, c) })
		if selector == "" {
			selector = p.Cells[at].String()
		}
		reasons, err := Why(p, results, selector)
		if err != nil {
			t.Fatal(err)
		}
		at = slices.IndexFunc(reasons, func(r Reason) bool { return r.Key == p.Cells[at].Key() })
		if at < 0 {
			t.Fatalf("%q does not select the cell", selector)
		}
		return reasons[at]
	}

	if r := why(func(c grid.Cell, put func(grid.Cell)) { put(c) }, ""); r.State != Stored || r.Result.Key != r.Key || r.Nearest() {
		t.Errorf("a stored cell: %+v", r)
	}
	if r := why(func(grid.Cell, func(grid.Cell)) {}, ""); r.State != Missing || r.Nearest() || r.Same() {
		t.Errorf("nothing stored: %+v", r)
	}
	// The same cell computed otherwise is nearer than its neighbour, which
	// differs in a single field.
	r := why(func(c grid.Cell, put func(grid.Cell)) {
		before, neighbour := c, c
		before.Repetitions, before.Digest, before.Algorithm = c.Repetitions+2, "0123", c.Algorithm-1
		neighbour.Level = 20
		put(neighbour)
		put(before)
	}, "")
	var fields []string
	for _, d := range r.Differences {
		fields = append(fields, d.Field)
	}
	if want := []string{"algorithm", "digest", "repetitions"}; r.State != Missing || !r.Same() || !slices.Equal(fields, want) {
		t.Errorf("computed otherwise: %+v, want it to differ in %q", r, want)
	}
	if d := r.Differences[1]; d.Old != "0123" || d.New != r.Cell.Digest {
		t.Errorf("the digest goes from %q to %q, want from what is stored to what is wanted", d.Old, d.New)
	}
	// Of neighbours, the nearest level.
	r = why(func(c grid.Cell, put func(grid.Cell)) {
		for _, level := range []float64{90, 20, 60} {
			c.Level = level
			put(c)
		}
	}, "")
	if r.Same() || !r.Nearest() || r.Result.Cell.Level != 20 {
		t.Errorf("neighbours only: nearest is %s", r.Result.Cell)
	}
	// A failed result is told of, and is no neighbour.
	results := memory(t)
	fail(t, p.Cells[0], results, "no number")
	reasons, err := Why(p, results, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(reasons) != len(p.Cells) || reasons[0].State != Failed || slices.ContainsFunc(reasons, Reason.Nearest) {
		t.Errorf("with one failed cell: %+v", reasons)
	}
}

func TestWhySelects(t *testing.T) {
	p := plan(t, Selection{})
	results := memory(t)
	first := p.Cells[0]
	for _, c := range []struct {
		selector string
		want     func(grid.Cell) bool
	}{
		{first.String(), func(c grid.Cell) bool { return c == first }},
		{strings.ToUpper("  " + strings.ReplaceAll(first.String(), " ", "  ")), func(c grid.Cell) bool { return c == first }},
		{first.Key()[:8], func(c grid.Cell) bool { return c == first }},
		{"dummy", func(c grid.Cell) bool { return strings.Contains(c.String(), "dummy") }},
	} {
		reasons, err := Why(p, results, c.selector)
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for _, r := range reasons {
			got = append(got, r.Key)
		}
		for _, cell := range p.Cells {
			if c.want(cell) {
				want = append(want, cell.Key())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q selects %d cells, want %d", c.selector, len(got), len(want))
		}
	}
	for selector, want := range map[string]string{
		"gausian":                "no cell is called \"gausian\": one of the 14 is \"iris p=1\"",
		first.Key()[:3]:          "no cell is called",
		first.String()[1:] + "x": "did you mean " + first.String(),
	} {
		if _, err := Why(p, results, selector); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", selector, err, want)
		}
	}
}
