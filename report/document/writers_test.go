package document

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
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
	const text = `# 1 Introduction

The *loading* vector **w** & its score ` + "`f′(u) <= 1`" + `: see [Table 2.1](#table-2.1),
[the **figure**](#figure-2.4) and <https://example.org/?a=1&b=2>.
A second line with 1 \< 2, where $\lVert w\rVert = 1$ costs \$5 and not $6 or $7.

$$F(w) = \sum_{i=1}^n f(\lvert w^\top x_i\rvert) \tag{2.1}$$

## 1.1 Lists

- one
- *two*
  1. a
  2. b

3. three

   with a second paragraph
4. four

| Method | What it *does* |
|:--|--:|
| PCA | maximises Σ (wᵀx)², see [Table 2.1](#table-2.1) |
| any \| f | ` + "`a\\|b`" + ` |

` + "```sh\nreport --study 'mine.yaml' && echo <done>\n```" + `

~~~algorithm 1 A component
**Input:** samples $x_1, \ldots, x_n$

1. repeat
   1. $w \leftarrow \nabla F(w)$
2. until it *rests*
~~~

# Appendix A Results

::table[2.1]

::figure[2.4]
`
	blocks, err := Parse("small.md", text, numbered)
	if err != nil {
		t.Fatal(err)
	}
	return &Document{
		Title: "GPCA <again>", Subtitle: "Every table & figure", Authors: []string{"A. Author", "B. Author"}, Language: "en-GB",
		Subject: "Benchmarks of \"generalized\" PCA", Front: []string{"Data: stand-in (generated)", "not for comparison"},
		DataLabel: "Data: stand-in (generated)", Blocks: blocks,
	}
}

func TestMarkdownGolden(t *testing.T) {
	var b bytes.Buffer
	if err := WriteMarkdown(&b, smallDocument(t)); err != nil {
		t.Fatal(err)
	}
	golden.Assert(t, b.String(), "small.md")
}

func TestHTMLGolden(t *testing.T) {
	var b bytes.Buffer
	if err := WriteHTML(&b, smallDocument(t)); err != nil {
		t.Fatal(err)
	}
	// The style and the script are themselves; the golden file is about the content.
	page := regexp.MustCompile("(sha256-).*=&#39;").ReplaceAllString(strings.Replace(b.String(), htmlScript, "", 1), "$1")
	head, rest, ok := strings.Cut(page, "<style>")
	_, body, ok2 := strings.Cut(rest, "</style>")
	if !ok || !ok2 {
		t.Fatal("the page has no style")
	}
	golden.Assert(t, head+"<style></style>"+body, "small.html")
}

// The HTML page is well-formed, and neither it nor the Markdown loads anything:
// addresses stand in links that the reader follows.
func TestHTMLIsWellFormedAndLoadsNothing(t *testing.T) {
	d := smallDocument(t)
	d.Blocks = append(d.Blocks, Paragraph{Spans: []Span{{Text: "<script>alert(1)</script>", Link: "javascript:alert(1)"}}})
	var b bytes.Buffer
	if err := WriteHTML(&b, d); err != nil {
		t.Fatal(err)
	}
	// The script is the page's own, and the only one that its policy lets run.
	text := strings.Replace(b.String(), "<script>"+htmlScript+"</script>", "", 1)
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
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
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
	if open != 0 {
		t.Errorf("%d elements are not closed", open)
	}
	if style := b.String(); strings.Contains(style, "url(") || strings.Contains(style, "@import") {
		t.Error("the style loads something")
	}
}

// Every link inside the Markdown leads to an anchor or a heading of it.
func TestMarkdownLinksLeadSomewhere(t *testing.T) {
	d := sampleDocument()
	var b bytes.Buffer
	if err := WriteMarkdown(&b, d); err != nil {
		t.Fatal(err)
	}
	links := 0
	for _, part := range strings.Split(b.String(), "](#")[1:] {
		anchor, _, _ := strings.Cut(part, ")")
		links++
		if strings.Contains(b.String(), `<a id="`+anchor+`">`) {
			continue
		}
		found := false
		for line := range strings.Lines(b.String()) {
			if title := strings.TrimLeft(line, "#"); title != line {
				found = found || headingSlug(strings.TrimSpace(title)) == anchor
			}
		}
		if !found {
			t.Errorf("a link leads to %q, which does not exist", anchor)
		}
	}
	if links < 50 {
		t.Errorf("%d links only", links)
	}
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
		if got := entries[i].Anchor; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if entries[5] != nil {
		t.Errorf("a paragraph has the anchor %q", entries[5].Anchor)
	}
}

func TestWritersReportTheirErrors(t *testing.T) {
	full := errors.New("disk full")
	writers := map[string]func(io.Writer, *Document) error{"Markdown": WriteMarkdown, "HTML": WriteHTML}
	for name, write := range writers {
		if err := write(brokenWriter{full}, smallDocument(t)); !errors.Is(err, full) {
			t.Errorf("%s: got %v", name, err)
		}
		if err := write(io.Discard, &Document{Title: "T", Blocks: []Block{Heading{2, "", "x"}}}); err == nil {
			t.Errorf("%s: a heading of level 2 before any other is no error", name)
		}
	}
	broken := frameFigure{100, 100, errors.New("no data")}
	err := WriteHTML(io.Discard, &Document{Title: "T", Blocks: []Block{FigureBlock{Number: "2.4", Caption: "c", File: "f", Figure: broken}}})
	if err == nil || !strings.Contains(err.Error(), "figure 2.4") {
		t.Errorf("got %v, want an error about figure 2.4", err)
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }
