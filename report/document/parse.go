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
	// Image opens an image of the text by its address; nil for a text without any.
	Image func(address string) (FigureBlock, error)
}

// Parse reads the text of a document: CommonMark with headings, paragraphs,
// emphasis, strong emphasis, code, links, lists, fenced code, tables and
// comments. A heading may open with its number, "## 2.1 Optimality check" or
// "# Appendix B Testing", which must have as many parts as the heading is deep.
//
// A paragraph that is only a directive, in the form that the proposal for generic
// directives in CommonMark gives to leaf blocks, becomes the exhibit it names:
//
//	::table[2.1]
//	::figure[2.4]
//	::thumbnail[2.4]
//	::supplement
//
// The last but one puts a figure on the first page too; what follows the last is the supplement.
// ::value[2.1 0.2 p=1] in a line of text is the number of a table in that row and column, see [table.Table.Quote].
// A paragraph that is only an image, ![caption](file.png), shows a file of the user's.
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
// The file name serves for errors only. The error joins one for every fault, with file and line: a
// directive or number that does not exist, or a construct that one of the writers could not show.
func Parse(file, markdown string, numbered Numbered) ([]Block, error) {
	markdown = trailing.ReplaceAllString(strings.ReplaceAll(markdown, "\r\n", "\n"), "$1")
	p := parser{file: file, source: []byte(markdown), numbered: numbered}
	p.checkCharacters(markdown)
	if len(p.faults) > 0 {
		return nil, errors.Join(p.faults...)
	}
	p.quote()
	blocks := p.parse()
	if len(p.faults) > 0 {
		return nil, errors.Join(p.faults...)
	}
	return blocks, nil
}

// values finds where text, and no code, quotes a number.
type values struct{ found [][2]int }

// Trigger is what such a place begins with.
func (*values) Trigger() []byte { return []byte{':'} }

var value = regexp.MustCompile(`^::value\[[^]\n]*\]`)

// Parse notes a place. It makes no node, since the source is to have the number.
func (v *values) Parse(_ ast.Node, reader text.Reader, _ goldmarkparser.Context) ast.Node {
	line, segment := reader.PeekLine()
	if match := value.Find(line); match != nil {
		v.found = append(v.found, [2]int{segment.Start, segment.Start + len(match)})
	}
	return nil
}

// quote puts numbers of tables into the source.
func (p *parser) quote() {
	if !bytes.Contains(p.source, []byte("::value[")) {
		return
	}
	var filled []byte
	from, places := 0, &values{}
	reader := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser()
	reader.AddOptions(goldmarkparser.WithInlineParsers(util.Prioritized(places, 150))) // behind code
	reader.Parse(text.NewReader(p.source))
	for _, at := range places.found {
		number, place, _ := strings.Cut(string(p.source[at[0]+len("::value["):at[1]-1]), " ")
		err := fmt.Errorf("there is no table %q", number)
		text := ""
		if t := p.numbered.Tables[number]; t != nil {
			text, err = t.Quote(strings.TrimSpace(place))
		}
		if err != nil {
			p.faultAt(at[0], false, err.Error())
		}
		filled = append(append(filled, p.source[from:at[0]]...), table.EscapeMarkdown(text)...)
		from = at[1]
	}
	p.source = append(filled, p.source[from:]...)
}

// trailing matches what means nothing at the end of a line: a blank, or tabs, which hide a
// tag of HTML from goldmark.
var trailing = regexp.MustCompile(`(?m)^[ \t]+$|([^ \t\n])(?: |[ \t]*\t[ \t]*)$`)

type parser struct {
	file     string
	source   []byte
	inner    bool // the source is that of an algorithm
	numbered Numbered
	faults   []error
}

// parse reads the source. The extensions but tables are there to be rejected: without them
// a footnote would be text.
func (p *parser) parse() []Block {
	reader := goldmark.New(goldmark.WithExtensions(
		extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote,
	)).Parser()
	// Before links and emphasis, behind code.
	reader.AddOptions(goldmarkparser.WithInlineParsers(util.Prioritized(dollars{}, 150)))
	return p.blocks(reader.Parse(text.NewReader(p.source)))
}

// checkCharacters rejects bytes that are not UTF-8, and control characters.
func (p *parser) checkCharacters(markdown string) {
	for i, r := range markdown {
		if _, size := utf8.DecodeRuneInString(markdown[i:]); r == utf8.RuneError && size == 1 {
			p.faultAt(i, false, fmt.Sprintf("byte 0x%02X is not UTF-8", markdown[i]))
		} else if unicode.IsControl(r) && r != '\t' && r != '\n' {
			p.faultAt(i, false, fmt.Sprintf("control character %U", r))
		}
		if len(p.faults) > 0 {
			return
		}
	}
}

// fault records an error at a node, or at the one around it that has a place.
func (p *parser) fault(node ast.Node, format string, arguments ...any) {
	for node.Pos() < 0 && node.Parent() != nil {
		node = node.Parent()
	}
	p.faultAt(min(max(node.Pos(), 0), len(p.source)), false, fmt.Sprintf(format, arguments...))
}

// faultAt records an error at a byte of the source, with its column if that says more than
// the line.
func (p *parser) faultAt(position int, column bool, message string) {
	before := p.source[:position]
	place := fmt.Sprintf("%s:%d", p.file, 1+bytes.Count(before, []byte("\n")))
	if column {
		place += fmt.Sprintf(":%d", 1+utf8.RuneCount(before[1+bytes.LastIndexByte(before, '\n'):]))
	}
	p.faults = append(p.faults, fmt.Errorf("%s: %s", place, message))
}

// blocks reads the children of a node.
func (p *parser) blocks(parent ast.Node) []Block {
	var blocks []Block
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		switch block := p.block(node).(type) {
		case nil:
		case Paragraph, List, Code, Equation, TextTable:
			if parent.Kind() == ast.KindDocument {
				blocks = append(blocks, Written{block, p.written(node)})
			} else {
				blocks = append(blocks, block)
			}
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

// refused says what to write in place of what some output cannot show.
var refused = map[ast.NodeKind]string{
	ast.KindHTMLBlock:  "HTML cannot be shown in every output; use Markdown",
	ast.KindRawHTML:    "HTML cannot be shown in every output; use Markdown, or write \\< for the sign",
	ast.KindBlockquote: "a quote is not supported; put quotation marks around a paragraph",
	ast.KindLinkReferenceDefinition: "an address apart from its link is not supported; " +
		"put it behind the text of the link: [text](address)",
	ast.KindThematicBreak: "a thematic break is not supported; a heading parts the text",
	ast.KindImage: "an image stands alone in its paragraph, with a blank line before and behind it, in a " +
		"text of yours",
	extensionast.KindFootnoteList: "footnotes are not supported; put the remark in the text",
}

// refuse records that a node is not of the subset.
func (p *parser) refuse(node ast.Node) {
	if message, ok := refused[node.Kind()]; ok {
		p.fault(node, "%s", message)
		return
	}
	p.fault(node, "%v is not supported; put a backslash before its first character if it is meant as text", node.Kind())
}

// outside reports whether a block stands outside of lists and algorithms, as it has to.
func (p *parser) outside(node ast.Node, what string) bool {
	ok := !p.inner && node.Parent().Kind() == ast.KindDocument
	if !ok {
		p.fault(node, "%s inside a list or an algorithm; end the list with a line that is not indented", what)
	}
	return ok
}

func (p *parser) block(node ast.Node) Block {
	switch n := node.(type) {
	case *ast.Heading:
		return p.heading(n)
	case *ast.Paragraph:
		return p.paragraph(n)
	case *ast.TextBlock:
		return Paragraph{typeset(p.spans(n, Span{}))}
	case *ast.List:
		list := List{Ordered: n.IsOrdered(), Start: n.Start}
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			list.Items = append(list.Items, p.blocks(item))
		}
		return list
	case *ast.FencedCodeBlock:
		if string(n.Language(p.source)) == "algorithm" {
			return p.algorithm(n)
		}
		return Code{p.rawLines(n)}
	case *ast.CodeBlock:
		return Code{p.rawLines(n)}
	case *extensionast.Table:
		return p.textTable(n)
	case *ast.HTMLBlock:
		if n.HTMLBlockType == ast.HTMLBlockType2 { // a comment
			return nil
		}
	}
	p.refuse(node)
	return nil
}

// paragraph reads text, or what stands for a block where it is alone.
func (p *parser) paragraph(n *ast.Paragraph) Block {
	if match := directive.FindStringSubmatch(strings.TrimSpace(p.rawLines(n))); match != nil {
		return p.place(n, match[1], match[2])
	}
	if alone := n.FirstChild(); alone != nil && alone.NextSibling() == nil {
		if i, ok := alone.(*ast.Image); ok && p.numbered.Image != nil {
			return p.image(i)
		}
		if f, ok := alone.(*dollarNode); ok && f.display {
			if read := p.formula(f); read != nil {
				return Equation{read}
			}
			return nil
		}
	}
	return Paragraph{typeset(p.spans(n, Span{}))}
}

// image returns the figure that shows an image.
func (p *parser) image(n *ast.Image) Block {
	if !p.outside(n.Parent(), "an image") {
		return nil
	}
	made, err := p.numbered.Image(unescape(n.Destination))
	if err != nil {
		p.fault(n, "%v", err)
	}
	for _, span := range p.spans(n, Span{}) {
		made.Caption += span.Text
	}
	return made
}

// textTable reads a table of running text. Short rows are filled up with empty cells.
func (p *parser) textTable(n *extensionast.Table) Block {
	if !p.outside(n, "a table") {
		return nil
	}
	if above, ok := n.PreviousSibling().(*ast.Paragraph); ok {
		end := above.Lines().At(above.Lines().Len() - 1).Stop
		if bytes.Count(p.source[end:p.lineOf(n)], []byte("\n")) < 2 {
			p.fault(n.FirstChild(), "a table needs a blank line above it")
		}
	}
	var t TextTable
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []Paragraph
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, Paragraph{typeset(p.spans(cell, Span{}))})
		}
		if _, ok := row.(*extensionast.TableHeader); ok {
			t.Header = cells
		} else {
			t.Rows = append(t.Rows, cells)
		}
	}
	return t
}

// headingNumber matches the number that opens a heading: parts joined by points, the first
// of them digits or one capital that has further parts, or "Appendix" or "Supplement" and a capital.
var headingNumber = regexp.MustCompile(
	`^((?:Appendix|Supplement) [A-Z]|\d{1,2}(?:\.\d+)*|[A-Z](?:\.\d+)+)\.?\s+(\S.*)$`)

func (p *parser) heading(n *ast.Heading) Block {
	if !p.outside(n, "a heading") {
		return nil
	}
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
	match := headingNumber.FindStringSubmatch(heading.Text)
	if match != nil && strings.HasPrefix(strings.TrimSpace(p.rawLines(n)), match[1]) { // not behind a comment
		heading.Number, heading.Text = match[1], match[2]
		if parts := 1 + strings.Count(heading.Number, "."); parts != n.Level {
			p.fault(n, "heading %q of level %d has a number of %d parts", heading.Title(), n.Level, parts)
		}
	}
	return heading
}

// A paragraph that begins with "::" and a letter is always read as a directive, so that a
// mistyped directive is an error and not text.
var directive = regexp.MustCompile(`^::([A-Za-z]+)(?:\[([^\[\]]*)\]$)?`)

// place returns the block that a directive stands for.
func (p *parser) place(n ast.Node, name, number string) Block {
	if !p.outside(n, "a directive") {
		return nil
	}
	t, f := p.numbered.Tables[number], p.numbered.Figures[number]
	switch {
	case name == "table" && t != nil:
		return TableBlock{Table: t}
	case name == "figure" && f.Number != "":
		return f
	case name == "thumbnail" && f.Number != "":
		return Thumbnail{f}
	case name == "supplement" && number == "":
		return Supplement{}
	case name == "table" || name == "figure" || name == "thumbnail":
		p.fault(n, "there is no %s %q", strings.Replace(name, "thumbnail", "figure", 1), number)
	default:
		p.fault(n, "%q is no directive; there are ::table[number], ::figure[number], ::thumbnail[number] and "+
			"::supplement, each on lines of its own between blank ones", name)
	}
	return nil
}

var algorithmInfo = regexp.MustCompile(`^algorithm\s+([0-9A-Z][0-9A-Z.]*)\s+(\S.*)$`)

// algorithm reads the blocks of an algorithm, which are Markdown like all others.
func (p *parser) algorithm(n *ast.FencedCodeBlock) Block {
	info := algorithmInfo.FindStringSubmatch(strings.TrimSpace(string(n.Info.Value(p.source))))
	switch {
	case info == nil:
		p.fault(n, "an algorithm needs a number and a title behind the word: ```algorithm 1 Power iteration")
		return nil
	case !p.outside(n, "an algorithm"):
		return nil
	case n.Lines().Len() == 0:
		p.fault(n, "the algorithm %s has no steps; write them as a list", info[1])
		return nil
	}
	// The lines above stay as empty ones, for the places of faults.
	above := bytes.Count(p.source[:n.Lines().At(0).Start], []byte("\n"))
	inner := parser{file: p.file, source: []byte(strings.Repeat("\n", above) + p.rawLines(n)), inner: true,
		numbered: p.numbered}
	inner.quote()
	blocks := inner.parse()
	p.faults = append(p.faults, inner.faults...)
	return Algorithm{info[1], info[2], blocks}
}

// rawLines returns the source of a block without its markers, and without blank lines at its end.
func (p *parser) rawLines(n ast.Node) string {
	return strings.TrimRight(string(n.Lines().Value(p.source)), "\n")
}
