package report

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"testing"

	"gpca/report/plan"
	"gpca/report/render"
)

// No page of the report on the thesis, here with invented results but its own comparison,
// is less than half full before its chapter ends, and the contents take three pages at most.
func TestPagesOfThesis(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the whole report")
	}
	p := planOf(t, openStudy(t, "thesis"), plan.Selection{}, "usps", "mnist", "yale", "letter")
	results := memory(t)
	fill(t, p, results, all)
	pdf := []byte(contents(render.Draw(t.Context(), p, results, render.DefaultCreated(), "", "report.pdf"))(t)["report.pdf"])

	// Of each page, in points from its foot: where its lowest text stands above the footer, and
	// whether it has a header, as all pages have but the first of a chapter.
	var lowest []float64
	var header, turned []bool
	for _, made := range regexp.MustCompile(`(?s)<</Type /Page\n(.*?)/Contents (\d+) 0 R>>`).FindAllSubmatch(pdf, -1) {
		low, high := 1e9, false
		for _, at := range regexp.MustCompile(`BT [\d.]+ ([\d.]+) Td`).FindAllSubmatch(pageContent(t, pdf, made[2]), -1) {
			y, err := strconv.ParseFloat(string(at[1]), 64)
			if err != nil {
				t.Fatal(err)
			}
			const footer = 50
			if y > footer {
				low = min(low, y)
			}
			high = high || y == 791.89
		}
		lowest, header = append(lowest, low), append(header, high)
		turned = append(turned, bytes.Contains(made[1], []byte("/MediaBox [0 0 841")))
	}
	if len(lowest) < 60 {
		t.Fatalf("the report has %d pages", len(lowest))
	}
	for i := 1; i+1 < len(lowest); i++ {
		if header[i+1] && !turned[i] && !turned[i+1] && lowest[i] > 430 {
			t.Errorf("the text of page %d ends %.0f points above its foot, over the middle of the text area, and its chapter goes on", i+1, lowest[i])
		}
	}
	for i := 1; header[i]; i++ {
		if i > 3 {
			t.Fatal("the contents take more than 3 pages")
		}
	}
}

// pageContent is the content of a page that fpdf wrote.
func pageContent(t *testing.T, pdf, object []byte) []byte {
	t.Helper()
	_, stream, _ := bytes.Cut(pdf, fmt.Appendf(nil, "\n%s 0 obj\n", object))
	_, stream, found := bytes.Cut(stream, []byte("stream\n"))
	if !found {
		t.Fatalf("no content %s", object)
	}
	unpacked, err := zlib.NewReader(bytes.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
