package figures

import (
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"gpca/figures/vgfpdf"
)

// A Venue is a publication that figures are drawn for, with its widths, type and rules.
type Venue struct {
	Name string
	// Columns is the number of columns of the text, 1 or 2. Column is the width of one of two columns, or of
	// one of two figures side by side; Page is the width of the text.
	Columns      int
	Column, Page vg.Length
	Type         Type
	Label        vg.Length // size of axis labels; other text is in proportion
	Grid         bool      // light lines behind the data
	// Span 1 puts each figure that fits into one column, and 2 none. With 0, figures take one column if they
	// fit into one of two, or if they are halves of a pair in a text of one column.
	Span int
}

// A Type is the design of letters.
type Type struct {
	Name     string
	typeface font.Typeface
	variant  font.Variant
}

// dejaVu is the type of the report, and replaces missing glyphs of the others. These have the widths of
// Helvetica and Times, which publishers ask for.
var (
	dejaVu    = Type{"DejaVu Sans", vgfpdf.Typeface, "Sans"}
	sansType  = Type{"Liberation Sans", vgfpdf.Liberation, "Sans"}
	serifType = Type{"Liberation Serif", vgfpdf.Liberation, "Serif"}
)

// Report is the venue of the report, on A4 paper.
func Report() Venue {
	return Venue{Name: "report", Columns: 1, Column: HalfWidth, Page: FullWidth, Type: dejaVu, Label: 9, Grid: true}
}

// Venues lists the venues of papers and theses. The publishers give the widths:
//
//   - ieee: IEEE Author Center, Resolution and Size: 3.5 and 7.16 in.
//   - acm: acmart.cls 2.x, sigconf: \columnwidth 241.1 pt and \textwidth 506.3 pt.
//   - elsevier: Artwork and media instructions, sizing of artwork: 90 and 190 mm.
//   - nature: Nature, Final submission, figures: 89 and 183 mm, type of 5 to 7 pt without
//     serifs, and no grid.
//   - icml: icml.sty: columns of 3.25 in, 0.25 in apart.
//   - neurips: neurips.sty: a text of 5.5 in.
//   - thesis: A4 paper with margins of 30 mm.
func Venues() []Venue {
	const mm = vg.Millimeter
	return []Venue{
		{"ieee", 2, 88.9 * mm, 182 * mm, serifType, 8, true, 0},
		{"acm", 2, 3.33 * vg.Inch, 7 * vg.Inch, serifType, 8, true, 0},
		{"elsevier", 2, 90 * mm, 190 * mm, serifType, 8, true, 0},
		{"nature", 2, 89 * mm, 183 * mm, sansType, 7, false, 0},
		{"icml", 2, 3.25 * vg.Inch, 6.75 * vg.Inch, serifType, 8, true, 0},
		{"neurips", 1, 2.65 * vg.Inch, 5.5 * vg.Inch, serifType, 9, true, 0},
		{"thesis", 1, 73 * mm, 150 * mm, serifType, 10, true, 0},
	}
}

// leastType is the least size of type, which publishers ask of indices (Elsevier, Artwork and media
// instructions).
const leastType = vg.Length(6)

// theme returns the theme for a figure of a width. In a text of one column, figures side by side have smaller
// type, which leaves room for the data.
func (v Venue) theme(width vg.Length) theme {
	t := theme{venue: v, handler: scripts{text.Plain{Fonts: loadFonts()}, leastType}, scale: v.Label / Report().Label}
	if v.Columns == 1 && width < 10*vg.Centimeter {
		t.scale *= 0.875
	}
	return t
}

// box returns the width of one column or of the page, and the height of a chart there.
func (v Venue) box(column bool) (width, height vg.Length) {
	if column {
		return v.Column, v.Column * HalfHeight / HalfWidth
	}
	return v.Page, v.Page * FullHeight / FullWidth
}

// inColumn reports whether a figure takes one column. Half means that it is one of a pair.
func (v Venue) inColumn(half bool, fits func() bool) bool {
	if v.Span == 0 && v.Columns == 1 {
		return half
	}
	return v.Span < 2 && fits()
}
