package figures

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	boxOpacity = 0.25
	widestBox  = vg.Length(20)
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

// boxStep is the distance of boxes that stand at one place.
func (ch Chart) boxStep(f *frame) vg.Length {
	const share = 0.8 // of the distance of two places
	gap := f.at(1, f.y.low).X - f.at(0, f.y.low).X
	return min(share*gap/vg.Length(max(1, len(ch.dodging()))), widestBox*f.theme.scale)
}

func drawBox(c *draw.Canvas, box vg.Rectangle, line draw.LineStyle) {
	corners := []vg.Point{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}}
	c.FillPolygon(translucent(line.Color.(color.NRGBA), boxOpacity), corners)
	c.StrokeLines(line, append(corners, corners[:2]...)) // with the first side again, which joins all corners
}

// drawBoxes draws a box from hinge to hinge at each place, with the median and its marker, whiskers to the farthest
// values within 1.5 lengths of the box (Tukey's inner fences, Section 2D), and rings around those beyond them.
func (p *seriesPlot) drawBoxes(step vg.Length) {
	a, half := &p.area, step*boxShare/2
	line := draw.LineStyle{Color: p.look.color, Width: 0.8 * p.theme.curveWidth()}
	stroke := func(ends ...vg.Point) { a.StrokeLines(line, a.ClipLinesY(ends)...) }
	for i, draws := range p.Draws {
		if len(draws) == 0 {
			continue
		}
		five := FiveNumbers(draws)
		p.drawBeyond(p.X[i], five[2], line.Width)
		reach := 1.5 * (five[3] - five[1])
		var within extent
		for _, v := range draws {
			if v >= five[1]-reach && v <= five[3]+reach {
				within.add(v)
			} else if at := p.at(p.X[i], v); a.Contains(at) {
				fillOutlined(a, circle.outline(at, boxMarker*p.theme.markerRadius()), white,
					draw.LineStyle{Color: p.look.color, Width: 0.8 * p.theme.scale})
			}
		}
		at := func(side vg.Length, v float64) vg.Point {
			middle := p.at(p.X[i], v)
			return vg.Point{X: middle.X + side*half, Y: middle.Y}
		}
		stroke(at(0, within.low), at(0, five[1]))
		stroke(at(0, five[3]), at(0, within.high))
		for _, end := range []float64{within.low, within.high} {
			stroke(at(-0.5, end), at(0.5, end))
		}
		box := vg.Rectangle{Min: at(-1, five[1]), Max: at(1, five[3])}
		box.Min.Y, box.Max.Y = max(box.Min.Y, a.Min.Y), min(box.Max.Y, a.Max.Y)
		if box.Min.Y <= box.Max.Y {
			drawBox(a, box, line)
		}
		line.Width *= 2
		stroke(at(-1, five[2]), at(1, five[2]))
		line.Width /= 2
		if middle := at(0, five[2]); a.Contains(middle) { // colours may be alike
			p.look.marker.draw(a, middle, boxMarker*p.theme.markerRadius(), p.look.color)
		}
	}
}
