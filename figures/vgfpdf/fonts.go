package vgfpdf

import (
	"bytes"
	"fmt"
	"sync"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansbold"
	"codeberg.org/go-fonts/dejavu/dejavusansboldoblique"
	"codeberg.org/go-fonts/dejavu/dejavusansmono"
	"codeberg.org/go-fonts/dejavu/dejavusansmonobold"
	"codeberg.org/go-fonts/dejavu/dejavusansoblique"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-fonts/liberation/liberationserifbold"
	"codeberg.org/go-fonts/liberation/liberationserifbolditalic"
	"codeberg.org/go-fonts/liberation/liberationserifitalic"
	"codeberg.org/go-fonts/liberation/liberationserifregular"
	"github.com/go-pdf/fpdf"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
)

// The families of the fonts, as fpdf's SetFont takes them. Sans and Serif have the styles "", "B", "I" and
// "BI"; Mono has "" and "B".
//
// DejaVu has a glyph for every mathematical symbol in a label (∈ ∇ ‖ ∑ √ ≤ ᵀ ₖ ℝ), unlike clones of
// Helvetica. Liberation Serif has an italic. STIX and Latin Modern are CFF fonts, which fpdf cannot embed. All
// licences allow embedding: Bitstream Vera's and the SIL Open Font License.
const (
	Sans  = "DejaVuSans"
	Serif = "LiberationSerif"
	Mono  = "DejaVuSansMono"
)

// Typeface is the gonum/plot name of the DejaVu fonts, with the variants "Sans" and "Mono".
const Typeface font.Typeface = "DejaVu"

// Liberation is the gonum/plot name of the fonts with the widths of Helvetica and Times: the variants "Serif"
// and "Sans", the latter upright only.
const Liberation font.Typeface = "Liberation"

// A Face is a font with its names in gonum/plot and in fpdf.
type Face struct {
	font.Face
	Family, Style string
	ttf           []byte
}

// Register adds the face to a document that does not have it. It copies the font file, as fpdf's getMetrics overwrites
// parts of it.
func (f Face) Register(doc *fpdf.Fpdf) {
	if doc.GetFontDesc(f.Family, f.Style).Ascent == 0 {
		doc.AddUTF8FontFromBytes(f.Family, f.Style, bytes.Clone(f.ttf))
	}
}

// Faces returns the fonts, the upright Sans first. It parses them once.
var Faces = sync.OnceValues(func() ([]Face, error) {
	const (
		upright, italic, oblique = xfont.StyleNormal, xfont.StyleItalic, xfont.StyleOblique
		normal, bold             = xfont.WeightNormal, xfont.WeightBold
	)
	var faces []Face
	var failed error
	add := func(typeface font.Typeface, variant font.Variant, style xfont.Style, weight xfont.Weight, family,
		letters string, ttf []byte) {
		parsed, err := opentype.Parse(ttf)
		if err != nil {
			failed = fmt.Errorf("parse font %s %s: %w", family, letters, err)
		}
		name := font.Font{Typeface: typeface, Variant: variant, Style: style, Weight: weight}
		faces = append(faces, Face{font.Face{Font: name, Face: parsed}, family, letters, ttf})
	}
	add(Typeface, "Sans", upright, normal, Sans, "", dejavusans.TTF)
	add(Typeface, "Sans", upright, bold, Sans, "B", dejavusansbold.TTF)
	add(Typeface, "Sans", oblique, normal, Sans, "I", dejavusansoblique.TTF)
	add(Typeface, "Sans", oblique, bold, Sans, "BI", dejavusansboldoblique.TTF)
	add(Typeface, "Mono", upright, normal, Mono, "", dejavusansmono.TTF)
	add(Typeface, "Mono", upright, bold, Mono, "B", dejavusansmonobold.TTF)
	add(Liberation, "Sans", upright, normal, "LiberationSans", "", liberationsansregular.TTF)
	add(Liberation, "Serif", upright, normal, Serif, "", liberationserifregular.TTF)
	add(Liberation, "Serif", upright, bold, Serif, "B", liberationserifbold.TTF)
	add(Liberation, "Serif", italic, normal, Serif, "I", liberationserifitalic.TTF)
	add(Liberation, "Serif", italic, bold, Serif, "BI", liberationserifbolditalic.TTF)
	return faces, failed
})

// Fonts returns the fonts for gonum/plot on any canvas.
func Fonts() (font.Collection, error) {
	faces, err := Faces()
	var fonts font.Collection
	for _, face := range faces {
		fonts = append(fonts, face.Face)
	}
	return fonts, err
}
