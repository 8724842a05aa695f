package figures

import (
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Placeholder stands for a figure that cannot be drawn yet, and says why.
type Placeholder struct{ Text string }

// Size implements Figure.
func (p Placeholder) Size(v Venue) (width, height vg.Length) {
	return v.box(v.inColumn(false, func() bool { return true }))
}

// Draw implements Figure.
func (p Placeholder) Draw(c draw.Canvas, v Venue) error {
	c, t := inside(c, v)
	rule := draw.LineStyle{Color: softInk, Width: 0.5}
	c.StrokeLines(rule, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}, c.Min})
	sty := aligned(t.noteText(), text.XCenter, text.YCenter)
	c.FillText(sty, c.Center(), wrap(p.Text, sty, 0.8*c.Size().X))
	return nil
}

// Records implements Figure.
func (p Placeholder) Records() [][]string { return [][]string{{"note"}, {p.Text}} }
