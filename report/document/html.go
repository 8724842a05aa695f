package document

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"gpca/figures"
	"gpca/report/table"
)

//go:embed document.html.tmpl
var htmlTemplate string

// WriteHTML writes the document as one page that loads nothing: its style is
// within it, and so are the figures, as SVG. It follows the reader's choice of
// light or dark, and prints.
func WriteHTML(w io.Writer, d *Document) error {
	if err := d.Validate(); err != nil {
		return err
	}
	page, err := htmlPageOf(d)
	if err != nil {
		return fmt.Errorf("document %q: %w", d.Title, err)
	}
	t, err := template.New("document").Parse(htmlTemplate)
	if err != nil {
		return fmt.Errorf("template of the HTML page: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, page); err != nil {
		return fmt.Errorf("document %q: %w", d.Title, err)
	}
	if _, err := b.WriteTo(w); err != nil {
		return fmt.Errorf("document %q: %w", d.Title, err)
	}
	return nil
}

// The types below are what the template sees. Of the fields of an htmlBlock one
// is set: that of its kind.
type (
	htmlPage struct {
		Title, Subtitle, Authors, Subject, Language, DataLabel string
		Front                                                  []htmlFact
		Headings, Tables, Figures                              []htmlEntry
		Blocks                                                 []htmlBlock
	}
	htmlFact  struct{ Name, Value string }
	htmlEntry struct {
		Level                int
		Anchor, Number, Text string
	}
	htmlBlock struct {
		Heading   *htmlEntry
		Paragraph []htmlText
		List      *htmlList
		Quote     []htmlBlock
		Code      *Code
		Table     *htmlTable
		Figure    *htmlFigure
	}
	// htmlText is spans that lead to one address, or to none.
	htmlText struct {
		Link  string
		Spans []Span
	}
	htmlList struct {
		Ordered bool
		Start   int
		Tight   bool
		Items   [][]htmlBlock
	}
	htmlTable struct {
		Anchor string
		table.Sheet
	}
	htmlFigure struct {
		Anchor, Number, Caption, File string
		SVG                           template.HTML
	}
)

func htmlPageOf(d *Document) (*htmlPage, error) {
	page := &htmlPage{
		Title: oneLine(d.Title), Subtitle: oneLine(d.Subtitle), Authors: oneLine(strings.Join(d.Authors, ", ")),
		Subject: oneLine(d.Subject), Language: d.Language, DataLabel: oneLine(d.DataLabel),
	}
	for _, line := range d.Front {
		name, value := splitFact(line)
		page.Front = append(page.Front, htmlFact{name, value})
	}
	anchors := d.Anchors()
	for i, block := range d.Blocks {
		switch b := block.(type) {
		case Heading:
			if b.Level <= contentsLevel {
				page.Headings = append(page.Headings, htmlEntry{b.Level, anchors[i], b.Number, oneLine(b.Text)})
			}
		case TableBlock:
			page.Tables = append(page.Tables, htmlEntry{1, anchors[i], b.Table.Number, oneLine(b.Table.Caption)})
		case FigureBlock:
			page.Figures = append(page.Figures, htmlEntry{1, anchors[i], b.Number, oneLine(b.Caption)})
		}
	}
	blocks, err := htmlBlocks(d.Blocks, anchors)
	page.Blocks = blocks
	return page, err
}

func htmlBlocks(blocks []Block, anchors []string) ([]htmlBlock, error) {
	var all []htmlBlock
	for i, block := range blocks {
		var made htmlBlock
		switch b := block.(type) {
		case Heading:
			made.Heading = &htmlEntry{b.Level, anchors[i], b.Number, oneLine(b.Text)}
		case Paragraph:
			for _, span := range b.Spans {
				if last := len(made.Paragraph) - 1; last >= 0 && made.Paragraph[last].Link == span.Link {
					made.Paragraph[last].Spans = append(made.Paragraph[last].Spans, span)
				} else {
					made.Paragraph = append(made.Paragraph, htmlText{span.Link, []Span{span}})
				}
			}
		case List:
			list := &htmlList{Ordered: b.Ordered, Start: b.Start, Tight: isTight(b)}
			for _, item := range b.Items {
				inner, err := htmlBlocks(item, nil)
				if err != nil {
					return nil, err
				}
				list.Items = append(list.Items, inner)
			}
			made.List = list
		case Quote:
			inner, err := htmlBlocks(b.Blocks, nil)
			if err != nil {
				return nil, err
			}
			made.Quote = inner
		case Code:
			made.Code = &b
		case TableBlock:
			sheet, err := b.Table.Sheet()
			if err != nil {
				return nil, err
			}
			made.Table = &htmlTable{anchors[i], sheet}
		case FigureBlock:
			svg, err := inlineSVG(b)
			if err != nil {
				return nil, err
			}
			made.Figure = &htmlFigure{anchors[i], b.Number, oneLine(b.Caption), b.File, svg}
		case PageBreak:
			continue
		}
		all = append(all, made)
	}
	return all, nil
}

// inlineSVG draws a figure as an element of the page: without the XML
// declaration of a file of its own, and with its caption for those who do not
// see it.
func inlineSVG(f FigureBlock) (template.HTML, error) {
	var b strings.Builder
	if err := figures.WriteSVG(&b, f.Figure); err != nil {
		return "", fmt.Errorf("figure %s: %w", f.Number, err)
	}
	start := strings.Index(b.String(), "<svg")
	if start < 0 {
		return "", fmt.Errorf("figure %s: its SVG has no svg element", f.Number)
	}
	label := template.HTMLEscapeString("Figure " + f.Number + ": " + oneLine(f.Caption))
	return template.HTML(`<svg role="img" aria-label="` + label + `"` + b.String()[start+len("<svg"):]), nil
}
