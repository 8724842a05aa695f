package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gpca/report/store"
)

// render renders a plan and returns the files by their paths.
func render(t *testing.T, p *Plan, results *store.Store, now time.Time) map[string][]byte {
	t.Helper()
	out := t.TempDir()
	options := RenderOptions{Out: out, Data: NewData(nil), Version: Version{Number: "v1"}, Now: now, Exit: 2}
	if err := Render(t.Context(), p, results, options); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	err := filepath.WalkDir(out, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(out, path) // both come from out
		files[filepath.ToSlash(name)] = content
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// tinyFiles are the exhibits of the tiny study and the documents that every
// report has.
func tinyFiles() []string {
	files := []string{"manifest.json", "report.md", "report.pdf", "results.csv", "tables/macros.tex"}
	for _, number := range []string{"1", "2", "3", "10"} {
		for _, extension := range []string{".md", ".tex", ".csv"} {
			files = append(files, "tables/table-"+number+extension)
		}
	}
	for _, figure := range []string{"chart-3", "fig-1", "fig-2", "fig-3"} {
		for _, extension := range []string{".pdf", ".svg", ".png", ".csv"} {
			files = append(files, "figures/"+figure+extension)
		}
	}
	return files
}

// Whatever is there is drawn: nothing, a part with a failure, or all. The same
// results give the same bytes, at any time.
func TestRender(t *testing.T) {
	p := plan(t, Selection{})
	for _, c := range []struct {
		name     string
		which    func(int) bool
		fail     bool
		contains map[string]string
	}{
		{"empty", func(int) bool { return false }, false, map[string]string{
			"report.md":         "0 of 14 computed",
			"tables/table-1.md": "| *—* |",
			"tables/table-3.md": "best of 1",
		}},
		{"partial", func(i int) bool { return i%2 == 0 }, true, map[string]string{
			"report.md":          "7 of 14 computed, 1 failed",
			"tables/table-1.md":  "failed",
			"tables/table-1.csv": "class a: no number",
			"results.csv":        "failed",
		}},
		{"full", func(int) bool { return true }, false, map[string]string{
			"report.md":           "14 of 14 computed",
			"tables/table-1.md":   "60.50 ± 6.35 |",
			"tables/table-3.md":   "L2 has the best average of Table 1",
			"tables/macros.tex":   "generated data",
			"figures/fig-2.csv":   "best: a = 2",
			"figures/fig-1.svg":   "<svg",
			"report.pdf":          "%PDF",
			"figures/fig-3.png":   "PNG",
			"figures/chart-3.csv": "series,L2",
			"tables/table-10.tex": "\\label",
			"tables/table-2.md":   "|  3 |",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			results := memory(t)
			answer(t, p, results, c.which)
			if c.fail {
				fail(t, p.Cells[3], results, "class a: no number")
			}
			first := render(t, p, results, time.Unix(0, 0))
			for _, name := range tinyFiles() {
				if len(first[name]) == 0 {
					t.Errorf("%s is not there", name)
				}
			}
			for name, want := range c.contains {
				if !bytes.Contains(first[name], []byte(want)) {
					t.Errorf("%s does not contain %q:\n%.2000s", name, want, first[name])
				}
			}
			if rows, err := csv.NewReader(bytes.NewReader(first["results.csv"])).ReadAll(); err != nil || len(rows) != 15 {
				t.Errorf("results.csv has %d rows (%v), want a header and 14", len(rows), err)
			}
			checkManifest(t, first, Count(p, results))

			again := render(t, p, results, time.Now())
			for name, content := range first {
				if name != "manifest.json" && !bytes.Equal(content, again[name]) {
					t.Errorf("%s differs when rendered again", name)
				}
			}
		})
	}
}

// The manifest lists every other file with its size and hash.
func checkManifest(t *testing.T, files map[string][]byte, cells Summary) {
	t.Helper()
	var m Manifest
	if err := json.Unmarshal(files["manifest.json"], &m); err != nil {
		t.Fatal(err)
	}
	if m.Study != "tiny" || m.Exit != 2 || m.Version.Number != "v1" || !m.Finished.Equal(time.Unix(0, 0)) || m.Cells != cells {
		t.Errorf("manifest %+v", m)
	}
	listed := []string{"manifest.json"}
	for _, f := range m.Files {
		listed = append(listed, f.Path)
		sum := sha256.Sum256(files[f.Path])
		if f.Bytes != len(files[f.Path]) || f.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("manifest is wrong about %s", f.Path)
		}
	}
	slices.Sort(listed)
	if got := slices.Sorted(maps.Keys(files)); !slices.Equal(listed, got) {
		t.Errorf("manifest lists %q, there are %q", listed, got)
	}
}

// A selection leaves behind what it selects and no more.
func TestRenderSelection(t *testing.T) {
	p := plan(t, Selection{Tables: []string{"2"}})
	files := render(t, p, memory(t), time.Unix(0, 0))
	for _, name := range tinyFiles() {
		_, there := files[name]
		if exhibit := strings.Contains(name, "/table-") || strings.HasPrefix(name, "figures/"); there == (exhibit && !strings.Contains(name, "table-2.")) {
			t.Errorf("%s is there: %v", name, there)
		}
	}
	// Functions need no data, and a report of nothing else says so.
	p = plan(t, Selection{Figures: []string{"1"}})
	files = render(t, p, memory(t), time.Unix(0, 0))
	if text := string(files["report.md"]); !strings.Contains(text, "none") || strings.Contains(text, "stand-in") {
		t.Errorf("a report without data says\n%s", text)
	}
}

// A study need not mirror anything: without a source and a title of its own it
// still has a report.
func TestRenderBareStudy(t *testing.T) {
	source := strings.Replace(tiny, "title: Small sets\nsource: \"A. Author, On Small Sets, 2020\"\n", "", 1)
	p, err := NewPlan(t.Context(), parse(t, source), NewData(nil), nil, Selection{Tables: []string{"1"}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := string(render(t, p, memory(t), time.Unix(0, 0))["report.md"])
	if !strings.HasPrefix(text, "# tiny\n") || strings.Contains(text, "After") {
		t.Errorf("report begins\n%.300s", text)
	}
}

func TestRenderErrors(t *testing.T) {
	p := plan(t, Selection{Tables: []string{"1"}})
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := Render(t.Context(), p, memory(t), RenderOptions{Out: file, Data: NewData(nil)})
	if err == nil || !strings.HasPrefix(err.Error(), "render: ") {
		t.Errorf("rendering into a file: error %v", err)
	}
	unknown := parse(t, strings.Replace(tiny, "seed: 7", "text: nowhere", 1))
	if p, err = NewPlan(t.Context(), unknown, NewData(nil), nil, Selection{}, 0); err != nil {
		t.Fatal(err)
	}
	err = Render(t.Context(), p, memory(t), RenderOptions{Out: t.TempDir(), Data: NewData(nil)})
	if err == nil || !strings.Contains(err.Error(), `no text "nowhere"`) {
		t.Errorf("rendering without its text: error %v", err)
	}
}

// results.csv is an interface: programs read it. The keys are left out of the
// golden file, since they depend on the architecture.
func TestResultsGolden(t *testing.T) {
	p := plan(t, Selection{})
	results := memory(t)
	answer(t, p, results, func(i int) bool { return i%3 != 2 })
	fail(t, p.Cells[2], results, "class a: \"no\" number,\nand a line")
	r := newRenderer(p, results, RenderOptions{})
	var b bytes.Buffer
	if err := r.writeResults(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for i, c := range p.Cells {
		if !strings.Contains(text, c.Key()) {
			t.Errorf("results.csv does not have the key of %s", c)
		}
		text = strings.Replace(text, c.Key(), fmt.Sprintf("key-%d", i), 1)
	}
	golden(t, "results.csv", []byte(text))
}
