package document

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/figures"
	"gpca/report/table"
)

// toolPage writes a page whose table is partly in print and whose figure has points, and
// returns its path.
func toolPage(t testing.TB) string {
	cell := func(value, half float64) table.Cell { return table.Cell{Value: value, HalfWidth: half} }
	rates := &table.Table{
		Number: "2.2", Caption: "Rates", Corner: "σ", Columns: []string{"<b>L1</b>", "tanh"}, Decimals: 2, Origin: "real",
		Rows: []table.Row{
			{Heading: "0", Cells: []table.Cell{cell(95.5, 0), cell(-9.25, 0.5)}},
			{Heading: "25", Cells: []table.Cell{cell(9.75, 0), {Value: 100, HalfWidth: 0.5, Mark: "†‡"}}},
			{Heading: "100", Cells: []table.Cell{{State: table.Missing}, cell(10, 0.5)}},
			{Heading: "Average", Summary: true, Cells: []table.Cell{cell(50, 0), cell(33, 0)}},
		},
	}
	rates.Rows[0].Cells[0].InPrint = table.InPrint{Printed: "95.40", Difference: "0.10", Margin: "0.12", Verdict: "match"}
	rates.Rows[0].Cells[1].InPrint = table.InPrint{Printed: "\"8\"", Difference: "−17.25", Verdict: "differs", Bold: true}
	long := &table.Table{Number: "2.3", Caption: "Steps", Columns: []string{"steps"}, Origin: "real"}
	for i := range 14 {
		long.Rows = append(long.Rows, table.Row{Heading: fmt.Sprint("run ", i), Cells: []table.Cell{cell(float64(i), 0)}})
	}
	chart := figures.Chart{XLabel: "σ", Series: []figures.Series{
		{Name: "<b>L1</b>", X: []float64{0, 25}, Y: []float64{95, 90}, Texts: []string{"95.00 ± 0.10\nin print 95.10: match", "90.00"}},
		{Name: "tanh", X: []float64{0, 25}, Y: []float64{95, 80}, Texts: []string{"95.00", "80.00"}},
	}}
	verdict := &Verdict{Answer: "It holds.", Counts: []Tally{{Name: "numbers", Sides: [3]Side{{3, "agree"}, {0, "open"}, {1, "differs"}}}},
		Tables: []Judged{{"2.2", 0}}}
	d := &Document{Title: "A <tool>", Language: "en", Verdict: verdict, Front: []string{"A sentence.", "Seed: 1"}, Blocks: []Block{
		Heading{1, "1", "First & last"},
		Paragraph{Spans: []Span{{Text: "The needle <i>lies</i> here."}}},
		TableBlock{Table: rates, File: "tables/table-2.2"},
		TableBlock{Table: long},
		Heading{1, "2", "Figures"},
		FigureBlock{Number: "2.4", Caption: "Rates", File: "figures/fig-2.4", Figure: chart},
		FigureBlock{Number: "2.5", Caption: "Differences", File: "figures/fig-2.5", Figure: figures.Heatmap{Rows: []string{"0"}, Columns: []string{"a", "b"}, Values: [][]float64{{-5, 0.1}}, Decimals: 1}},
	}}
	name := filepath.Join(t.TempDir(), "report.html")
	assert.NilError(t, os.WriteFile(name, []byte(written(t, WriteHTML, d)), 0o600))
	return name
}

var screens = []screen{{"light", 1280, 900, "light", false}, {"dark", 1280, 900, "dark", false}, {"phone", 390, 844, "light", false}}

// Without JavaScript nothing is there that would need it, and all else is.
func TestPageWithoutScript(t *testing.T) {
	b := openPage(t, toolPage(t), screen{"plain", 1280, 900, "light", true})
	for ask, want := range map[string]string{
		`document.querySelectorAll("button, input, select, .tip").length`:                               "0",
		`document.querySelector("circle title").textContent`:                                            "<b>L1</b>\nσ 0\n95.00 ± 0.10\nin print 95.10: match",
		`[...document.querySelectorAll("tr, figure, nav a")].filter((e) => e.hidden).length`:            "0",
		`[...document.querySelectorAll(".files a")].map((link) => link.getAttribute("href")).join(" ")`: "tables/table-2.2.csv tables/table-2.2.tex figures/fig-2.4.pdf figures/fig-2.4.svg figures/fig-2.4.png figures/fig-2.4.csv figures/fig-2.5.pdf figures/fig-2.5.svg figures/fig-2.5.png figures/fig-2.5.csv",
	} {
		assert.Check(t, is.Equal(b.evaluate(ask), want), ask)
	}
}

// What a reader does with the page, on every screen. Each step of testdata/page.steps goes on from the one before: what
// is done, behind >, what is asked then of the page, and its answer.
func TestPageIsATool(t *testing.T) {
	tip := `document.querySelector(".tip").innerText.replaceAll("\n", "|")`
	script, err := os.ReadFile("testdata/page.steps")
	assert.NilError(t, err)
	page := toolPage(t)
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			b := openPage(t, page, s)
			var what, ask string
			for line := range strings.Lines(string(script)) {
				switch kind, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " "); kind {
				case "#":
					what = rest
				case ">":
					b.evaluate(rest + ", 0")
				case "?":
					ask = rest
				case "=":
					want := strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(rest)
					assert.Check(t, is.Equal(b.evaluate(ask), want), what)
				}
			}
			says := func(what, want string) {
				t.Helper()
				assert.Check(t, is.Equal(b.evaluate(tip), want), what)
			}
			b.point(".points g:last-child circle:last-child")
			says("hover", "σ 25|tanh: 80.00")
			b.press("Escape")
			assert.Equal(t, b.evaluate(`document.querySelector(".tip").hidden`), "true", "after Escape")
			b.evaluate(`document.activeElement.blur(), document.querySelector(".canvas").focus()`)
			says("focus", "σ 0|<b>L1</b>: 95.00 ± 0.10, in print 95.10: match|tanh: 95.00")
			b.press("ArrowRight")
			says("along a series", "σ 25|<b>L1</b>: 90.00")
			b.press("ArrowDown")
			says("to another series", "σ 25|tanh: 80.00")
			b.evaluate(`document.querySelector("circle.on").dataset.tip = "tanh\nσ 25\n100\n80.00"`)
			b.press("Enter")
			got := b.evaluate(`[...document.querySelectorAll("tr.hit th")].map((head) => head.innerText).join()`)
			assert.Equal(t, got, "100", "Enter marks the rows %q, want that of the name 100", got)

			folded := b.evaluate(`document.querySelectorAll("nav details[open]").length`)
			ground := b.evaluate(`getComputedStyle(document.querySelector("svg rect")).fill`)
			text := b.evaluate(`getComputedStyle(document.querySelector("#figure-2\\.5 text[fill='var(--a)'], #figure-2\\.5 text[fill='var(--g)']")).fill`)
			written := b.evaluate(`document.querySelector("#figure-2\\.5 text[fill='var(--a)']") ? "rgb(255, 255, 255)" : "rgb(0, 0, 0)"`)
			want := map[bool]string{true: "rgb(22, 24, 27)", false: "rgb(255, 255, 255)"}[s.scheme == "dark"]
			assert.Check(t, is.Equal(ground, want), "the ground of figures")
			assert.Check(t, is.Equal(text, written), "the text of a cell")
			assert.Equal(t, folded, map[bool]string{true: "0", false: "1"}[s.width < 500], "lists of contents are open")

			// On paper there are no tools, on sheets of any width, and nothing is cut off.
			b.call("Emulation.setEmulatedMedia", map[string]any{"media": "print"}, nil)
			for ask, want := range map[string]string{
				`[...document.querySelectorAll("nav, .tools, .skip, .files")].filter(e => e.checkVisibility()).length`: "0",
				`getComputedStyle(document.querySelector(".scroll")).overflow`:                                         "visible",
				`document.querySelector(".canvas").scrollWidth - document.querySelector(".canvas").clientWidth`:        "0",
			} {
				assert.Check(t, is.Equal(b.evaluate(ask), want), "on paper, %s", ask)
			}
		})
	}
}

// The page has no fault that keeps people from reading it, by the rules of axe-core
// (WCAG 2). $AXE_CORE is its axe.min.js, and $REPORT_PAGE a page beside that of the test.
func TestPageIsAccessible(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("AXE_CORE"))
	if err != nil {
		t.Skip("there is no axe-core to check the page: npm install axe-core, AXE_CORE=node_modules/axe-core/axe.min.js: ", err)
	}
	pages := []string{toolPage(t)}
	if page := os.Getenv("REPORT_PAGE"); page != "" {
		pages = append(pages, page)
	}
	for _, s := range screens {
		for _, page := range pages {
			b := openPage(t, page, s)
			b.evaluate(string(axe))
			b.evaluate(`document.querySelectorAll("svg").forEach((drawing) => drawing.replaceChildren())`) // an image to axe, with 50,000 parts
			found := b.evaluate(`axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations
				.map((v) => v.impact + " " + v.id + ": " + v.help + v.nodes.slice(0, 3).map((node) => "\n\t" + node.html.slice(0, 200) + " " + node.any.map((a) => a.message)).join("")).join("\n"))`)
			for line := range strings.Lines(found) {
				if strings.HasPrefix(line, "serious") || strings.HasPrefix(line, "critical") {
					t.Errorf("%s, %s: %s", page, s.name, found)
					break
				}
			}
			t.Logf("%s, %s: %s", page, s.name, found)
		}
	}
}
