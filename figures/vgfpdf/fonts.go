package vgfpdf

import (
	"fmt"
	"slices"
	"sync"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansbold"
	"codeberg.org/go-fonts/dejavu/dejavusansboldoblique"
	"codeberg.org/go-fonts/dejavu/dejavusansmono"
	"codeberg.org/go-fonts/dejavu/dejavusansmonobold"
	"codeberg.org/go-fonts/dejavu/dejavusansoblique"
	"codeberg.org/go-fonts/dejavu/dejavuserif"
	"codeberg.org/go-fonts/dejavu/dejavuserifbold"
	"codeberg.org/go-fonts/dejavu/dejavuserifbolditalic"
	"codeberg.org/go-fonts/dejavu/dejavuserifitalic"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
)

// The families of the DejaVu fonts, as fpdf's SetFont takes them. Sans and Serif
// come in the styles "", "B", "I" and "BI"; Mono in "" and "B".
//
// DejaVu is used because it has a glyph for every symbol that mathematics in a
// label asks for (∈ ∇ ‖ ∑ √ ≤ ᵀ ₖ ℝ); the usual Times and Helvetica clones lack
// several, and a missing glyph draws nothing.
const (
	Sans  = "DejaVuSans"
	Serif = "DejaVuSerif"
	Mono  = "DejaVuSansMono"
)

// Typeface is the gonum/plot name of the DejaVu fonts; the variants "Sans",
// "Serif" and "Mono" choose among its families.
const Typeface font.Typeface = "DejaVu"

// A typeface is one font file, under its gonum/plot and its fpdf names.
type typeface struct {
	font   font.Font
	family string // fpdf family
	style  string // fpdf style letters
	ttf    []byte
}

// typefaces lists the embedded faces; the first is the default one.
func typefaces() []typeface {
	face := func(variant font.Variant, style xfont.Style, weight xfont.Weight, family, letters string, ttf []byte) typeface {
		return typeface{
			font:   font.Font{Typeface: Typeface, Variant: variant, Style: style, Weight: weight},
			family: family, style: letters, ttf: ttf,
		}
	}
	const (
		upright, italic, oblique = xfont.StyleNormal, xfont.StyleItalic, xfont.StyleOblique
		normal, bold             = xfont.WeightNormal, xfont.WeightBold
	)
	return []typeface{
		face("Sans", upright, normal, Sans, "", dejavusans.TTF),
		face("Sans", upright, bold, Sans, "B", dejavusansbold.TTF),
		face("Sans", oblique, normal, Sans, "I", dejavusansoblique.TTF),
		face("Sans", oblique, bold, Sans, "BI", dejavusansboldoblique.TTF),
		face("Serif", upright, normal, Serif, "", dejavuserif.TTF),
		face("Serif", upright, bold, Serif, "B", dejavuserifbold.TTF),
		face("Serif", italic, normal, Serif, "I", dejavuserifitalic.TTF),
		face("Serif", italic, bold, Serif, "BI", dejavuserifbolditalic.TTF),
		face("Mono", upright, normal, Mono, "", dejavusansmono.TTF),
		face("Mono", upright, bold, Mono, "B", dejavusansmonobold.TTF),
	}
}

// parsedFaces parses the embedded fonts once a process: they are constant, and a
// report asks for them once a figure and format.
var parsedFaces = sync.OnceValues(func() (font.Collection, error) {
	var faces font.Collection
	for _, face := range typefaces() {
		parsed, err := opentype.Parse(face.ttf)
		if err != nil {
			return nil, fmt.Errorf("parse font %s: %w", face.font.Name(), err)
		}
		faces = append(faces, font.Face{Font: face.font, Face: parsed})
	}
	return faces, nil
})

// Fonts returns the DejaVu faces for measuring and drawing text with gonum/plot,
// on this canvas or any other. The upright Sans is first, hence a font.Cache's
// default.
func Fonts() (font.Collection, error) {
	faces, err := parsedFaces()
	return slices.Clone(faces), err
}
