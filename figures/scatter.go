package figures

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Scatter shows samples as points in a plane, such as the scores on two components, with a shape and a colour
// for each class. Both axes have the same scale where the points extend about equally far along them.
type Scatter struct {
	XLabel, YLabel string
	Classes        []ScatterClass
	Notes          []string
	// Low makes the figure less high, so that two stand on a page.
	Low bool
}

// A ScatterClass is the points of one class. A point with a NaN is not drawn.
type ScatterClass struct {
	Name string
	X, Y []float64
}

const (
	scatterShape = 0.75 // height to width, without legend and notes
	lowShape     = 0.5
	fewDots      = 300            // up to which points are as large as on a curve
	dotRadius    = vg.Length(1.7) // of a point among more
)

// Size implements Figure.
func (s Scatter) Size(v Venue) (width, height vg.Length) { return sizeOf(s, v) }

// Draw implements Figure.
func (s Scatter) Draw(c draw.Canvas, v Venue) error { return drawPlot(s, c, v) }

// plot implements plotted, with the axes and the legend of a chart.
func (s Scatter) plot() (plot, error) {
	ch := Chart{XLabel: s.XLabel, YLabel: s.YLabel, Notes: s.Notes}
	for _, class := range s.Classes {
		ch.Series = append(ch.Series, Series{Name: class.Name, X: class.X, Y: class.Y, Style: Markers})
	}
	p, err := ch.plot()
	const alike = 2.5                                            // times as far
	ratio := (p.x.high/2 - p.x.low/2) / (p.y.high/2 - p.y.low/2) // halves, as the whole can overflow
	p.x.square = ratio < alike && ratio > 1/alike
	shape := vg.Length(scatterShape)
	if s.Low {
		shape = lowShape
	}
	p.height = func(width vg.Length) vg.Length { return width * shape }
	p.paint = func(f *frame) {
		s.drawPoints(f)
		f.drawAxes()
	}
	return p, err
}

// drawPoints draws the first point of every class, then the second, and so on, so that the last class does not
// hide the others.
func (s Scatter) drawPoints(f *frame) {
	points, most := 0, 0
	for _, class := range s.Classes {
		points += len(class.X)
		most = max(most, len(class.X))
	}
	radius := f.theme.markerRadius()
	if points > fewDots {
		radius = dotRadius * f.theme.scale
	}
	for k := range most {
		for i, class := range s.Classes {
			if k < len(class.X) && isFinite(class.X[k]) && isFinite(class.Y[k]) {
				lookOf(i).marker.draw(&f.area, f.at(class.X[k], class.Y[k]), radius, lookOf(i).color)
			}
		}
	}
}

// Records implements Figure, with a row for each point.
func (s Scatter) Records() [][]string {
	rows := [][]string{{"class", "x", "y"}}
	for _, class := range s.Classes {
		rows = appendPoints(rows, class.Name, class.X, class.Y)
	}
	return rows
}
