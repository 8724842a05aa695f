package figures

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpca/figures/vgfpdf"
)

// The sizes of a figure on the page: across the text, or one of two side by side.
const (
	FullWidth  = 16 * vg.Centimeter
	FullHeight = 9 * vg.Centimeter
	HalfWidth  = 7.8 * vg.Centimeter
	HalfHeight = 5.5 * vg.Centimeter
)

// The colours of everything but the data: axes are dark grey, the grid is lighter than any curve.
var (
	ink       = color.NRGBA{0x26, 0x26, 0x26, 0xFF} // text
	axisColor = color.NRGBA{0x59, 0x59, 0x59, 0xFF}
	softInk   = color.NRGBA{0x66, 0x66, 0x66, 0xFF} // notes, reference lines
	gridColor = color.NRGBA{0xE4, 0xE4, 0xE4, 0xFF}
	white     = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
)

const (
	axisWidth = vg.Length(0.6)
	gridWidth = vg.Length(0.5)
	tickSize  = vg.Length(3)
)

// seriesColors is the palette of Okabe and Ito (Color universal design, 2008) without its yellow, most
// different colours first. People with any common colour vision deficiency can tell them apart.
var seriesColors = [...]color.NRGBA{
	{0x00, 0x72, 0xB2, 0xFF}, // blue
	{0xD5, 0x5E, 0x00, 0xFF}, // vermilion
	{0x00, 0x9E, 0x73, 0xFF}, // bluish green
	{0xCC, 0x79, 0xA7, 0xFF}, // reddish purple
	{0xE6, 0x9F, 0x00, 0xFF}, // orange
	{0x00, 0x00, 0x00, 0xFF}, // black
	{0x56, 0xB4, 0xE9, 0xFF}, // sky blue
}

// A Swap is a colour of figures and its replacement on a dark ground.
type Swap struct{ Light, Dark color.NRGBA }

// OnDark lists the colours that change on a dark ground. The others stand out from both grounds.
func OnDark() []Swap {
	return []Swap{
		{white, color.NRGBA{0x16, 0x18, 0x1B, 0xFF}},
		{nodeFill, color.NRGBA{0x2C, 0x30, 0x35, 0xFF}},
		{gridColor, color.NRGBA{0x36, 0x3A, 0x3F, 0xFF}},
		{axisColor, color.NRGBA{0xA8, 0xA8, 0xA6, 0xFF}},
		{softInk, color.NRGBA{0xA0, 0xA2, 0xA4, 0xFF}},
		{ink, color.NRGBA{0xDE, 0xDE, 0xDC, 0xFF}},
		{color.NRGBA{A: 0xFF}, color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}},
	}
}

// seriesDashes distinguish curves without colour.
var seriesDashes = [...][]vg.Length{
	nil,
	{3.5, 2},
	{1.5, 1.5},
	{6, 1.8, 1.5, 1.8},
	{10, 2},
}

type seriesLook struct {
	color  color.NRGBA
	dashes []vg.Length
	marker marker
}

// styleOf is the look of a series or a curve at a place: its own, counted from 1, or with 0 that of the place.
func styleOf(own, place int) seriesLook {
	if own == Faint {
		return seriesLook{color: softInk, dashes: []vg.Length{4, 3}}
	}
	return lookOf(cmp.Or(own, place+1) - 1)
}

// Faint is the look of a line to compare with, in grey. [Looks] gives it to no name.
const Faint = -1

// lookOf returns look i. Colours, dashes and markers repeat after 7, 5 and 8 looks, so that 280 differ.
func lookOf(i int) seriesLook {
	return seriesLook{
		color:  seriesColors[i%len(seriesColors)],
		dashes: seriesDashes[i%len(seriesDashes)],
		marker: marker(i) % markers,
	}
}

// Looks numbers the looks of names, from 1, so that a name looks the same in all figures. A group is the names that
// one figure draws: they get different colours, as far as there are enough.
func Looks(groups [][]string) map[string]int {
	looks, taken := map[string]int{}, map[int]bool{}
	colorOf := func(look int) int { return (look - 1) % len(seriesColors) }
	for _, name := range slices.Concat(groups...) {
		if looks[name] > 0 {
			continue
		}
		var neighbours [len(seriesColors)]int // by colour
		for _, group := range groups {
			if len(group) > len(seriesColors) || !slices.Contains(group, name) {
				continue
			}
			for _, other := range group {
				if looks[other] > 0 {
					neighbours[colorOf(looks[other])]++
				}
			}
		}
		best := 0
		for look := 1; look <= len(seriesColors)*(len(looks)+1); look++ {
			if !taken[look] && (best == 0 || neighbours[colorOf(look)] < neighbours[colorOf(best)]) {
				best = look
			}
		}
		looks[name], taken[best] = best, true
	}
	return looks
}

func (l seriesLook) line(width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: l.color, Width: width, Dashes: l.dashes}
}

func translucent(clr color.NRGBA, opacity float64) color.NRGBA {
	clr.A = uint8(math.Round(opacity * 0xFF))
	return clr
}

type theme struct {
	venue   Venue
	handler scripts
	scale   vg.Length
}

// loadFonts parses the fonts once: this takes longer than drawing most figures.
var loadFonts = sync.OnceValue(func() *font.Cache {
	faces, err := vgfpdf.Fonts()
	if err != nil {
		panic(err)
	}
	return font.NewCache(faces)
})

func (t theme) style(size vg.Length, clr color.Color) text.Style {
	return text.Style{
		Color: clr,
		Font: font.Font{Typeface: t.venue.Type.typeface, Variant: t.venue.Type.variant,
			Size: max(size*t.scale, t.handler.least)},
		Handler: t.handler,
	}
}

func (t theme) tickText() text.Style   { return t.style(8, ink) }
func (t theme) labelText() text.Style  { return t.style(9, ink) }
func (t theme) legendText() text.Style { return t.style(8, ink) }
func (t theme) noteText() text.Style   { return t.style(7, softInk) }

func aligned(sty text.Style, x text.XAlignment, y text.YAlignment) text.Style {
	sty.XAlign, sty.YAlign = x, y
	return sty
}

func (t theme) curveWidth() vg.Length { return 1.1 * t.scale }

func (t theme) markerRadius() vg.Length { return 2.4 * t.scale }
