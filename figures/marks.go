package figures

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A marking is rings around points with labels beside them, each where it hides the least data and, if possible, no
// other label.
type marking struct {
	marks  []Mark
	series []*drawnSeries
	theme  theme
}

// Plot implements plot.Plotter.
func (m marking) Plot(c draw.Canvas, p *plot.Plot) {
	var others []vg.Rectangle
	data := m.data(&c, p)
	for _, mark := range m.marks {
		if at := placeOn(&c, p, plotter.XY{X: mark.X, Y: mark.Y}); c.Contains(at) {
			others = m.draw(&c, mark, at, data, others)
		}
	}
}

// data are the places of points, and of steps along the lines between them.
func (m marking) data(c *draw.Canvas, p *plot.Plot) (places []vg.Point) {
	const steps = 8
	if len(m.marks) == 0 {
		return nil
	}
	for _, d := range m.series {
		for _, run := range d.runs {
			for k, pt := range run {
				at := placeOn(c, p, pt)
				if places = append(places, at, at); k == 0 || d.Style == Markers { // a point weighs more
					continue
				}
				along := at.Sub(placeOn(c, p, run[k-1]))
				for step := range steps {
					places = append(places, at.Sub(along.Scale((vg.Length(step)+0.5)/steps)))
				}
			}
		}
	}
	return places
}

// hidesLabel is more than all data that a label can hide.
const hidesLabel = 1 << 30

// sides are where a label may stand about its mark.
var sides = [...]vg.Point{{Y: 1}, {Y: -1}, {X: 1}, {X: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}, {X: 1, Y: -1}, {X: -1, Y: -1}}

// draw draws a mark, and returns the labels so far with its own.
func (m marking) draw(c *draw.Canvas, mark Mark, at vg.Point, data []vg.Point, others []vg.Rectangle) []vg.Rectangle {
	radius := 4.6 * m.theme.scale
	if mark.Plain {
		radius = m.theme.markerRadius()
	} else {
		c.SetLineStyle(draw.LineStyle{Color: ink, Width: 0.9 * m.theme.scale})
		c.Stroke(circle.outline(at, radius))
	}
	if mark.Label == "" {
		return others
	}
	sty := aligned(m.theme.sideText(), text.XCenter, text.YCenter)
	label := wrap(mark.Label, sty, c.Size().X*0.4)
	size := vg.Point{X: sty.Width(label), Y: sty.Height(label)}
	best, bestHidden := vg.Rectangle{}, math.MaxInt
	for _, side := range sides {
		for _, distance := range []vg.Length{2, 10, 20} {
			box := boxAround(at.Add(vg.Point{
				X: side.X * (radius + distance + size.X/2),
				Y: side.Y * (radius + distance + size.Y/2),
			}), size)
			if hidden := int(distance)/8 + m.hiddenBy(c, box, data, others); hidden < bestHidden {
				best, bestHidden = box, hidden
			}
		}
	}
	if mark.Plain && bestHidden >= hidesLabel {
		return others
	}
	c.SetColor(color.NRGBA{0xFF, 0xFF, 0xFF, 0xC0})
	c.Fill(best.Path())
	middle := best.Min.Add(best.Max).Scale(0.5)
	if distance(middle, at) > radius+size.Y {
		// A line joins the ring and a distant label.
		to := vg.Point{X: min(max(at.X, best.Min.X), best.Max.X), Y: min(max(at.Y, best.Min.Y), best.Max.Y)}
		if length := distance(to, at); length > radius+2 {
			start := at.Add(to.Sub(at).Scale(radius / length))
			c.StrokeLine2(draw.LineStyle{Color: softInk, Width: gridWidth}, start.X, start.Y, to.X, to.Y)
		}
	}
	c.FillText(sty, middle, label)
	return append(others, widened(best, sty.Width("0"))) // or labels 4 and 3 would read as 43
}

// hiddenBy counts what a label in a box would hide.
func (m marking) hiddenBy(c *draw.Canvas, box vg.Rectangle, data []vg.Point, others []vg.Rectangle) (hidden int) {
	if !c.Contains(box.Min) || !c.Contains(box.Max) {
		hidden += 1000
	}
	if slices.ContainsFunc(others, func(o vg.Rectangle) bool { return covers(o, box) }) {
		hidden += hidesLabel
	}
	around := draw.Canvas{Rectangle: widened(box, m.theme.markerRadius())}
	for _, at := range data {
		if around.Contains(at) {
			hidden++
		}
	}
	return hidden
}

func widened(r vg.Rectangle, by vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: r.Min.Sub(vg.Point{X: by, Y: by}), Max: r.Max.Add(vg.Point{X: by, Y: by})}
}

func covers(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

func distance(p, q vg.Point) vg.Length {
	return vg.Length(math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y)))
}

func boxAround(center, size vg.Point) vg.Rectangle {
	half := size.Scale(0.5)
	return vg.Rectangle{Min: center.Sub(half), Max: center.Add(half)}
}
