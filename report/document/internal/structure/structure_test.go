package structure

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-pdf/fpdf"
	"gotest.tools/v3/assert"

	"gpca/figures/vgfpdf"
)

// document is a PDF of two pages with a heading, a paragraph over both pages with a link, a
// table and a figure, and the tree of it.
func document(t *testing.T) (*fpdf.Fpdf, *Tree) {
	t.Helper()
	doc := fpdf.New("P", "pt", "A4", "")
	doc.SetFont("Helvetica", "", 12)
	tree := &Tree{Root: Element{Role: "Document"}}
	marked := func(e *Element, text string) {
		doc.RawWriteStr(tree.Begin(e, doc.PageNo()) + "\n")
		doc.Text(50, 50, text)
		doc.RawWriteStr(End + "\n")
	}
	doc.AddPage()
	doc.RawWriteStr(BeginArtifact + "\n")
	doc.Text(50, 800, "page one")
	doc.RawWriteStr(End + "\n")
	marked(tree.Root.Add("H1"), "A heading")
	p := tree.Root.Add("P")
	marked(p, "Text before ")
	link := p.Add("Link")
	marked(link, "the link ")
	tree.Link(link, 1, [4]float64{50, 40, 70, 50}, "https://example.org/[1]", nil)
	inside := p.Add("Link")
	marked(inside, "or here ")
	tree.Link(inside, 1, [4]float64{50, 60, 70, 70}, "", &Place{Page: 2, Y: 700})
	doc.AddPage()
	marked(p, "and behind it")
	row := tree.Root.Add("Table").Add("TR")
	head := row.Add("TH")
	head.Scope = "Column"
	marked(head, "Number")
	row.Add("TD")
	figure := tree.Root.Add("Figure")
	figure.Alt = "A line that rises, x² (a)"
	marked(figure, "x")
	tree.Root.Add("P") // is not drawn
	return doc, tree
}

func TestWrite(t *testing.T) {
	doc, tree := document(t)
	pdf, err := vgfpdf.NewFile(doc)
	assert.NilError(t, err)
	tree.Write(pdf, doc.PageCount())
	var tagged bytes.Buffer
	assert.NilError(t, pdf.Write(&tagged))
	file := filepath.Join(t.TempDir(), "tagged.pdf")
	assert.NilError(t, os.WriteFile(file, tagged.Bytes(), 0o600))
	if _, err := exec.LookPath("qpdf"); err == nil {
		out, err := exec.Command("qpdf", "--check", file).CombinedOutput()
		assert.NilError(t, err, "qpdf: %v\n%s", err, out)
	}
	if _, err := exec.LookPath("pdfinfo"); err != nil {
		t.Skip("no pdfinfo: the tree is not read back")
	}
	out, err := exec.Command("pdfinfo", "-struct-text", file).CombinedOutput()
	assert.NilError(t, err)
	var got []string
	for line := range strings.Lines(string(out)) {
		got = append(got, strings.TrimSpace(line))
	}
	want := `Document|H1 (block)|"A heading"|P (block)|"Text before "|Link (inline)|"the link "|Object 15 0|Link (inline)|"or here "|Object 17 0|` +
		`"and behind it"|Table (block)|TR|TH:|/Scope /Column|"Number"|TD|Figure|"x"|`
	text := strings.Join(got, "|") + "|"
	assert.Equal(t, text, want, "pdfinfo reads\n%s\nwant\n%s\n%s", text, want, out)
}
