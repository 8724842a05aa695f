package figures

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	sampleGap = vg.Length(4)  // between sample and name
	entryGap  = vg.Length(14) // between entries of a row
	rowGap    = vg.Length(2)  // between rows
	sideShare = 0.22          // the largest share of a figure's width for names beside the data
)

// An entry names data by samples of them.
type entry struct {
	name    string
	samples []plot.Thumbnailer
}

// sampleWidth is that of a line, or of markers and boxes alone, whose shape needs less room than dashes.
func (e entry) sampleWidth(line vg.Length) vg.Length {
	isLine := func(s plot.Thumbnailer) bool { _, is := s.(*plotter.Line); return is }
	if len(e.samples) > 0 && !slices.ContainsFunc(e.samples, isLine) {
		return line / 3
	}
	return line
}

// draw draws the samples and the name with their middle left at a place.
func (e entry) draw(c *draw.Canvas, sty text.Style, at vg.Point, width vg.Length) {
	half := sty.Height("0") / 2
	line := at.Y + (sty.Height(e.name)-2*half)/2 // of the first line
	for _, sample := range e.samples {
		box := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: at.X, Y: line - half},
			Max: vg.Point{X: at.X + width, Y: line + half}}}
		sample.Thumbnail(&box)
	}
	if len(e.samples) > 0 {
		at.X += width + sampleGap
	}
	c.FillText(aligned(sty, text.XLeft, text.YCenter), at, e.name)
}

// legend lays a legend below the data, in as few rows as possible, or where a theme wants it, and returns the canvas
// without it.
func (t theme) legend(entries []entry, c draw.Canvas) (data draw.Canvas, paint func()) {
	if len(entries) == 0 {
		return c, func() {}
	}
	sty, place, most := t.axisText(), t.venue.Legend, c.Size().X
	if place == "right" {
		most = 3*sty.Font.Size + sampleGap + sideShare*most
	}
	laid, at := slices.Clone(entries), make([]vg.Point, len(entries))
	var x, y, row, widest vg.Length
	for i, e := range entries {
		sample := e.sampleWidth(3 * sty.Font.Size)
		laid[i].name = wrap(e.name, sty, most-sample-sampleGap)
		width, height := sample+sampleGap+sty.Width(laid[i].name), sty.Height(cmp.Or(laid[i].name, "0"))
		if x > 0 && (x+width > most+0.01 || place == "right") {
			x, y, row = 0, y+row+rowGap, 0
		}
		at[i] = vg.Point{X: x, Y: -y - height/2}
		row, widest = max(row, height), max(widest, x+width)
		x += width + entryGap
	}
	height := y + row
	strip := vg.Point{X: c.Min.X, Y: c.Min.Y + height}
	switch {
	case place == "right" && height > c.Size().Y:
		t.venue.Legend = "below"
		return t.legend(entries, c)
	case place == "right":
		data, strip = draw.Crop(c, 0, -widest-2*textGap, 0, 0), vg.Point{X: c.Max.X - widest, Y: c.Max.Y}
	case place == "above":
		data, strip = draw.Crop(c, 0, 0, 0, -height-2*textGap), vg.Point{X: c.Min.X, Y: c.Max.Y}
	default:
		data = draw.Crop(c, 0, 0, height+2*textGap, 0)
	}
	return data, func() {
		for i, e := range laid {
			e.draw(&c, sty, strip.Add(at[i]), e.sampleWidth(3*sty.Font.Size))
		}
	}
}

// A label stands right of the data at a value.
type label struct {
	y float64
	entry
	style text.Style
}

// sideLabels are right of the data at their values, moved apart where they would overlap.
type sideLabels []label

// sampleWidth is that of a sample in a label.
const sampleWidth = vg.Length(12)

func (l label) width() vg.Length {
	if len(l.samples) == 0 {
		return l.style.Width(l.name)
	}
	return sampleWidth + sampleGap + l.style.Width(l.name)
}

// places returns the middles of the labels: from the top they move down, and from the bottom those below move up.
func (b sideLabels) places(p *plot.Plot, c *draw.Canvas) []vg.Length {
	at, order := make([]vg.Length, len(b)), make([]int, len(b))
	for i, l := range b {
		at[i], order[i] = c.Y(p.Y.Norm(l.y)), i
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(at[k], at[i]) })
	ceiling, floor := c.Max.Y, c.Min.Y
	for n, i := range order {
		half := b[i].style.Height(b[i].name) / 2
		if n == 0 {
			ceiling += half
			floor -= half
		}
		at[i] = min(at[i], ceiling-half)
		ceiling = at[i] - half
	}
	for _, i := range slices.Backward(order) {
		half := b[i].style.Height(b[i].name) / 2
		at[i] = max(at[i], floor+half)
		floor = at[i] + half
	}
	return at
}

// clear reports whether all labels stand near their values, in figures of about that height.
func (b sideLabels) clear(p *plot.Plot, t theme, height vg.Length) bool {
	c := draw.NewCanvas(nil, t.width, height)
	for i, at := range b.places(p, &c) {
		off := at - c.Y(p.Y.Norm(b[i].y))
		if max(off, -off) > 2*b[i].style.Height("0") || b[i].width() > sideShare*t.width {
			return false
		}
	}
	return true
}

// Plot implements plot.Plotter.
func (b sideLabels) Plot(c draw.Canvas, p *plot.Plot) {
	for i, y := range b.places(p, &c) {
		b[i].draw(&c, b[i].style, vg.Point{X: c.Max.X + textGap, Y: y}, sampleWidth)
	}
}

// GlyphBoxes implements plot.GlyphBoxer.
func (b sideLabels) GlyphBoxes(*plot.Plot) (boxes []plot.GlyphBox) {
	for _, l := range b {
		right := vg.Point{X: textGap + l.width()}
		boxes = append(boxes, plot.GlyphBox{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: right}})
	}
	return boxes
}
