package report

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/plan"
	"gpca/report/render"
	"gpca/solver/robust"
)

// A report is drawn to the same bytes from its results.csv and arrays.csv as from its cells,
// whatever was missing or had failed; but figures of real samples are not.
func TestExport(t *testing.T) {
	long(t)
	pictures, scaled := plan.Selection{Figures: []string{"I.1", "I.5"}}, plan.Selection{Tables: []string{"2.1", "2.3", "3.3"}}
	for name, c := range map[string]struct {
		plan     *plan.Plan
		withheld string // of the figures
	}{
		"numbers":   {tinyPlan(t, plan.Selection{}), ""},
		"scaled":    {planOf(t, openStudy(t, "thesis"), scaled, "usps", "yale"), ""},
		"generated": {planOf(t, openStudy(t, "ascent"), pictures), ""},
		"real":      {planOf(t, openStudy(t, "ascent"), pictures, "usps"), "figures/fig-I.5"},
	} {
		results := memory(t)
		fill(t, c.plan, results, func(i int) bool { return i%7 != 3 || c.plan.Study.Name == "ascent" })
		if name == "numbers" {
			fail(t, c.plan.Cells[3], results, "class a: \"no\" number,\nand a line")
			r, _ := results.Get(c.plan.Cells[0].Key())
			r.Chosen, r.Refits = []string{"wave a=1 c=2", "p=2"}, map[string][]float64{"accuracy": {60.25, 61.5}}
			assert.NilError(t, results.Put(r))
			r, _ = results.Get(c.plan.Cells[1].Key())
			r.Fail(fmt.Errorf("class b: %w: too few samples", robust.ErrNotApplicable))
			assert.NilError(t, results.Put(r))
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
			assert.NilError(t, os.Remove(filepath.Join(folder, "arrays.csv")))
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
			assert.Check(t, (got[path] == content) != ofSamples,
				"%s: %s is the same: %v, want %v", name, path, !ofSamples, ofSamples)
		}
		assert.Check(t, len(got) == len(want), "%s: %d files, want %d", name, len(got), len(want))
	}
}

// No bit of results.csv or arrays.csv flips in silence, without a manifest beside them, and no
// row goes missing, comes twice or changes places.
func TestDamagedExports(t *testing.T) {
	p := planOf(t, openStudy(t, "ascent"), plan.Selection{Figures: []string{"I.1"}})
	results := memory(t)
	fill(t, p, results, all)
	sound := texts(t, p, results)
	silent := func(results string) bool {
		_, err := render.ReadExport("results.csv", []byte(results))
		return err == nil
	}
	folder := t.TempDir()
	file := write(t, folder, "results.csv", sound["results.csv"])
	silentArrays := func(arrays string) bool {
		write(t, folder, "arrays.csv", arrays)
		_, err := render.OpenExport(file)
		return err == nil
	}
	whole, arrays := sound["results.csv"], sound["arrays.csv"]
	assert.Assert(t, silent(whole) && silentArrays(arrays), "files that are sound are refused")
	flip := func(text string, bit int) string {
		damaged := []byte(text)
		damaged[bit/8] ^= 1 << (bit % 8)
		return string(damaged)
	}
	random := rand.New(rand.NewPCG(20, 24))
	for range 200 {
		bit := random.IntN(8 * len(whole))
		assert.Check(t, !silent(flip(whole, bit)), "bit %d of byte %d of results.csv flips in silence", bit%8, bit/8)
		if bit := random.IntN(8 * len(arrays)); silentArrays(flip(arrays, bit)) {
			t.Errorf("bit %d of byte %d of arrays.csv flips in silence", bit%8, bit/8)
		}
	}
	lines := strings.SplitAfter(strings.TrimSuffix(whole, "\n"), "\n")
	lines[len(lines)-1] += "\n"
	header, last := lines[0], len(lines)-1
	for bit := range 8 * len(header+lines[1]) { // checksum and end of the line too
		assert.Check(t, !silent(flip(whole, bit)),
			"bit %d of byte %d of %q flips in silence", bit%8, bit/8, header+lines[1])
	}
	for at := 1; at <= last; at++ {
		row := lines[at]
		for what, text := range map[string]string{
			"missing": strings.Join(slices.Delete(slices.Clone(lines), at, at+1), ""),
			"doubled": strings.Join(slices.Insert(slices.Clone(lines), at, row), ""),
			"moved":   header + row + strings.Join(slices.Delete(slices.Clone(lines), at, at+1)[1:], ""),
		} {
			assert.Check(t, text == whole || !silent(text), "row %d of %d is %s in silence", at, last, what)
		}
	}
}

// A manifest beside the files has the last word.
func TestExportBesideAManifest(t *testing.T) {
	p := planOf(t, openStudy(t, "ascent"), plan.Selection{Figures: []string{"I.1"}})
	out := t.TempDir()
	drawInto := func(from int) {
		results := memory(t)
		fill(t, p, results, func(i int) bool { return i >= from })
		options := render.Options{Out: out, Created: render.DefaultCreated()}
		_, err := render.Render(t.Context(), p, results, options)
		assert.NilError(t, err)
	}
	file := filepath.Join(out, "results.csv")
	for _, name := range []string{"results.csv", "arrays.csv"} {
		drawInto(1)
		other, err := os.ReadFile(filepath.Join(out, name))
		assert.NilError(t, err)
		drawInto(0)
		_, err = render.OpenExport(file)
		assert.Check(t, err)
		write(t, out, name, string(other))
		want := name + " is not the " + name + " that manifest.json"
		_, err = render.OpenExport(file)
		assert.Check(t, is.ErrorContains(err, want), "another %s than the manifest lists", name)
	}
}

// A measure that is shown on two scales is read once.
func TestExportOnTwoScales(t *testing.T) {
	source := string(golden.Get(t, "export_on_two_scales.yaml"))
	p := planOf(t, parse(t, source), plan.Selection{})
	results := memory(t)
	put(t, p, results, p.Cells[0], 6.5, 6.5)
	text := texts(t, p, results)["results.csv"]
	assert.Assert(t, is.Contains(text, ",done,65,0,2,65 65,"))
	x, err := render.ReadExport("r.csv", []byte(text))
	assert.NilError(t, err)
	q, kept, err := x.Plan(t.Context(), p.Study, OpenLibrary(p.Study, nil, x.IsReal), plan.Selection{})
	assert.Check(t, err == nil && texts(t, q, kept)["results.csv"] == text, "it is not drawn again as it was (%v)", err)
}
