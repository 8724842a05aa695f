package figures

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	boxOpacity = 0.25
	widestBox  = vg.Length(16)
	boxShare   = 0.8 // of the distance of two boxes, for a box
	boxMarker  = 0.7 // of a marker of other charts
)

// FiveNumbers returns the least value, the lower hinge, the median, the upper hinge and the largest value. A hinge is
// the median of the half that ends or begins at the median, with it (J. W. Tukey, Exploratory Data Analysis, 1977,
// Section 2B).
func FiveNumbers(values []float64) (five [5]float64) {
	if len(values) == 0 {
		return five
	}
	sorted := slices.Sorted(slices.Values(values))
	last := len(sorted) - 1
	middle := func(from, to int) float64 { return sorted[(from+to)/2]/2 + sorted[(from+to+1)/2]/2 }
	return [5]float64{sorted[0], middle(0, last/2), middle(0, last), middle(last-last/2, last), sorted[last]}
}

// boxPlots are gonum's box plots of the draws of a series, each with a marker at the median, as colours may be alike.
type boxPlots struct {
	*drawnSeries
	look  seriesLook
	theme theme
	among int // series that share a place
}

// Plot implements plot.Plotter.
func (b boxPlots) Plot(c draw.Canvas, p *plot.Plot) {
	slot := c.X(p.X.Norm(1)) - c.X(p.X.Norm(0))
	width := min(boxShare*rowShare*slot/vg.Length(max(1, b.among)), widestBox*b.theme.scale)
	for i, draws := range b.Draws {
		if box, err := b.box(draws, b.at[i].X, width); err == nil { // none without draws
			box.Plot(c, p)
			c.DrawGlyph(b.look.glyph(boxMarker*b.theme.markerRadius()),
				placeOn(&c, p, plotter.XY{X: box.Location, Y: box.Median}))
		}
	}
}

// box is a box from hinge to hinge, as gonum's lower half lacks the median of an odd number of values, with whiskers to
// the farthest values within 1.5 lengths of the box (Tukey's inner fences, Section 2D), and rings around those beyond.
func (b boxPlots) box(draws []float64, at float64, width vg.Length) (*plotter.BoxPlot, error) {
	box, err := plotter.NewBoxPlot(width, at, plotter.Values(draws))
	if err != nil {
		return nil, err
	}
	five := FiveNumbers(draws)
	reach := 1.5 * (five[3] - five[1])
	var within extent
	box.Outside = nil
	for i, v := range draws {
		if v >= five[1]-reach && v <= five[3]+reach {
			within.add(v)
		} else {
			box.Outside = append(box.Outside, i)
		}
	}
	box.Quartile1, box.Median, box.Quartile3 = five[1], five[2], five[3]
	box.AdjLow, box.AdjHigh = within.low, within.high
	line := b.line()
	box.BoxStyle, box.WhiskerStyle, box.MedianStyle = line, line, line
	box.MedianStyle.Width *= 2
	box.FillColor, box.CapWidth = translucent(b.look.color, boxOpacity), width/2
	box.GlyphStyle = b.theme.hollow(b.look.color)
	return box, nil
}

func (b boxPlots) line() draw.LineStyle {
	return draw.LineStyle{Color: b.look.color, Width: 0.8 * b.theme.curveWidth()}
}

// Thumbnail implements plot.Thumbnailer.
func (b boxPlots) Thumbnail(c *draw.Canvas) {
	line := b.line()
	side := min(c.Size().X, c.Size().Y) - line.Width
	box := boxAround(c.Center(), vg.Point{X: side, Y: side})
	fillOutlined(c, box.Path(), translucent(b.look.color, boxOpacity), line)
	c.DrawGlyph(b.look.glyph(boxMarker*b.theme.markerRadius()), c.Center())
}
