package figures

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A marker is the shape at the points of a series, which is filled: hollow ones are numbers in print.
type marker int

const (
	circle marker = iota
	square
	triangle
	diamond
	wedge // a triangle on its tip
	cross
	leftward // a triangle, as is the next
	rightward
	markers
)

// outline returns the shape about pt. All have about the same area.
func (m marker) outline(pt vg.Point, radius vg.Length) vg.Path {
	var path vg.Path
	if m == circle {
		path.Move(vg.Point{X: pt.X + radius, Y: pt.Y})
		path.Arc(pt, radius, 0, 2*math.Pi)
	}
	for i, corner := range polygons[m] {
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
var polygons = [markers][]vg.Point{
	square:   {{X: -0.88, Y: -0.88}, {X: 0.88, Y: -0.88}, {X: 0.88, Y: 0.88}, {X: -0.88, Y: 0.88}},
	triangle: {{X: -1.15, Y: -0.85}, {X: 1.15, Y: -0.85}, {Y: 1.25}},
	diamond:  {{X: -1.2}, {Y: -1.2}, {X: 1.2}, {Y: 1.2}},
	wedge:    {{X: -1.15, Y: 0.85}, {X: 1.15, Y: 0.85}, {Y: -1.25}},
	cross: {{X: -1.2, Y: -0.5}, {X: -0.5, Y: -0.5}, {X: -0.5, Y: -1.2}, {X: 0.5, Y: -1.2}, {X: 0.5, Y: -0.5},
		{X: 1.2, Y: -0.5}, {X: 1.2, Y: 0.5}, {X: 0.5, Y: 0.5}, {X: 0.5, Y: 1.2}, {X: -0.5, Y: 1.2}, {X: -0.5, Y: 0.5},
		{X: -1.2, Y: 0.5}},
	leftward:  {{X: 0.85, Y: -1.15}, {X: 0.85, Y: 1.15}, {X: -1.25}},
	rightward: {{X: -0.85, Y: -1.15}, {X: -0.85, Y: 1.15}, {X: 1.25}},
}

func fillOutlined(c *draw.Canvas, shape vg.Path, fill color.Color, line draw.LineStyle) {
	c.SetColor(fill)
	c.Fill(shape)
	c.SetLineStyle(line)
	c.Stroke(shape)
}

// DrawGlyph implements draw.GlyphDrawer, with a thin white rim, which separates the marker from what lies below.
func (m marker) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, pt vg.Point) {
	shape := m.outline(pt, sty.Radius)
	c.SetLineStyle(draw.LineStyle{Color: color.White, Width: sty.Radius * 0.5})
	c.Stroke(shape)
	c.SetColor(sty.Color)
	c.Fill(shape)
}

// A ring shows on a marker of its own colour too.
type ring struct{}

// DrawGlyph implements draw.GlyphDrawer.
func (ring) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, pt vg.Point) {
	line := draw.LineStyle{Color: sty.Color, Width: sty.Radius * 0.4}
	fillOutlined(c, circle.outline(pt, sty.Radius*0.9), white, line)
}
