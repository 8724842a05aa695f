package document

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"

	"gpca/figures/vgfpdf"
	"gpca/report/document/internal/structure"
)

// A face is a font at a size, in a colour. Sizes and all other lengths of the
// PDF writer are in points.
type face struct {
	family string
	style  string // "", "B", "I" or "BI"
	size   float64
	ink    ink
}

// An ink is a colour of text or lines.
type ink struct{ red, green, blue int }

// The sizes of type. There are no others, but for indices of indices and signs of sums.
const (
	sizeNote    = 7.5
	sizeTable   = 9
	sizeText    = 10.5
	sizeSection = 13
	sizeChapter = 20
	sizeTitle   = 26
)

// The palette. The accent is dark enough to print as black. Verdicts have the same colours wherever they stand.
var (
	black      = ink{0, 0, 0}
	grey       = ink{90, 90, 90}
	pale       = ink{190, 190, 190}
	wash       = ink{245, 245, 243}
	accent     = ink{22, 62, 112}
	white      = ink{255, 255, 255}
	agrees     = ink{0, 95, 153}    // Okabe and Ito's blue, darker
	undecided  = ink{214, 214, 210} // takes black text
	contradict = ink{190, 70, 0}    // their vermilion, darker: white text on it has a contrast of 5
)

// bold and italic return the face in that style, if its family has it: the font
// of fixed width has no italics.
func (f face) bold() face {
	f.style = "B" + strings.TrimPrefix(f.style, "B")
	return f
}

func (f face) italic() face {
	if f.family != vgfpdf.Mono {
		f.style = strings.TrimSuffix(f.style, "I") + "I"
	}
	return f
}

type (
	fontKey struct{ family, style string }
	// A font knows the widths of its glyphs in thousandths of the size, -1 for no glyph, once
	// the document has it: a font costs some kilobytes even if nothing is set in it.
	font struct {
		vgfpdf.Face
		advances map[rune]int
	}
)

// A typesetter measures and draws text. Like the document it draws on it keeps
// its first error, so that the code that lays out need not ask at every word.
type typesetter struct {
	doc     *fpdf.Fpdf
	fonts   map[fontKey]*font
	buffer  sfnt.Buffer
	targets map[string]*structure.Place // by anchor; set when what has it is drawn
	err     error

	tree    structure.Tree
	element *structure.Element // what text belongs to, nil for what is no part of the document's
	open    *structure.Element // of the marked content that is being drawn
	opened  bool

	lacked []rune // of the page that is being drawn, that no font has
}

func newTypesetter(doc *fpdf.Fpdf, own *vgfpdf.Face) (*typesetter, error) {
	faces, err := vgfpdf.Faces()
	if own != nil {
		faces = append(slices.Clip(faces), *own)
	}
	t := &typesetter{doc: doc, fonts: map[fontKey]*font{}, targets: map[string]*structure.Place{}}
	for _, f := range faces {
		t.fonts[fontKey{f.Family, f.Style}] = &font{Face: f}
	}
	return t, err
}

// advance returns the width of a rune as fpdf will set it; ok is false if the face has no
// glyph. fpdf writes two-byte codes, so only the Basic Multilingual Plane can be set at all.
func (t *typesetter) advance(f face, r rune) (width float64, ok bool) {
	own := t.fonts[fontKey{f.family, f.style}]
	if own == nil {
		return 0, false
	}
	if own.advances == nil {
		own.advances = make(map[rune]int)
	}
	units, known := own.advances[r]
	if !known {
		units = -1
		if glyph, err := own.Face.Face.Face.GlyphIndex(&t.buffer, r); err == nil && glyph != 0 && r <= 0xFFFF &&
			!unicode.Is(unicode.Co, r) { // private use means another thing in each font
			own.Register(t.doc)
			t.doc.SetFont(f.family, f.style, sizeText)
			units = t.doc.GetStringSymbolWidth(string(r))
		}
		own.advances[r] = units
	}
	return float64(units) * f.size / 1000, units >= 0
}

// A run is text in one font.
type run struct {
	face  face
	text  string
	width float64
}

// each calls a function for the characters of a text, with the face that has them and their widths: that of the text,
// or the first fallback, in its style or upright. What no face has is spelt as LaTeX tables do, such as [U+4E2D]: a
// viewer would show nothing in its place.
func (t *typesetter) each(f face, text string, do func(use face, r rune, width float64)) {
	for _, r := range text {
		use := f
		width, ok := t.advance(use, r)
		for i := 0; !ok && i < len(vgfpdf.Fallbacks); i++ {
			use.family = vgfpdf.Fallbacks[i]
			for _, use.style = range []string{f.style, ""} {
				if width, ok = t.advance(use, r); ok {
					break
				}
			}
		}
		if ok {
			do(use, r, width)
		} else {
			t.lack(r)
			t.each(f, fmt.Sprintf("[U+%04X]", r), do)
		}
	}
}

// lack notes that no font has a character, for [layout.drawFooter].
func (t *typesetter) lack(r rune) { t.lacked = append(t.lacked, r) }

// runs splits text where the font changes.
func (t *typesetter) runs(f face, text string) []run {
	var runs []run
	t.each(f, text, func(use face, r rune, width float64) {
		last := len(runs) - 1
		if last < 0 || runs[last].face != use {
			runs = append(runs, run{face: use})
			last++
		}
		runs[last].text += string(r)
		runs[last].width += width
	})
	return runs
}

// width returns the width of a line of text.
func (t *typesetter) width(f face, text string) float64 {
	total := 0.0
	t.each(f, text, func(_ face, _ rune, width float64) { total += width })
	return total
}

// begin has what is drawn next belong to an element of the structure, nil for none.
func (t *typesetter) begin(e *structure.Element) {
	if t.opened && t.open == e {
		return
	}
	t.end()
	operator := structure.BeginArtifact
	if e != nil {
		operator = t.tree.Begin(e, t.doc.PageNo())
	}
	t.doc.RawWriteStr(operator)
	t.open, t.opened = e, true
}

// end ends marked content, as every page must.
func (t *typesetter) end() {
	if t.opened {
		t.doc.RawWriteStr(structure.End)
	}
	t.opened = false
}

// text draws a line of text with its left end and baseline at (x, y), and
// returns where it ends.
func (t *typesetter) text(f face, x, y float64, text string) float64 {
	t.begin(t.element)
	for _, r := range t.runs(f, text) {
		t.doc.SetFont(r.face.family, r.face.style, r.face.size)
		t.doc.SetTextColor(f.ink.red, f.ink.green, f.ink.blue)
		t.doc.Text(x, y, r.text)
		x += r.width
	}
	return x
}

// rule draws a horizontal line whose middle is at y.
func (t *typesetter) rule(x, y, width, thickness float64, color ink) {
	t.begin(nil)
	t.doc.SetDrawColor(color.red, color.green, color.blue)
	t.doc.SetLineWidth(thickness)
	t.doc.Line(x, y, x+width, y)
}

// panel fills a rectangle.
func (t *typesetter) panel(x, y, width, height float64, color ink) {
	t.begin(nil)
	t.doc.SetFillColor(color.red, color.green, color.blue)
	t.doc.Rect(x, y, width, height, "F")
}
