package figures

import (
	"cmp"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"gpca/figures/vgfpdf"
)

// A Venue is a publication that figures are drawn for, with its widths, rules and theme.
type Venue struct {
	Name string
	// Columns is the number of columns of the text, 1 or 2. Column is the width of one of two columns, or of
	// one of two figures side by side; Page is the width of the text.
	Columns      int
	Column, Page vg.Length
	Bare         bool // without notes, which [Notes] returns for a caption
	// Span 1 puts each figure that fits into one column, and 2 none. With 0, figures take one column if they
	// fit into one of two, or if they are halves of a pair in a text of one column.
	Span int
	// Lacks hears of each character that no font has, and that U+FFFD stands for. May be nil.
	Lacks    func(c rune) `json:"-"`
	scalable bool         // drawn as SVG, whose reader may have more fonts
	Theme
}

// types are the types by their names in a theme. Source Sans is that of the report. The last two have the widths of
// Helvetica and Times, which publishers ask for.
var types = map[string]struct {
	typeface font.Typeface
	variant  font.Variant
}{
	"":       {vgfpdf.Report, "Sans"},
	"source": {vgfpdf.Report, "Sans"},
	"dejavu": {vgfpdf.Fallback, "Sans"},
	"sans":   {vgfpdf.Liberation, "Sans"},
	"serif":  {vgfpdf.Liberation, "Serif"},
}

// Report is the venue of the report, on A4 paper.
func Report() Venue { return Venue{Name: "report", Columns: 1, Column: HalfWidth, Page: FullWidth} }

// points is the size of the type at the axes.
func (th Theme) points() vg.Length { return cmp.Or(vg.Length(th.Size), 9) }

// gridded reports whether there are lines behind the data.
func (th Theme) gridded() bool { return th.Grid == nil || *th.Grid }

// leastType is the least size of type, which publishers ask of indices (Elsevier, Artwork and media
// instructions).
const leastType = vg.Length(6)

// theme returns the theme for a figure of a width. In a text of one column, figures side by side have smaller
// type, which leaves room for the data.
func (v Venue) theme(width vg.Length) theme {
	t := theme{venue: v, width: width, scale: v.points() / Theme{}.points()}
	t.handler = scripts{text.Plain{Fonts: v.fonts()}, leastType, v.Lacks, v.scalable, map[boxed][3]vg.Length{}}
	if v.Columns == 1 && width < 10*vg.Centimeter {
		t.scale *= noteSize / 9
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
