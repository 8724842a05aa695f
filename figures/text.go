package figures

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"gpca/figures/vgfpdf"
)

// The size and shift of a script relative to the size of its base. The size has a lower limit.
const (
	scriptScale      = 0.7
	subscriptShift   = -0.2
	superscriptShift = 0.35
)

// scripts is a text handler that sets x_{i} with a subscript and x^{2} with a superscript; all else is literal.
// (gonum/plot's TeX handler panics on a subscript.)
type scripts struct {
	text.Plain
	least vg.Length              // smallest size of type
	lacks func(c rune)           // hears of characters without a glyph; may be nil
	kept  bool                   // these are set all the same, as the reader may have a font
	boxes map[boxed][3]vg.Length // known ones: gonum asks fifty times a figure for those of its ticks
}

type boxed struct {
	font.Font
	line string
}

// fallbacks are the fonts that replace a missing glyph, in turn.
var fallbacks = []font.Font{{Typeface: vgfpdf.Report, Variant: "Sans"}, {Typeface: vgfpdf.Report, Variant: "Math"},
	{Typeface: vgfpdf.Fallback, Variant: "Sans"}, {Typeface: vgfpdf.Fallback, Variant: "Own"}}

var _ text.Handler = scripts{}

type run struct {
	text  string
	shift float64 // of the baseline, in font sizes; 0 is plain text
}

// script matches a subscript or a superscript.
var script = regexp.MustCompile(`([_^])\{([^}]*)\}`)

func runs(line string) (all []run) {
	shifts := map[string]float64{"_": subscriptShift, "^": superscriptShift}
	for {
		within := script.FindStringSubmatch(line)
		if within == nil {
			all = append(all, run{line, 0})
			return slices.DeleteFunc(all, func(r run) bool { return r.text == "" })
		}
		before, rest, _ := strings.Cut(line, within[0])
		all, line = append(all, run{before, 0}, run{within[2], shifts[within[1]]}), rest
	}
}

// plain writes scripts for plain text: x_{i} becomes x_i.
func plain(s string) string { return script.ReplaceAllString(s, "$1$2") }

// asScripts replaces characters whose glyphs are smaller than any type may be.
var asScripts = strings.NewReplacer("¹", "^{1}", "²", "^{2}", "³", "^{3}", "⁴", "^{4}", "ᵀ", "^{T}",
	"₀", "_{0}", "₁", "_{1}", "₂", "_{2}", "₃", "_{3}", "ₖ", "_{k}", "ᵢ", "_{i}")

// A piece is text in one face at one height.
type piece struct {
	face  font.Face
	text  string
	shift vg.Length // of the baseline
}

// pieces splits a line by face and height. A character without a glyph becomes U+FFFD, but for SVG.
func (h scripts) pieces(line string, fnt font.Font) []piece {
	var out []piece
	var buffer sfnt.Buffer
	has := func(face font.Face, c rune) bool {
		glyph, err := face.Face.GlyphIndex(&buffer, c)
		return err == nil && glyph != 0 && c <= 0xFFFF && !unicode.Is(unicode.Co, c) // private use means another thing
	}
	for _, r := range runs(asScripts.Replace(line)) {
		of, shift := fnt, vg.Length(r.shift)*fnt.Size
		if r.shift != 0 {
			of.Size = min(fnt.Size, max(fnt.Size*scriptScale, h.least))
		}
		own := h.Fonts.Lookup(of, of.Size)
		begin := len(out)
		for _, c := range r.text {
			if unicode.IsControl(c) {
				c = ' '
			}
			face := own
			if !has(own, c) {
				face, c = h.other(own, c, has)
			}
			if last := len(out) - 1; last >= begin && out[last].face.Font == face.Font {
				out[last].text += string(c)
				continue
			}
			out = append(out, piece{face, string(c), shift})
		}
	}
	return out
}

// other is the face that has a character which its own lacks, and what is set for it.
func (h scripts) other(own font.Face, c rune, has func(font.Face, rune) bool) (font.Face, rune) {
	for _, fallback := range fallbacks {
		if h.Fonts.Has(fallback) {
			if face := h.Fonts.Lookup(fallback, own.Font.Size); has(face, c) {
				return face, c
			}
		}
	}
	switch {
	case h.kept || c == unicode.ReplacementChar:
		return own, c
	case h.lacks != nil:
		h.lacks(c)
	}
	return h.other(own, unicode.ReplacementChar, has)
}

// Box implements text.Handler for one line with scripts.
func (h scripts) Box(line string, fnt font.Font) (width, height, depth vg.Length) {
	if known, ok := h.boxes[boxed{fnt, line}]; ok {
		return known[0], known[1], known[2]
	}
	extents := h.Extents(fnt)
	height, depth = extents.Ascent, extents.Descent
	for _, p := range h.pieces(line, fnt) {
		width += p.face.Width(p.text)
		if p.shift != 0 {
			scale := p.face.Font.Size / fnt.Size
			height = max(height, scale*extents.Ascent+p.shift)
			depth = max(depth, scale*extents.Descent-p.shift)
		}
	}
	h.boxes[boxed{fnt, line}] = [3]vg.Length{width, height, depth}
	return width, height, depth
}

// Draw draws the lines of txt with their box aligned at pt: it hangs from pt at YTop, and stands on it at
// YBottom.
func (h scripts) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	if txt == "" {
		return
	}
	c.SetColor(sty.Color)
	if sty.Rotation != 0 {
		c.Push()
		defer c.Pop()
		c.Translate(pt)
		c.Rotate(sty.Rotation)
		pt = vg.Point{}
	}
	extents := h.Extents(sty.Font)
	gap := extents.Height - extents.Ascent - extents.Descent
	y := pt.Y + sty.Height(txt)*(1+vg.Length(sty.YAlign))
	for _, line := range h.Lines(txt) {
		width, height, depth := h.Box(line, sty.Font)
		x := pt.X + width*vg.Length(sty.XAlign)
		y -= height
		for _, p := range h.pieces(line, sty.Font) {
			c.FillString(p.face, vg.Point{X: x, Y: y + p.shift}, p.text)
			x += p.face.Width(p.text)
		}
		y -= depth + gap
	}
}

// wrap breaks txt into lines no wider than width, at spaces if possible, else inside words. It keeps the line
// breaks of txt.
func wrap(txt string, sty text.Style, width vg.Length) string {
	var lines []string
	for line := range strings.Lines(txt) {
		current := ""
		for word := range strings.FieldsSeq(line) {
			if joined := strings.TrimPrefix(current+" "+word, " "); sty.Width(joined) <= width {
				current = joined
				continue
			}
			lines = append(lines, current)
			for current = word; current != "" && sty.Width(current) > width; {
				head := fittingPrefix(current, sty, width)
				lines, current = append(lines, head), current[len(head):]
			}
		}
		lines = append(lines, current)
	}
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "\n")
}

// fittingPrefix returns the longest prefix that is no wider than width, of a word that is wider. It has at least one
// character and does not split a script.
func fittingPrefix(word string, sty text.Style, width vg.Length) string {
	end := 0
	for i := range word {
		if i == 0 || strings.Count(word[:i], "{") != strings.Count(word[:i], "}") ||
			strings.ContainsAny(word[i-1:i], "_^") {
			continue
		}
		if end > 0 && sty.Width(word[:i]) > width {
			break
		}
		end = i
	}
	return word[:cmp.Or(end, len(word))]
}
