package document

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"image/color"
	"io"
	"reflect"
	"slices"
	"strings"

	"gpca/figures"
	"gpca/report/formula"
)

//go:embed document.html.tmpl
var htmlTemplate string

//go:embed document.js
var htmlScript string

// WriteHTML writes the document as one page that loads nothing: its style and its script
// are within it, and so are the figures, as SVG. It follows the reader's choice of
// light or dark, and prints. With JavaScript, tables sort, filter and show what is in
// print, and figures tell what is at a point; without it, all is there to be read.
func WriteHTML(w io.Writer, d *Document) error {
	if err := d.Validate(); err != nil {
		return err
	}
	t, err := template.New("document").Funcs(htmlFunctions).Parse(htmlTemplate)
	if err != nil {
		return fmt.Errorf("template of the HTML page: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, htmlPageOf(d)); err != nil {
		return fmt.Errorf("document %q: %w", d.Title, err)
	}
	if _, err := b.WriteTo(w); err != nil {
		return fmt.Errorf("document %q: %w", d.Title, err)
	}
	return nil
}

// The types below are what the template sees.
type (
	htmlPage struct {
		Title, Subtitle, Authors, Subject, Language, DataLabel string
		Policy                                                 string
		DarkFigures                                            template.CSS
		Script                                                 template.HTML
		Front                                                  []htmlFact
		Headings, Tables, Figures                              []*entry
		Blocks                                                 []htmlBlock
	}
	htmlFact  struct{ Name, Value string }
	htmlBlock struct {
		Kind   string // the name of its type
		Block  Block
		Anchor string
	}
	// htmlText is spans that lead to one address, or to none.
	htmlText struct {
		Link  string
		Spans []Span
	}
)

var htmlFunctions = template.FuncMap{
	"oneLine": oneLine,
	"tight":   isTight,
	"svg":     inlineSVG,
	"blocks":  func(blocks []Block) []htmlBlock { return htmlBlocks(blocks, make([]string, len(blocks))) },
	"links":   htmlLinks,
	"text":    Text,
	"math":    func(f *formula.Formula, display bool) template.HTML { return template.HTML(f.MathML(display)) },
}

func htmlPageOf(d *Document) *htmlPage {
	page := &htmlPage{
		Title: oneLine(d.Title), Subtitle: oneLine(d.Subtitle), Authors: oneLine(strings.Join(d.Authors, ", ")),
		Subject: oneLine(d.Subject), Language: d.Language, DataLabel: oneLine(d.DataLabel),
		DarkFigures: darkFigures(), Script: template.HTML("<script>" + htmlScript + "</script>"),
	}
	// Browsers then load nothing and run nothing but the script of the page, whatever a
	// study has written into it.
	hash := sha256.Sum256([]byte(htmlScript))
	page.Policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
	for _, line := range d.Front {
		name, value := splitFact(line)
		page.Front = append(page.Front, htmlFact{name, value})
	}
	page.Headings, page.Tables, page.Figures = d.entries()
	page.Headings = slices.DeleteFunc(page.Headings, func(e *entry) bool { return e.Level > contentsLevel })
	page.Blocks = htmlBlocks(d.Blocks, d.Anchors())
	return page
}

// htmlBlocks returns the blocks that a page without pages shows.
func htmlBlocks(blocks []Block, anchors []string) []htmlBlock {
	var all []htmlBlock
	for i, b := range blocks {
		if written, ok := b.(Written); ok {
			b = written.Block
		}
		if b != (PageBreak{}) {
			all = append(all, htmlBlock{reflect.TypeOf(b).Name(), b, anchors[i]})
		}
	}
	return all
}

func htmlLinks(spans []Span) []htmlText {
	var all []htmlText
	for _, span := range spans {
		if last := len(all) - 1; last >= 0 && all[last].Link == span.Link {
			all[last].Spans = append(all[last].Spans, span)
		} else {
			all = append(all, htmlText{span.Link, []Span{span}})
		}
	}
	return all
}

// darkFigures gives figures the colours that they have on a dark ground.
func darkFigures() template.CSS {
	var b strings.Builder
	hex := func(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
	for _, swap := range figures.OnDark() {
		for _, property := range []string{"fill", "stroke"} {
			fmt.Fprintf(&b, "  .drawing [%s=\"%s\"] { %[1]s: %[3]s; }\n", property, hex(swap.Light), hex(swap.Dark))
		}
	}
	return template.CSS(b.String())
}

// inlineSVG draws a figure as an element of the page: without the XML
// declaration of a file of its own, and with its caption for those who do not
// see it.
func inlineSVG(f FigureBlock) (template.HTML, error) {
	var b strings.Builder
	if err := figures.WriteSVG(&b, f.Figure, figures.Report()); err != nil {
		return "", fmt.Errorf("figure %s: %w", f.Number, err)
	}
	start := strings.Index(b.String(), "<svg")
	if start < 0 {
		return "", fmt.Errorf("figure %s: its SVG has no svg element", f.Number)
	}
	label := template.HTMLEscapeString("Figure " + f.Number + ": " + oneLine(f.Caption))
	return template.HTML(`<svg role="img" aria-label="` + label + `"` + b.String()[start+len("<svg"):]), nil
}
