package report

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/store"
	"gpca/report/study"
)

// Whatever is there is drawn: nothing, a part with a failure, or all. The same
// results give the same bytes.
func TestRender(t *testing.T) {
	p := tinyPlan(t, plan.Selection{})
	for _, c := range []struct {
		name     string
		which    func(int) bool
		fail     bool
		contains map[string]string
	}{
		{"empty", none, false, map[string]string{
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
		{"full", all, false, map[string]string{
			"report.md":           "14 of 14 computed",
			"report.html":         "<html",
			"tables/table-1.md":   "60.50 ± 6.35 |",
			"tables/table-3.md":   "L2 has the best average of Table 1",
			"tables/macros.tex":   "generated data",
			"figures/fig-2.csv":   "best mean: a = 2",
			"figures/fig-1.svg":   "<svg",
			"figures/fig-1.pdf":   "%PDF",
			"report.pdf":          "%PDF",
			"figures/fig-C9.png":  "PNG",
			"figures/chart-3.csv": `series,"L2, best of 1"`,
			"tables/table-10.tex": "\\label",
			"tables/table-2.md":   "|  3 |",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			results := memory(t)
			fill(t, p, results, c.which)
			if c.fail {
				fail(t, p.Cells[3], results, "class a: no number")
			}
			files := drawn(t, p, results)
			for name, want := range c.contains {
				assert.Check(t, is.Contains(files[name], want), name)
			}
			placed(t, p, files["report.md"])
			rows, err := csv.NewReader(strings.NewReader(files["results.csv"])).ReadAll()
			assert.NilError(t, err)
			assert.Equal(t, len(rows), 15, "results.csv has %d rows (%v), want a header and 14", len(rows), err)
			if !c.fail { // the others have less to draw again
				return
			}
			for name, content := range drawn(t, p, results) {
				assert.Check(t, content == files[name], "%s differs when drawn again", name)
			}
		})
	}
}

// A selection leaves behind what it selects and no more.
func TestRenderSelection(t *testing.T) {
	files := drawn(t, tinyPlan(t, plan.Selection{Tables: []string{"2"}}), memory(t))
	for _, name := range []string{"tables/table-2.md", "tables/table-2.tex", "tables/table-2-tabular.tex", "tables/table-2.csv", "tables/macros.tex", "report.md", "report.html", "report.pdf", "results.csv", "summary.md"} {
		assert.Check(t, files[name] != "", "%s is not there", name)
		delete(files, name)
	}
	assert.Check(t, len(files) == 0, "there are also %d files", len(files))
	// Functions need no data, and a report of nothing else says so.
	text := texts(t, tinyPlan(t, plan.Selection{Figures: []string{"1"}}), memory(t))["report.md"]
	assert.Check(t, strings.Contains(text, "none") && !strings.Contains(text, "stand-in"),
		"a report without data says\n%s", text)
	// A study need not mirror anything.
	bare := strings.Replace(tiny, "title: Small sets\nsource: \"A. Author, On Small Sets, 2020\"\n", "", 1)
	text = texts(t, planOf(t, parse(t, bare), plan.Selection{Tables: []string{"1"}}), memory(t))["report.md"]
	assert.Check(t, strings.HasPrefix(text, "# tiny\n") && !strings.Contains(text, "After"),
		"the report of a study without a title begins\n%.300s", text)
}

// A table that is drawn on its own has the marks that it has in the report, though they
// rest on another table; into a folder of its own it is drawn without.
func TestSelectionKeepsMarks(t *testing.T) {
	whole := planOf(t, parse(t, sensitive), plan.Selection{})
	results := memory(t)
	fill(t, whole, results, all)
	marked := func(out string) bool {
		t.Helper()
		content, err := os.ReadFile(filepath.Join(out, "tables", "table-1.md"))
		assert.NilError(t, err)
		return strings.Contains(string(content), "≈")
	}
	out, own := t.TempDir(), t.TempDir()
	part := planOf(t, parse(t, sensitive), plan.Selection{Tables: []string{"1"}})
	for _, c := range []struct {
		plan *plan.Plan
		out  string
		want bool
	}{{whole, out, true}, {part, out, true}, {part, own, false}} {
		_, err := render.Render(t.Context(), c.plan, results, render.Options{Out: c.out})
		assert.NilError(t, err)
		assert.Check(t, is.Equal(marked(c.out), c.want), "tables %q: marked is %v", c.plan.Selection.Tables, !c.want)
	}
	export, err := render.OpenExport(filepath.Join(out, render.ResultsFile))
	assert.NilError(t, err)
	part, stored, err := export.Plan(t.Context(), part.Study, part.Library, part.Selection)
	assert.NilError(t, err)
	_, err = render.Render(t.Context(), part, stored, render.Options{Out: out})
	assert.NilError(t, err)
	assert.Check(t, marked(out), "drawn from results.csv, the table loses its marks")
}

// results.csv is an interface: programs read it. The keys, and the checksums of rows that have
// them, are left out of the golden file, since they depend on the architecture.
func TestResultsGolden(t *testing.T) {
	p := tinyPlan(t, plan.Selection{})
	results := memory(t)
	fill(t, p, results, func(i int) bool { return i%3 != 2 })
	fail(t, p.Cells[2], results, "class a: \"no\" number,\nand a line")
	text := texts(t, p, results)["results.csv"]
	for i, c := range p.Cells {
		assert.Check(t, strings.Contains(text, c.Key()), "results.csv does not have the key of %s", c)
		text = strings.Replace(text, c.Key(), fmt.Sprintf("key-%d", i), 1)
	}
	golden.Assert(t, regexp.MustCompile(`(?m),[0-9a-f]{8}$`).ReplaceAllString(text, ",sum"), "results.csv")
}

// The text beside a study's file is found, its exhibits stand where it says, and its
// facts are those of the run.
func TestTextBesideTheStudy(t *testing.T) {
	folder := t.TempDir()
	const text = "# Our chapter\n\n{{.Cells}} cells.\n\n::table[1]\n\n::table[2]\n\n::table[3]\n\n::figure[C3]\n\n::table[10]\n\n::figure[1]\n\n::figure[2]\n\n::figure[C9]\n"
	write(t, folder, "mine.md", text)
	s := openStudy(t, write(t, folder, "tiny.yaml", "text: mine\n"+tiny))
	p := planOf(t, s, plan.Selection{})
	report := texts(t, p, memory(t))["report.md"]
	placed(t, p, report)
	if got := strings.Join(headings(report), ", "); got != "Our chapter, Data, protocol and methods" || !strings.Contains(report, "\n14 cells.\n") {
		t.Errorf("chapters %q of\n%.1000s", got, report)
	}
}

// The report of a study with appendices is its own text, then a chapter for each
// appendix, in which every table and figure of it stands; a selection works over
// all of them.
func TestAppendices(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "more.yaml", string(golden.Get(t, "render_appendices.yaml")))
	s := openStudy(t, write(t, folder, "tiny.yaml", "appendices: [more.yaml]\n"+tiny))
	for _, c := range []struct {
		tables, chapters, shown string
	}{
		{"", "Results, Appendix A Further images, Appendix B Data, protocol and methods", "1 2 3 10 M.1"},
		{"M.*", "Tables", "M.1"},
		{"*1", "Tables", "1 M.1"},
	} {
		var selection plan.Selection
		if c.tables != "" {
			selection.Tables = []string{c.tables}
		}
		p := planOf(t, s, selection)
		results := memory(t)
		fill(t, p, results, all)
		text := texts(t, p, results)["report.md"]
		placed(t, p, text)
		if got := strings.Join(headings(text), ", "); got != c.chapters || strings.Join(p.Tables, " ") != c.shown {
			t.Errorf("tables %q: chapters %q with %q, want %q with %q", c.tables, got, p.Tables, c.chapters, c.shown)
		}
	}
}

// The text of the thesis's report is one that can be read whatever the data and
// however much is computed, says which it is, and places every table, chart and
// figure of the study once.
func TestTextOfTheThesis(t *testing.T) {
	long(t)
	s := openStudy(t, "thesis")
	sets := planOf(t, s, plan.Selection{}).Datasets()
	for _, c := range []struct {
		name  string
		real  []string
		which func(int) bool
		fail  bool
		says  []string
	}{
		{"stand-ins, empty", nil, none, false,
			[]string{"Data: stand-in (generated)", "Not all data is real.", "Stand-ins, generated: USPS, Yale",
				"0 are computed", "are missing", "No number of the thesis was judged"}},
		{"mixed, partial", []string{"iris", "usps"}, func(i int) bool { return i%2 == 0 }, true,
			[]string{"Real data: USPS and Iris. Stand-ins, generated: Yale", "1 failed"}},
		{"real, full", sets, all, false,
			[]string{"All data is real: USPS, Yale Faces, MNIST, Iris", "cells of the study are computed.", `$\sigma = 5000$`, "The methods span"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := planOf(t, s, plan.Selection{}, c.real...)
			results := memory(t)
			fill(t, p, results, c.which)
			if c.fail {
				fail(t, p.Cells[1], results, "class 3: no number")
			}
			files := texts(t, p, results)
			text := files["report.md"] + files["supplement.md"]
			placed(t, p, text)
			plain := strings.ReplaceAll(text, "*", "")
			for _, want := range c.says {
				assert.Check(t, strings.Contains(plain, want), "the text does not say %q", want)
			}
			assert.Check(t, !strings.Contains(text, "<no value>") && !strings.Contains(text, "::"),
				"the text shows a directive or an action")
			var numbers []string
			for _, h := range headings(text) {
				if strings.HasSuffix(h, "details") {
					continue
				}
				number, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(h, "Appendix "), "Supplement "), " ")
				numbers = append(numbers, number)
			}
			got := strings.Join(numbers, " ")
			assert.Equal(t, got, "1 2 3 4 A B C 5 A B C D E F G H I J K",
				"the chapters are %s: that of the comparison is 5, and the letters of the supplement go on", got)
		})
	}
}

// A report with generated data calls no data all real but that of a text, and refers to the first page, which lists
// what is generated.
func TestTextsSayWhoseDataIsReal(t *testing.T) {
	text := referenceOf(t, "").files["report.md"]
	front, text, _ := strings.Cut(text, "## Contents")
	_, said, _ := strings.Cut(text, "All data of this text is real: USPS")
	said, _, _ = strings.Cut(said, "\n")
	assert.Check(t, strings.HasSuffix(said, " The first page lists the generated data of others.") &&
		!strings.Contains(text, "All data is real") && strings.Contains(front, "- **Generated data:** Uniform sources"),
		"the text says of its data %q, the report's front\n%s", said, front)
}

// Results on the real Letter data bring the comparison's files, heat map and chapter.
func TestRenderComparison(t *testing.T) {
	long(t)
	p := planOf(t, openStudy(t, "thesis"), plan.Selection{Tables: []string{"2.13"}}, "letter")
	results := memory(t)
	for i, v := range []float64{61.8, 61.9, 61.4, 66} { // of a=30, a=90, L1 and L2
		put(t, p, results, p.Cells[i], v, v+0.1, v-0.1, v, v)
	}
	files := drawn(t, p, results)
	for _, name := range []string{"compare.md", "compare.csv", "tables/table-5.1.tex", "figures/difference-2.13.svg"} {
		assert.Check(t, files[name] != "", "there is no %s", name)
	}
	text := files["report.md"]
	for _, want := range []string{"5 Published against reproduced", "4 of 4 printed numbers count. 3 match and 1 differs."} {
		assert.Check(t, strings.Contains(text, want), "the report does not hold %q", want)
	}
	for _, want := range []string{
		"- 3 of 4 numbers match. Matches alone prove little: the numbers of one method in every column of a table would match " +
			"3 of 4, ours 3. A faithful repetition would exceed these by about 2 (2 to 2).\n",
		"- 0 of 1 statements of the text hold, 0 fail, and 1 cannot be decided.\n",
		"\n4 of 4 printed numbers count. 3 of 4 numbers match, as many as the 3 ",
		". The level is reproduced in no table. The order of the methods is reproduced beyond chance in no table.\n",
		"\nThe comparison of methods is contradicted in Table 2.13. 1 number differs, without a misprint to explain it: " +
			"Table 2.13 (1 of its 4 numbers).\n",
		"\nOur numbers confirm none of the misprints",
		"\nTable 2.13: 3 of 4 printed numbers match ours, 1 differs;",
	} {
		assert.Check(t, strings.Contains(text, want) && !strings.Contains(text, "Does the thesis hold?"),
			"the report on a table does not hold %q, or says whether the thesis holds:\n%s", want, text)
	}
	if !strings.HasPrefix(files["audit.md"], "# Audit of the published tables") || strings.Count(text, "](figures/difference-2.13.svg)") != 1 {
		t.Errorf("audit.md begins with %.80q, and the heat map does not stand in the report once", files["audit.md"])
	}
}

// The web page has what is in print behind the numbers of a table, links to its files,
// and verdicts at the points of its chart.
func TestPageHasWhatIsInPrint(t *testing.T) {
	long(t)
	p := planOf(t, openStudy(t, "thesis"), plan.Selection{Tables: []string{"2.1"}}, "usps")
	results := memory(t)
	for _, cell := range p.Cells {
		put(t, p, results, cell, 95.4, 95.5, 95.3, 95.4, 95.4)
	}
	page := drawn(t, p, results)["report.html"]
	for _, want := range []string{
		`<td data-print="0.320|0.005|differs">`, `<span class="inprint differs">95.08<span class="mark m1">≠</span></span>`,
		`<td data-print="−0.050|0.215|match">`, `<span class="inprint match"><b>95.45</b>`, // drawn, and in bold
		`<td data-print="1.610|0.215|differs">`, // an average
		`href="tables/table-2.1.tex"`, `href="tables/table-5.1.csv"`, `href="figures/chart-2.1.pdf"`,
		"<title>L2 (p = 2)\nNoise level (σ) 10\n95.40 ± 0.09\nin print 95.45: match</title>",
	} {
		assert.Check(t, strings.Contains(page, want), "the page does not hold %s", want)
	}
}

// What was drawn from the same stands, and what is drawn beside it has the bytes of a new report.
func TestDrawnOnce(t *testing.T) {
	long(t)
	p := tinyPlan(t, plan.Selection{})
	first, other := memory(t), memory(t)
	fill(t, p, first, all)
	fill(t, p, other, func(i int) bool { return i > 0 })
	put(t, p, other, p.Cells[0], 77.5)
	out := t.TempDir()
	render := func(results *store.Store, out string) (files map[string]fs.FileInfo) {
		t.Helper()
		options := render.Options{Out: out, Created: render.DefaultCreated()}
		_, err := render.Render(t.Context(), p, results, options)
		assert.NilError(t, err)
		m, err := render.ReadManifest(out)
		assert.NilError(t, err)
		files = map[string]fs.FileInfo{}
		for _, l := range m.Files {
			files[l.Path], err = os.Stat(filepath.Join(out, filepath.FromSlash(l.Path)))
			assert.NilError(t, err)
		}
		return files
	}
	standing := func(before, after map[string]fs.FileInfo) (all int, images bool) {
		for path, info := range after {
			if os.SameFile(before[path], info) {
				all, images = all+1, images || strings.HasSuffix(path, ".png")
			}
		}
		return all, images
	}
	drawn := render(first, out)
	again := render(first, out)
	n, _ := standing(drawn, again)
	assert.Equal(t, n, len(drawn), "%d of %d files stand where nothing has changed", n, len(drawn))
	later := memory(t)
	for _, r := range first.Results() {
		r.Seconds++
		assert.NilError(t, later.Put(r))
	}
	for path, info := range render(later, out) {
		assert.Check(t, os.SameFile(again[path], info),
			"%s is written again from the same numbers, computed again", path)
	}
	again = render(first, out)
	changed := render(other, out)
	n, images := standing(again, changed)
	assert.Check(t, n != 0 && n != len(changed) && images,
		"%d of %d files stand where one result has changed, images among them: %v", n, len(changed), images)
	fresh := t.TempDir()
	for path := range render(other, fresh) {
		assert.Check(t, is.Equal(content(t, out, path), content(t, fresh, path)),
			"%s is not what a new report has", path)
	}
	write(t, out, "report.md", "mine\n")
	if n, _ = standing(changed, render(other, out)); n == len(changed) || content(t, out, "report.md") == "mine\n" {
		t.Errorf("%d of %d files stand where one was altered", n, len(changed))
	}
}

// A report on stand-ins begins with what it is. What another run gave stands later, as such.
func TestReportOnStandInsSaysSoFirst(t *testing.T) {
	long(t)
	const run, none = "> **This is a run on generated data, ", "No number in it is a finding about the real data.**\n"
	for _, c := range []struct{ study, real, want, another string }{
		{"thesis", "", run, "### 5.1 What another run gave, on the real data\n\nThese are the results of a run that comes with"},
		{"thesis", "usps", "> **In this run generated data stands in for Yale Faces, MNIST, Iris and 10 more. ", "### 5.1 What"},
		{"tiny", "", run, ""},
		{"tiny", "iris", "> **In this run generated data stands in for Balance, Liver and Optical digits. ", ""},
		{"toys", "", "- **Version:**", ""}, // is about generated data
	} {
		var s *study.Study
		switch c.study {
		case "tiny":
			s = parse(t, tiny)
		case "toys":
			s = parse(t, `name: toys
repetitions: 2
experiments: {name: rates, data: circles, split: {folds: 2}, measure: accuracy, components: 1, axis: Data set}
tables: {number: "1", caption: Rates, experiment: rates, columns: [p=1]}
`)
		default:
			s = openStudy(t, c.study)
		}
		var real []string
		if c.real != "" {
			real = []string{c.real}
		}
		text := texts(t, planOf(t, s, plan.Selection{}, real...), memory(t))["report.md"]
		head, rest, _ := strings.Cut(text, "\n## ")
		assert.Check(t, strings.Contains(head, "\n\n"+c.want) &&
			strings.Contains(head, none) == strings.Contains(c.want, " run ") && !strings.Contains(head, "match") &&
			strings.Contains(rest, c.another), "%s on real %q begins with\n%s", c.study, c.real, head)
	}
}

// A figure that cannot be made of the results leaves its place to the reason, and stops no other output. Without
// results it is a fault of the study.
func TestFigureThatCannotBeDrawn(t *testing.T) {
	s := parse(t, strings.Replace(tiny, "kind: network", "kind: network, ordinate: [0, 1]", 1))
	p := planOf(t, s, plan.Selection{})
	results := memory(t)
	const want = "figure C9: it has no axis of values: leave out ordinate"
	_, err := render.Text(t.Context(), p, results)
	assert.ErrorContains(t, err, want, "error %v, want one with %q", err, want)
	fill(t, p, results, all)
	out := t.TempDir()
	for range 2 { // nothing stands of a report with a fault
		_, err := render.Render(t.Context(), p, results, render.Options{Out: out})
		undrawn, ok := errors.AsType[render.Undrawn](err)
		assert.Check(t, ok && len(undrawn) == 1 &&
			err.Error() == "figure C9 is not drawn: it has no axis of values: leave out ordinate", "error %v", err)
	}
	for path, want := range map[string]string{
		"report.pdf": "%PDF", "tables/table-1.md": "Table 1", "figures/fig-C9.svg": "This is not drawn: it has no axis",
	} {
		assert.Check(t, strings.Contains(content(t, out, path), want), "%s lacks %q", path, want)
	}
}

func content(t *testing.T, folder, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(path)))
	assert.NilError(t, err)
	return string(text)
}
