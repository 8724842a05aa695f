package report

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gpca/report/document"
	"gpca/report/study"
)

// The report of a study with appendices is its own text, then a chapter for each
// appendix, in which every table and figure of it stands; a selection works over
// all of them.
func TestAppendices(t *testing.T) {
	folder := t.TempDir()
	write := func(name, content string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("more.yaml", `name: more
title: Further images
seed: 7
repetitions: {real: 1, stand-in: 1}
experiments:
  - {name: worse, data: [iris], protocol: contamination, metric: reconstruction-error, components: 1, levels: [0, 9], axis: "#images"}
tables:
  - {number: M.1, caption: More errors, experiment: worse, columns: [p=1], decimals: 3, chart: true}
figures:
  - {number: M.1, caption: More functions, kind: functions, curves: [tanh], from: 0, to: 2}
`)
	s, err := study.Open(write("tiny.yaml", "appendices: [more.yaml]\n"+tiny))
	if err != nil {
		t.Fatal(err)
	}
	data := NewData(nil)
	for _, c := range []struct {
		name      string
		selection Selection
		chapters  []string
		tables    []string
	}{
		{"all", Selection{}, []string{"Small sets", "Appendix A Further images"}, []string{"1", "2", "3", "10", "M.1"}},
		{"table of an appendix", Selection{Tables: []string{"M.*"}}, []string{"Tables"}, []string{"M.1"}},
		{"tables of both", Selection{Tables: []string{"1", "M.1"}}, []string{"Tables"}, []string{"1", "M.1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := NewPlan(t.Context(), s, data, nil, c.selection, 0)
			if err != nil {
				t.Fatal(err)
			}
			results := memory(t)
			answer(t, p, results, func(int) bool { return true })
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
			var chapters, tables []string
			for _, b := range d.Blocks {
				switch b := b.(type) {
				case document.Heading:
					chapters = append(chapters, b.Title())
				case document.TableBlock:
					tables = append(tables, b.Table.Number)
				}
			}
			if !slices.Equal(chapters, c.chapters) || !slices.Equal(tables, c.tables) {
				t.Errorf("chapters %v with tables %v, want %v with %v", chapters, tables, c.chapters, c.tables)
			}
		})
	}
}

// Appended chapters are lettered on from the appendices that are there.
func TestLetter(t *testing.T) {
	before := []document.Block{document.Heading{Level: 1, Number: "2"}, document.Heading{Level: 1, Number: "Appendix A"}, document.Heading{Level: 1, Number: "Appendix B"}}
	blocks := []document.Block{document.Heading{Level: 1, Text: "one"}, document.Heading{Level: 2, Text: "section"}, document.Heading{Level: 1, Text: "two"}}
	letter(blocks, before)
	want := []string{"Appendix C one", "section", "Appendix D two"}
	for i, b := range blocks {
		if got := b.(document.Heading).Title(); got != want[i] {
			t.Errorf("heading %q, want %q", got, want[i])
		}
	}
}
