package document

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/figures"
	"gpca/report/table"
	"gpca/report/words"
)

// long begins a test that takes half a second of a processor or more, which -short leaves out.
func long(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
}

func laidOut(t *testing.T, d *Document) *layout {
	t.Helper()
	l, err := layOut(d, fpdf.New("P", "pt", "A4", ""))
	assert.NilError(t, err)
	return l
}

func typesetting(t *testing.T) *typesetter {
	t.Helper()
	setter, err := newTypesetter(fpdf.New("P", "pt", "A4", ""), nil)
	assert.NilError(t, err)
	return setter
}

// fileOf writes the PDF of a document, and returns its path.
func fileOf(t *testing.T, d *Document) string {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, WritePDF(&b, d, time.Unix(0, 0)))
	path := filepath.Join(t.TempDir(), "report.pdf")
	assert.NilError(t, os.WriteFile(path, b.Bytes(), 0o644))
	return path
}

func TestPDFIsDeterministic(t *testing.T) {
	long(t)
	created := time.Date(2019, 12, 1, 10, 0, 0, 0, time.UTC)
	elsewhere := created.In(time.FixedZone("elsewhere", 5*3600))
	var written [3]bytes.Buffer
	var group sync.WaitGroup
	for i, date := range []time.Time{created, elsewhere, created} {
		group.Go(func() { assert.Check(t, WritePDF(&written[i], sampleDocument(), date)) })
		if i == 0 {
			group.Wait() // the first in the process must not differ from later ones
		}
	}
	group.Wait()
	for i := range written[1:] {
		assert.Check(t, bytes.Equal(written[i].Bytes(), written[i+1].Bytes()), "PDFs %d and %d differ", i, i+1)
	}
	assert.Check(t, bytes.Contains(written[0].Bytes(), []byte("D:20191201100000")), "the date is not in UTC")
}

// A running title is cut where it is as long as it may be, however long the whole is.
func TestShorten(t *testing.T) {
	l := laidOut(t, &Document{Title: "T"})
	f := noteFace
	long, endless, spelt := strings.Repeat("long title ", 20), strings.Repeat("a", 1<<20), strings.Repeat("字", 100)
	for _, whole := range []string{"", "short", long, endless, spelt} {
		for _, width := range []float64{0, 40, 170, 500} {
			got := l.shorten(f, whole, width)
			if got == whole {
				w := l.width(f, whole)
				assert.Check(t, w <= width, "%.30q is %v wide, and not cut to %v", whole, w, width)
				continue
			}
			kept := strings.TrimSuffix(got, "…")
			more := strings.TrimLeft(whole[len(kept):], " ")
			_, size := utf8.DecodeRuneInString(more)
			longer := whole[:len(whole)-len(more)+size] + "…"
			assert.Check(t, strings.HasPrefix(whole, kept) && (kept == "" || l.width(f, got) <= width) &&
				l.width(f, longer) > width, "%.30q is cut to %q of %v, width %v", whole, got, l.width(f, got), width)
		}
	}
}

// stayInside fails where a text leaves the area between the margins.
func stayInside(t *testing.T, texts []drawnText) {
	t.Helper()
	for _, text := range texts {
		const tolerance = 0.05 // fpdf writes two decimals
		assert.Check(t, text.x >= marginSide-tolerance && text.x+text.width <= text.paperW-marginSide+tolerance &&
			text.y >= 40 && text.y <= text.paperH-32, "page %d: %q from %.1f to %.1f at %.1f leaves the margins",
			text.page, text.text, text.x, text.x+text.width, text.y)
	}
}

// No text leaves the margins, and no two of a page overlap, other than a word and the blank that ends the word before
// it.
func TestPDFTextsDoNotOverlap(t *testing.T) {
	_, texts := readSample(t)
	stayInside(t, texts)
	lines := make(map[string][]drawnText)
	for _, text := range texts {
		key := fmt.Sprintf("page %d at %.2f", text.page, text.y)
		for _, other := range lines[key] {
			overlap := min(text.x+text.width, other.x+other.width) - max(text.x, other.x)
			assert.Check(t, overlap <= 0.3, "%s: %q and %q overlap by %.1f", key, other.text, text.text, overlap)
		}
		lines[key] = append(lines[key], text)
	}
}

// Every entry of every table is drawn, and every note, whatever was done to make
// the table fit. Half-widths that do not fit are summed up by a note.
func TestPDFShowsEveryEntry(t *testing.T) {
	d := sampleDocument()
	_, texts := readSample(t)
	drawn := make(map[string]int)
	for _, text := range texts {
		drawn[strings.TrimSpace(text.text)]++
	}
	all := textOf(texts)
	want, notes := make(map[string]int), make(map[string]int)
	for _, block := range d.Blocks {
		placed, ok := block.(TableBlock)
		if !ok {
			continue
		}
		sheet, err := placed.Table.Sheet()
		assert.NilError(t, err)
		for _, row := range sheet.Rows {
			for _, entry := range row.Entries {
				if entry.Text != "" {
					want[entry.Text]++
				}
				if entry.HalfWidth != "" {
					want["±"+entry.HalfWidth]++
				}
			}
		}
		for _, note := range sheet.Notes {
			notes[words.OneLine(note.String())]++
		}
	}
	assert.Assert(t, len(want) >= 100, "the sample has %d different entries only", len(want))
	for note, n := range notes {
		got := strings.Count(all, note)
		assert.Check(t, got >= n, "note %q is drawn %d times of %d", note, got, n)
	}
	const summedUp = "Half-widths of the intervals: 0.05 to 0.65."
	for text, n := range want {
		assert.Check(t, drawn[text] >= n || (strings.HasPrefix(text, "±") && strings.Contains(all, summedUp)),
			"%q is drawn %d times of %d", text, drawn[text], n)
	}
}

// The contents name the page on which each heading, table and figure stands. Pages have a running title.
func TestPDFContents(t *testing.T) {
	d := sampleDocument()
	_, texts := readSample(t)
	byPage, onPage := map[int][]drawnText{}, map[int]string{}
	for _, text := range texts {
		byPage[text.page] = append(byPage[text.page], text)
	}
	for page, own := range byPage {
		onPage[page] = textOf(own)
	}
	assert.Check(t, strings.HasPrefix(onPage[5], d.Title+" Generalised principal component analysis of 2 kinds "))
	contents := onPage[2]
	for page := 3; page <= len(onPage); page++ {
		for _, block := range d.Blocks {
			var title, listed string
			switch b := block.(type) {
			case TableBlock:
				title = "Table " + b.Table.Number + ": "
				listed = b.Table.Number + " " + b.Table.Caption + " "
			case FigureBlock:
				title = "Figure " + b.Number + ": "
				listed = b.Number + " " + b.Caption + " "
			default:
				continue
			}
			if !strings.Contains(onPage[page], title) || strings.Contains(onPage[page], "(continued)") {
				continue
			}
			_, after, found := strings.Cut(contents, oneLine(listed)+" ")
			assert.Check(t, found, "%s is not in the contents", listed)
			assert.Check(t, strings.HasPrefix(after, fmt.Sprint(page)),
				"%sis on page %d, the contents have %.10q", title, page, after)
		}
	}
}

// Narrow figures stand beside each other, each with its caption.
func TestPDFPairsNarrowFigures(t *testing.T) {
	_, texts := readSample(t)
	caption := regexp.MustCompile(`3\.0[ab]: $`)
	captions := slices.DeleteFunc(slices.Clone(texts), func(text drawnText) bool {
		return text.page <= 3 || !caption.MatchString(text.text)
	})
	assert.Equal(t, len(captions), 2)
	left, right := captions[0], captions[1]
	assert.Check(t, left.page == right.page && left.y == right.y && right.x-left.x >= textWidth/2, "%v", captions)
}

// The thumbnail fills the first page below the text, unless the text leaves no room for it. Then the figure stands in
// the text, else only on the first page.
func TestPDFThumbnail(t *testing.T) {
	f := FigureBlock{Number: "2.4", Caption: "Accuracy", File: "f", Figure: frameFigure{width: 16 * vg.Centimeter, height: 9 * vg.Centimeter}}
	for words, drawn := range map[int]bool{30: true, 900: false} {
		_, texts := readPDF(t, &Document{
			Title: "T", Front: []string{strings.Repeat("a long verdict ", words), "Data: real"}, Thumbnail: &f,
			Blocks: []Block{Heading{Level: 1, Text: "One"}, f},
		})
		lowest, caption, captions := 0.0, 0.0, 0
		for _, text := range texts {
			if strings.HasSuffix(text.text, "2.4: ") {
				captions++
			}
			switch {
			case text.page == 1 && strings.Contains(text.text, "verdict"):
				lowest = max(lowest, text.y)
			case text.page == 1 && strings.HasSuffix(text.text, "2.4: "):
				caption = text.y
			}
		}
		assert.Check(t, (caption > 0) == drawn && (!drawn || caption > lowest) && captions == 1,
			"behind %d words, down to %.0f, the caption stands at %.0f, %d times", 3*words, lowest, caption, captions)
	}
}

// A figure that cannot be drawn is a sentence, and takes no room of its own.
func TestPDFFigureMissing(t *testing.T) {
	const why = "Samples of real data stay where the data is."
	d := &Document{Title: "T", Blocks: []Block{
		FigureBlock{Number: "1", Caption: "Digits", File: "f", Figure: figures.Placeholder{Text: why}},
	}}
	l := laidOut(t, d)
	h := l.boxes[0].height
	assert.Check(t, h <= 2*captionFace.size*captionStep, "the sentence is %g points high", h)
	_, texts := readPDF(t, d)
	assert.Check(t, is.Contains(textOf(texts), "Figure 1: Digits. "+why))
}

// Every link inside the document leads to a page, and every heading, table and figure has a
// bookmark.
func TestPDFLinksAndBookmarks(t *testing.T) {
	d := sampleDocument()
	raw, _ := readSample(t)
	assert.Check(t, !bytes.Contains(raw, []byte("/Dest [1 0 R")) && bytes.Contains(raw, []byte("/Dest [")),
		"a link leads nowhere")
	assert.Check(t, bytes.Contains(raw, []byte("/URI <"+fmt.Sprintf("%X", "https://example.org/thesis?part=2")+">")),
		"the link to the thesis is missing")
	bookmarks := 1 // the contents
	for _, block := range d.Blocks {
		switch b := block.(type) {
		case Heading:
			bookmarks += min(1, max(0, contentsLevel+1-b.Level))
		case TableBlock:
			bookmarks++
		case FigureBlock:
			bookmarks += min(1, len(b.Number))
		}
	}
	assert.Equal(t, bytes.Count(raw, []byte("/Count 0>>")), bookmarks)
}

// The chapters of a short document follow each other, and the contents, on one page.
func TestShortDocumentRunsOn(t *testing.T) {
	text := Paragraph{Spans: []Span{{Text: "text"}}}
	d := &Document{Title: "T", Blocks: []Block{
		Heading{Level: 1, Text: "One"}, text, Heading{Level: 1, Text: "Two"}, text,
	}}
	l := laidOut(t, d)
	var chapters []string
	for _, p := range l.pages {
		chapters = append(chapters, "|")
		for _, placed := range p.boxes {
			if placed.box.heading() > 0 {
				chapters = append(chapters, placed.box.entries[0].Text)
			}
		}
	}
	assert.Equal(t, strings.Join(chapters, " "), "| One Two", "chapters")
}

func TestLayoutKeepsHeadingsAndTables(t *testing.T) {
	d := sampleDocument()
	l := laidOut(t, d)
	pages := make(map[*box]int)
	for n, p := range l.pages {
		assert.Check(t, is.Equal(p.boxes[len(p.boxes)-1].box.heading(), 0), "page %d ends with a heading", n)
		for _, placed := range p.boxes {
			pages[placed.box] = n
			if placed.box.heading() == 1 && !strings.HasPrefix(placed.box.entries[0].Number, "Appendix") {
				assert.Check(t, placed.y <= textHeight/2+placed.box.above,
					"chapter %q starts at the foot", placed.box.entries[0].Text)
			}
		}
	}
	for i, b := range l.boxes {
		if last := i + b.float - 1; b.float > 1 && groupHeight(l.boxes[i:last+1]) < textHeight {
			assert.Check(t, is.Equal(pages[&l.boxes[i]], pages[&l.boxes[last]]),
				"table %s is parted", b.entries[0].Number)
		}
	}
}

func TestSentenceStaysWithItsFormula(t *testing.T) {
	blocks, err := Parse("t.md", "A sentence:\n\n$$x = 1$$\n", Numbered{})
	assert.NilError(t, err)
	assert.Check(t, laidOut(t, &Document{Title: "T", Blocks: blocks}).boxes[0].keep)
}

// A title page that would be half empty has the facts at its foot, others have them behind the text.
func TestFactsFillTheTitlePage(t *testing.T) {
	for lines, want := range map[int]int{1: 0, 20: 2} {
		front := append(slices.Repeat([]string{"This is a sentence of the title page, on a line or two of it."}, lines), "Seed: 7")
		l := laidOut(t, &Document{Title: "T", Front: front})
		assert.Check(t, is.Equal(len(l.boxes), want),
			"%d rows of facts behind the text, want %d beside %d sentences", len(l.boxes), want, lines)
	}
}

// Counts too wide for their part of a bar stand above it, behind its name and one another.
func TestCountsAboveABar(t *testing.T) {
	v := &Verdict{Answer: "So?", Counts: []Tally{{Name: "2,815 cells", Sides: [3]Side{{5, "computed"}, {2800, "missing"}, {10, "failed"}}}}}
	_, texts := readPDF(t, &Document{Title: "T", Verdict: v})
	ends, seen := 0.0, 0
	for _, text := range texts {
		if text.page == 1 && strings.Contains("2,815 cells 5 computed 10 failed", strings.TrimSpace(text.text)) {
			assert.Check(t, text.x >= ends, "%q begins at %.1f, before %.1f", text.text, text.x, ends)
			ends, seen = text.x+text.width, seen+1
		}
	}
	assert.Equal(t, seen, 3, "%d texts above the bar", seen)
}

// Columns of text have the widths that make their table low: a word in a column takes no room from sentences beside it.
func TestColumnsOfTextMakeLowTables(t *testing.T) {
	l := laidOut(t, &Document{Title: "T"})
	cells := func(texts ...string) (row []Paragraph) {
		for _, text := range texts {
			row = append(row, Paragraph{[]Span{{Text: text}}})
		}
		return row
	}
	long := strings.Repeat("a sentence ", 30)
	table := TextTable{Header: cells("a", "b", "c"), Rows: [][]Paragraph{cells("one word", long, long), cells("x", long, "")}}
	for range 8 {
		table.Rows = append(table.Rows, cells("some words", "y", "z"))
	}
	widths := l.columnWidths(table, noteFace, 400)
	some := l.width(noteFace, "some words")
	assert.Check(t, widths[0] <= some+10, "widths %.0f, the first for a word of %.0f", widths, some)
}

// Two figures that are little higher than half a page share one.
func TestFiguresShareAPage(t *testing.T) {
	high := func(number string) Block {
		return FigureBlock{Number: number, Caption: "c", File: "f", Figure: frameFigure{width: textWidth, height: textHeight * 0.52}}
	}
	l := laidOut(t, &Document{Title: "T", Blocks: []Block{high("1"), high("2")}})
	pages := paginate(l.boxes, textHeight, true)
	assert.Equal(t, len(pages), 1, "the figures take %d pages", len(pages))
}

// What is said of a table goes with it to the next page, and is kept with its last rows.
func TestTextGoesWithTable(t *testing.T) {
	l := laidOut(t, &Document{Title: "T"})
	l.boxes = []box{lineOf("before", textHeight-100)}
	said := strings.Repeat("what it shows ", 20)
	l.table(TableBlock{Table: sampleTable("1", 9, 3, true), Said: said}, &entry{kind: "table", Number: "1"})
	l.boxes = append(l.boxes, lineOf("behind", 20))
	pages := paginate(l.boxes, textHeight, true)
	assert.Equal(t, len(pages), 2)
	assert.Equal(t, len(pages[0].boxes), 2) // the text before and behind the table
	assert.Equal(t, pages[0].boxes[1].box, &l.boxes[len(l.boxes)-1])
}

// The rows of a table and the lines of a block of code have room for rules and padding, and few of them stand alone on a
// page.
func TestRoomOfRowsAndCode(t *testing.T) {
	l := laidOut(t, &Document{Title: "T", Blocks: []Block{Code{"a\nb\nc\nd"}}})
	step := codeFace.size * 1.42
	for i, want := range []box{{above: 9, height: step + 7, keep: true}, {height: step}, {height: step, keep: true},
		{height: step + 7, below: 9}} {
		b := l.boxes[i]
		assert.Check(t, b.above == want.above && math.Abs(b.height-want.height) < 1e-9 && b.below == want.below &&
			b.keep == want.keep, "line %d: %+v", i, b)
	}
	l.boxes = nil
	l.table(TableBlock{Table: sampleTable("1", 9, 3, false)}, &entry{kind: "table", Number: "1"})
	var kept []bool
	for _, b := range l.boxes {
		kept = append(kept, b.keep)
	}
	assert.DeepEqual(t, kept, []bool{true, true, true, false, false, false, false, true, true, true, false})
	rules := l.boxes[9].height - l.boxes[8].height // above the average, half a size, and at the end
	assert.Check(t, math.Abs(rules-sizeTable*(0.5+ruleAbove+ruleBelow)) < 1e-9, "the last row has room of %g for rules", rules)
}

// Headings of rows that would need many lines take the room that narrow columns leave.
func TestLongHeadingsTakeTheRoom(t *testing.T) {
	setter := typesetting(t)
	sheet := table.Sheet{Corner: "Equation", Columns: []string{"Largest difference of all", "Holds"}}
	for _, heading := range []string{"short", strings.Repeat("one side against the other ", 4)} {
		sheet.Rows = append(sheet.Rows, table.SheetRow{Heading: heading, Entries: []table.Entry{{Text: "1e-15"}, {Text: "yes"}}})
	}
	layout, ok := setter.fitTable(sheet)
	assert.Assert(t, ok && layout.content() <= textWidth, "the table is %g wide, for %g", layout.content(), textWidth)
	for _, lines := range layout.rows {
		assert.Check(t, len(lines) <= fewLines, "a heading has %d lines beside columns that leave room", len(lines))
	}
}

// A table that is parted by its columns has parts of about the same width, however many columns are in each.
func TestPartsAreOfOneWidth(t *testing.T) {
	setter := typesetting(t)
	source := table.Table{Number: "1", Caption: "Wide and narrow", Corner: "row", Origin: "real"}
	row := table.Row{Heading: "first"}
	for i := range 20 {
		value := 1.0
		if i < 8 {
			value = 1234567890123
		}
		source.Columns = append(source.Columns, fmt.Sprint("c", i))
		row.Cells = append(row.Cells, table.Cell{Value: value})
	}
	source.Rows = []table.Row{row}
	sheet, err := source.Sheet()
	assert.NilError(t, err)
	parts := setter.layoutTable(sheet)
	assert.Equal(t, len(parts), 2)
	first, second := len(parts[0].columns), len(parts[1].columns)
	assert.Check(t, first < second && first+second == 20, "%d and %d columns, the wide ones first", first, second)
}

// Characters that no face has are spelt, wherever they stand.
func TestSpelt(t *testing.T) {
	setter := typesetting(t)
	for _, f := range []face{bodyFace, codeFace} {
		var b strings.Builder
		for _, r := range setter.runs(f, "E 𝔼漢") {
			b.WriteString(r.text)
		}
		assert.Equal(t, b.String(), "E [U+1D53C][U+6F22]")
		assert.Equal(t, setter.width(f, "E 𝔼漢"), setter.width(f, b.String()))
	}
	odd := sampleTable("9.9", 2, 2, false)
	odd.Columns[0] = "𝔼"
	d := &Document{Title: "漢", Blocks: []Block{Heading{1, "1", "😀"}, TableBlock{Table: odd}, Code{"a := '😀'"}}}
	assert.NilError(t, WritePDF(io.Discard, d, time.Unix(0, 0)))
}

func TestPDFErrors(t *testing.T) {
	drawing := errors.New("log axis with a value of 0")
	for _, c := range []struct {
		name   string
		blocks []Block
		want   string
	}{
		{"ragged table", []Block{TableBlock{Table: &table.Table{Number: "1"}}}, `table "1": no caption`},
		{"figure", []Block{FigureBlock{Number: "2.4", Caption: "c", File: "f", Figure: frameFigure{100, 100, drawing}}}, "figure 2.4: draw figure: log axis"},
		{"link", []Block{List{Items: [][]Block{{Paragraph{Spans: []Span{{Text: "there", Link: "#nowhere"}}}}}}}, `"there" links to "#nowhere"`},
		{"skipped level", []Block{Heading{1, "", "a"}, Heading{3, "", "b"}}, `heading "b" of level 3 follows one of level 1`},
		{"twice", []Block{TableBlock{Table: sampleTable("1", 3, 3, false)}, TableBlock{Table: sampleTable("1", 3, 3, false)}}, `two blocks have the anchor "table-1"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			assert.ErrorContains(t, WritePDF(&b, &Document{Title: "T", Blocks: c.blocks}, time.Unix(0, 0)), c.want)
			assert.Check(t, b.Len() <= 0, "wrote a PDF beside the error")
		})
	}
}

// Signs that the serif and the fixed-width font lack come from the other one.
func TestPDFFallsBackToSans(t *testing.T) {
	_, texts := readPDF(t, &Document{Title: "T", Blocks: []Block{
		Paragraph{Spans: []Span{{Text: "K ∈ ℝⁿˣⁿ, ∇f, xⱼ ≤ ‖x‖, ∑ᵢ, "}, {Text: "λₖ ⊤ ∂", Code: true}}},
	}})
	assert.Check(t, is.Contains(textOf(texts), "K ∈ ℝⁿˣⁿ, ∇f, xⱼ ≤ ‖x‖, ∑ᵢ, λₖ ⊤ ∂"))
}

// A document with nothing but a title, one with a single wide word, one with
// many notes: what a layout forgets first.
func TestPDFExtremes(t *testing.T) {
	long(t)
	many := sampleTable("5.1", 40, 3, false)
	for i := range many.Rows {
		many.Rows[i].Cells[1] = table.Cell{State: table.Failed, Reason: fmt.Sprintf("reason %d: %s", i, strings.Repeat("it went on ", 12))}
	}
	wide := sampleTable("5.2", 4, 40, true)
	wide.Columns[3] = strings.Repeat("x", 120)
	wide.Rows[0].Heading = strings.Repeat("heading of a row ", 12)
	for name, blocks := range map[string][]Block{
		"empty":     nil,
		"long word": {Paragraph{Spans: []Span{{Text: strings.Repeat("x", 900)}, {Text: strings.Repeat("y", 300), Code: true, Link: "https://example.org/ü"}}}},
		"notes":     {TableBlock{Table: many}},
		"wide":      {TableBlock{Table: wide}},
		"tall figure": {Heading{1, "1", "a"}, FigureBlock{
			Number: "1", Caption: "c", File: "f", Figure: frameFigure{10 * vg.Centimeter, 60 * vg.Centimeter, nil},
		}},
		"empty text": {Paragraph{}, Paragraph{Spans: []Span{{Text: " "}}}, Code{}, List{Items: [][]Block{nil, {List{Items: [][]Block{{}}}}}}},
		"text table": {
			TextTable{Header: cells("", "narrow", strings.Repeat("wide ", 20)), Rows: [][]Paragraph{
				cells(strings.Repeat("x", 300), "", strings.Repeat("many words ", 60)), cells("a", "b", "c"),
			}},
			TextTable{Header: cells(strings.Split(strings.Repeat("column ", 30), " ")...)},
		},
		"long title": {Heading{1, "Appendix A", strings.Repeat("long title ", 30)}, Heading{2, "A.1", strings.Repeat("longer ", 60)}},
	} {
		t.Run(name, func(t *testing.T) {
			_, texts := readPDF(t, &Document{
				Title: strings.Repeat("title ", 20), Front: []string{"plain", strings.Repeat("n", 200) + ": " + strings.Repeat("v ", 200)},
				DataLabel: strings.Repeat("label ", 60), Blocks: blocks,
			})
			stayInside(t, texts)
		})
	}
}

// cells are those of a row of a table of text.
func cells(texts ...string) []Paragraph {
	var all []Paragraph
	for _, t := range texts {
		all = append(all, Paragraph{Spans: []Span{{Text: t}}})
	}
	return all
}

// Other programs find no fault in the file, all fonts in it, its title and its text in order.
func TestPDFForOtherPrograms(t *testing.T) {
	long(t)
	path := fileOf(t, sampleDocument())
	for _, c := range []struct {
		command string
		want    []string
		never   string
	}{
		{"qpdf --check report.pdf", []string{"No syntax or stream encoding errors found"}, "WARNING"},
		{"pdffonts report.pdf", []string{"CID TrueType Identity-H yes"}, "Type 3|TrueType +Identity-H +(no|yes +(yes|no) +no)"},
		{"pdfinfo report.pdf", []string{"Title: Generalized Principal Component Analysis", "Author: The authors of the tool", "Metadata Stream: yes"}, "^$"},
		{"pdftotext report.pdf -", []string{
			"f′(u) = 3 − 3 sech u saturates, so that a sample far away counts no more than one at the edge of the data; see Section 2.1 and",
			"iteration, w ← ∑", "followed by a normalisation", "Algorithm 1: Power iteration", "w ← Aw/‖Aw‖", "Table 2.6: GPCA: USPS with Gaussian noise",
		}, "\ufffd"},
	} {
		args := strings.Fields(c.command)
		t.Run(args[0], func(t *testing.T) {
			if _, err := exec.LookPath(args[0]); err != nil {
				t.Skip(args[0] + " is not installed")
			}
			command := exec.CommandContext(t.Context(), args[0], args[1:]...)
			command.Dir = filepath.Dir(path)
			output, err := command.CombinedOutput()
			assert.NilError(t, err, string(output))
			plain := oneLine(string(output))
			for _, want := range c.want {
				assert.Check(t, is.Contains(plain, want), "%s does not find", args[0])
			}
			assert.Equal(t, regexp.MustCompile(c.never).FindString(plain), "", args[0])
		})
	}
}

// What the metadata says can be read whatever the title holds.
func TestPDFMetadata(t *testing.T) {
	const title = "Robust <PCA> & (more) — ∇f"
	raw, _ := readPDF(t, &Document{
		Title: title, Language: "en-GB", Authors: []string{"A. Author", "B. Author"},
		Blocks: []Block{Paragraph{Spans: []Span{{Text: "text"}}}},
	})
	catalog := regexp.MustCompile(`(?s)/Type /Catalog.*?/Lang \(en-GB\).*/ViewerPreferences <</DisplayDocTitle true>>\n/Metadata (\d+) 0 R\n`).FindSubmatch(raw)
	assert.Assert(t, catalog != nil, "the catalog has no language, preference or metadata")
	_, packet, _ := bytes.Cut(raw, fmt.Appendf(nil, "\n%s 0 obj\n", catalog[1]))
	_, packet, _ = bytes.Cut(packet, []byte("stream\n"))
	packet, _, _ = bytes.Cut(packet, []byte("\nendstream"))
	var meta struct {
		Title   string `xml:"RDF>Description>title>Alt>li"`
		Creator string `xml:"RDF>Description>creator>Seq>li"`
		Created string `xml:"RDF>Description>CreateDate"`
	}
	err := xml.Unmarshal(packet, &meta)
	assert.NilError(t, err, "%v in %s", err, packet)
	assert.Check(t, meta.Title == title && meta.Creator == "A. Author, B. Author" &&
		meta.Created == "1970-01-01T00:00:00Z", "the metadata has %q", meta)
}

// A mention of a table is a link to its page.
func TestPDFMentionsLead(t *testing.T) {
	blocks := []Block{Heading{Level: 1, Text: "One"}, Paragraph{Spans: []Span{{Text: "See Table 1."}}}}
	for range 40 {
		blocks = append(blocks, Paragraph{Spans: []Span{{Text: "text"}}})
	}
	raw, _ := readPDF(t, &Document{Title: "T", Blocks: append(blocks, TableBlock{Table: sampleTable("1", 3, 3, false)})})
	pages := regexp.MustCompile(`(\d+) 0 obj\n<</Type /Page\n`).FindAllSubmatch(raw, -1)
	last := pages[len(pages)-1][1]
	got := bytes.Count(raw, fmt.Appendf(nil, "/Dest [%s 0 R /XYZ 0 ", last))
	assert.Equal(t, got, 3, "links of the contents, of the text and of the bookmark")
}

// Columns of numbers need digits of one width, which the fonts of tables and text have.
func TestDigitsHaveOneWidth(t *testing.T) {
	setter := typesetting(t)
	for _, f := range []face{tableFace(10, false), tableFace(10, true), bodyFace} {
		for _, digit := range "123456789" {
			got, want := setter.width(f, string(digit)), setter.width(f, "0")
			assert.Check(t, is.Equal(got, want), "%v: %c is %g wide, 0 is %g", f, digit, got, want)
		}
	}
}
