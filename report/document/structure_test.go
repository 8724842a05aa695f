package document

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// An element is a line of what pdfinfo prints of a PDF's structure: the roles on the way to it,
// and its own text with that of what is in it.
type element struct {
	role, text string
}

// elementsOf are the elements of a file that pdfinfo reads.
func elementsOf(t *testing.T, file string) []element {
	t.Helper()
	if _, err := exec.LookPath("pdfinfo"); err != nil {
		t.Skip("no pdfinfo: the structure of the PDF is not read back")
	}
	out, err := exec.Command("pdfinfo", "-struct-text", file).Output()
	assert.NilError(t, err)
	var all []element
	var open []int // the elements that a line is in
	for line := range strings.Lines(string(out)) {
		line = strings.TrimRight(line, "\n")
		text := strings.TrimLeft(line, " ")
		depth := (len(line) - len(text)) / 2
		switch {
		case strings.HasPrefix(text, `"`):
			for _, i := range open[:depth] {
				all[i].text += strings.Trim(text, `"`)
			}
		case !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "Object"):
			role, _, _ := strings.Cut(strings.TrimSuffix(text, ":"), " ")
			open = append(open[:depth], len(all))
			all = append(all, element{role: role})
		}
	}
	return all
}

// The structure has the document's headings, text and tables, each in its role and in the
// order of the document, with a blank between words also where a line ends.
func TestStructure(t *testing.T) {
	long(t)
	d := smallDocument(t) // pdfinfo reads a page once for each element on it
	file := fileOf(t, d)
	elements := elementsOf(t, file)
	next := 0
	expect := func(role, text string) {
		t.Helper()
		text = strings.Join(strings.Fields(text), " ")
		at := slices.IndexFunc(elements[next:], func(e element) bool {
			return e.role == role && strings.Join(strings.Fields(e.text), " ") == text
		})
		assert.Assert(t, at >= 0, "no %s %q behind element %d", role, text, next)
		next += at
	}
	for _, b := range d.Blocks {
		switch b := b.(type) {
		case Heading:
			role := [...]string{"H1", "H2", "H3", "H4"}[b.Level-1]
			title := strings.TrimSpace(b.Number + " " + b.Text)
			if b.Level == 1 && b.Number != "" && !strings.HasPrefix(b.Number, "Appendix") {
				title = "Chapter " + title
			}
			expect(role, title)
		case Paragraph:
			var text strings.Builder
			for _, s := range b.Spans {
				if s.Formula != nil {
					text.Reset() // its signs stand where they are drawn
					break
				}
				text.WriteString(s.Text)
			}
			if text.Len() > 0 {
				expect("P", text.String())
			}
		case TableBlock:
			sheet, err := b.Table.Sheet()
			assert.NilError(t, err)
			expect("Caption", sheet.Title+": "+sheet.Caption)
			for _, row := range sheet.Rows {
				if row.TeX == "" { // else its signs stand where they are drawn
					expect("TH", row.Heading)
				}
			}
		case FigureBlock:
			expect("Caption", "Figure "+b.Number+": "+b.Caption)
		}
	}
	assert.Check(t, next != 0, "the sample has nothing to compare")
}

// A figure that waits for the next page is read where the document has it, before the text
// that fills its page up.
func TestStructureOfFloats(t *testing.T) {
	words := func(n int, word string) Paragraph {
		return Paragraph{Spans: []Span{{Text: strings.TrimSpace(strings.Repeat(word+" ", n))}}}
	}
	d := &Document{Title: "T", Blocks: []Block{
		words(500, "before"),
		FigureBlock{Number: "1", Caption: "Moves", File: "f", Figure: frameFigure{width: 400, height: 400}},
		words(90, "behind"), words(90, "later"),
	}}
	l := laidOut(t, d)
	moved := l.pages[len(l.pages)-1].boxes[0].box
	assert.Assert(t, moved.float != 0, "this test wants a figure that has moved to the top of the last page")
	file := fileOf(t, d)
	var order []string
	for _, e := range elementsOf(t, file) {
		if e.role == "Figure" || e.role == "P" && len(e.text) > 100 {
			order = append(order, strings.Fields(e.role + " " + e.text)[1])
		}
	}
	assert.Equal(t, strings.Join(order, " "), "before Figure behind later", "the structure")
}
