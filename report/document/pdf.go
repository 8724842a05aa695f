package document

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-pdf/fpdf"

	"gpca/figures/vgfpdf"
	"gpca/report/document/internal/structure"
	"gpca/report/words"
)

// WritePDF writes the document as a PDF on A4 paper: a title page, the contents,
// the lists of tables and figures, and the blocks, with bookmarks and links.
//
// The date of creation is the only thing that the document does not determine;
// it is written in UTC. The same document and date give the same bytes.
//
// A table or figure that cannot be drawn is an error, which names it.
func WritePDF(w io.Writer, d *Document, created time.Time) error {
	file, err := makePDF(d, created, true)
	if err != nil {
		return err
	}
	if err := file.Write(w); err != nil {
		return fmt.Errorf("document %q: write PDF: %w", d.Title, err)
	}
	return nil
}

// makePDF lays the document out and draws it. Pages are compressed but for
// tests that look into them.
//
// All boxes are measured and all pages made before any but the title page is drawn, so the
// contents know their page numbers in one pass, and no box depends on a number.
func makePDF(d *Document, created time.Time, compress bool) (*vgfpdf.File, error) {
	if err := d.Validate(); err != nil {
		return nil, err
	}
	doc := vgfpdf.NewDocument(pageWidth, pageHeight, program, created)
	doc.SetCompression(compress)
	describe(doc, d, created)
	l, err := layOut(d, doc)
	var file *vgfpdf.File
	if err == nil {
		l.draw()
		file, err = vgfpdf.NewFile(doc)
		err = cmp.Or(l.err, err)
	}
	if err != nil {
		return nil, fmt.Errorf("document %q: %w", d.Title, err)
	}
	// The catalog is the last object that fpdf writes, behind the dictionary of information and that behind the packet.
	file.Extend(file.Catalog(), fmt.Sprintf("/ViewerPreferences <</DisplayDocTitle true>>\n/Metadata %d 0 R\n",
		file.Catalog()-2))
	l.nameDestinations(file)
	l.tree.Write(file, doc.PageCount())
	sayColors(file)
	return file, nil
}

// strange matches what a name of a PDF has as digits only (ISO 32000-1, 7.3.5).
var strange = regexp.MustCompile(`[^\w.-]`)

// nameDestinations lets addresses such as report.pdf#table-2.1 lead to a place, and labels the pages as they are
// numbered, but for the title page.
func (l *layout) nameDestinations(file *vgfpdf.File) {
	var names strings.Builder
	for _, anchor := range slices.Sorted(maps.Keys(l.targets)) {
		if place := l.targets[anchor]; place.Page > 0 {
			name := strange.ReplaceAllStringFunc(anchor, func(s string) string {
				return "#" + strings.ReplaceAll(fmt.Sprintf("% X", s), " ", "#")
			})
			fmt.Fprintf(&names, "/%s [%d 0 R /XYZ 0 %.2f null] ", name, vgfpdf.Page(place.Page), place.Y)
		}
	}
	file.Extend(file.Catalog(), fmt.Sprintf("/Dests %d 0 R\n/PageLabels <</Nums [0 <</P (Title)>> "+
		"1 <</S /D /St 2>>]>>\n", file.Add("<<"+names.String()+">>")))
}

// A layout is a document on its pages, and the boxes that stand on them.
type layout struct {
	*typesetter
	document *Document
	entries  []*entry
	boxes    []box
	pages    []page // behind the title page
	level    int    // of the last bookmark of a heading
	chapter  string // that is being drawn

	parent *structure.Element // of what blocks become
	front  *structure.Element // the title page
	lists  *structure.Element // the contents, the lists of tables and of figures
	toc    *structure.Element // the one of them that is being made
}

// layOut draws the title page, as the text leaves out the figure that has room on it, and makes the other pages.
func layOut(d *Document, doc *fpdf.Fpdf) (*layout, error) {
	own, err := d.venue().OwnFont()
	if err != nil {
		return nil, err
	}
	typesetter, err := newTypesetter(doc, own)
	if err != nil {
		return nil, err
	}
	l := &layout{typesetter: typesetter, document: d, entries: d.entries()}
	for _, e := range l.entries {
		if e != nil {
			l.targets[e.Anchor] = &structure.Place{}
		}
	}
	l.tree.Root.Role = "Document"
	l.front, l.lists, l.parent = l.tree.Root.Add("Div"), l.tree.Root.Add("Div"), &l.tree.Root
	l.doc.AddPage()
	withFacts := l.drawTitlePage()
	if l.element = nil; len(l.lacked) > 0 {
		l.drawFooter(1)
	}
	l.end()
	l.blocks(d.Blocks, l.entries, 0)
	if !withFacts {
		l.boxes = append(l.boxes, l.facts(l.parent)...)
	}
	boxes := append(l.contentsBoxes(), l.boxes...)
	l.pages = fill(boxes, textHeight)
	for i, page := range l.pages {
		for _, placed := range page.boxes {
			for _, e := range placed.box.entries {
				if e.page == 0 {
					e.page = 2 + i
				}
			}
		}
	}
	return l, l.err
}

// mostRunOn is how many pages a document may have whose chapters begin where the text
// before them ends, be it the contents: new pages would leave half of a short one empty.
const mostRunOn = 13

// draw draws all pages behind the title page.
func (l *layout) draw() {
	for i, page := range l.pages {
		l.drawPage(page, 2+i)
		if i == 0 {
			l.doc.Bookmark(contentsTitle, 0, marginTop)
		}
	}
}

func (l *layout) drawPage(p page, number int) {
	l.doc.AddPage()
	l.element, l.lacked = nil, nil
	defer l.end()
	if p.boxes[0].box.heading() != 1 {
		l.drawHeader(cmp.Or(l.chapter, contentsTitle))
	}
	for _, placed := range p.boxes {
		for _, e := range placed.box.entries {
			if e.kind == "" && e.Level == 1 {
				l.chapter = e.Text
			}
			switch {
			case e.kind == "" && e.Level <= contentsLevel:
				l.level = e.Level
				l.doc.Bookmark(e.title(), e.Level-1, marginTop+placed.y)
			case e.kind == "table" || e.kind == "figure": // below the heading that it stands under
				l.doc.Bookmark(e.title(), l.level, marginTop+placed.y)
			}
		}
		l.element = nil
		if placed.box.draw != nil {
			placed.box.draw(marginSide, marginTop+placed.y)
		}
	}
	if last := p.boxes[len(p.boxes)-1]; last.box.close != nil {
		last.box.close(marginSide, marginTop+p.bottom)
	}
	l.element = nil
	l.drawFooter(number)
}

func (l *layout) drawHeader(chapter string) {
	f := noteFace
	const y = 50
	// The title goes first where both do not fit: the chapter tells where one is.
	right := l.shorten(f, chapter, textWidth*0.6)
	left := oneLine(l.document.Title)
	if room := textWidth - l.width(f, right) - 24; l.width(f, left) > room {
		left, _, _ = strings.Cut(left, ",")
		left = l.shorten(f, left, room)
	}
	l.text(f, marginSide, y, left)
	l.text(f, marginSide+textWidth-l.width(f, right), y, right)
	l.rule(marginSide, y+6, textWidth, 0.4, pale)
}

// drawFooter sets the label of the data, which letters of the page no font has, and the number of the page.
func (l *layout) drawFooter(number int) {
	const y = pageHeight - 44
	f := noteFace
	label := l.plainLines(f, l.document.DataLabel, textWidth*0.88)
	if len(l.lacked) > 0 {
		slices.Sort(l.lacked)
		codes := words.Each(slices.Compact(l.lacked), func(r rune) string { return fmt.Sprintf("U+%04X", r) })
		label = slices.Concat(label[:min(1, len(label))], l.plainLines(f, "No font has "+words.Some(codes, 4)+
			" of this page: name one by theme: {font: FILE}, or apply --font FILE", textWidth*0.88))
	}
	l.drawLines(label[:min(2, len(label))], marginSide, y, 9.5)
	text := strconv.Itoa(number)
	f.ink = black
	l.text(f, marginSide+textWidth-l.width(f, text), y, text)
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
