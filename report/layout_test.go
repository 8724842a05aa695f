package report

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/words"
)

// A drawnPage is what a page of the report has, in points from its foot.
type drawnPage struct {
	lowest   float64 // text above the footer
	header   bool    // all pages have one but the first of a chapter
	chapter  bool    // one begins here
	smallest float64 // type, but for formulas and figures
	what     string  // it belongs to
	sizes    []float64
	first    string // role of what it begins with
	cut      bool   // ends within a sentence
}

// The parts of a page's content that tell where its text stands: the role of what comes next,
// the size of its type, its place.
var marks = regexp.MustCompile(`(?s)/(\w+) (?:<</MCID \d+>> BDC|BMC)|BT /F\w+ ([\d.]+) Tf ET|BT ([\d.]+) ([\d.]+) Td \((.*?)\) Tj ET`)

func pagesOf(t *testing.T, pdf []byte) []drawnPage {
	t.Helper()
	number := func(text []byte) float64 {
		v, err := strconv.ParseFloat(string(text), 64)
		assert.NilError(t, err)
		return v
	}
	var pages []drawnPage
	for _, made := range regexp.MustCompile(`(?s)<</Type /Page\n.*?/Contents (\d+) 0 R\n`).FindAllSubmatch(pdf, -1) {
		page := drawnPage{lowest: 1e9, smallest: 1e9}
		role, size, listed := "", 0.0, false
		for _, m := range marks.FindAllSubmatch(pageContent(t, pdf, made[1]), -1) {
			switch {
			case m[1] != nil:
				listed = listed && role != "H1" && role != "H2" || role == "Lbl"
				if role = string(m[1]); role != "Artifact" {
					page.first = cmp.Or(page.first, role)
				}
				page.chapter = page.chapter || role == "H1"
			case m[2] != nil:
				size = number(m[2])
				page.sizes = append(page.sizes, size)
			case role == "Artifact":
				const header = 791.89
				page.header = page.header || number(m[4]) == header
			case role != "Figure": // whose places are scaled; its caption is below it
				page.lowest = min(page.lowest, number(m[4]))
				listed = listed && number(m[3]) > 72
				text := strings.TrimSpace(textIn(m[5]))
				page.cut = !listed && (role == "P" || role == "Span") && size == 10.5 && !strings.ContainsAny(text[max(0, len(text)-3):], ".:!?)”")
				if role != "Formula" && size < page.smallest {
					page.smallest, page.what = size, role
				}
			}
		}
		pages = append(pages, page)
	}
	return pages
}

// The report on the thesis as it was run, and its supplement: their pages are full but for the
// last of a chapter, their type can be read, and their contents are short. Their structure is that of the Markdown.
func TestPagesOfThesis(t *testing.T) {
	files := referenceOf(t, "").files
	for name, most := range map[string]int{"report": 35, "supplement": 94} {
		pdf := []byte(files[name+".pdf"])
		t.Run(name, func(t *testing.T) { checkPages(t, pagesOf(t, pdf), most) })
		t.Run("structure of "+name, func(t *testing.T) { checkStructure(t, pdf, files[name+".md"]) })
	}
}

func checkPages(t *testing.T, pages []drawnPage, most int) {
	assert.Assert(t, len(pages) >= 30, "there are %d pages", len(pages))
	const foot, height = 74, 690 // of the text area
	all, emptied := 0.0, 0
	var sizes []float64
	for i, p := range pages {
		empty := (p.lowest - foot) / height
		all += empty
		if i > 0 && i+1 < len(pages) && pages[i+1].header && empty > 0.34 {
			emptied++
			t.Logf("%.0f%% of page %d is empty, and its chapter goes on", 100*empty, i+1)
		}
		if next := i + 1; p.cut && next < len(pages) && !slices.Contains([]string{"P", "Span", "Formula", "Link", "Code"}, pages[next].first) {
			t.Errorf("page %d ends within a sentence, and page %d begins with a %s", i+1, next+1, pages[next].first)
		}
		for _, size := range p.sizes {
			if size >= 7.5 && size < 16.8 || size > 16.8 { // but for indices, and for the sign of a sum
				sizes = words.AppendNew(sizes, size)
			}
		}
		assert.Check(t, p.smallest >= 7, "page %d has type of %g points, in %s", i+1, p.smallest, p.what)
	}
	t.Logf("%d pages, of whose height %.1f%% is empty", len(pages), 100*all/float64(len(pages)))
	if share := all / float64(len(pages)); share > 0.135 || emptied > 2 {
		t.Errorf("%.0f%% of the pages' height is empty, and more than a third of %d pages", 100*share, emptied)
	}
	assert.Check(t, len(sizes) <= 6, "there are %d sizes of type: %v", len(sizes), sizes)
	assert.Check(t, len(pages) <= most, "there are %d pages, more than %d", len(pages), most)
	for i := 1; !pages[i].chapter; i++ {
		assert.Assert(t, i <= 3, "the contents take more than 3 pages")
	}
}

// pageContent is the content of a page that fpdf wrote.
func pageContent(t *testing.T, pdf, object []byte) []byte {
	t.Helper()
	_, stream, _ := bytes.Cut(pdf, fmt.Appendf(nil, "\n%s 0 obj\n", object))
	_, stream, found := bytes.Cut(stream, []byte("stream\n"))
	assert.Assert(t, found, "no content %s", object)
	unpacked, err := zlib.NewReader(bytes.NewReader(stream))
	assert.NilError(t, err)
	content, err := io.ReadAll(unpacked)
	assert.NilError(t, err)
	return content
}
