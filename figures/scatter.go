package figures

import (
	"errors"
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Scatter shows samples as points in a plane, such as the scores on two components,
// with a shape and a colour for each class. A unit has one length along both axes where
// the points reach about equally far along them, so that a circle is one.
type Scatter struct {
	XLabel, YLabel string
	Classes        []ScatterClass
	Notes          []string
	// Low makes it less high, so that two stand on a page.
	Low bool
}

// A ScatterClass is the points of one class. A point with a NaN is not drawn.
type ScatterClass struct {
	Name string
	X, Y []float64
}

var _ interface {
	Figure
	laidOut
	plotted
} = Scatter{}

const (
	scatterShape = 0.75 // height without the legend and the notes, of the width
	lowShape     = 0.5
	fewDots      = 300            // up to which points are as large as on a curve
	dotRadius    = vg.Length(1.7) // of a point among more
)

// Size implements Figure.
func (s Scatter) Size(v Venue) (width, height vg.Length) {
	width, _ = v.plotBox(s, false, s.Notes)
	height = width * scatterShape
	if s.Low {
		height = width * lowShape
	}
	return width, height + v.heightBesides(s, width, height, s.Notes)
}

// check implements plotted.
func (s Scatter) check() error {
	if len(s.Classes) == 0 {
		return errors.New("scatter has no classes")
	}
	ch := s.chart()
	for i, class := range ch.Series {
		if err := class.check(false); err != nil {
			return fmt.Errorf("class %d (%q): %w", i+1, class.Name, err)
		}
	}
	return nil
}

// chart returns the chart with the axes and the legend of the scatter.
func (s Scatter) chart() Chart {
	ch := Chart{XLabel: s.XLabel, YLabel: s.YLabel}
	for _, class := range s.Classes {
		ch.Series = append(ch.Series, Series{Name: class.Name, X: class.X, Y: class.Y, Style: Markers})
	}
	return ch
}

// axes implements plotted.
func (s Scatter) axes() (x, y axis, err error) {
	const alike = 2.5 // times as far
	x, y, err = s.chart().axes()
	ratio := (x.high/2 - x.low/2) / (y.high/2 - y.low/2) // halves, as the whole can overflow
	x.square = ratio < alike && ratio > 1/alike
	return x, y, err
}

// legendEntries implements plotted.
func (s Scatter) legendEntries(t theme) []legendEntry { return s.chart().legendEntries(t) }

// Draw implements Figure.
func (s Scatter) Draw(c draw.Canvas, v Venue) error { return drawLaidOut(s, c, v) }

// layout implements laidOut.
func (s Scatter) layout(c draw.Canvas, t theme) (paint func(), err error) {
	return layPlot(c, t, s, s.Notes, nil, func(f *frame) {
		s.drawPoints(f)
		f.drawAxes()
	})
}

// drawPoints draws the first point of every class, then the second point of every class,
// and so on. If it drew one class after the other, the last class would hide the others.
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

// Records implements Figure: a row a point.
func (s Scatter) Records() [][]string {
	rows := [][]string{{"class", "x", "y"}}
	for _, class := range s.Classes {
		for i := range min(len(class.X), len(class.Y)) {
			rows = append(rows, []string{plain(class.Name), formatNumber(class.X[i]), formatNumber(class.Y[i])})
		}
	}
	return rows
}
