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
// PDF, figures are vector graphics and text can be selected. A table that is too wide for
// the page is set in smaller type, then without its half-widths, which a note sums up, then in parts.
package document

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"gpca/figures"
	"gpca/report/formula"
	"gpca/report/table"
	"gpca/report/words"
)

// A Document is a report.
type Document struct {
	Title    string
	Subtitle string
	Authors  []string
	Language string // of the text, a BCP 47 tag such as "en-GB"
	Subject  string // one sentence, for the metadata
	// Banner warns before all else, empty for no warning: the data is generated.
	Banner string
	// Verdict says whether what the report repeats holds, nil for a report that repeats nothing.
	Verdict *Verdict
	// Front holds facts, one a line: which data was real, the version, the commit. What stands before the first ": " of
	// a line is set as its name, at the end of a PDF. Lines without a name are the text of the title page.
	Front []string
	// DataLabel stands at the foot of every page: "Data: stand-in (generated)".
	DataLabel string
	// Thumbnail fills the first page, unless a verdict does. Nil for none.
	Thumbnail *FigureBlock
	Blocks    []Block
	// Venue is how figures look; the zero Venue is that of the report.
	Venue figures.Venue
}

// A Verdict is a question with its answer, the counts behind it, which become bars, and tables that link to theirs.
type Verdict struct {
	Answer string // "Does the thesis hold? In part."
	Counts []Tally
	Tables []Judged
}

// A Tally counts things by the sides that they are on, with a word for each.
type Tally struct {
	Name  string
	Sides [3]Side
}

// A Side is how many things agree, are undecided or disagree, in this order.
type Side struct {
	Count int
	Word  string
}

// A Judged is the number of a table, and the place of its side.
type Judged struct {
	Number string
	Side   int
}

// A Block is one part of a document: a [Heading], [Paragraph], [List], [Code], [Equation],
// [Algorithm], [TextTable], [TableBlock] or [FigureBlock], or a [Written] one of these. A
// [Supplement] parts the blocks in two.
type Block any

// A Supplement stands where the report proper ends and its supplement begins. The web page has
// both; PDF and Markdown have a file for each, see [Document.Parts].
type Supplement struct{}

// A Thumbnail is a figure that a text puts on the first page.
type Thumbnail struct{ FigureBlock }

// Parts returns the report proper and its supplement, nil for a document without one.
func (d *Document) Parts() (report, supplement *Document) {
	at := slices.Index(d.Blocks, Block(Supplement{}))
	if at < 0 {
		return d, nil
	}
	first, second := *d, *d
	first.Blocks = d.Blocks[:at]
	second.Subtitle, second.Verdict, second.Thumbnail, second.Blocks = "Supplement", nil, nil, d.Blocks[at+1:]
	return &first, &second
}

func (d *Document) venue() figures.Venue {
	if d.Venue.Name == "" {
		return figures.Report()
	}
	return d.Venue
}

// A Heading opens a chapter (level 1), a section (2) or what is below it (3, 4).
type Heading struct {
	Level  int
	Number string // "2", "2.1", "Appendix B", "Supplement C", or empty
	Text   string
}

// Lettered reports whether a number of a chapter is a name with a letter, which runs on behind the chapter before.
func Lettered(number string) bool { return strings.Contains(number, " ") }

// Title returns the heading with its number.
func (h Heading) Title() string { return strings.TrimLeft(h.Number+" "+h.Text, " ") }

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
	// Link is a URL, or "#" and the anchor of a block of this document. Empty for plain text.
	Link string
}

// Text makes spans of text in which formulas stand between dollar signs, as in the source
// of a document. What is no formula is text as it stands.
func Text(source string) []Span {
	var spans []Span
	for _, part := range formula.Split(source) {
		span := Span{Text: part.Text, Formula: part.Formula}
		if part.Formula != nil {
			span.Text = part.Formula.Plain()
		}
		spans = append(spans, span)
	}
	return typeset(spans)
}

// A List is a list with bullets, or with numbers from Start.
type List struct {
	Ordered bool
	Start   int
	Items   [][]Block // paragraphs, lists, code and equations
}

// tight reports whether the items are single paragraphs, with no more than a list under each.
func (l List) tight() bool {
	return !slices.ContainsFunc(l.Items, func(item []Block) bool {
		for i, block := range item {
			nested, isList := block.(List)
			if _, isCode := block.(Code); isCode || i > 1 || i == 1 && !isList || isList && !nested.tight() {
				return true
			}
		}
		return false
	})
}

// Code is shown as it stands, in a font of fixed width.
type Code struct{ Text string }

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
	// Said is text that stands under the table and goes with it.
	Said string
}

// A FigureBlock places a figure.
type FigureBlock struct {
	Number  string // "2.4", empty for an image of the user's
	Caption string // may be empty for such an image
	Figure  figures.Figure
	// File is the path of the figure's files beside the document, with slashes
	// and without extension: "figures/fig-2.4". Markdown shows its SVG. That of an image has its extension.
	File   string
	Source string // where an image of the user's is read
	// SVG is the figure as the page shows it, drawn once, however many outputs have it. See Once.
	SVG func() ([]byte, error)
}

// Once returns the figure with its SVG at a venue, unless it has one.
func (f FigureBlock) Once(v figures.Venue) FigureBlock {
	if f.SVG == nil {
		f.SVG = sync.OnceValues(func() ([]byte, error) {
			var b bytes.Buffer
			err := figures.WriteSVG(&b, f.Figure, v)
			return b.Bytes(), err
		})
	}
	return f
}

// label is what stands before the caption.
func (f FigureBlock) label() string {
	if f.Number == "" {
		return ""
	}
	return "Figure " + f.Number + ": "
}

// inWords is what the figure shows, for who does not see it.
func (f FigureBlock) inWords() string { return cmp.Or(f.label()+oneLine(f.Caption), f.File) }

// A Written block is text that [Parse] has read, with its Markdown, which WriteMarkdown writes
// as it was. Code and equations have no other.
type Written struct {
	Block
	Markdown string
}

// bare is a block without its Markdown.
func bare(b Block) Block {
	if written, ok := b.(Written); ok {
		return written.Block
	}
	return b
}

const (
	maxLevel      = 4 // the deepest heading that the writers tell from body text
	contentsTitle = "Contents"
	contentsLevel = 3 // the deepest heading that the contents list
)

// An entry is a place that links lead to: a heading, a table, a figure or an algorithm.
type entry struct {
	kind                 string // "figure", "image"; empty for a heading
	Level                int    // of a heading; 1 for all else
	Number, Text, Anchor string
	page                 int // of the PDF, known once its pages are made
}

// title is an entry with its kind and number.
func (e *entry) title() string {
	if e.kind == "" {
		return strings.TrimSpace(e.Number + " " + e.Text)
	}
	return words.Capitalise(e.kind) + " " + e.Number + ": " + e.Text
}

// entries are those of the blocks, nil for text. Tables, figures and algorithms have anchors
// such as "table-2.1", and headings what GitHub makes of them, so that links work in the
// Markdown there too: "2.1 Optimality check" is "21-optimality-check".
func (d *Document) entries() []*entry {
	entries := make([]*entry, len(d.Blocks))
	// The title and the contents are headings in the Markdown.
	used := map[string]int{headingSlug(d.Title): 1, headingSlug(contentsTitle): 1}
	for i, block := range d.Blocks {
		e := &entry{Level: 1}
		switch b := block.(type) {
		case Heading:
			*e = entry{Level: b.Level, Number: b.Number, Text: b.Text, Anchor: headingSlug(b.Title())}
			used[e.Anchor]++
			if n := used[e.Anchor] - 1; n > 0 {
				e.Anchor += "-" + strconv.Itoa(n)
			}
		case TableBlock:
			e.kind, e.Number, e.Text = "table", b.Table.Number, b.Table.Caption
		case FigureBlock:
			e.kind, e.Number, e.Text = "figure", b.Number, b.Caption
			if b.Number == "" {
				e.kind, e.Number = "image", strconv.Itoa(i)
			}
		case Algorithm:
			e.kind, e.Number = "algorithm", b.Number
		default:
			continue
		}
		if e.kind != "" {
			e.Anchor = e.kind + "-" + e.Number
		}
		e.Text = oneLine(e.Text)
		entries[i] = e
	}
	return entries
}

// ofKind are the entries of one kind.
func ofKind(entries []*entry, kind string) []*entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e *entry) bool { return e == nil || e.kind != kind })
}

// headingSlug is GitHub's rule: lower case, blanks to hyphens, nothing but
// letters, digits, hyphens and underscores.
func headingSlug(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

// Validate reports the first fault of the document: a heading that skips a level, a
// number given twice, or a link to a place that does not exist. Every writer calls it.
func (d *Document) Validate() error {
	anchors := make(map[string]bool)
	level := 0
	for _, e := range d.entries() {
		switch {
		case e == nil:
			continue
		case anchors[e.Anchor]:
			return fmt.Errorf("document: two blocks have the anchor %q; give one of them another number", e.Anchor)
		case e.kind == "" && e.Level > level+1:
			return fmt.Errorf("heading %q of level %d follows one of level %d: the first heading has level 1, as # in "+
				"Markdown, and each of the others is at most one level below the one before it", e.Text, e.Level, level)
		case e.kind == "":
			level = e.Level
		}
		anchors[e.Anchor] = true
	}
	for _, span := range spansOf(d.Blocks...) {
		if anchor, internal := strings.CutPrefix(span.Link, "#"); internal && !anchors[anchor] {
			return fmt.Errorf("document: %q links to %q, which no heading, table or figure has", span.Text, span.Link)
		}
	}
	return nil
}

// spansOf are the spans of blocks and of the blocks in them.
func spansOf(blocks ...Block) []Span {
	var all []Span
	for _, block := range blocks {
		switch b := bare(block).(type) {
		case Paragraph:
			all = append(all, b.Spans...)
		case List:
			all = append(all, spansOf(slices.Concat(b.Items...)...)...)
		case Algorithm:
			all = append(all, spansOf(b.Blocks...)...)
		case TextTable:
			for _, cell := range slices.Concat(b.Header, slices.Concat(b.Rows...)) {
				all = append(all, cell.Spans...)
			}
		}
	}
	return all
}

// A fact is a line of the front.
type fact struct{ Name, Value string }

// facts parts the lines of the front at their first ": ".
func facts(front []string) []fact {
	var all []fact
	for _, line := range front {
		f := fact{Value: oneLine(line)}
		const mostBlanks = 2 // in a name; what is longer is a sentence
		if name, value, ok := strings.Cut(f.Value, ": "); ok && strings.Count(name, " ") <= mostBlanks {
			f = fact{name, value}
		}
		all = append(all, f)
	}
	return all
}

// oneLine puts one blank for each run of blanks; no-break spaces stay.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' }), " ")
}
