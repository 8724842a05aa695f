package vgfpdf

import (
	"bytes"
	"embed"
	"fmt"
	"sync"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansmono"
	"codeberg.org/go-fonts/dejavu/dejavusansmonobold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-fonts/liberation/liberationserifregular"
	"codeberg.org/go-fonts/stix/stix2mathregular"
	"codeberg.org/go-fonts/stix/stix2textbold"
	"codeberg.org/go-fonts/stix/stix2textbolditalic"
	"codeberg.org/go-fonts/stix/stix2textitalic"
	"codeberg.org/go-fonts/stix/stix2textregular"
	"github.com/go-pdf/fpdf"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
)

// The families of the fonts, as fpdf's SetFont takes them. Sans (Source Sans 3) and Serif (STIX Two Text) have the
// styles "", "B", "I" and "BI"; Mono has "" and "B", and the others "". Digits of Sans and Serif have one width, as
// columns of numbers need. All licences allow embedding: the SIL Open Font License and Bitstream Vera's.
const (
	Sans   = "SourceSans3"
	Serif  = "STIXTwoText"
	Math   = "STIXTwoMath"
	Mono   = "DejaVuSansMono"
	DejaVu = "DejaVuSans"
	Own    = "Own" // a font of the user's, see [ReadFont]
)

// Fallbacks are the families that replace a missing glyph, in turn.
var Fallbacks = []string{Math, Sans, DejaVu, Own}

// Typefaces are the gonum/plot names of the fonts. Report has the variants "Sans", "Serif", "Math" and "Mono".
// Liberation, with the widths of Helvetica and Times, has "Sans" and "Serif", upright only. Fallback has "Sans", which
// is DejaVu, and "Own".
const (
	Report     font.Typeface = "Report"
	Liberation font.Typeface = "Liberation"
	Fallback   font.Typeface = "DejaVu"
)

// A Face is a font with its names in gonum/plot and in fpdf.
type Face struct {
	font.Face
	Family, Style string
	trueType      func() ([]byte, error)
}

// Register adds the face to a document that does not have it. It copies the font file, as fpdf's getMetrics overwrites
// parts of it.
func (f Face) Register(doc *fpdf.Fpdf) {
	if doc.GetFontDesc(f.Family, f.Style).Ascent != 0 {
		return
	}
	file, err := f.trueType()
	if err != nil {
		doc.SetError(err)
		return
	}
	doc.AddUTF8FontFromBytes(f.Family, f.Style, bytes.Clone(file))
}

// sourceSans are the files of Source Sans 3 as they were published: their licence reserves the name for those.
//
//go:embed sourcesans/*.ttf
var sourceSans embed.FS

// Faces returns the fonts, the upright Sans first. It parses them once.
var Faces = sync.OnceValues(func() ([]Face, error) {
	var faces []Face
	var failed error
	add := func(typeface font.Typeface, variant font.Variant, family, style string, file []byte) {
		face, err := newFace(file)
		if err != nil {
			failed = fmt.Errorf("font %s %s: %w", family, style, err)
			return
		}
		face.Font = font.Font{Typeface: typeface, Variant: variant}
		if style == "I" || style == "BI" {
			face.Font.Style = xfont.StyleItalic
		}
		if style == "B" || style == "BI" {
			face.Font.Weight = xfont.WeightBold
		}
		face.Family, face.Style = family, style
		faces = append(faces, face)
	}
	for _, of := range []struct{ style, name string }{
		{"", "Regular"}, {"B", "SemiBold"}, {"I", "Italic"}, {"BI", "SemiBoldItalic"},
	} {
		file, err := sourceSans.ReadFile("sourcesans/SourceSans3-" + of.name + ".ttf")
		if err != nil {
			return nil, err
		}
		add(Report, "Sans", Sans, of.style, file)
	}
	add(Report, "Serif", Serif, "", stix2textregular.TTF)
	add(Report, "Serif", Serif, "B", stix2textbold.TTF)
	add(Report, "Serif", Serif, "I", stix2textitalic.TTF)
	add(Report, "Serif", Serif, "BI", stix2textbolditalic.TTF)
	add(Report, "Math", Math, "", stix2mathregular.TTF)
	add(Report, "Mono", Mono, "", dejavusansmono.TTF)
	add(Report, "Mono", Mono, "B", dejavusansmonobold.TTF)
	add(Fallback, "Sans", DejaVu, "", dejavusans.TTF)
	add(Liberation, "Sans", "LiberationSans", "", liberationsansregular.TTF)
	add(Liberation, "Serif", "LiberationSerif", "", liberationserifregular.TTF)
	return faces, failed
})

// newFace parses a font file. One that fpdf cannot embed becomes a TrueType font once a document needs it.
func newFace(file []byte) (Face, error) {
	all, err := opentype.ParseCollection(file)
	if err != nil {
		return Face{}, err
	}
	parsed, err := all.Font(0)
	if err != nil {
		return Face{}, err
	}
	face := Face{Face: font.Face{Face: parsed}}
	face.trueType = sync.OnceValues(func() ([]byte, error) { return trueType(parsed) })
	if bytes.HasPrefix(file, []byte{0, 1, 0, 0}) {
		face.trueType = func() ([]byte, error) { return file, nil }
	}
	return face, nil
}

// ReadFont reads a font file of a user's: TrueType or OpenType, or a collection, of which it takes the first font. It
// replaces glyphs that no font of the program has. Only characters of the Basic Multilingual Plane can be set, and none
// are joined or reordered, as Arabic and the scripts of India need.
func ReadFont(file []byte) (*Face, error) {
	face, err := newFace(file)
	if err == nil {
		// Files of others may lack what fpdf asks for, which it reports on the standard output only.
		parsed := face.Face.Face
		face.trueType = sync.OnceValues(func() ([]byte, error) { return trueType(parsed) })
		_, err = face.trueType()
	}
	if err != nil {
		return nil, fmt.Errorf("no font to embed: %w: name a TrueType or OpenType file (.ttf, .otf, .ttc)", err)
	}
	face.Font, face.Family = font.Font{Typeface: Fallback, Variant: "Own"}, Own
	return &face, nil
}

// Fonts returns the fonts, and one more unless it is nil, for gonum/plot on any canvas.
func Fonts(own *Face) (font.Collection, error) {
	faces, err := Faces()
	var fonts font.Collection
	for _, face := range faces {
		fonts = append(fonts, face.Face)
	}
	if own != nil {
		fonts = append(fonts, own.Face)
	}
	return fonts, err
}
