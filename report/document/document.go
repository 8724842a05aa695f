// Package document holds a report as a value and writes it as PDF, Markdown and HTML.
//
// A Document is a title page and a list of blocks: headings, paragraphs, lists,
// code, formulas, algorithms, tables and figures. Its text is written in a subset of
// Markdown that [Parse] reads, with a line such as "::table[2.1]" where a table is to stand.
// The subset is what every output can show. Anything else is an error with its line
// number, because nobody would notice a construct that one output leaves out.
//
// The writers are pure: the same document gives the same bytes. Markdown is for reading
// on a code host, HTML for reading in a browser without a network, PDF for print. In the
// PDF, figures are vector graphics and text can be selected. A table that is too wide
// for the page is set in smaller type, then on a page turned sideways, then in parts.
package document

import (
	"gpca/figures"
	"gpca/report/formula"
	"gpca/report/table"
)

// A Document is a report.
type Document struct {
	Title    string
	Subtitle string
	Authors  []string
	// Language is the language of the text as a BCP 47 tag, such as "en-GB".
	Language string
	// Subject is one sentence about the document, for its metadata.
	Subject string
	// Front holds the facts of the title page, one a line: which data was real, the
	// version, the commit. What stands before the first ": " of a line is set as its name.
	Front []string
	// DataLabel stands at the foot of every page: "Data: stand-in (generated)".
	DataLabel string
	Blocks    []Block
}

// A Block is one part of a document: a [Heading], [Paragraph], [List], [Quote],
// [Code], [Equation], [Algorithm], [TextTable], [TableBlock], [FigureBlock] or [PageBreak],
// or one of these with the Markdown that it was read from, a [Written].
type Block interface{ isBlock() }

// A Heading opens a chapter (level 1), a section (2) or what is below it (3, 4).
type Heading struct {
	Level int
	// Number is "2", "2.1", "Appendix B", or empty for a heading without one.
	Number string
	Text   string
}

// Title returns the heading with its number.
func (h Heading) Title() string {
	if h.Number == "" {
		return h.Text
	}
	return h.Number + " " + h.Text
}

// A Paragraph is running text.
type Paragraph struct{ Spans []Span }

// A Span is a run of text in one style.
type Span struct {
	Text     string
	Emphasis bool
	Strong   bool
	Code     bool
	// Formula is mathematics, of which Text is the plain form; nil for text.
	Formula *formula.Formula
	// Link is a URL, or "#" and the anchor of a block of this document, see
	// [Document.Anchors]. Empty for plain text.
	Link string
}

// A List is a list with bullets, or with numbers from Start.
type List struct {
	Ordered bool
	Start   int
	Items   [][]Block // paragraphs, lists, quotes, code and equations
}

// A Quote is quoted text.
type Quote struct{ Blocks []Block } // paragraphs, lists, quotes, code and equations

// A Code block is shown as it stands, in a font of fixed width.
type Code struct {
	Language string // for syntax colouring by readers of the Markdown; may be empty
	Text     string
}

// An Equation is a formula on a line of its own.
type Equation struct{ Formula *formula.Formula }

// An Algorithm is a numbered list of steps under a title, with what goes in before it.
type Algorithm struct {
	Number string // "1"
	Title  string
	Blocks []Block // paragraphs, lists and equations
}

// A TextTable sets running text in rows and columns. It has no number.
type TextTable struct {
	Header []Paragraph
	Rows   [][]Paragraph // each as long as the header
}

// A TableBlock places a table.
type TableBlock struct {
	Table *table.Table
	// File is the path of the table's files beside the document, with slashes and without
	// extension: "tables/table-2.1". HTML links to its CSV and its LaTeX, unless empty.
	File string
	// InPrint has what a publication prints in the place of each cell, by rows and columns;
	// nil for a table without. HTML shows it on demand.
	InPrint [][]InPrint
}

// An InPrint is a number in print, how much ours is more, the margin that this is held
// against, where there is one, and the verdict on it, "match".
// The zero value is a place without one.
type InPrint struct{ Printed, Difference, Margin, Verdict string }

// A FigureBlock places a figure.
type FigureBlock struct {
	Number  string // "2.4"
	Caption string
	Figure  figures.Figure
	// File is the path of the figure's files beside the document, with slashes
	// and without extension: "figures/fig-2.4". Markdown shows its SVG.
	File string
}

// A PageBreak starts a new page where there are pages.
type PageBreak struct{}

// A Written block is text that [Parse] has read. WriteMarkdown writes the Markdown as it
// was; quotes, code and equations have no other.
type Written struct {
	Block
	Markdown string
}

func (Heading) isBlock()     {}
func (Paragraph) isBlock()   {}
func (List) isBlock()        {}
func (Quote) isBlock()       {}
func (Code) isBlock()        {}
func (Equation) isBlock()    {}
func (Algorithm) isBlock()   {}
func (TextTable) isBlock()   {}
func (TableBlock) isBlock()  {}
func (FigureBlock) isBlock() {}
func (PageBreak) isBlock()   {}
