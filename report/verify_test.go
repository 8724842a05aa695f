package report

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gpca/report/dataset"
	"gpca/report/grid"
)

// Each fault in a report that is otherwise sound, and what is none.
func TestVerify(t *testing.T) {
	p := plan(t, Selection{})
	results := memory(t)
	answer(t, p, results, func(int) bool { return true })
	out := t.TempDir()
	// A date of its own, which verifying has to find in the manifest.
	options := RenderOptions{Out: out, Data: NewData(nil), Created: time.Unix(1e9, 0), Now: time.Unix(2e9, 0)}
	if err := Render(t.Context(), p, results, options); err != nil {
		t.Fatal(err)
	}
	verify := func() []Discrepancy {
		t.Helper()
		m, err := ReadManifest(out)
		if err != nil {
			t.Fatal(err)
		}
		found, files, err := Verify(t.Context(), p, results, m, RenderOptions{Out: out, Data: NewData(nil)})
		if err != nil {
			t.Fatal(err)
		}
		if files != len(m.Files) {
			t.Errorf("%d files were compared, the manifest lists %d", files, len(m.Files))
		}
		return found
	}
	if found := verify(); len(found) > 0 {
		t.Fatalf("a report as it was drawn: %+v", found)
	}

	write := func(name, content string) {
		t.Helper()
		name = filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("notes/mine.md", "not beside an output")
	write("report", "not an extension of an output")
	if found := verify(); len(found) > 0 {
		t.Errorf("what is none of the report's: %+v", found)
	}
	write("tables/table-9.tex", "of another report")
	write("results.csv", "edited")
	if err := os.Remove(filepath.Join(out, "report.html")); err != nil {
		t.Fatal(err)
	}
	want := []Discrepancy{
		{Path: "report.html", Fault: Lost}, {Path: "results.csv", Fault: Altered}, {Path: "tables/table-9.tex", Fault: Unlisted},
	}
	if found := verify(); !slices.Equal(found, want) {
		t.Errorf("found %+v, want %+v", found, want)
	}

	// Another result than the one that was drawn.
	if err := Render(t.Context(), p, results, options); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(out, "tables", "table-9.tex")); err != nil {
		t.Fatal(err)
	}
	c := p.Cells[len(p.Cells)-1]
	if err := results.Put(grid.Result{Key: c.Key(), Cell: c, Values: slices.Repeat([]float64{12.5}, c.Repetitions)}); err != nil {
		t.Fatal(err)
	}
	found := verify()
	at := slices.IndexFunc(found, func(d Discrepancy) bool { return d.Path == "results.csv" })
	if at < 0 || found[at].Fault != Redrawn || found[at].Where != "line 15" {
		t.Errorf("after another result: %+v", found)
	}

	// A report of more than is drawn again.
	part := plan(t, Selection{Tables: []string{"1"}})
	m, err := ReadManifest(out)
	if err != nil {
		t.Fatal(err)
	}
	found, _, err = Verify(t.Context(), part, results, m, RenderOptions{Out: out, Data: NewData(nil)})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(found, Discrepancy{Path: "tables/table-2.csv", Fault: Forgotten}) {
		t.Errorf("a part of the report: %+v", found)
	}
}

func TestReadManifestErrors(t *testing.T) {
	out := t.TempDir()
	if _, err := ReadManifest(out); err == nil || !strings.Contains(err.Error(), "no report was drawn") {
		t.Errorf("without a manifest: %v", err)
	}
	if err := os.WriteFile(filepath.Join(out, "manifest.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadManifest(out); err == nil || !strings.Contains(err.Error(), "draw the report again") {
		t.Errorf("with half a manifest: %v", err)
	}
	m := Manifest{Files: []ManifestFile{{Path: "../elsewhere"}}}
	if _, _, err := Verify(t.Context(), plan(t, Selection{}), memory(t), m, RenderOptions{Out: out, Data: NewData(nil)}); err == nil || !strings.Contains(err.Error(), "outside the folder") {
		t.Errorf("a manifest that leads out of the folder: %v", err)
	}
}

func TestFirstDifference(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"one\ntwo\n", "one\nthree\n", "line 2"},
		{"one\n", "one\ntwo\n", "line 2"},
		{"%PDF-1.4", "%PDF-1.7", "byte 8"},
		{"\x00\x01", "\x00\x02", "byte 2"},
	} {
		if got := firstDifference([]byte(c.a), []byte(c.b)); got != c.want {
			t.Errorf("%q and %q differ at %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

// A report on real data verifies where the data is not, also the part of it that
// is not computed yet.
func TestPlanOf(t *testing.T) {
	for _, values := range [][]float64{{61.8, 61.9, 61.4, 66}, nil} {
		p, results := letterPlan(t, values...)
		p.sources["letter"] = grid.Source{Origin: dataset.Real, Digest: "of the catalogue"}
		m := Manifest{Selection: p.Selection, Data: p.Origins()}
		again, err := PlanOf(t.Context(), p.Study, m)
		if err != nil {
			t.Fatal(err)
		}
		if again.Origin("letter") != dataset.Real || len(again.Cells) != len(p.Cells) {
			t.Errorf("the plan is on %s data with %d cells, want real and %d", again.Origin("letter"), len(again.Cells), len(p.Cells))
		}
		if done := Count(again, results).Done; done != len(values) {
			t.Errorf("%d cells are done, want %d", done, len(values))
		}
		m.Data["letter"] = dataset.StandIn
		if again, err = PlanOf(t.Context(), p.Study, m); err != nil || again.Origin("letter") != dataset.StandIn {
			t.Errorf("a report on generated data: %v, %v", again.Origin("letter"), err)
		}
	}
}
