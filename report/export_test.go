package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpca/report/plan"
	"gpca/report/render"
)

// A report is drawn to the same bytes from its results.csv and arrays.csv as from its cells,
// whatever was missing or had failed; but figures of real samples are not.
func TestExport(t *testing.T) {
	pictures, scaled := plan.Selection{Figures: []string{"T.1", "T.5"}}, plan.Selection{Tables: []string{"2.1", "2.3", "3.3"}}
	for name, c := range map[string]struct {
		plan     *plan.Plan
		withheld string // of the figures
	}{
		"numbers":   {tinyPlan(t, plan.Selection{}), ""},
		"scaled":    {planOf(t, openStudy(t, "thesis"), scaled, "usps", "yale"), ""},
		"generated": {planOf(t, openStudy(t, "ascent"), pictures), ""},
		"real":      {planOf(t, openStudy(t, "ascent"), pictures, "usps"), "figures/fig-T.5"},
	} {
		results := memory(t)
		fill(t, c.plan, results, func(i int) bool { return i%7 != 3 || c.plan.Study.Name == "ascent" })
		if name == "numbers" {
			fail(t, c.plan.Cells[3], results, "class a: \"no\" number,\nand a line")
			r, _ := results.Get(c.plan.Cells[0].Key())
			r.Chosen, r.Refits = []string{"wave a=1 c=2", "p=2"}, map[string][]float64{"accuracy": {60.25, 61.5}}
			if err := results.Put(r); err != nil {
				t.Fatal(err)
			}
		}
		outputs := texts
		if c.plan.Study.Name == "ascent" {
			outputs = drawn
		}
		want := outputs(t, c.plan, results)
		folder := t.TempDir()
		file := write(t, folder, "results.csv", want["results.csv"])
		write(t, folder, "arrays.csv", want["arrays.csv"])
		if want["arrays.csv"] == "" { // a report of numbers has none
			if err := os.Remove(filepath.Join(folder, "arrays.csv")); err != nil {
				t.Fatal(err)
			}
		}
		x, err := render.OpenExport(file)
		if err != nil {
			t.Fatal(name, err)
		}
		p, kept, err := x.Plan(t.Context(), c.plan.Study, OpenLibrary(c.plan.Study, nil, x.IsReal), c.plan.Selection)
		if err != nil {
			t.Fatal(name, err)
		}
		got := outputs(t, p, kept)
		for path, content := range want {
			ofSamples := c.withheld != "" && (strings.HasPrefix(path, c.withheld) || path == "report.html" || path == "report.pdf")
			if (got[path] == content) == ofSamples {
				t.Errorf("%s: %s is the same: %v, want %v", name, path, !ofSamples, ofSamples)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d files, want %d", name, len(got), len(want))
		}
	}
}
