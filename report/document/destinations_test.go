package document

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
