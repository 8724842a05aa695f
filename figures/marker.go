package figures

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A marker is the shape at the points of a series: one of five, filled or hollow.
type marker int

const (
	circle marker = iota
	square
	triangle
	diamond
	wedge // a triangle on its tip
	shapes
	markers = 2 * shapes
)

// outline returns the shape about pt. All have about the same area.
func (m marker) outline(pt vg.Point, radius vg.Length) vg.Path {
	var path vg.Path
	if m%shapes == circle {
		path.Move(vg.Point{X: pt.X + radius, Y: pt.Y})
		path.Arc(pt, radius, 0, 2*math.Pi)
	}
	for i, corner := range polygons[m%shapes] {
		at := pt.Add(corner.Scale(radius))
		if i == 0 {
			path.Move(at)
		} else {
			path.Line(at)
		}
	}
	path.Close()
	return path
}

// polygons holds the corners of the shapes but the circle, in radii.
var polygons = [shapes][]vg.Point{
	square:   {{X: -0.88, Y: -0.88}, {X: 0.88, Y: -0.88}, {X: 0.88, Y: 0.88}, {X: -0.88, Y: 0.88}},
	triangle: {{X: -1.15, Y: -0.85}, {X: 1.15, Y: -0.85}, {Y: 1.25}},
	diamond:  {{X: -1.2}, {Y: -1.2}, {X: 1.2}, {Y: 1.2}},
	wedge:    {{X: -1.15, Y: 0.85}, {X: 1.15, Y: 0.85}, {Y: -1.25}},
}

func fillOutlined(c *draw.Canvas, shape vg.Path, fill color.Color, line draw.LineStyle) {
	c.SetColor(fill)
	c.Fill(shape)
	c.SetLineStyle(line)
	c.Stroke(shape)
}

// draw draws the marker with a thin white rim, which separates it from what lies below.
func (m marker) draw(c *draw.Canvas, pt vg.Point, radius vg.Length, clr color.Color) {
	if m >= shapes {
		c.SetColor(color.White)
		c.Fill(m.outline(pt, radius))
		c.SetLineStyle(draw.LineStyle{Color: clr, Width: radius * 0.4})
		c.Stroke(m.outline(pt, radius*0.9))
		return
	}
	c.SetLineStyle(draw.LineStyle{Color: color.White, Width: radius * 0.5})
	c.Stroke(m.outline(pt, radius))
	c.SetColor(clr)
	c.Fill(m.outline(pt, radius))
}
