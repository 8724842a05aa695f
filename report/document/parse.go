package document

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extensionast "github.com/yuin/goldmark/extension/ast"
	goldmarkparser "github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"gpca/report/table"
)

// Numbered holds the tables and figures that a text places, by number.
type Numbered struct {
	Tables  map[string]*table.Table
	Figures map[string]FigureBlock
}

// A SyntaxError is a fault in a text that [Parse] reads.
type SyntaxError struct {
	File    string
	Line    int // from 1
	Column  int // from 1, of a formula; 0 for all else
	Message string
}

func (e *SyntaxError) Error() string {
	if e.Column > 0 {
		return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
}

// Parse reads the text of a document: CommonMark with headings, paragraphs,
// emphasis, strong emphasis, code, links, lists, quotes, fenced code and
// comments. A heading may open with its number, "## 2.1 Optimality check" or
// "# Appendix B Testing", which must have as many parts as the heading is deep.
//
// A paragraph that is only a directive, in the form that the proposal for
// generic directives in CommonMark gives to leaf blocks, becomes the block it
// names:
//
//	::table[2.1]
//	::figure[2.4]
//	::pagebreak
//
// What stands between dollar signs is a formula, as package formula reads it: $w^\top x$
// in a line of text, $$...$$ as a paragraph of its own. A dollar sign opens a formula only
// before what is no blank, and closes one only behind what is none and not before a digit,
// so that prices are text. Code fenced as "algorithm", with a number and a title behind the
// word, is an algorithm whose steps are a list:
//
//	```algorithm 1 Power iteration
//	**Input:** a symmetric $A$
//
//	1. $w \leftarrow Aw$
//	2. $w \leftarrow w/\lVert w\rVert$
//	```
//
// The file name serves for errors only. The error joins a [*SyntaxError] for
// every fault: a directive or number that does not exist, or a construct that
// one of the writers could not show.
func Parse(file, markdown string, numbered Numbered) ([]Block, error) {
	// A blank or tabs at the end of a line mean nothing, but tabs hide a tag of HTML from the
	// parser.
	markdown = trailing.ReplaceAllString(strings.ReplaceAll(markdown, "\r\n", "\n"), "$1")
	if err := checkCharacters(file, markdown); err != nil {
		return nil, err
	}
	p := parser{reader: newReader(), file: file, source: []byte(markdown), numbered: numbered}
	blocks := p.blocks(p.read(), true)
	if len(p.faults) > 0 {
		return nil, errors.Join(p.faults...)
	}
	return blocks, nil
}

// newReader makes a reader of Markdown.
func newReader() goldmarkparser.Parser {
	// The parser knows the extensions but tables so that they can be rejected: without them,
	// a footnote would be parsed as text.
	reader := goldmark.New(goldmark.WithExtensions(
		extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote,
	)).Parser()
	// Before links and emphasis, behind code.
	reader.AddOptions(goldmarkparser.WithInlineParsers(util.Prioritized(dollars{}, 150)))
	return reader
}

// read parses the source.
func (p *parser) read() ast.Node { return p.reader.Parse(text.NewReader(p.source)) }

// checkCharacters rejects bytes that are not UTF-8, and control characters.
func checkCharacters(file, markdown string) error {
	line := 1
	for i, r := range markdown {
		_, size := utf8.DecodeRuneInString(markdown[i:])
		switch {
		case r == '\n':
			line++
		case r == utf8.RuneError && size == 1:
			return &SyntaxError{file, line, 0, fmt.Sprintf("byte 0x%02X is not UTF-8", markdown[i])}
		case unicode.IsControl(r) && r != '\t':
			return &SyntaxError{file, line, 0, fmt.Sprintf("control character %U", r)}
		}
	}
	return nil
}

type parser struct {
	reader   goldmarkparser.Parser
	file     string
	source   []byte
	above    int // lines of the file above the source
	numbered Numbered
	faults   []error
}

// fault records an error at a node.
func (p *parser) fault(node ast.Node, format string, arguments ...any) {
	position := 0
	for n := node; n != nil; n = n.Parent() {
		if position = n.Pos(); position >= 0 {
			break
		}
		// A block that has no position of its own has that of its first line.
		if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
			position = n.Lines().At(0).Start
			break
		}
	}
	position = min(max(position, 0), len(p.source))
	p.faultAt(position, false, fmt.Sprintf(format, arguments...))
}

// faultAt records an error at a byte of the source, with its column if that says more than
// the line.
func (p *parser) faultAt(position int, column bool, message string) {
	before := p.source[:position]
	e := &SyntaxError{p.file, p.above + 1 + bytes.Count(before, []byte("\n")), 0, message}
	if column {
		e.Column = 1 + utf8.RuneCount(before[1+bytes.LastIndexByte(before, '\n'):])
	}
	p.faults = append(p.faults, e)
}

// blocks reads the children of a node; top is true outside of lists and quotes.
func (p *parser) blocks(parent ast.Node, top bool) []Block {
	var blocks []Block
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		switch block := p.block(node, top).(type) {
		case nil:
		case Paragraph, List, Quote, Code, Equation:
			if parent.Kind() == ast.KindDocument {
				block = Written{block, p.written(node)}
			}
			blocks = append(blocks, block)
		default:
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// written returns a block as it stands in the source. A fence is closed, for what follows.
func (p *parser) written(node ast.Node) string {
	source := p.source
	if next := node.NextSibling(); next != nil {
		source = source[:p.lineOf(next)]
	}
	text := strings.TrimRight(string(source[p.lineOf(node):]), " \t\n")
	if _, ok := node.(*ast.FencedCodeBlock); ok {
		opener, _, _ := strings.Cut(strings.TrimLeft(text, " "), "\n")
		fence := opener[:len(opener)-len(strings.TrimLeft(opener, opener[:1]))]
		return opener + "\n" + p.rawLines(node) + "\n" + fence
	}
	return text
}

// lineOf is where the first line of a block begins.
func (p *parser) lineOf(node ast.Node) int {
	if _, ok := node.(*extensionast.Table); ok {
		node = node.FirstChild() // the position of a table is that of the text above it
	}
	if node.Pos() < 0 { // footnotes, which are refused
		return len(p.source)
	}
	return 1 + bytes.LastIndexByte(p.source[:node.Pos()], '\n')
}

func (p *parser) block(node ast.Node, top bool) Block {
	switch n := node.(type) {
	case *ast.Heading:
		if !top {
			p.fault(n, "a heading inside a list or a quote; end the list with a line that is not indented")
			return nil
		}
		return p.heading(n)
	case *ast.Paragraph:
		if name, argument, ok := p.directive(n); ok {
			return p.place(n, name, argument, top)
		}
		if f, ok := n.FirstChild().(*dollarNode); ok && f.display && f.NextSibling() == nil {
			return p.equation(f)
		}
		return Paragraph{p.spans(n, Span{})}
	case *ast.TextBlock:
		return Paragraph{p.spans(n, Span{})}
	case *ast.List:
		list := List{Ordered: n.IsOrdered(), Start: n.Start}
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			list.Items = append(list.Items, p.blocks(item, false))
		}
		return list
	case *ast.Blockquote:
		return Quote{p.blocks(n, false)}
	case *ast.FencedCodeBlock:
		if string(n.Language(p.source)) == algorithmFence {
			return p.algorithm(n, top)
		}
		return Code{string(n.Language(p.source)), p.rawLines(n)}
	case *ast.CodeBlock:
		return Code{"", p.rawLines(n)}
	case *ast.HTMLBlock:
		if n.HTMLBlockType != ast.HTMLBlockType2 { // a comment
			p.fault(n, "HTML cannot be shown in every output; use Markdown")
		}
	case *ast.LinkReferenceDefinition:
		p.fault(n, "an address apart from its link is not supported; put it behind the text of the link: [text](address)")
	case *ast.ThematicBreak:
		p.fault(n, "a thematic break is not supported; ::pagebreak starts a new page")
	case *extensionast.Table:
		if !top {
			p.fault(n, "a table inside a list or a quote; end the list with a line that is not indented")
			return nil
		}
		return p.textTable(n)
	case *extensionast.FootnoteList:
		p.fault(n, "footnotes are not supported; put the remark in the text")
	default:
		p.fault(n, "%v is not supported", n.Kind())
	}
	return nil
}

// textTable reads a table of running text. Short rows are filled up with empty cells.
func (p *parser) textTable(n *extensionast.Table) Block {
	var t TextTable
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []Paragraph
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, Paragraph{p.spans(cell, Span{})})
		}
		if _, ok := row.(*extensionast.TableHeader); ok {
			t.Header = cells
		} else {
			t.Rows = append(t.Rows, cells)
		}
	}
	return t
}

var trailing = regexp.MustCompile(`(?m)^[ \t]+$|([^ \t\n])(?: |[ \t]*\t[ \t]*)$`)

// headingNumber matches the number that opens a heading: parts joined by points, the first
// of them digits or one capital that has further parts, or "Appendix" and a capital.
var headingNumber = regexp.MustCompile(`^(Appendix [A-Z]|\d{1,2}(?:\.\d+)*|[A-Z](?:\.\d+)+)\.?\s+(\S.*)$`)

func (p *parser) heading(n *ast.Heading) Block {
	if n.Level > maxLevel {
		p.fault(n, "heading of level %d; at most %d", n.Level, maxLevel)
		return nil
	}
	var b strings.Builder
	for _, span := range p.spans(n, Span{}) {
		b.WriteString(span.Text)
	}
	heading := Heading{Level: n.Level, Text: strings.TrimSpace(b.String())}
	if heading.Text == "" {
		p.fault(n, "a heading without text")
		return nil
	}
	if match := headingNumber.FindStringSubmatch(heading.Text); match != nil {
		heading.Number, heading.Text = match[1], match[2]
		if parts := 1 + strings.Count(heading.Number, "."); parts != n.Level {
			p.fault(n, "heading %q of level %d has a number of %d parts", heading.Title(), n.Level, parts)
		}
	}
	return heading
}

// A directive is a whole paragraph. A paragraph that begins with "::" and a letter is
// always read as a directive, so that a mistyped directive is an error and not text.
var (
	directiveForm   = regexp.MustCompile(`^::([a-z]+)(?:\[([^\[\]]*)\])?$`)
	directiveOpener = regexp.MustCompile(`^::[A-Za-z]`)
)

func (p *parser) directive(n *ast.Paragraph) (name, argument string, ok bool) {
	line := strings.TrimSpace(p.rawLines(n))
	if match := directiveForm.FindStringSubmatch(line); match != nil {
		return match[1], match[2], true
	}
	return line, "", directiveOpener.MatchString(line)
}

// place returns the block that a directive stands for.
func (p *parser) place(n ast.Node, name, argument string, top bool) Block {
	if !top {
		p.fault(n, "a directive inside a list or a quote; put it on a line that is not indented")
		return nil
	}
	switch name {
	case "table":
		if found := p.numbered.Tables[argument]; found != nil {
			return TableBlock{Table: found}
		}
		p.fault(n, "there is no table %q", argument)
	case "figure":
		if found, ok := p.numbered.Figures[argument]; ok {
			return found
		}
		p.fault(n, "there is no figure %q", argument)
	case "pagebreak":
		if argument == "" {
			return PageBreak{}
		}
		p.fault(n, "::pagebreak takes no argument")
	default:
		p.fault(n, "%q is no directive; there are ::table[number], ::figure[number] and ::pagebreak, each on lines of its own between blank ones", name)
	}
	return nil
}

// rawLines returns the source of a block without its markers, and without blank lines at its end.
func (p *parser) rawLines(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		b.Write(segment.Value(p.source))
	}
	return strings.TrimRight(b.String(), "\n")
}
