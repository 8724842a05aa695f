package document

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/table"
)

// smallDocument has one of everything, with the characters that the formats give
// a meaning.
func smallDocument(t *testing.T) *Document {
	t.Helper()
	rates := &table.Table{
		Number: "2.1", Caption: "Rates & <intervals>", Corner: "σ", Columns: []string{"L2|KPCA", "2tanh²"},
		Decimals: 2, Metric: "accuracy in percent", Origin: "stand-in",
		Rows: []table.Row{
			{Heading: "σ² = 0", TeX: `$\sigma^2 = 0$`, Cells: []table.Cell{{Value: 95.46}, {Value: 95.53, Bold: true, Mark: "†"}}},
			{Heading: "25", Cells: []table.Cell{{Value: -9.5, HalfWidth: 1.25, Repetitions: 5}, {State: table.Failed, Reason: "no <convergence>"}}},
			{Heading: "Average", Summary: true, Cells: []table.Cell{{Value: 42.98}, {State: table.Missing}}},
		},
		Notes: []string{"† printed as 95.52"},
	}
	numbered := Numbered{
		Tables: map[string]*table.Table{"2.1": rates},
		Figures: map[string]FigureBlock{"2.4": {
			Number: "2.4", Caption: "Accuracy [%] against a", File: "figures/fig-2.4",
			Figure: frameFigure{width: 4 * vg.Centimeter, height: 2 * vg.Centimeter},
		}},
	}
	text, err := os.ReadFile("testdata/small.in.md")
	assert.NilError(t, err)
	blocks, err := Parse("small.md", string(text), numbered)
	assert.NilError(t, err)
	return &Document{
		Title: "GPCA <again>", Subtitle: "Every table & figure", Authors: []string{"A. Author", "B. Author"}, Language: "en-GB",
		Subject: "Benchmarks of \"generalized\" PCA", Front: []string{"Data: stand-in (generated)", "not for comparison"},
		DataLabel: "Data: stand-in (generated)", Blocks: blocks,
	}
}

// written is what a writer makes of a document.
func written(t testing.TB, write func(io.Writer, *Document) error, d *Document) string {
	t.Helper()
	var b strings.Builder
	assert.NilError(t, write(&b, d))
	return b.String()
}

func TestMarkdownGolden(t *testing.T) {
	golden.Assert(t, written(t, WriteMarkdown, smallDocument(t)), "small.md")
}

func TestHTMLGolden(t *testing.T) {
	// The style and the script are themselves; the golden file is about the content.
	page := strings.Replace(written(t, WriteHTML, smallDocument(t)), htmlScript, "", 1)
	page = regexp.MustCompile("(sha256-).*=&#39;").ReplaceAllString(page, "$1")
	head, rest, ok := strings.Cut(page, "<style>")
	_, body, ok2 := strings.Cut(rest, "</style>")
	assert.Assert(t, ok && ok2, "the page has no style")
	golden.Assert(t, head+"<style></style>"+body, "small.html")
}

// The HTML page is well-formed, and neither it nor the Markdown loads anything:
// addresses stand in links that the reader follows.
func TestHTMLIsWellFormedAndLoadsNothing(t *testing.T) {
	d := smallDocument(t)
	d.Blocks = append(d.Blocks, Paragraph{Spans: []Span{{Text: "<script>alert(1)</script>", Link: "javascript:alert(1)"}}})
	page := written(t, WriteHTML, d)
	// The script is the page's own, and the only one that its policy lets run.
	text := strings.Replace(page, "<script>"+htmlScript+"</script>", "", 1)
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.Strict = false
	decoder.AutoClose = xml.HTMLAutoClose
	decoder.Entity = xml.HTMLEntity
	open := 0
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		assert.NilError(t, err, "not well-formed")
		switch element := token.(type) {
		case xml.StartElement:
			open++
			switch element.Name.Local {
			case "script", "link", "img", "iframe", "object", "image":
				t.Errorf("the page has an element %s", element.Name.Local)
			}
			for _, attribute := range element.Attr {
				elsewhere := element.Name.Local == "use" && attribute.Name.Local == "href" && attribute.Value[0] != '#'
				if elsewhere || attribute.Name.Local == "src" || strings.HasPrefix(attribute.Value, "javascript:") {
					t.Errorf("%s has %s=%q", element.Name.Local, attribute.Name.Local, attribute.Value)
				}
			}
		case xml.EndElement:
			open--
		}
	}
	assert.Equal(t, open, 0, "%d elements are not closed", open)
	assert.Check(t, !strings.Contains(page, "url(") && !strings.Contains(page, "@import"), "the style loads something")
}

// Every link inside the Markdown leads to an anchor or a heading of it.
func TestMarkdownLinksLeadSomewhere(t *testing.T) {
	text := written(t, WriteMarkdown, sampleDocument())
	var headings []string
	for line := range strings.Lines(text) {
		if title := strings.TrimLeft(line, "#"); title != line {
			headings = append(headings, headingSlug(strings.TrimSpace(title)))
		}
	}
	links := strings.Split(text, "](#")[1:]
	for _, part := range links {
		anchor, _, _ := strings.Cut(part, ")")
		found := strings.Contains(text, `<a id="`+anchor+`">`) || slices.Contains(headings, anchor)
		assert.Check(t, found, "a link leads to %q, which does not exist", anchor)
	}
	assert.Check(t, len(links) >= 30, "%d links only", len(links))
}

// GitHub numbers headings of the same text; the title and the contents count.
func TestAnchors(t *testing.T) {
	d := &Document{Title: "Results", Blocks: []Block{
		Heading{1, "1", "Results of f(u) = u²"}, Heading{1, "", "Results"}, Heading{1, "", "Contents"}, Heading{1, "", "Results"},
		TableBlock{Table: sampleTable("B.1", 2, 2, false)}, Paragraph{},
	}}
	want := []string{"1-results-of-fu--u", "results-1", "contents-1", "results-2", "table-B.1"}
	entries := d.entries()
	for i, want := range want {
		assert.Check(t, is.Equal(entries[i].Anchor, want))
	}
	assert.Check(t, entries[5] == nil, "a paragraph has an anchor")
}

func TestWritersReportTheirErrors(t *testing.T) {
	full := errors.New("disk full")
	writers := map[string]func(io.Writer, *Document) error{"Markdown": WriteMarkdown, "HTML": WriteHTML}
	for name, write := range writers {
		assert.Check(t, is.ErrorIs(write(brokenWriter{full}, smallDocument(t)), full), name)
		err := write(io.Discard, &Document{Title: "T", Blocks: []Block{Heading{2, "", "x"}}})
		assert.Check(t, err != nil, "%s: a heading of level 2 before any other is no error", name)
	}
	broken := frameFigure{100, 100, errors.New("no data")}
	err := WriteHTML(io.Discard, &Document{Title: "T", Blocks: []Block{FigureBlock{Number: "2.4", Caption: "c", File: "f", Figure: broken}}})
	assert.ErrorContains(t, err, "figure 2.4")
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }
