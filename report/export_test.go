package report

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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

// No bit of results.csv or arrays.csv flips in silence, without a manifest beside them, and no
// row goes missing, comes twice or changes places.
func TestDamagedExports(t *testing.T) {
	real, err := render.OpenExport(filepath.Join(referenceFolder, "results.csv"))
	if err != nil {
		t.Fatal(err)
	}
	_, _, reference := draw(t, real, "all", "results.csv")
	p := planOf(t, openStudy(t, "ascent"), plan.Selection{Figures: []string{"T.1"}})
	results := memory(t)
	fill(t, p, results, all)
	small := texts(t, p, results)
	// silent reports whether a file is read without an error and not said to have no checksums.
	silent := func(results string) bool {
		x, err := render.ReadExport("results.csv", strings.NewReader(results))
		return err == nil && len(x.Unsealed) == 0
	}
	folder := t.TempDir()
	file := write(t, folder, "results.csv", small["results.csv"])
	silentArrays := func(arrays string) bool {
		write(t, folder, "arrays.csv", arrays)
		x, err := render.OpenExport(file)
		return err == nil && len(x.Unsealed) == 0
	}
	arrays := small["arrays.csv"]
	if !silent(reference["results.csv"]) || !silentArrays(arrays) {
		t.Fatal("files that are sound are refused")
	}
	flip := func(text string, bit int) string {
		damaged := []byte(text)
		damaged[bit/8] ^= 1 << (bit % 8)
		return string(damaged)
	}
	random := rand.New(rand.NewPCG(20, 24))
	for range 200 {
		whole := reference["results.csv"]
		if bit := random.IntN(8 * len(whole)); silent(flip(whole, bit)) {
			t.Errorf("bit %d of byte %d of results.csv flips in silence", bit%8, bit/8)
		}
		if bit := random.IntN(8 * len(arrays)); silentArrays(flip(arrays, bit)) {
			t.Errorf("bit %d of byte %d of arrays.csv flips in silence", bit%8, bit/8)
		}
	}
	lines := strings.SplitAfter(strings.TrimSuffix(small["results.csv"], "\n"), "\n")
	lines[len(lines)-1] += "\n"
	header, last := lines[0], len(lines)-1
	for bit := range 8 * len(header+lines[1]) { // checksum and end of the line too
		if silent(flip(small["results.csv"], bit)) {
			t.Errorf("bit %d of byte %d of %q flips in silence", bit%8, bit/8, header+lines[1])
		}
	}
	for at := 1; at <= last; at++ {
		row := lines[at]
		for what, text := range map[string]string{
			"missing": strings.Join(slices.Delete(slices.Clone(lines), at, at+1), ""),
			"doubled": strings.Join(slices.Insert(slices.Clone(lines), at, row), ""),
			"moved":   header + row + strings.Join(slices.Delete(slices.Clone(lines), at, at+1)[1:], ""),
		} {
			if text != small["results.csv"] && silent(text) {
				t.Errorf("row %d of %d is %s in silence", at, last, what)
			}
		}
	}
}

// A manifest beside the files has the last word, also on those without checksums.
func TestExportBesideAManifest(t *testing.T) {
	p := planOf(t, openStudy(t, "ascent"), plan.Selection{Figures: []string{"T.1"}})
	results := memory(t)
	fill(t, p, results, all)
	for _, name := range []string{"results.csv", "arrays.csv"} {
		out := t.TempDir()
		if _, err := render.Render(t.Context(), p, results, render.Options{Out: out, Created: render.DefaultCreated()}); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(out, "results.csv")
		if _, err := render.OpenExport(file); err != nil {
			t.Error(err)
		}
		content, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, out, name, strings.Replace(string(content), ",checksum\n", ",of old\n", 1))
		if _, err := render.OpenExport(file); err == nil || !strings.Contains(err.Error(), name+" is not the "+name+" that manifest.json") {
			t.Errorf("another %s than the manifest lists: error %v", name, err)
		}
		if err := os.Remove(filepath.Join(out, "manifest.json")); err != nil {
			t.Fatal(err)
		}
		if x, err := render.OpenExport(file); err != nil || !slices.Equal(x.Unsealed, []string{filepath.Join(out, name)}) {
			t.Errorf("%s without checksums: error %v", name, err)
		}
	}
}

// What a results.csv without checksums says is not believed where it cannot be.
func TestIncredibleExports(t *testing.T) {
	p := tinyPlan(t, plan.Selection{})
	results := memory(t)
	for _, c := range p.Cells {
		put(t, p, results, c, slices.Repeat([]float64{60.5}, c.Repetitions)...)
	}
	want := strings.Replace(texts(t, p, results)["results.csv"], ",checksum\n", ",of old\n", 1)
	const sound = ",done,60.5,0,2,60.5 60.5,"
	first, _, _ := strings.Cut(want[strings.Index(want, "\n")+1:], "\n")
	if !strings.Contains(first, sound) {
		t.Fatalf("the first row is %s", first)
	}
	for row, fault := range map[string]string{
		",done,101,0,2,101 101,":         ":2: accuracy is 101, must be from 0 to 100: ",
		",done,-5,0,2,-5 -5,":            ":2: accuracy is -5, must be from 0 to 100: ",
		",done,62,0,2,60.5 60.5,":        "mean: 62, but 60.5 by the values of the row: ",
		",done,60.5,1,2,60.5 60.5,":      "half_width_95: 1, but 0 by the values of the row: ",
		",done,NaN,0,2,NaN NaN,":         "values: NaN is no number below 1e+100: ",
		",done,1e308,0,2,1e308 1e308,":   "values: 1e308 is no number below 1e+100: ",
		",none,60.5,0,2,60.5 60.5,":      `state: "none" is neither done nor failed nor missing: `,
		",done,60.5,0,-2,60.5 60.5,":     "repetitions: ",
		sound + "!\n" + first + "\n":     "wrong number of fields",
		",done,60.5,0,2,60.5 60.5 60.5,": "values of accuracy for 2 repetitions",
	} {
		check := func(text, fault string) {
			t.Helper()
			x, err := render.ReadExport("r.csv", strings.NewReader(text))
			if err == nil {
				_, _, err = x.Plan(t.Context(), p.Study, OpenLibrary(p.Study, nil, x.IsReal), plan.Selection{})
			}
			if (err == nil) != (fault == "") || err != nil && !strings.Contains(err.Error(), fault) {
				t.Errorf("error %v, want %q", err, fault)
			}
		}
		check(strings.Replace(want, sound, row, 1), fault)
		check(want, "")
		check(want+first+"\n", ": line 2 has accuracy of cell ")
		check(want+strings.Replace(first, sound, ",done,61,0,2,61 61,", 1)+"\n", ": line 2 has accuracy of cell ")
		check(want+strings.Replace(first, "tiny,", "other,", 1)+"\n", `study: "other", but "tiny" in the rows before: `)
	}
}

// A measure that is shown on a second scale is no duplicate, unless it contradicts the first.
func TestExportOnTwoScales(t *testing.T) {
	const source = `
name: scales
title: Scales
seed: 1
repetitions: 2
experiments:
  - {name: once, data: [optdigits], split: contamination, measure: reconstruction-error, components: 1, levels: [5]}
  - {name: again, like: once, scale: 10}
tables:
  - {number: "1", caption: Once, experiment: once, columns: [p=1]}
  - {number: "2", caption: Again, experiment: again, columns: [p=1]}
`
	p := planOf(t, parse(t, source), plan.Selection{})
	results := memory(t)
	put(t, p, results, p.Cells[0], 6.5, 6.5)
	text := strings.Replace(texts(t, p, results)["results.csv"], ",checksum\n", ",of old\n", 1)
	for second, sound := range map[string]bool{",done,65,0,2,65 65,": true, ",done,66,0,2,66 66,": false} {
		changed := strings.Replace(text, ",done,65,0,2,65 65,", second, 1)
		x, err := render.ReadExport("r.csv", strings.NewReader(changed))
		if err == nil {
			_, _, err = x.Plan(t.Context(), p.Study, OpenLibrary(p.Study, nil, x.IsReal), plan.Selection{})
		}
		if (err == nil) != sound || (changed == text) != sound {
			t.Errorf("%s: error %v", second, err)
		}
	}
}
