package figures

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A FunctionPlot shows functions of one variable, with lines at x = 0 and y = 0. A curve is a series of samples in the
// order of X. NaN in Y means undefined. At a jump, two samples at one place, it breaks, with an open circle at each
// end, and at a pole, an infinity, it leaves the frame.
type FunctionPlot struct {
	XLabel, YLabel string
	Curves         []Series // with names and looks
	Compared       int      // how many of the last curves stand for comparison only, in thin lines
	// Ordinate holds the ends of the y axis. With equal ends the curves give the range, without the tips of poles.
	Ordinate [2]float64
	// Half draws the plot half as wide, for two side by side.
	Half bool
}

// Within returns the plot with ends for its y axis.
func (p FunctionPlot) Within(ends []float64) Figure {
	copy(p.Ordinate[:], ends)
	return p
}

// width is that of a curve.
func (p FunctionPlot) width(i int, t theme) vg.Length {
	if i < len(p.Curves)-p.Compared {
		return cmp.Or(1.6*vg.Length(t.venue.Width), 1.8) * t.scale
	}
	return t.curveWidth()
}

// look is that of a curve: that of the theme, or solid beside the broken grey of those it is compared with.
func (p FunctionPlot) look(i int, t theme) seriesLook {
	look := t.venue.styleOf(p.Curves[i].Look, i)
	switch compared := i - (len(p.Curves) - p.Compared); {
	case compared >= 0:
		return seriesLook{color: softInk, dashes: [...][]vg.Length{{4, 3}, {1.2, 1.8}}[compared%2]}
	case p.Compared > 0:
		look.dashes = nil
	}
	return look
}

const (
	functionSamples = 400  // intervals of a curve, finer than a line is wide
	jumpBisections  = 44   // down to the last bits of an interval
	jumpGap         = 1e-6 // of the width of a plot: the widest jump
	jumpShare       = 0.5  // of a rise that a jump keeps in a smaller interval
	smallestJump    = 1e-6 // of the values
	poleFactor      = 4    // by how much a pole's values exceed the common ones
	poleView        = 1.6  // how far up a pole is shown
	poleQuantile    = 0.95 // of the absolute values: the common ones
	functionMargin  = 0.06 // of the values, above and below
	circleRadius    = 1.8  // of the ends of a jump
)

// SampleFunction samples f between low and high. At a jump, where bisection does not reduce the rise, the curve
// has two ends instead of a slope. A separate value at the jump, such as sign(0), stays as a point.
func SampleFunction(name string, f func(float64) float64, low, high float64) Series {
	c := Series{Name: name}
	add := func(x, y float64) { c.X, c.Y = append(c.X, x), append(c.Y, y) }
	at := func(i int) float64 {
		// With symmetric ends the middle is exactly 0, where functions have their corners.
		t := float64(i) / functionSamples
		return low*(1-t) + high*t
	}
	x0, y0 := at(0), f(at(0))
	add(x0, y0)
	for i := 1; i <= functionSamples; i++ {
		x1 := at(i)
		y1 := f(x1)
		if a, ya, b, yb, ok := findJump(f, x0, y0, x1, y1); ok {
			if a > x0 {
				add(a, ya)
			}
			add(a, math.NaN())
			if b < x1 {
				add(b, yb)
			}
		}
		add(x1, y1)
		x0, y0 = x1, y1
	}
	return c
}

// findJump searches for a jump between two samples and returns the samples on its sides.
func findJump(f func(float64) float64, a, ya, b, yb float64) (left, yLeft, right, yRight float64, found bool) {
	rise := math.Abs(yb - ya)
	threshold := max(rise*jumpShare, smallestJump*max(math.Abs(ya), math.Abs(yb)))
	found = isFinite(ya) && isFinite(yb) && rise > threshold
	for range jumpBisections {
		middle := a/2 + b/2
		if !found || middle == a || middle == b {
			break
		}
		y := f(middle)
		if math.Abs(y-ya) >= math.Abs(yb-y) {
			b, yb = middle, y
		} else {
			a, ya = middle, y
		}
		found = isFinite(y) && math.Abs(yb-ya) > threshold
	}
	return a, ya, b, yb, found
}

// Size implements Figure.
func (p FunctionPlot) Size(v Venue) (width, height vg.Length) { return sizeOf(p, v) }

// Draw implements Figure.
func (p FunctionPlot) Draw(c draw.Canvas, v Venue) error { return drawSheet(p, c, v) }

// sheet implements plotted. The first curve is drawn last, over those it is compared with.
func (p FunctionPlot) sheet(t theme) (*sheet, error) {
	x, y, err := p.axes()
	if err != nil {
		return nil, err
	}
	on := t.newPanel(x, y)
	on.addGrid(t)
	on.Add(zeros{})
	s := &sheet{panels: []*panel{on}, half: p.Half}
	var ends sideLabels
	for i, curve := range slices.Backward(p.Curves) {
		look := p.look(i, t)
		line := look.line(p.width(i, t))
		pieces, open, alone := curve.pieces(jumpGap * (x.high - x.low))
		for _, piece := range pieces {
			on.Add(&plotter.Line{XYs: piece, LineStyle: line})
		}
		hollow := draw.GlyphStyle{Color: look.color, Radius: circleRadius * t.scale, Shape: ring{}}
		full := draw.GlyphStyle{Color: look.color, Radius: circleRadius * t.scale, Shape: circle}
		on.Add(&plotter.Scatter{XYs: open, GlyphStyle: hollow}, &plotter.Scatter{XYs: alone, GlyphStyle: full})
		if curve.Name == "" {
			continue
		}
		named := entry{curve.Name, []plot.Thumbnailer{&plotter.Line{LineStyle: line}}}
		s.legend = append(s.legend, named)
		if end := curve.Y[len(curve.Y)-1]; y.low <= end && end <= y.high {
			ends = append(ends, label{end, named, t.sideText()})
		}
	}
	slices.Reverse(s.legend)
	if _, height := t.venue.box(p.Half); t.venue.Legend == "" && len(ends) > 1 && len(ends) == len(s.legend) &&
		ends.clear(on.Plot, t, dataHeight*height) {
		s.legend = nil
		on.Add(ends)
	}
	return s, nil
}

// zeros are lines at 0.
type zeros struct{}

// Plot implements plot.Plotter.
func (zeros) Plot(c draw.Canvas, p *plot.Plot) {
	line, at := draw.LineStyle{Color: axisColor, Width: gridWidth}, placeOn(&c, p, plotter.XY{})
	if p.X.Min < 0 && p.X.Max > 0 {
		c.StrokeLine2(line, at.X, c.Min.Y, at.X, c.Max.Y)
	}
	if p.Y.Min < 0 && p.Y.Max > 0 {
		c.StrokeLine2(line, c.Min.X, at.Y, c.Max.X, at.Y)
	}
}

func (p FunctionPlot) axes() (x, y axis, err error) {
	var xs, ys extent
	var sizes []float64
	pole := false
	for _, c := range p.Curves {
		for i, v := range c.Y {
			xs.add(c.X[i])
			ys.add(v)
			if isFinite(v) {
				sizes = append(sizes, math.Abs(v))
			}
			pole = pole || math.IsInf(v, 0)
		}
	}
	if !ys.seen || xs.low == xs.high {
		return axis{}, axis{}, errNoData
	}
	x = axis{label: p.XLabel, low: xs.low, high: xs.high}
	y = axis{label: p.YLabel, low: p.Ordinate[0], high: p.Ordinate[1]}
	if y.low != y.high {
		return x, y, nil
	}
	slices.Sort(sizes)
	common := sizes[int(float64(len(sizes)-1)*poleQuantile)]
	if largest := sizes[len(sizes)-1]; common > 0 && (pole || largest > poleFactor*common) {
		ys.low, ys.high = max(ys.low, -poleView*common), min(ys.high, poleView*common)
	}
	if pad := (ys.high - ys.low) * functionMargin; pad > 0 && isFinite(pad) {
		y.low, y.high = ys.low-pad, ys.high+pad
		return x, y, nil
	}
	y, err = fitAxis(y, ys)
	return x, y, err
}

// pieces splits a curve where it is undefined or jumps. It returns the ends of jumps, which are nearer than a gap, and
// the points that stand alone.
func (s Series) pieces(gap float64) (pieces []plotter.XYs, ends, alone plotter.XYs) {
	for i, y := range s.Y {
		if math.IsNaN(y) {
			continue
		}
		if i == 0 || math.IsNaN(s.Y[i-1]) || s.X[i] == s.X[i-1] && y != s.Y[i-1] {
			pieces = append(pieces, nil)
		}
		last := len(pieces) - 1
		pieces[last] = append(pieces[last], plotter.XY{X: s.X[i], Y: y})
	}
	for i, piece := range pieces {
		first, last := piece[0], piece[len(piece)-1]
		if len(piece) == 1 {
			alone = append(alone, first)
			continue
		}
		if i > 0 && first.X-pieces[i-1][len(pieces[i-1])-1].X < gap {
			ends = append(ends, first)
		}
		if i < len(pieces)-1 && pieces[i+1][0].X-last.X < gap {
			ends = append(ends, last)
		}
	}
	return pieces, ends, alone
}

// Records implements Figure.
func (p FunctionPlot) Records() [][]string {
	rows := [][]string{{"name", columnName(p.XLabel, "x"), columnName(p.YLabel, "y")}}
	for _, c := range p.Curves {
		for i, x := range c.X {
			rows = append(rows, []string{plain(c.Name), formatNumber(x), formatNumber(c.Y[i])})
		}
	}
	return rows
}
