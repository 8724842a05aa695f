package report

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gpca/report/compare"
	"gpca/report/dataset"
	"gpca/report/document"
	"gpca/report/grid"
	"gpca/report/store"
	"gpca/report/study"
)

// letterPlan is a plan of Table 2.13, with results on the real Letter data when
// values are given: one for a=30, a=90, L1 and L2 each.
func letterPlan(t *testing.T, values ...float64) (*Plan, *store.Store) {
	t.Helper()
	results, _, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := results.Append("cells"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := results.Close(); err != nil {
			t.Error(err)
		}
	})
	s, err := study.Open("thesis")
	if err != nil {
		t.Fatal(err)
	}
	letter, err := dataset.Find("letter")
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		need := study.Need{Experiment: s.Experiment("uci"), Data: "letter", Method: []string{"a=30", "a=90", "p=1", "p=2"}[i]}
		c, err := grid.Resolve(s, need, grid.Source{Origin: dataset.Real, Digest: letter.Digest()}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := results.Put(grid.Result{Key: c.Key(), Cell: c, Values: []float64{v, v + 0.1, v - 0.1, v, v}}); err != nil {
			t.Fatal(err)
		}
	}
	p, err := NewPlan(t.Context(), s, NewData(nil), results, Selection{Tables: []string{"2.13"}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p, results
}

// Results on real data bring the comparison's files, heat map and chapter.
func TestRenderComparison(t *testing.T) {
	p, results := letterPlan(t, 61.8, 61.9, 61.4, 66)
	files := render(t, p, results, time.Time{})
	for _, name := range []string{"compare.md", "compare.csv", "tables/table-4.1.tex", "figures/difference-2.13.svg"} {
		if len(files[name]) == 0 {
			t.Errorf("there is no %s", name)
		}
	}
	text := string(files["report.md"])
	for _, want := range []string{"4 Published against reproduced", "Of 4 numbers 3 match, 0 are inconclusive and 1 differ", "figures/difference-2.13.svg"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not hold %q", want)
		}
	}
	for _, want := range []string{
		"- **What holds:** Of 4 printed numbers that could be judged 3 match, in no table all of them.",
		"- **What does not:** 1 differs, without a misprint to explain it: Table 2.13 (1 of its 4 numbers).",
		"- **Misprints:** Our numbers bear out no misprint",
	} {
		if !strings.Contains(text[:strings.Index(text, "## ")], want) {
			t.Errorf("the first page does not hold %q:\n%s", want, text[:strings.Index(text, "## ")])
		}
	}
	if a := string(files["audit.md"]); !strings.HasPrefix(a, "# Audit of the published tables") {
		t.Errorf("audit.md begins with %.80q", a)
	}
	if strings.Count(text, "](figures/difference-2.13.svg)") != 1 {
		t.Error("the heat map does not stand in the report once")
	}
}

// A part of the study on generated data has nothing to say about it.
func TestRenderWithoutComparison(t *testing.T) {
	p, results := letterPlan(t)
	files := render(t, p, results, time.Time{})
	if a := string(files["audit.md"]); !strings.HasPrefix(a, "# Audit of the published tables") || strings.Contains(strings.ToLower(a), "the rerun") {
		t.Errorf("audit.md is not there, or speaks of a rerun of nothing: %.80q", a)
	}
	if !strings.Contains(string(files["compare.md"]), "generated") {
		t.Errorf("compare.md does not say why nothing is compared: %s", files["compare.md"])
	}
	if strings.Contains(string(files["report.md"]), "What holds") || strings.Contains(string(files["report.md"]), "Not judged") {
		t.Error("the first page of a part of the study has findings on nothing")
	}
	if strings.Contains(string(files["report.md"]), "Published against reproduced") || len(files["tables/table-4.1.md"]) > 0 {
		t.Error("a report of a part of the study has a chapter on nothing")
	}
}

func TestChapterStandsBeforeTheAppendices(t *testing.T) {
	r := &renderer{comparison: &compare.Comparison{}}
	heading := func(number string) document.Block { return document.Heading{Level: 1, Number: number, Text: "T"} }
	numbers := func(blocks []document.Block) (all []string) {
		for _, b := range blocks {
			if h, ok := b.(document.Heading); ok {
				all = append(all, h.Number)
			}
		}
		return all
	}
	if got := numbers(r.withComparison([]document.Block{heading("3"), heading("Appendix A"), heading("Appendix B")}, nil, true)); !slices.Equal(got, []string{"3", "4", "Appendix A", "Appendix B"}) {
		t.Errorf("the chapters are %q", got)
	}
	if got := numbers(r.withComparison([]document.Block{heading("3")}, nil, true)); !slices.Equal(got, []string{"3", "4"}) {
		t.Errorf("without appendices the chapters are %q", got)
	}
	if got := numbers(r.withComparison([]document.Block{heading("3")}, nil, false)); !slices.Equal(got, []string{"3"}) {
		t.Errorf("a part without anything judged has the chapters %q", got)
	}
}

func TestCompareRepeatsNothing(t *testing.T) {
	c, err := Compare(&Plan{Study: &study.Study{Name: "mine"}}, new(store.Store))
	if c != nil || err != nil {
		t.Errorf("a study of one's own is compared: %v, %v", c, err)
	}
}

// On generated data the first page says that nothing was judged, and what the
// printed tables betray by themselves: 24 tables of the thesis and 8 of the
// paper, and the digit of 97.25 in Table 3.7 that no neighbour bears out.
func TestFindingsOnGeneratedData(t *testing.T) {
	s, err := study.Open("thesis")
	if err != nil {
		t.Fatal(err)
	}
	results := memory(t)
	p, err := NewPlan(t.Context(), s, NewData(nil), results, Selection{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Compare(p, results)
	if err != nil {
		t.Fatal(err)
	}
	r := &renderer{plan: p, comparison: c}
	golden(t, "findings-generated.txt", []byte(strings.Join(r.findings(true), "\n")+"\n"))
}

// The numbers in print reach the charts of the thesis: the misprint of Table 3.7
// among them, and levels by value, whatever digits a table gives them.
func TestPrintedInTheThesis(t *testing.T) {
	p, err := printedIn(&study.Study{Name: "thesis"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		table  string
		level  float64
		method string
		want   float64
		ok     bool
	}{
		{"3.7", 0.45, "q=4", 97.25, true}, {"2.4", 0.8, "tanh", 5.58, true}, {"2.3", 15, "p=1", 2.07, true},
		{"3.7", 0.46, "q=4", 0, false}, {"3.7", 0.45, "q=5", 0, false}, {"9.9", 0, "p=1", 0, false},
	} {
		if got, ok := p.Value(c.table, c.level, c.method); got != c.want || ok != c.ok {
			t.Errorf("table %s, level %v, %s: %v, %v; want %v, %v", c.table, c.level, c.method, got, ok, c.want, c.ok)
		}
	}
	// A table of variants names a table in print itself, whatever the study.
	mine := &study.Study{Name: "mine", Tables: []study.Table{{Number: "2.1", Kind: study.Variants, Printed: "2.5"}}}
	if p, err = printedIn(mine); err != nil || p.Value != nil {
		t.Errorf("a study that only refers to print has charts with its numbers: %v", err)
	}
	for _, c := range []struct {
		table, data string
		level       float64
		method      string
		want        float64
		ok          bool
	}{
		{"2.5", "car", 0, "p=1", 82.98, true}, {"2.2", "usps", 0.4, "p=2", 67.54, true}, {"2.3", "yale", 15, "p=1", 2.07, true},
		{"2.5", "car-indicator", 0, "p=1", 0, false}, {"2.5", "car", 0, "a=1", 0, false}, {"9.9", "car", 0, "p=1", 0, false},
	} {
		if got, ok := p.At(c.table, c.data, c.level, c.method); got != c.want || ok != c.ok {
			t.Errorf("table %s, %s %v, %s: %v, %v; want %v, %v", c.table, c.data, c.level, c.method, got, ok, c.want, c.ok)
		}
	}
	if p, err := printedIn(&study.Study{Name: "mine"}); p.Value != nil || err != nil {
		t.Errorf("a study of one's own has numbers in print: %v, %v", p, err)
	}
}
