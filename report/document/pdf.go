package document

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-pdf/fpdf"

	"gpca/figures/vgfpdf"
)

// WritePDF writes the document as a PDF on A4 paper: a title page, the contents,
// the lists of tables and figures, and the blocks, with bookmarks and links.
//
// The date of creation is the only thing that the document does not determine;
// it is written in UTC. The same document and date give the same bytes.
//
// It is an error if a text holds a character that the embedded DejaVu fonts do
// not have, such as one outside the Basic Multilingual Plane, or if a figure
// cannot be drawn; it names the block.
func WritePDF(w io.Writer, d *Document, created time.Time) error {
	doc, err := makePDF(d, created, true)
	if err != nil {
		return err
	}
	file, err := finish(doc)
	if err == nil {
		_, err = w.Write(file)
	}
	if err != nil {
		return fmt.Errorf("document %q: %w", d.Title, err)
	}
	return nil
}

// makePDF lays the document out and draws it. Pages are compressed but for
// tests that look into them.
//
// All boxes are measured and all pages made before anything is drawn, so the
// contents know their page numbers in one pass, and no box depends on a number.
func makePDF(d *Document, created time.Time, compress bool) (*fpdf.Fpdf, error) {
	if err := d.Validate(); err != nil {
		return nil, err
	}
	doc := vgfpdf.NewDocument(pageWidth, pageHeight, program, created)
	doc.SetCompression(compress)
	describe(doc, d, created)

	l, err := layOut(d, doc)
	if err != nil {
		return nil, fmt.Errorf("document %q: %w", d.Title, err)
	}
	if err := l.draw(); err != nil {
		return nil, fmt.Errorf("document %q: %w", d.Title, err)
	}
	return doc, nil
}

// A layout is a document on its pages.
type layout struct {
	*builder
	document *Document
	contents []page // behind the title page
	body     []page
}

// layOut makes the pages of a document.
func layOut(d *Document, doc *fpdf.Fpdf) (*layout, error) {
	typesetter, err := newTypesetter(doc)
	if err != nil {
		return nil, err
	}
	anchors := d.Anchors()
	typesetter.anchors = make(map[string]bool)
	for _, anchor := range anchors {
		typesetter.anchors[anchor] = true
	}
	b := &builder{typesetter: typesetter}
	b.blocks(d.Blocks, anchors, 0, bodyFace)
	l := &layout{builder: b, document: d}
	l.body = paginate(apart(b.boxes), textHeight, sidewaysHeight)
	contents := b.contentsBoxes()
	if len(l.body) <= mostRunOn {
		l.body = paginate(append(contents, b.boxes...), textHeight, sidewaysHeight)
	} else {
		l.contents = paginate(contents, textHeight, sidewaysHeight)
	}
	number := 1 + len(l.contents)
	for _, page := range l.body {
		number++
		for _, placed := range page.boxes {
			if placed.box.heading != nil {
				placed.box.heading.page = number
			}
			for _, e := range placed.box.listed {
				e.page = number
			}
		}
	}
	return l, b.err
}

// mostRunOn is how many pages a document may have whose chapters begin where the text
// before them ends, be it the contents: new pages would leave half of a short one empty.
const mostRunOn = 12

// apart returns boxes with a new page for each chapter.
func apart(boxes []box) []box {
	boxes = slices.Clone(boxes)
	for i, b := range boxes {
		boxes[i].newPage = b.newPage || b.heading != nil && b.heading.Level == 1
	}
	return boxes
}

// draw draws all pages.
func (l *layout) draw() error {
	l.doc.AddPage()
	l.drawTitlePage()
	number := 1
	for _, pages := range [][]page{l.contents, l.body} {
		for i, page := range pages {
			number++
			l.drawPage(page, number)
			if i == 0 && number == 2 {
				l.bookmark("Contents", 0, marginTop)
			}
		}
	}
	if l.err != nil {
		return l.err
	}
	return l.doc.Error()
}

func (l *layout) drawPage(p page, number int) {
	orientation, width, height := "P", pageWidth, pageHeight
	if p.sideways {
		orientation, width, height = "L", pageHeight, pageWidth
	}
	l.doc.AddPageFormat(orientation, fpdf.SizeType{Wd: pageWidth, Ht: pageHeight})
	l.where = "page " + strconv.Itoa(number)
	if !p.opening {
		l.drawHeader(p.chapter, width)
	}
	l.drawFooter(number, width, height)
	for _, placed := range p.boxes {
		l.where = placed.box.what
		if e := placed.box.heading; e != nil && e.Level <= contentsLevel {
			l.bookmark(strings.TrimSpace(e.Number+" "+e.Text), e.Level-1, marginTop+placed.y)
		}
		if placed.box.draw != nil {
			placed.box.draw(marginSide, marginTop+placed.y)
		}
	}
}

// bookmark adds a bookmark for a place of the upright page being drawn.
//
// fpdf turns heights around with the height of the page that is open when the
// document ends, so the bookmark is moved by how much that differs.
func (l *layout) bookmark(title string, level int, y float64) {
	last := l.contents
	if len(l.body) > 0 {
		last = l.body
	}
	if last[len(last)-1].sideways {
		y += pageWidth - pageHeight
	}
	l.doc.Bookmark(title, level, y)
}

const furnitureSize = 7.4

func (l *layout) drawHeader(chapter string, width float64) {
	f := noteFace
	f.size = furnitureSize
	const y = 50
	room := width - 2*marginSide
	if chapter == "" {
		chapter = contentsTitle
	}
	right := l.shorten(f, chapter, room*0.45)
	l.text(f, marginSide, y, l.shorten(f, oneLine(l.document.Title), room*0.5))
	l.text(f, width-marginSide-l.width(f, right), y, right)
	l.rule(marginSide, y+6, room, 0.4, pale)
}

// drawFooter sets the label of the data, in two lines if it needs them, and the
// number of the page.
func (l *layout) drawFooter(number int, width, height float64) {
	f := noteFace
	f.size = furnitureSize
	y := height - 44
	room := (width - 2*marginSide) * 0.88
	label := l.plainLines(f, l.document.DataLabel, room)
	l.drawLines(label[:min(2, len(label))], marginSide, y, 9.5, room)
	text := strconv.Itoa(number)
	f.ink = black
	l.text(f, width-marginSide-l.width(f, text), y, text)
}

// shorten cuts a running title with an ellipsis; the full one stands elsewhere.
func (t *typesetter) shorten(f face, text string, width float64) string {
	ellipsis, total, end := t.width(f, "…"), 0.0, 0
	for i, r := range text {
		if total+ellipsis <= width {
			end = i
		}
		if total += t.width(f, string(r)); total > width {
			return strings.TrimRight(text[:end], " ") + "…"
		}
	}
	return text
}
