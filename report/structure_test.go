package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"

	"gotest.tools/v3/assert"

	"gpca/report/document"
)

// An element is one of a PDF's structure tree, with its text and that of what is in it, without blanks. The text of a
// formula is the one that stands in its place.
type element struct{ role, text string }

// What tells the tree: the streams that hold its objects, the pages, the texts on these with the marks around them,
// and what an element has and is made of.
var (
	objectStream  = regexp.MustCompile(`(\d+) 0 obj\n<</Type /ObjStm /N \d+ /First (\d+) `)
	pageObject    = regexp.MustCompile(`(?s)(\d+) 0 obj\n<</Type /Page\n.*?/Contents (\d+) 0 R\n`)
	markedText    = regexp.MustCompile(`(?s)<</MCID (\d+)>> BDC|Td \(((?:\\.|[^\\)])*)\) Tj|BMC`)
	elementObject = regexp.MustCompile(`^<</S /(\w+) /P \d+ 0 R(?: /Pg (\d+) 0 R)?(?: /K \[(.*?)\])?(?: /Alt <FEFF(\w+)>)?`)
	elementKid    = regexp.MustCompile(`<</Type /MCR /Pg (\d+) 0 R /MCID (\d+)>>|<<.*?>>|(\d+) 0 R|(\d+)`)
)

// elementsOf reads the tree of a PDF, each element before what is in it.
func elementsOf(t *testing.T, pdf []byte) []element {
	t.Helper()
	objects := map[string]string{}
	root := ""
	for _, m := range objectStream.FindAllSubmatch(pdf, -1) {
		content := string(pageContent(t, pdf, m[1]))
		first, _ := strconv.Atoi(string(m[2]))
		bodies := strings.Split(content[first:], "\n")
		for i, head := range strings.Fields(content[:first]) {
			if i%2 == 0 {
				objects[head] = bodies[i/2]
				if strings.HasPrefix(bodies[i/2], "<</S /Document") {
					root = head
				}
			}
		}
	}
	texts := map[string]string{} // by page and number of the mark
	for _, page := range pageObject.FindAllSubmatch(pdf, -1) {
		open := ""
		for _, m := range markedText.FindAllSubmatch(pageContent(t, pdf, page[2]), -1) {
			if m[2] == nil {
				open = fmt.Sprintf("%s %s", page[1], m[1])
			}
			texts[open] += withoutBlanks(textIn(m[2]))
		}
	}
	var all []element
	var read func(object string) string
	read = func(object string) string {
		m := elementObject.FindStringSubmatch(objects[object])
		if m == nil {
			return "" // a link
		}
		at, text := len(all), ""
		all = append(all, element{role: m[1]})
		for _, kid := range elementKid.FindAllStringSubmatch(m[3], -1) {
			switch {
			case kid[3] != "":
				text += read(kid[3])
			case kid[4] != "":
				text += texts[m[2]+" "+kid[4]]
			default:
				text += texts[kid[1]+" "+kid[2]]
			}
		}
		if m[1] == "Formula" {
			var units []uint16
			for i := 0; i < len(m[4]); i += 4 {
				unit, _ := strconv.ParseUint(m[4][i:i+4], 16, 16)
				units = append(units, uint16(unit))
			}
			text = withoutBlanks(string(utf16.Decode(units)))
		}
		all[at].text = text
		return text
	}
	read(root)
	return all
}

// textIn is the text of an operator that fpdf wrote: UTF-16, some bytes of it behind a backslash.
func textIn(escaped []byte) string {
	var units []uint16
	high := -1
	for i := 0; i < len(escaped); i++ {
		c := escaped[i]
		if c == '\\' {
			i++
			if c = escaped[i]; c == 'r' {
				c = '\r'
			}
		}
		if high < 0 {
			high = int(c)
		} else {
			units, high = append(units, uint16(high)<<8|uint16(c)), -1
		}
	}
	return string(utf16.Decode(units))
}

func withoutBlanks(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

var captionStart = regexp.MustCompile(`^(?:Table|Figures?)[ \x{a0}][\w.-]+(?: to [\w.-]+)?:$`)

// ofBlock matches the captions of figures that share one in the PDF, where letters name them.
var ofBlock = regexp.MustCompile(`^Figure2\.1[a-f]:`)

// Beside what is in print, a PDF has no brackets, and may leave the half-width to a note.
var brackets, halfWidth = regexp.MustCompile(`[()]`), regexp.MustCompile(`±[\d.]+`)

// elementsFor are the elements that the Markdown of a report has to have in its PDF, behind the contents.
func elementsFor(t *testing.T, markdown string) []element {
	t.Helper()
	_, body, _ := strings.Cut(markdown, "\nFigures: ")
	body = regexp.MustCompile(`(?m)^(?:<a id=|!\[).*$`).ReplaceAllString(body[strings.Index(body, "\n"):], "")
	body = regexp.MustCompile(`(?m)^#(#+ )`).ReplaceAllString(body, "$1") // the title is the first heading there
	blocks, err := document.Parse("report.md", body, document.Numbered{})
	assert.NilError(t, err)
	var all []element
	add := func(role, text string) { all = append(all, element{role, withoutBlanks(text)}) }
	paragraph := func(role string, p document.Paragraph) {
		text := ""
		for _, s := range p.Spans {
			text += s.Text
		}
		if first := p.Spans; len(first) > 0 && first[0].Strong && captionStart.MatchString(first[0].Text) {
			role = "Caption"
		}
		add(role, text)
	}
	var walk func(blocks []document.Block)
	walk = func(blocks []document.Block) {
		for _, b := range blocks {
			if written, ok := b.(document.Written); ok {
				b = written.Block
			}
			switch b := b.(type) {
			case document.Heading:
				add(fmt.Sprintf("H%d", b.Level), b.Title())
			case document.Paragraph:
				paragraph("P", b)
			case document.Equation:
				add("Formula", b.Formula.Plain()+strings.Replace("("+b.Formula.Tag+")", "()", "", 1))
			case document.Code:
				add("Code", b.Text)
			case document.List:
				for _, item := range b.Items {
					walk(item)
				}
			case document.TextTable:
				for _, row := range append([][]document.Paragraph{b.Header}, b.Rows...) {
					for _, cell := range row {
						paragraph("TD", cell)
					}
				}
			}
		}
	}
	walk(blocks)
	return all
}

// checkStructure holds the tree of a PDF against the Markdown of the same document: what is in the one is in the other
// in the same order, in its role.
func checkStructure(t *testing.T, pdf []byte, markdown string) {
	want := elementsFor(t, markdown)
	assert.Assert(t, len(want) >= 1000, "the Markdown has %d elements", len(want))
	got := elementsOf(t, pdf)
	next, missing, parted := 0, 0, false
	for _, w := range want {
		cell := w.role == "TD"
		if parted = parted && cell; parted {
			continue // has its rows in parts
		}
		if ofBlock.MatchString(w.text) {
			continue
		}
		at := slices.IndexFunc(got[next:], func(g element) bool {
			switch {
			case w.role == "P": // the notes of a table are one paragraph
				return g.role == w.role && strings.Contains(g.text, strings.TrimSuffix(w.text, "."))
			case w.role == "Caption": // behind which is what part of a table it is, or why there is no figure
				return g.role == w.role && strings.HasPrefix(g.text, w.text)
			case cell: // the first of a row of numbers is a header
				bare := brackets.ReplaceAllString(w.text, "")
				return (g.role == "TH" || g.role == "TD") &&
					(g.text == w.text || g.text == bare || g.text == brackets.ReplaceAllString(halfWidth.ReplaceAllString(w.text, ""), ""))
			}
			return g.role == w.role && strings.TrimPrefix(g.text, "Chapter") == w.text
		})
		switch {
		case at >= 0:
			parted = strings.Contains(got[next+at].text, "(columns1to")
			if next += at; w.role != "P" {
				next++
			}
		case missing < 10:
			missing++
			t.Errorf("no %s %q behind element %d, %v", w.role, w.text, next, got[max(0, next-1)])
		}
	}
}
