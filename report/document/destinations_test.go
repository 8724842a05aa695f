package document

import (
	"bytes"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// Tables, figures and headings can be named in an address of the PDF, and stand among the bookmarks; pages have their
// numbers. What is drawn between the contents and their page numbers is no text.
func TestDestinations(t *testing.T) {
	long(t)
	d := smallDocument(t)
	for _, program := range []string{"pdfinfo", "qpdf"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("no " + program + ": the PDF is not read back")
		}
	}
	file := fileOf(t, d)
	dests, err := exec.Command("pdfinfo", "-dests", file).CombinedOutput()
	assert.NilError(t, err, string(dests))
	whole, err := exec.Command("qpdf", "--qdf", "--object-streams=disable", file, "-").Output()
	assert.NilError(t, err)
	kinds := 0
	for _, e := range d.entries() {
		if e == nil || e.kind == "image" {
			continue
		}
		assert.Check(t, is.Contains(string(dests), strconv.Quote(e.Anchor)))
		if e.kind == "table" || e.kind == "figure" {
			kinds++
		}
	}
	assert.Check(t, bytes.Contains(whole, []byte("/PageLabels")) && kinds != 0,
		"pages have no labels, or there are %d tables and figures", kinds)
	for _, e := range elementsOf(t, file) {
		assert.Check(t, !strings.Contains(e.text, ". . ."), "dots are text of %s: %.80q", e.role, e.text)
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
	assert.NilError(t, err)
	assert.Check(t, !bytes.Contains(b.Bytes(), []byte("/Subtype /Link")), "a table that is not there has a link")
}

// A table of text that is longer than a page is set in smaller type, each row as high as that.
func TestLongTextTableIsSmaller(t *testing.T) {
	l := laidOut(t, &Document{Title: "T"})
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
