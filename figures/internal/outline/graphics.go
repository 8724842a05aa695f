package outline

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Graphics is the state of a vg.Canvas in any file format. A canvas embeds it.
type Graphics struct {
	State
	saved []State
}

// A State is what Push saves and Pop restores.
type State struct {
	Matrix     Matrix // to the coordinates of the page
	LineWidth  vg.Length
	Dashes     []vg.Length
	DashOffset vg.Length
	Color      color.Color
}

// SetLineWidth implements vg.Canvas. A width of 0 or less turns stroking off.
func (g *Graphics) SetLineWidth(width vg.Length) { g.LineWidth = width }

// SetLineDash implements vg.Canvas.
func (g *Graphics) SetLineDash(pattern []vg.Length, offset vg.Length) {
	g.Dashes, g.DashOffset = slices.Clone(pattern), offset
}

// SetColor implements vg.Canvas; nil is black.
func (g *Graphics) SetColor(clr color.Color) {
	if clr == nil {
		clr = color.Black
	}
	g.Color = clr
}

// Rotate implements vg.Canvas, with the angle in radians, counter-clockwise.
func (g *Graphics) Rotate(radians float64) { g.Matrix = Rotation(radians).Then(g.Matrix) }

// Translate implements vg.Canvas.
func (g *Graphics) Translate(pt vg.Point) {
	g.Matrix = Translation(pt.X.Points(), pt.Y.Points()).Then(g.Matrix)
}

// Scale implements vg.Canvas. Line widths scale with the geometric mean of x and y.
func (g *Graphics) Scale(x, y float64) { g.Matrix = Scaling(x, y).Then(g.Matrix) }

// Push implements vg.Canvas.
func (g *Graphics) Push() { g.saved = append(g.saved, g.State) }

// Pop implements vg.Canvas.
func (g *Graphics) Pop() {
	last := len(g.saved) - 1
	g.State = g.saved[last]
	g.saved = g.saved[:last]
}
