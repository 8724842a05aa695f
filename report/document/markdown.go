package document

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"gpca/report/table"
)

//go:embed document.md.tmpl
var markdownTemplate string

// A view is what the templates see of a document.
type view struct {
	*Document
	Headings, Tables, Figures []*entry // of the contents
}

func viewOf(d *Document, entries []*entry) view {
	headings := slices.DeleteFunc(ofKind(entries, ""), func(e *entry) bool { return e.Level > contentsLevel })
	return view{d, headings, ofKind(entries, "table"), ofKind(entries, "figure")}
}

// WriteMarkdown writes the document in GitHub Flavored Markdown: its title and
// facts, a list of contents with links, and its blocks. Figures are shown from
// their SVG files beside the document. Headings are one level deeper than in
// the document, whose title takes the first.
func WriteMarkdown(w io.Writer, d *Document) error {
	if err := d.Validate(); err != nil {
		return err
	}
	entries := d.entries()
	parts, err := markdownBlocks(d.Blocks, entries)
	if err != nil {
		return err
	}
	page := struct {
		view
		Parts []string
	}{viewOf(d, entries), parts}
	return d.write(w, page, template.Must(template.New("").Funcs(template.FuncMap{
		"text":   func(text string) string { return table.EscapeMarkdown(oneLine(text)) },
		"join":   strings.Join,
		"facts":  facts,
		"indent": func(e *entry) string { return strings.Repeat("  ", e.Level-1) },
	}).Parse(markdownTemplate)))
}

// write fills a page of a document into a template, of either package, and writes it as a whole.
func (d *Document) write(w io.Writer, page any, t interface {
	Execute(w io.Writer, page any) error
}) error {
	var b bytes.Buffer
	err := t.Execute(&b, page)
	if err == nil {
		_, err = b.WriteTo(w)
	}
	if err != nil {
		return fmt.Errorf("document %q: %w", d.Title, err)
	}
	return nil
}

// markdownBlocks writes each block that Markdown shows. The entries are those of the blocks,
// nil inside lists.
func markdownBlocks(blocks []Block, entries []*entry) ([]string, error) {
	var parts []string
	var previous Block
	for i, block := range blocks {
		part, err := markdownBlock(block)
		if err != nil {
			return nil, err
		}
		if part == "" {
			continue
		}
		if entries != nil && entries[i] != nil && entries[i].kind != "" && entries[i].kind != "image" {
			part = "<a id=\"" + entries[i].Anchor + "\"></a>\n\n" + part
		}
		if list, ok := previous.(List); ok {
			next, same := bare(block).(List)
			if same && list.Ordered == next.Ordered || strings.ContainsAny(part[:1], " \t") {
				parts = append(parts, separator)
			}
		}
		parts = append(parts, part)
		previous = bare(block)
	}
	return parts, nil
}

func markdownBlock(block Block) (string, error) {
	switch b := block.(type) {
	case Written:
		return b.Markdown, nil
	case Heading:
		line := strings.Repeat("#", b.Level+1) + " " + table.EscapeMarkdown(oneLine(b.Title()))
		if text, closed := strings.CutSuffix(line, "#"); closed { // a closing sequence
			line = text + `\#`
		}
		return line, nil
	case Algorithm:
		inner, err := markdownBlocks(b.Blocks, nil)
		title := "**Algorithm " + b.Number + ":** " + table.EscapeMarkdown(b.Title)
		return strings.Join(append([]string{title}, inner...), "\n\n"), err
	case TableBlock:
		var text strings.Builder
		err := b.Table.WriteMarkdown(&text)
		return strings.TrimSpace(strings.TrimRight(text.String(), "\n") + "\n\n" + Escape(b.Said)), err
	case FigureBlock:
		title, caption := "Figure "+b.Number, table.EscapeMarkdown(oneLine(b.Caption))
		if b.Number == "" { // its name may have blanks
			return strings.TrimSpace("![" + caption + "](<" + b.File + ">)\n\n" + caption), nil
		}
		return "![" + title + ": " + caption + "](" + b.File + ".svg)\n\n**" + title + ":** " + caption, nil
	}
	return "", fmt.Errorf("a %T that was not read has no Markdown", block)
}

// separator stands between a list and what would be read as part of it, and shows nothing.
const separator = "<!-- -->"

// lineStart matches what would make a paragraph into something else: a heading, a list, a
// rule or a directive.
var lineStart = regexp.MustCompile(`^([#+=:-]|\d{1,9}[.)])`)

// Escape escapes text that is to be a paragraph of its own for Markdown.
func Escape(text string) string {
	return lineStart.ReplaceAllStringFunc(table.EscapeMarkdown(oneLine(text)), func(s string) string {
		return s[:len(s)-1] + `\` + s[len(s)-1:]
	})
}
