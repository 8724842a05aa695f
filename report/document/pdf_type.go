package document

import (
	"fmt"
	"strings"

	"github.com/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"

	"gpca/figures/vgfpdf"
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

// The palette. The accent is dark enough to print as black.
var (
	black  = ink{0, 0, 0}
	grey   = ink{96, 96, 96}
	pale   = ink{190, 190, 190}
	wash   = ink{245, 245, 243}
	accent = ink{22, 62, 112}
)

// bold and italic return the face in that style, if its family has it: the font
// of fixed width has no italics.
func (f face) bold() face {
	if !strings.HasPrefix(f.style, "B") {
		f.style = "B" + f.style
	}
	return f
}

func (f face) italic() face {
	if f.family != vgfpdf.Mono && !strings.Contains(f.style, "I") {
		f.style += "I"
	}
	return f
}

// A fontKey names a font file.
type fontKey struct{ family, style string }

// A typesetter measures and draws text. Like the document it draws on it keeps
// its first error, so that the code that lays out need not ask at every word.
type typesetter struct {
	doc      *fpdf.Fpdf
	fonts    map[fontKey]vgfpdf.Face
	buffer   sfnt.Buffer
	advances map[fontKey]map[rune]int // in thousandths of the size; -1 for no glyph
	anchors  map[string]bool          // of tables and figures that text may mention
	targets  map[string]int           // fpdf's links, by anchor
	where    string                   // what is being set, for errors
	err      error
}

func newTypesetter(doc *fpdf.Fpdf) (*typesetter, error) {
	faces, err := vgfpdf.Faces()
	if err != nil {
		return nil, err
	}
	t := &typesetter{
		doc: doc, targets: make(map[string]int),
		fonts: make(map[fontKey]vgfpdf.Face), advances: make(map[fontKey]map[rune]int),
	}
	for _, f := range faces {
		t.fonts[fontKey{f.Family, f.Style}] = f
	}
	return t, nil
}

// register makes a font known to the document when it is first used, since a
// font costs some kilobytes even if nothing is set in it.
func (t *typesetter) register(key fontKey) {
	if t.advances[key] == nil {
		t.advances[key] = make(map[rune]int)
		t.fonts[key].Register(t.doc)
	}
}

// fail keeps the first error.
func (t *typesetter) fail(err error) {
	if t.err == nil {
		t.err = err
		if t.where != "" {
			t.err = fmt.Errorf("%s: %w", t.where, err)
		}
	}
}

// advance returns the width of a rune in thousandths of the size, as fpdf will
// set it; ok is false if the font has no glyph. fpdf writes two-byte codes, so
// only the Basic Multilingual Plane can be set at all.
func (t *typesetter) advance(key fontKey, r rune) (width int, ok bool) {
	t.register(key)
	cache := t.advances[key]
	if width, known := cache[r]; known {
		return width, width >= 0
	}
	width = -1
	if r <= 0xFFFF {
		if glyph, err := t.fonts[key].Face.Face.GlyphIndex(&t.buffer, r); err == nil && glyph != 0 {
			t.doc.SetFont(key.family, key.style, 10)
			width = t.doc.GetStringSymbolWidth(string(r))
		}
	}
	cache[r] = width
	return width, width >= 0
}

// target returns fpdf's link for an anchor. Where it leads is set when the block
// with that anchor is drawn, which may be later.
func (t *typesetter) target(anchor string) int {
	if _, known := t.targets[anchor]; !known {
		t.targets[anchor] = t.doc.AddLink()
	}
	return t.targets[anchor]
}

// A run is text in one font.
type run struct {
	face  face
	text  string
	width float64
}

// glyph returns the face that has a glyph for a rune, and its width. Where a
// face lacks one it is Sans, since Serif and Mono have fewer signs of
// mathematics.
func (t *typesetter) glyph(f face, r rune) (use face, width float64, ok bool) {
	advance, ok := t.advance(fontKey{f.family, f.style}, r)
	if !ok {
		if f.family == vgfpdf.Serif {
			f.size *= serifScale
		}
		f.family = vgfpdf.Sans
		advance, ok = t.advance(fontKey{f.family, f.style}, r)
	}
	return f, float64(advance) * f.size / 1000, ok
}

// spelt writes characters that no face can set as LaTeX tables do, such as [U+4E2D]: a
// viewer would show nothing in their place.
func (t *typesetter) spelt(f face, text string) string {
	var b strings.Builder
	for _, r := range text {
		if _, _, ok := t.glyph(f, r); ok {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "[U+%04X]", r)
		}
	}
	return b.String()
}

// runs splits text where the font changes.
func (t *typesetter) runs(f face, text string) []run {
	var runs []run
	for _, r := range t.spelt(f, text) {
		use, width, _ := t.glyph(f, r)
		if last := len(runs) - 1; last >= 0 && runs[last].face == use {
			runs[last].text += string(r)
			runs[last].width += width
			continue
		}
		runs = append(runs, run{use, string(r), width})
	}
	return runs
}

// width returns the width of a line of text.
func (t *typesetter) width(f face, text string) float64 {
	total := 0.0
	for _, r := range t.spelt(f, text) {
		_, width, _ := t.glyph(f, r)
		total += width
	}
	return total
}

// text draws a line of text with its left end and baseline at (x, y), and
// returns where it ends.
func (t *typesetter) text(f face, x, y float64, text string) float64 {
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
	t.doc.SetDrawColor(color.red, color.green, color.blue)
	t.doc.SetLineWidth(thickness)
	t.doc.Line(x, y, x+width, y)
}

// panel fills a rectangle.
func (t *typesetter) panel(x, y, width, height float64, color ink) {
	t.doc.SetFillColor(color.red, color.green, color.blue)
	t.doc.Rect(x, y, width, height, "F")
}
