package document

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-pdf/fpdf"
)

// Tables, figures and headings can be named in an address of the PDF, and stand among the bookmarks; pages have their
// numbers. What is drawn between the contents and their page numbers is no text.
func TestDestinations(t *testing.T) {
	long(t)
	d := smallDocument(t)
	var pdf bytes.Buffer
	if err := WritePDF(&pdf, d, time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"pdfinfo", "qpdf"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("no " + program + ": the PDF is not read back")
		}
	}
	file := filepath.Join(t.TempDir(), "report.pdf")
	if err := os.WriteFile(file, pdf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	dests, err := exec.Command("pdfinfo", "-dests", file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, dests)
	}
	whole, err := exec.Command("qpdf", "--qdf", "--object-streams=disable", file, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	kinds := 0
	for _, e := range d.entries() {
		if e == nil || e.kind == "image" {
			continue
		}
		if !strings.Contains(string(dests), fmt.Sprintf("%q", e.Anchor)) {
			t.Errorf("no address leads to %s: %s", e.Anchor, dests)
		}
		if e.kind == "table" || e.kind == "figure" {
			kinds++
		}
	}
	if !bytes.Contains(whole, []byte("/PageLabels")) || kinds == 0 {
		t.Errorf("pages have no labels, or there are %d tables and figures", kinds)
	}
	for _, e := range elementsOf(t, file) {
		if strings.Contains(e.text, ". . .") {
			t.Errorf("dots are text of %s: %.80q", e.role, e.text)
		}
	}
}

// The strip of a verdict names tables of both parts of a document. Those of the other part lead nowhere, rather than to
// a page that is not there.
func TestNoLinkLeavesTheDocument(t *testing.T) {
	var b bytes.Buffer
	d := &Document{Title: "T", Verdict: &Verdict{Answer: "It holds.", Tables: []Judged{{"9.9", 0}}}}
	file, err := makePDF(d, time.Unix(0, 0), false)
	if err == nil {
		err = file.Write(&b)
	}
	if err != nil || bytes.Contains(b.Bytes(), []byte("/Subtype /Link")) {
		t.Errorf("a table that is not there has a link (%v)", err)
	}
}

// A table of text that is longer than a page is set in smaller type, each row as high as that.
func TestLongTextTableIsSmaller(t *testing.T) {
	l, err := layOut(&Document{Title: "T"}, fpdf.New("P", "pt", "A4", ""))
	if err != nil {
		t.Fatal(err)
	}
	cell := Paragraph{[]Span{{Text: "cell"}}}
	heights := map[int]float64{}
	for _, rows := range []int{5, 200} {
		l.boxes = nil
		l.textTable(TextTable{Header: []Paragraph{cell}, Rows: slices.Repeat([][]Paragraph{{cell}}, rows)})
		heights[rows] = l.boxes[1].height
	}
	if want := (sizeTable - sizeNote) * 1.2; math.Abs(heights[5]-heights[200]-want) > 1e-9 {
		t.Errorf("rows are %v high, want a difference of %v", heights, want)
	}
}
