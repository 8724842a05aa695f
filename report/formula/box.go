package formula

import (
	"math"
	"strings"
)

// A Box is a formula, or a part of one, set on a line. Lengths are in the unit of the type size. The origin
// is the left end of the baseline; y grows downwards.
type Box struct {
	Width, Ascent, Descent float64
	// Gap is the space before the next box of the formula on the same line.
	Gap     float64
	Glyphs  []Glyph
	Strokes []Stroke
}

// A Glyph is text of one style. Stretch scales its height from the baseline.
type Glyph struct {
	X, Y, Size, Stretch float64
	Style               Style
	Text                string
}

// A Stroke is a straight line.
type Stroke struct{ X1, Y1, X2, Y2, Thickness float64 }

// A Measure returns the width of a text in a style at a size.
type Measure func(style Style, size float64, text string) float64

// Set returns the formula as one box if it is no wider than room, else as boxes between which a line may
// break: after relations and commas outside of groups. In a display, fractions are larger and sums have
// their limits above and below.
func (f *Formula) Set(width Measure, size float64, display bool, room float64) []Box {
	s := setter{width, size, display, 0}
	if whole := f.body.set(s); whole.Width <= room {
		return []Box{whole}
	}
	var boxes []Box
	start := 0
	for i, part := range f.body {
		k := part.kind()
		if last := i == len(f.body)-1; last || k == relation || k == punctuation {
			b := f.body[start : i+1].set(s)
			if !last {
				b.Gap = s.gap(k, f.body[i+1].kind())
			}
			boxes = append(boxes, b)
			start = i + 1
		}
	}
	return boxes
}

type setter struct {
	width   Measure
	base    float64 // the size outside of scripts
	display bool
	level   int // of scripts
}

// Dimensions of a text face, in units of the size.
const (
	axis         = 0.31 // height of a minus sign
	capitals     = 0.76
	small        = 0.54 // height of an x
	depth        = 0.24
	fractionRule = 0.05
)

func (s setter) size() float64 { return s.base * [3]float64{1, 7.5 / 10.5, 6 / 10.5}[min(s.level, 2)] }

func (s setter) gap(left, right class) float64 {
	g := gaps[left][right]
	if g < 0 && s.level > 0 {
		return 0
	}
	return math.Abs(float64(g)) / 18 * s.size()
}

// script sets scripts; text sets the parts of a display that are not enlarged.
func (s setter) script() setter { s.display, s.level = false, s.level+1; return s }
func (s setter) text() setter   { s.display = false; return s }

func (s setter) glyph(text string, style Style) Box {
	size := s.size()
	b := Box{Width: s.width(style, size, text), Ascent: small * size}
	if strings.Trim(text, "acegmnopqrsuvwxyzαεγηικμνοπρστυχω+−=·∼≈←→<>,;.…") != "" {
		b.Ascent = capitals * size
	}
	if strings.ContainsAny(text, "gjpqyβγζημξρφχψ()[]{}|‖⟨⟩,;"+sums) {
		b.Descent = depth * size
	}
	b.Glyphs = []Glyph{{0, 0, size, 1, style, text}}
	return b
}

// add places a box at an offset, with its baseline dy below.
func (b *Box) add(o Box, dx, dy float64) {
	for _, g := range o.Glyphs {
		g.X, g.Y = g.X+dx, g.Y+dy
		b.Glyphs = append(b.Glyphs, g)
	}
	for _, s := range o.Strokes {
		b.Strokes = append(b.Strokes, Stroke{s.X1 + dx, s.Y1 + dy, s.X2 + dx, s.Y2 + dy, s.Thickness})
	}
	b.Width = max(b.Width, dx+o.Width)
	b.Ascent, b.Descent = max(b.Ascent, o.Ascent-dy), max(b.Descent, o.Descent+dy)
}

func (s symbol) set(at setter) Box {
	if !strings.Contains(sums, s.text) {
		return at.glyph(s.text, s.style)
	}
	middle := axis * at.size()
	if at.display {
		at.base *= 1.6
	}
	var centred Box
	b := at.glyph(s.text, s.style)
	centred.add(b, 0, (b.Ascent-b.Descent)/2-middle)
	return centred
}

const sums = "∑∏∫"

func (r row) set(at setter) Box {
	var b Box
	for i, part := range r {
		x := b.Width
		if i > 0 {
			x += at.gap(r[i-1].kind(), part.kind())
		}
		b.add(part.set(at), x, 0)
	}
	return b
}

func (s scripted) set(at setter) Box {
	size := at.size()
	b := s.base.set(at)
	nucleus := s.base
	if a, ok := nucleus.(accent); ok { // scripts stand beside the letter, not its accent
		nucleus = a.of
	}
	letter, simple := nucleus.(symbol)
	if s.primes > 0 {
		b.add(at.glyph(strings.Repeat("′", s.primes), Upright), b.Width+0.1*size, 0)
	}
	var above, below Box
	if s.above != nil {
		above = s.above.set(at.script())
	}
	if s.below != nil {
		below = s.below.set(at.script())
	}
	if at.display && limits(s.base) {
		return s.stacked(b, above, below, 0.14*size)
	}
	up, down := 0.38*size, 0.17*size
	if !simple || strings.Contains(sums, letter.text) {
		up, down = max(up, b.Ascent-0.34*size), max(down, b.Descent-0.02*size)
	}
	if s.above != nil && s.below != nil {
		down = max(down, 0.1*size+above.Descent+below.Ascent-up)
	}
	end := b.Width
	if s.below != nil {
		b.add(below, end+0.02*size, down)
	}
	if s.above != nil {
		lean := 0.03 // italic letters extend beyond their width
		if letter.style == Italic {
			lean = 0.08
		}
		b.add(above, end+lean*size, -up)
	}
	b.Width += 0.04 * size
	return b
}

// stacked sets scripts above and below their base, so far from it.
func (s scripted) stacked(b, above, below Box, clear float64) (all Box) {
	width := max(b.Width, above.Width, below.Width)
	all.add(b, (width-b.Width)/2, 0)
	if s.above != nil {
		all.add(above, (width-above.Width)/2, -b.Ascent-clear-above.Descent)
	}
	if s.below != nil {
		all.add(below, (width-below.Width)/2, b.Descent+clear+below.Ascent)
	}
	return all
}

func (f fraction) set(at setter) Box {
	size, inner, clear := at.size(), at.script(), 0.1
	if at.display {
		inner, clear = at.text(), 0.16
	}
	above, below := f.above.set(inner), f.below.set(inner)
	width := max(above.Width, below.Width) + 0.2*size
	var b Box
	margin := 0.06 * size
	b.add(above, margin+(width-above.Width)/2, -(axis+clear)*size-above.Descent)
	b.add(below, margin+(width-below.Width)/2, (clear-axis)*size+below.Ascent)
	b.Strokes = append(b.Strokes, Stroke{margin, -axis * size, margin + width, -axis * size, fractionRule * size})
	b.Width = width + 2*margin
	return b
}

func (r root) set(at setter) Box {
	size, inner := at.size(), r.of.set(at.text())
	thin := fractionRule * size
	top, bottom := -max(inner.Ascent, small*size)-0.13*size, inner.Descent
	// The sign grows wider as it grows taller.
	hook := (0.42 + 0.1*min(1, (bottom-top)/size-1)) * size
	var b Box
	b.add(inner, hook+0.05*size, 0)
	b.Strokes = append(b.Strokes,
		Stroke{0.04 * size, bottom - 0.42*size, 0.12 * size, bottom - 0.47*size, thin},
		Stroke{0.12 * size, bottom - 0.47*size, hook * 0.6, bottom, 1.7 * thin},
		Stroke{hook * 0.6, bottom, hook, top, thin},
		Stroke{hook, top, b.Width + 0.04*size, top, thin})
	b.Width += 0.08 * size
	b.Ascent = max(b.Ascent, -top+thin)
	return b
}

func (a accent) set(at setter) Box {
	size, b := at.size(), a.of.set(at)
	lift, lean := b.Ascent-small*size, 0.0
	if s, ok := a.of.(symbol); ok && s.style == Italic {
		lean = 0.06 * size
	}
	if a.sign == accents[`\bar`] { // a macron is too short for capitals
		y := -b.Ascent - 0.08*size
		b.Strokes = append(b.Strokes, Stroke{0.05*size + lean, y, b.Width - 0.02*size + lean, y, fractionRule * size})
	} else {
		sign := at.glyph(a.sign.spacing, Upright)
		width := b.Width
		b.add(sign, (width-sign.Width)/2+lean, -lift)
		b.Width = width
	}
	b.Ascent = (small+0.24)*size + lift
	return b
}

// delimiter is a sign as tall as a box, centred on the axis; empty for none.
func (s setter) delimiter(text string, around Box) Box {
	size := s.size()
	if text == "" {
		return Box{}
	}
	b := s.glyph(text, Upright)
	half := max(around.Ascent-axis*size, around.Descent+axis*size) + 0.04*size
	if stretch := 2 * half / ((capitals + depth) * size); stretch > 1.05 {
		b.Glyphs[0].Stretch = stretch
		b.Glyphs[0].Y = axis * size * (stretch - 1) // the middle of the sign stays on the axis
		b.Ascent, b.Descent = half+axis*size, half-axis*size
	}
	return b
}

func (f fenced) set(at setter) Box {
	inner := f.inner.set(at)
	b := at.delimiter(f.left, inner)
	b.add(inner, b.Width, 0)
	b.add(at.delimiter(f.right, inner), b.Width, 0)
	return b
}

func (g grid) set(at setter) Box {
	at = at.text()
	size := at.size()
	columns := make([]float64, len(g.lines[0]))
	boxes := make([][]Box, len(g.lines))
	for i, line := range g.lines {
		for j, cell := range line {
			boxes[i] = append(boxes[i], cell.set(at))
			columns[j] = max(columns[j], boxes[i][j].Width)
		}
	}
	var lines Box // with the baseline of the first
	y := 0.0
	for i, line := range boxes {
		var b Box
		left := 0.0
		for j, set := range line {
			x := left
			if g.centred {
				x += (columns[j] - set.Width) / 2
			}
			b.add(set, x, 0)
			left += columns[j] + 0.9*size
		}
		if i > 0 {
			y += max(1.3*size, lines.Descent-y+b.Ascent+0.2*size)
		}
		lines.add(b, 0, y)
	}
	var centred Box
	centred.add(lines, 0.12*size, (lines.Ascent-lines.Descent)/2-axis*size)
	centred.Width += 0.12 * size
	return centred
}
