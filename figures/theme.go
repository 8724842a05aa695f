package figures

import (
	"cmp"
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strings"
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

// referenceDashes are those of lines to compare with.
var referenceDashes = []vg.Length{4, 3}

type seriesLook struct {
	color  color.NRGBA
	dashes []vg.Length
	marker marker
}

// A Theme says how all figures look. Every field is optional; the zero Theme is that of the report. A study has it as
// YAML, which the tags describe.
type Theme struct {
	Palette    []Color         `yaml:"palette" doc:"Colours of lines, in turn." example:"[\"#0072B2\", \"#D55E00\"]"`
	Lines      map[string]Line `yaml:"lines" doc:"Looks of methods or other lines." example:"{p=2: \"#0072B2\", robpca: {colour: \"#D55E00\", marker: square}}"`
	Type       string          `yaml:"type" doc:"Source Sans, DejaVu, or a type like Helvetica or Times." words:"source dejavu sans serif" default:"source" example:"serif"`
	Font       string          `yaml:"font" doc:"File of a font, by its path from the study: TrueType or OpenType, for letters that no font of the program has, in all of the report." example:"NotoSansCJK-Regular.ttc"`
	Size       float64         `yaml:"size" doc:"Points of type at the axes; other text is in proportion." least:"6" most:"24" default:"9" example:"8"`
	Width      float64         `yaml:"width" doc:"Points of a line beside type of 9." least:"0.7" most:"5" default:"1.1" example:"1.5"`
	Marker     float64         `yaml:"marker" doc:"Points across a marker beside type of 9." least:"3" most:"6" default:"4.8" example:"4"`
	Legend     string          `yaml:"legend" doc:"Where it stands; where it fits best unless given." words:"below above right" example:"right"`
	Grid       *bool           `yaml:"grid" doc:"Light lines behind the data." default:"true" example:"false"`
	Letters    string          `yaml:"letters" doc:"Letters of panels, as that of the first." words:"a A a) A) (a) (A)" example:"(a)"`
	Resolution float64         `yaml:"resolution" doc:"Pixels per inch of PNG." least:"50" most:"1200" default:"200" example:"600"`
	// Own reads the font of that file; nil for none.
	Own func() (*vgfpdf.Face, error) `yaml:"-" json:"-"`
}

// A Line is the look of a line. Only a colour is needed.
type Line struct {
	Color  Color  `yaml:"colour" doc:"As #RRGGBB." example:"\"#D55E00\"" required:"yes"`
	Marker string `yaml:"marker" doc:"Its marker." words:"circle square triangle diamond wedge cross leftward rightward" example:"square"`
	Dashes string `yaml:"dashes" doc:"How it is broken." words:"solid dashed dotted dash-dotted long-dashed" example:"solid"`
}

// MayBeScalar lets the look of a line be written as its colour.
func (Line) MayBeScalar() {}

// A Color is one that a theme names.
type Color color.NRGBA

// UnmarshalText reads #RRGGBB.
func (c *Color) UnmarshalText(text []byte) error {
	c.A = 0xFF
	if n, _ := fmt.Sscanf(string(text), "#%02x%02x%02x", &c.R, &c.G, &c.B); n != 3 || len(text) != len("#RRGGBB") {
		return fmt.Errorf("colour %q: write it in quotes as \"#RRGGBB\", such as \"#D55E00\"", text)
	}
	return nil
}

func (c Color) String() string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

// markerNames and dashNames are the names of markers and dashes, in their order.
var (
	markerNames = strings.Fields("circle square triangle diamond wedge cross leftward rightward")
	dashNames   = strings.Fields("solid dashed dotted dash-dotted long-dashed")
)

// names are those of the lines with looks of their own, in the order of their numbers.
func (th Theme) names() []string { return slices.Sorted(maps.Keys(th.Lines)) }

func (th Theme) palette() []color.NRGBA {
	if len(th.Palette) == 0 {
		return seriesColors[:]
	}
	var palette []color.NRGBA
	for _, c := range th.Palette {
		palette = append(palette, color.NRGBA(c))
	}
	return palette
}

// Faint is the look of a line to compare with, in grey. [Theme.Looks] gives it to no name.
const Faint = -1

// styleOf is the look of a series or a curve at a place: its own, counted from 1, or with 0 that of the place. Those of
// the lines of the theme count down from Faint.
func (th Theme) styleOf(own, place int) seriesLook {
	switch {
	case own == Faint:
		return seriesLook{color: softInk, dashes: referenceDashes}
	case own > Faint:
		return th.lookOf(cmp.Or(own, place+1) - 1)
	}
	at := Faint - 1 - own
	line, last := th.Lines[th.names()[at]], len(dashNames)*len(markerNames)-1
	look := th.lookOf(last - at) // which few others have
	look.color = color.NRGBA(line.Color)
	if line.Marker != "" {
		look.marker = marker(slices.Index(markerNames, line.Marker))
	}
	if line.Dashes != "" {
		look.dashes = seriesDashes[slices.Index(dashNames, line.Dashes)]
	}
	return look
}

// lookOf returns look i. Lines are solid as long as there are colours. With the report's palette, colours and dashes
// repeat after 35 looks and markers after 8, so that 280 differ.
func (th Theme) lookOf(i int) seriesLook {
	palette := th.palette()
	return seriesLook{
		color:  palette[i%len(palette)],
		dashes: seriesDashes[i/len(palette)%len(seriesDashes)],
		marker: marker(i) % markers,
	}
}

// Looks numbers the looks of names, so that a name looks the same in all figures. A group is the names that one figure
// draws: they get different colours, as far as there are enough, else different dashes beside a colour, and markers
// beside those of the lines of the theme.
func (th Theme) Looks(groups [][]string) map[string]int {
	looks, free, colors := map[string]int{}, []int{}, len(th.palette())
	for i, name := range th.names() {
		looks[name] = Faint - 1 - i
	}
	names := slices.Concat(groups...)
	for look := range colors * max(len(seriesDashes)*int(markers), len(names)) {
		free = append(free, look+1)
	}
	broken := func(look int) int { return len(th.styleOf(look, 0).dashes) }
	slices.SortStableFunc(free, func(a, b int) int { return broken(a) - broken(b) }) // solid lines come first
	for _, name := range names {
		if looks[name] != 0 {
			continue
		}
		beside := map[int]bool{} // looks so far of lines in the same figures, and whether one has enough colours
		for _, group := range groups {
			for _, other := range group {
				if look := looks[other]; look != 0 && slices.Contains(group, name) {
					beside[look] = beside[look] || len(group) <= colors
				}
			}
		}
		best, least := 0, math.MaxInt
		for i, look := range free {
			if sum := th.alike(look, beside); sum < least {
				best, least = i, sum
			}
			if least == 0 {
				break
			}
		}
		looks[name] = free[best]
		free = slices.Delete(free, best, best+1)
	}
	return looks
}

// alike is what a look has in common with those of the lines beside it. Lines that nobody can tell apart are worse than
// any number of lines with less in common.
func (th Theme) alike(look int, beside map[int]bool) (sum int) {
	own := th.styleOf(look, 0)
	for look, few := range beside {
		other := th.styleOf(look, 0)
		if other.marker == own.marker {
			sum++
		}
		if other.color == own.color && few {
			sum += 2
		}
		if other.color == own.color && slices.Equal(other.dashes, own.dashes) {
			sum += 1000
		}
	}
	return sum
}

func (l seriesLook) line(width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: l.color, Width: width, Dashes: l.dashes}
}

func (l seriesLook) glyph(radius vg.Length) draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.color, Radius: radius, Shape: l.marker}
}

// hollow is the style of a mark in print, or beyond the whiskers of a box.
func (t theme) hollow(clr color.NRGBA) draw.GlyphStyle {
	return draw.GlyphStyle{Color: clr, Radius: hollowRadius * t.scale, Shape: ring{}}
}

func translucent(clr color.NRGBA, opacity float64) color.NRGBA {
	clr.A = uint8(math.Round(opacity * 0xFF))
	return clr
}

type theme struct {
	venue   Venue
	width   vg.Length // of the figure
	handler scripts
	scale   vg.Length
}

// loadFonts parses the fonts once: this takes longer than drawing most figures.
var loadFonts = sync.OnceValue(func() *font.Cache {
	faces, err := vgfpdf.Fonts(nil)
	if err != nil {
		panic(err)
	}
	return font.NewCache(faces)
})

// fonts are those of the program, and the user's own.
func (th Theme) fonts() *font.Cache {
	own, err := th.OwnFont()
	if err == nil && own == nil {
		return loadFonts()
	}
	faces, fault := vgfpdf.Fonts(own)
	if err = cmp.Or(err, fault); err != nil {
		panic(err)
	}
	return font.NewCache(faces)
}

// OwnFont is the user's own font, nil for none.
func (th Theme) OwnFont() (*vgfpdf.Face, error) {
	if th.Own == nil {
		return nil, nil
	}
	return th.Own()
}

func (t theme) style(size vg.Length, clr color.Color) text.Style {
	face := types[t.venue.Type]
	return text.Style{
		Color: clr,
		Font: font.Font{Typeface: face.typeface, Variant: face.variant,
			Size: max(size*t.scale, t.handler.least)},
		Handler: t.handler,
	}
}

// The sizes of type are those of the report's tables and notes. A half figure has the small one throughout.
const noteSize = 7.5

func (t theme) axisText() text.Style { return t.style(9, ink) }

func (t theme) noteText() text.Style {
	return t.style(noteSize*t.venue.points()/Theme{}.points()/t.scale, softInk)
}

// sideText is that of names beside the data.
func (t theme) sideText() text.Style {
	sty := t.noteText()
	sty.Color = ink
	return sty
}

func aligned(sty text.Style, x text.XAlignment, y text.YAlignment) text.Style {
	sty.XAlign, sty.YAlign = x, y
	return sty
}

func (t theme) curveWidth() vg.Length { return cmp.Or(vg.Length(t.venue.Width), 1.1) * t.scale }

func (t theme) markerRadius() vg.Length { return cmp.Or(vg.Length(t.venue.Marker)/2, 2.4) * t.scale }
