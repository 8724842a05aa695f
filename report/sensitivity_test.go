package report

import (
	"encoding/csv"
	"maps"
	"slices"
	"strings"
	"testing"

	"gpca/report/document"
	"gpca/report/study"
	"gpca/report/table"
)

// sensitive is a study with a table and what its optimiser's settings matter.
const sensitive = `name: sensitive
repetitions: {real: 2, stand-in: 2}
experiments:
  - {name: spoilt, data: [iris], protocol: contamination, metric: reconstruction-error, components: 1, levels: [0, 5], axis: "#images"}
  - {name: settings, like: spoilt, levels: [0], variations: {start: [smallest-sample, random-1], tolerance: [1e-3, 1e-10]}}
tables:
  - {number: "1", caption: Errors, experiment: spoilt, columns: [p=1, tanh], decimals: 2, sensitivity: S.1}
  - {number: S.1, caption: Settings, kind: sensitivity, experiment: settings, rows: [p=1, tanh], decimals: 2}
figures:
  - {number: S.1, caption: Settings, kind: sensitivity, table: S.1}
`

// A mark needs the cells of both tables to be the same, as the plan resolves them,
// and the table of ranges to be part of the plan.
func TestMarksFollowThePlan(t *testing.T) {
	for _, c := range []struct {
		name   string
		tables []string
		cells  int
		marked []string // rows of table 1
	}{
		// Two methods, clean and spoilt, and clean under three other settings: the
		// experiment's own are computed once.
		{"both tables", nil, 4 + 2*3, []string{"0"}},
		{"the table alone", []string{"1"}, 4, nil},
	} {
		p, err := NewPlan(t.Context(), parse(t, sensitive), NewData(nil), nil, Selection{Tables: c.tables}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Cells) != c.cells {
			t.Errorf("%s: %d cells, want %d: %q", c.name, len(p.Cells), c.cells, names(p))
		}
		results := memory(t)
		answer(t, p, results, func(int) bool { return true }) // each cell another value
		r := newRenderer(p, results, RenderOptions{Data: NewData(nil)})
		if err := r.build(t.Context()); err != nil {
			t.Fatal(err)
		}
		var marked []string
		for _, row := range r.tables[0].Rows {
			if slices.ContainsFunc(row.Cells, func(c table.Cell) bool { return strings.Contains(c.Mark, "≈") }) {
				marked = append(marked, row.Heading)
			}
		}
		if !slices.Equal(marked, c.marked) {
			t.Errorf("%s: rows %q are marked, want %q", c.name, marked, c.marked)
		}
	}
}

// The whole way, on generated data: every cell is computed, from every start.
func TestRunVariations(t *testing.T) {
	p, err := NewPlan(t.Context(), parse(t, sensitive), NewData(nil), nil, Selection{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	text, err := runInto(t.Context(), t, out, p, RunOptions{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	settings := map[string]int{}
	for _, row := range rows[1:] {
		at := func(column string) string { return row[slices.Index(rows[0], column)] }
		if at("state") != "done" {
			t.Errorf("%s of %s is %s", at("score"), at("start"), at("state"))
		}
		settings[at("start")+" "+at("tolerance")+" "+at("level")]++
	}
	want := map[string]int{"largest-sample 1e-10 0": 2, "largest-sample 1e-10 5": 2, "smallest-sample 1e-10 0": 2, "random-1 1e-10 0": 2, "largest-sample 0.001 0": 2}
	if !maps.Equal(settings, want) {
		t.Errorf("computed %v, want %v", settings, want)
	}
}

// The text of the sensitivity study is one that can be read whatever is computed,
// and places every table and figure once.
func TestTextOfTheSensitivityStudy(t *testing.T) {
	s, err := study.Open("sensitivity")
	if err != nil {
		t.Fatal(err)
	}
	data := NewData(nil)
	for _, computed := range []bool{false, true} {
		p, err := NewPlan(t.Context(), s, data, nil, Selection{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		results := memory(t)
		answer(t, p, results, func(int) bool { return computed })
		r := newRenderer(p, results, RenderOptions{Data: data})
		if err := r.build(t.Context()); err != nil {
			t.Fatal(err)
		}
		d, err := r.document(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Validate(); err != nil {
			t.Error(err)
		}
		checkPlaced(t, r, d)
		var text strings.Builder
		if err := document.WriteMarkdown(&text, d); err != nil {
			t.Fatal(err)
		}
		if said := strings.Contains(text.String(), "Under their own settings the methods lie"); said != computed {
			t.Errorf("computed %t, but the spread is named: %t", computed, said)
		}
		if strings.Contains(text.String(), "<no value>") || strings.Contains(text.String(), "::") {
			t.Error("the text shows a directive or an action")
		}
	}
}
