package document

import (
	"bufio"
	"html"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	goldmarkhtml "github.com/yuin/goldmark/renderer/html"
)

// spans reads the inline content of a node; style is what the nodes around it have set.
func (p *parser) spans(parent ast.Node, style Span) []Span {
	var spans []Span
	add := func(text string) {
		if text == "" {
			return
		}
		text = strings.NewReplacer("\n", " ", "\t", " ").Replace(text)
		if strings.ContainsFunc(text, unicode.IsControl) {
			p.fault(parent, "a character reference names a control character")
		}
		span := style
		span.Text = text
		spans = append(spans, span)
	}
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		switch n := node.(type) {
		case *ast.Text:
			if style.Code || n.IsRaw() {
				add(string(n.Value(p.source)))
			} else {
				add(unescape(n.Value(p.source)))
			}
			switch {
			case n.HardLineBreak():
				p.fault(n, "a line break inside a paragraph is not supported; "+
					"leave a blank line, or remove what ends the line")
			case n.SoftLineBreak():
				add(" ")
			}
		case *ast.String:
			add(string(n.Value))
		case *ast.CodeSpan:
			inner := style
			inner.Code = true
			spans = append(spans, p.spans(n, inner)...)
		case *ast.Emphasis:
			inner := style
			if n.Level == 1 {
				inner.Emphasis = true
			} else {
				inner.Strong = true
			}
			spans = append(spans, p.spans(n, inner)...)
		case *dollarNode:
			if n.display {
				p.faultAt(n.segments.At(0).Start, true, "a formula between $$ stands alone in its paragraph, "+
					"with a blank line before and behind it; in a line of text it stands between single dollar signs")
			} else if f := p.formula(n); f != nil {
				inner := style
				inner.Text, inner.Formula = f.Plain(), f
				spans = append(spans, inner)
			}
		case *ast.Link:
			inner := style
			inner.Link = unescape(n.Destination)
			if inner.Link == "" {
				p.fault(n, "a link without address")
			}
			spans = append(spans, p.spans(n, inner)...)
		case *ast.AutoLink:
			inner := style
			inner.Text = string(n.Label(p.source))
			inner.Link = string(n.URL(p.source))
			if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(inner.Link, "mailto:") {
				inner.Link = "mailto:" + inner.Link
			}
			spans = append(spans, inner)
		case *ast.Image:
			p.fault(n, "an image is not supported; make a numbered figure and place it with ::figure[…]")
		case *ast.RawHTML:
			first := n.Segments.At(0)
			if strings.HasPrefix(string(first.Value(p.source)), "<!--") {
				continue
			}
			p.fault(n, "HTML cannot be shown in every output; use Markdown, or write \\< for the sign")
		default:
			p.fault(n, "%v is not supported; put a backslash before its first character if it is meant as text",
				n.Kind())
		}
	}
	return merged(spans)
}

// merged makes one span of text of those beside each other that look the same.
func merged(spans []Span) []Span {
	var all []Span
	for len(spans) > 0 {
		var text strings.Builder
		look, end := spans[0], 0
		for end < len(spans) && (end == 0 || look.Formula == nil && spans[end] == look) {
			text.WriteString(spans[end].Text)
			if end++; end < len(spans) {
				look.Text = spans[end].Text
			}
		}
		look.Text = text.String()
		all, spans = append(all, look), spans[end:]
	}
	return all
}

// unescape resolves backslashes and character references. The rules are goldmark's own: its
// writer resolves them and escapes the result for HTML, which is then taken back.
func unescape(source []byte) string {
	var b strings.Builder
	w := bufio.NewWriter(&b)
	goldmarkhtml.DefaultWriter.Write(w, source)
	w.Flush() // a strings.Builder does not fail
	return html.UnescapeString(b.String())
}
