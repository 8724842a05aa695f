package document

import (
	"bufio"
	"bytes"
	"errors"
	"html"
	"regexp"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	goldmarkparser "github.com/yuin/goldmark/parser"
	goldmarkhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"gpca/report/formula"
)

// dollars finds formulas in running text.
type dollars struct{}

// A dollarNode is a formula that was found: what stands between the dollar signs.
type dollarNode struct {
	ast.BaseInline
	display     bool
	start, stop int
}

var dollarKind = ast.NewNodeKind("Formula")

// Kind is that of all formulas.
func (*dollarNode) Kind() ast.NodeKind { return dollarKind }

// Dump writes the node for who debugs a parser.
func (n *dollarNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// Trigger is what a formula begins with.
func (dollars) Trigger() []byte { return []byte{'$'} }

// dollarForm matches a display or a formula in a line of text.
var dollarForm = regexp.MustCompile(`^(\$\$)[^$]+\$\$|^(\$)[^$\s](?:[^$]*[^$\s])?\$`)

// Parse reads a formula up to the sign that closes it, or nothing if none does.
func (dollars) Parse(_ ast.Node, reader text.Reader, _ goldmarkparser.Context) ast.Node {
	line, before := reader.Position()
	match := reader.FindSubMatch(dollarForm)
	if match == nil {
		return nil
	}
	display, mark := len(match[1]) > 0, len(match[1])+len(match[2])
	if !display && '0' <= reader.Peek() && reader.Peek() <= '9' { // a price
		reader.SetPosition(line, before)
		return nil
	}
	_, behind := reader.Position()
	return &dollarNode{display: display, start: before.Start + mark, stop: behind.Start - mark}
}

// formula reads what was found, nil for a fault.
func (p *parser) formula(n *dollarNode) *formula.Formula {
	f, err := formula.Parse(string(p.source[n.start:n.stop]))
	var syntax *formula.SyntaxError
	if errors.As(err, &syntax) {
		p.faultAt(n.start+syntax.Offset, true, "formula: "+syntax.Message)
	}
	return f
}

// spans reads the inline content of a node; style is what the nodes around it have set.
func (p *parser) spans(parent ast.Node, style Span) []Span {
	var spans []Span
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		for _, s := range p.inline(node, style) {
			if last := len(spans) - 1; last >= 0 && s.Formula == nil {
				look := spans[last]
				if look.Text = s.Text; look == s {
					spans[last].Text += s.Text
					continue
				}
			}
			spans = append(spans, s)
		}
	}
	return spans
}

func (p *parser) inline(node ast.Node, style Span) []Span {
	switch n := node.(type) {
	case *ast.Text:
		return p.text(n, style)
	case *dollarNode:
		if n.display {
			p.faultAt(n.start, true, "a formula between $$ stands alone in its paragraph, with a blank line "+
				"before and behind it; in a line of text it stands between single dollar signs")
		} else if style.Formula = p.formula(n); style.Formula != nil {
			style.Text = style.Formula.Plain()
			return []Span{style}
		}
		return nil
	case *ast.AutoLink:
		style.Text, style.Link = string(n.Label(p.source)), string(n.URL(p.source))
		return []Span{style}
	case *ast.CodeSpan:
		style.Code = true
	case *ast.Emphasis:
		style.Emphasis = style.Emphasis || n.Level == 1
		style.Strong = style.Strong || n.Level > 1
	case *ast.Link:
		if style.Link = unescape(n.Destination); style.Link == "" {
			p.fault(n, "a link without address")
		}
	default:
		if html, ok := n.(*ast.RawHTML); !ok || !bytes.HasPrefix(html.Segments.Value(p.source), []byte("<!--")) {
			p.refuse(n)
		}
		return nil
	}
	return p.spans(node, style)
}

// text reads characters, and the end of a line behind them.
func (p *parser) text(n *ast.Text, style Span) []Span {
	text := string(n.Value(p.source))
	if !style.Code && !n.IsRaw() {
		text = unescape(n.Value(p.source))
	}
	if n.SoftLineBreak() {
		text += " "
	}
	style.Text = strings.NewReplacer("\n", " ", "\t", " ").Replace(text)
	if strings.ContainsFunc(style.Text, unicode.IsControl) {
		p.fault(n.Parent(), "a character reference names a control character")
	}
	if n.HardLineBreak() {
		p.fault(n, "a line break inside a paragraph is not supported; "+
			"leave a blank line, or remove what ends the line")
	}
	if style.Text == "" {
		return nil
	}
	return []Span{style}
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
