package document

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := WriteHTML(f, d); err != nil {
		t.Fatal(err)
	}
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
		if got := b.evaluate(ask); got != want {
			t.Errorf("%s: got %q, want %q", ask, got, want)
		}
	}
}

// What a reader does with the page, on every screen. Each step goes on from the one before.
func TestPageIsATool(t *testing.T) {
	long(t)
	const column = `[...document.querySelectorAll("#table-2\\.2 tbody tr:not([hidden])")].map(row => row.cells[%].textContent.split(" ")[0]).join()`
	first, second := strings.Replace(column, "%", "1", 1), strings.Replace(column, "%", "2", 1)
	input := func(selector, value string) string {
		return `(() => { const e = document.querySelector('` + selector + `'); e.value = "` + value + `"; e.dispatchEvent(new Event("input")); e.dispatchEvent(new Event("change")); })()`
	}
	tip := `document.querySelector(".tip").innerText.replaceAll("\n", "|")`
	steps := []struct{ what, do, ask, want string }{
		{"as written", "", second, "−9.25,100.00,10.00,33.00"},
		{"names are text", "", `document.querySelectorAll("main b:not(.inprint b), main i, nav b").length + document.querySelector("thead button + *, thead th:nth-child(2)").textContent`, "0<b>L1</b>"},
		{"nothing is logged", "", `document.querySelectorAll(".tools").length`, "3"},
		{"sort up", `document.querySelectorAll("thead button")[2].click()`, second, "−9.25,10.00,100.00,33.00"},
		{"and say so", "", `document.querySelectorAll("th")[2].ariaSort`, "ascending"},
		{"sort down", `document.querySelectorAll("thead button")[2].click()`, second, "100.00,10.00,−9.25,33.00"},
		{"as it was", `document.querySelectorAll("thead button")[2].click()`, second, "−9.25,100.00,10.00,33.00"},
		{"what is missing comes last", `document.querySelectorAll("thead button")[1].click()`, first, "9.75,95.50,—,50.00"},
		{"either way", `document.querySelectorAll("thead button")[1].click()`, first, "95.50,9.75,—,50.00"},
		{"a table of few rows has no filter", "", `document.querySelectorAll(".tools input[type=search]").length`, "1"},
		{"filter", input(".tools input[type=search]", "13 RUN"), `document.querySelector("#table-2\\.3 tbody").innerText`, "run 13\t13"},
		{"count", "", `document.querySelector("#table-2\\.3 .tools output").textContent`, "1 of 14 rows"},
		{"no filter", input(".tools input[type=search]", ""), `document.querySelectorAll("tr[hidden]").length`, "0"},
		{"hide a column", `document.querySelector(".columns input").click()`, `document.querySelector("table").rows[1].cells[1].offsetWidth`, "0"},
		{"show it", `document.querySelector(".columns input").click()`, `document.querySelector("table").rows[1].cells[1].offsetWidth > 0`, "true"},
		{"in print", input(".tools select", "printed"), second, `"8",,,`},
		{"all tables", input(".search select", "difference"), first + `+ document.querySelectorAll(".verdict")[1].textContent`, "0.10,,, ≠"},
		{"which stands in the address", "", `location.search`, "?numbers=difference"},
		{"margins", "", `[...document.querySelectorAll("td[data-print]")].map(cell => cell.textContent).join("|")`, "0.10 ± 0.12 =|−17.25 ≠"},
		{"ours again", input(".search select", "ours"), second, "−9.25,100.00,10.00,33.00"},
		{"search", input(".search input", "lies NEEDLE"), `document.querySelector(".found").innerText`, "1 First & last\nThe needle <i>lies</i> here.…"},
		{"search a table", input(".search input", "tanh 9.75"), `document.querySelector(".found a").textContent + document.querySelector(".search output").textContent`, "Table 2.2:1 found"},
		{"search a caption", input(".search input", "differences"), `document.querySelector(".found a").hash`, "#figure-2.5"},
		{"go there", `document.querySelector(".found a").click()`, `document.activeElement.id`, "figure-2.5"},
		{"found nothing", input(".search input", "nowhere"), `document.querySelector(".search output").textContent`, "0 found"},
		{"no search", input(".search input", ""), `document.querySelector(".found").innerText`, ""},
		{"marks of the last column are seen", "", `document.querySelector(".scroll").scrollWidth - document.querySelector(".scroll").clientWidth`, "0"},
		{"letters of figures can be read", "", `document.querySelector(".canvas svg").clientWidth + " in " + document.querySelector(".canvas svg").width.baseVal.value.toFixed()`, "605 in 605"},
		{"marks stand beside the number in print, not on it", "", `[...document.querySelectorAll(".mark")].every(mark => mark.offsetWidth > 0 && mark.scrollWidth <= mark.offsetWidth + 4)`, "true"},
		{"any font has the width of letters that a figure wants", "", `document.querySelectorAll("[textLength]:not([lengthAdjust=spacingAndGlyphs])").length`, "0"},
		{"no drawing has a colour of its own where grounds differ, which a marker drawn by reference would keep", "",
			`document.querySelectorAll(".drawing :is([stroke='#ffffff'], [fill='#ffffff'], [fill='#262626'])").length`, "0"},
		{"text of the first page takes all of its width", "", `document.querySelector("dd").offsetLeft == document.querySelector("dt").offsetLeft`, "true"},
		{"bars of the verdict are as long as counts", "", `[...document.querySelectorAll(".tally span")].map(bar => bar.style.flexGrow + bar.textContent).join() + document.querySelector(".tally a").hash`, "33 agree,11 differs#table-2.2"},
		{"a heading and a figure have a link to copy", "", `[...document.querySelectorAll(".permalink")].slice(-2).map(link => link.hash + link.ariaLabel).join()`, "#figure-2.4Link to Figure 2.4,#figure-2.5Link to Figure 2.5"},
		{"one series alone", input("#figure-2\\\\.4 select", "tanh"), `[..."<b>L1</b> tanh".split(" ")].map(name => [...document.querySelectorAll("#figure-2\\.4 text")].find(text => text.textContent === name).previousElementSibling.classList.contains("faint")).join()`, "true,false"},
		{"all series", input("#figure-2\\\\.4 select", ""), `document.querySelectorAll(".faint").length`, "0"},
		{"by its name in the legend", `[...document.querySelectorAll("#figure-2\\.4 text")].find(text => text.textContent === "tanh").dispatchEvent(new Event("click", {bubbles: true}))`, `document.querySelector("#figure-2\\.4 select").value`, "tanh"},
		{"no sideways scroll", "", `document.documentElement.scrollWidth <= innerWidth`, "true"},
	}
	page := toolPage(t)
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			b := openPage(t, page, s)
			for _, step := range steps {
				if step.do != "" {
					b.evaluate(step.do)
				}
				if got := b.evaluate(step.ask); got != step.want {
					t.Errorf("%s: got %q, want %q", step.what, got, step.want)
				}
			}
			says := func(what, want string) {
				t.Helper()
				if got := b.evaluate(tip); got != want {
					t.Errorf("%s: the figure says %q, want %q", what, got, want)
				}
			}
			b.point(".points g:last-child circle:last-child")
			b.keep(s.name + "-hover")
			says("hover", "σ 25|tanh: 80.00")
			b.press("Escape")
			if got := b.evaluate(`document.querySelector(".tip").hidden`); got != "true" {
				t.Error("Escape leaves what the figure said")
			}
			b.evaluate(`document.activeElement.blur(), document.querySelector(".canvas").focus()`)
			says("focus", "σ 0|<b>L1</b>: 95.00 ± 0.10, in print 95.10: match|tanh: 95.00")
			b.press("ArrowRight")
			says("along a series", "σ 25|<b>L1</b>: 90.00")
			b.press("ArrowDown")
			says("to another series", "σ 25|tanh: 80.00")
			b.evaluate(`document.querySelector("circle.on").dataset.tip = "tanh\nσ 25\n100\n80.00"`)
			b.press("Enter")
			if got := b.evaluate(`[...document.querySelectorAll("tr.hit th")].map((head) => head.innerText).join()`); got != "100" {
				t.Errorf("Enter marks the rows %q, want that of the name 100", got)
			}

			folded := b.evaluate(`document.querySelectorAll("nav details[open]").length`)
			ground := b.evaluate(`getComputedStyle(document.querySelector("svg rect")).fill`)
			text := b.evaluate(`getComputedStyle(document.querySelector("#figure-2\\.5 text[fill='var(--a)'], #figure-2\\.5 text[fill='var(--g)']")).fill`)
			written := b.evaluate(`document.querySelector("#figure-2\\.5 text[fill='var(--a)']") ? "rgb(255, 255, 255)" : "rgb(0, 0, 0)"`)
			if want := map[bool]string{true: "rgb(22, 24, 27)", false: "rgb(255, 255, 255)"}[s.scheme == "dark"]; ground != want || text != written {
				t.Errorf("figures stand on %s, want %s; the text of a cell is %s, want %s", ground, want, text, written)
			}
			if want := map[bool]string{true: "0", false: "1"}[s.width < 500]; folded != want {
				t.Errorf("%s lists of contents are open, want %s", folded, want)
			}
		})
	}
}

// On paper there are no tools, on sheets of any width, and nothing is cut off.
func TestPageOnPaper(t *testing.T) {
	long(t)
	for _, s := range screens {
		b := openPage(t, toolPage(t), s)
		b.call("Emulation.setEmulatedMedia", map[string]any{"media": "print"}, nil)
		for ask, want := range map[string]string{
			`[...document.querySelectorAll("nav, .tools, .skip, .files")].filter((e) => e.checkVisibility()).length`: "0",
			`getComputedStyle(document.querySelector(".scroll")).overflow`:                                           "visible",
			`document.querySelector(".canvas").scrollWidth - document.querySelector(".canvas").clientWidth`:          "0",
		} {
			if got := b.evaluate(ask); got != want {
				t.Errorf("%s: %s: got %q, want %q", s.name, ask, got, want)
			}
		}
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
			b.keep(s.name + "-" + filepath.Base(page))
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
