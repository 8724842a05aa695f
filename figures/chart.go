package figures

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Chart shows series over a common axis: a rate against the noise level, an error against
// a parameter, one value for each of some names. Texts may have subscripts and superscripts,
// x_{i} and 10^{2}. All fields but Series are optional.
type Chart struct {
	XLabel, YLabel string
	XLog           bool // a logarithmic axis, which takes positive values only

	// Categories, when set, names the places 0, 1, 2, ... along x.
	Categories []string

	// Rows, when set, names the places 0, 1, 2, ... along y, in place of a legend.
	Rows []string

	// SameScale gives a unit one length along both axes, as in a drawing of a plane.
	SameScale bool

	// Differences tells that the values are distances from 0. The axis leaves out those far
	// out, such as a misprint's: arrows point at them, and a note says where they are.
	Differences bool

	Series     []Series
	References []Reference
	Marks      []Mark
	Notes      []string // lines of small print under the chart
}

// A Series is a run of points under one name. A value that is not finite is missing: the
// curve breaks there.
type Series struct {
	Name string
	X, Y []float64

	// Low and High bound an interval about each value; NaN is none.
	Low, High []float64

	// Counterparts are values from another source for the same points, such as published
	// ones: small circles in the colour of the series, which a note should explain.
	Counterparts []float64

	// Texts are what an SVG shows who points at a point, behind the names of the series and
	// the place; nothing where one is empty.
	Texts []string

	Style SeriesStyle
}

// A SeriesStyle says how the points of a series are shown.
type SeriesStyle int

// The styles of a series. An interval is a band about a line, and a whisker on a marker that
// stands alone.
const (
	LinesAndMarkers SeriesStyle = iota
	Markers
	Lines
)

// A Reference is a horizontal line, such as the rate without noise, labelled to
// the right of the data.
type Reference struct {
	Y     float64
	Label string
}

// A Mark is a ring around one point, such as the best value, with a label.
type Mark struct {
	X, Y  float64
	Label string
}

// Size implements Figure. A chart grows with a legend or notes that need much room.
func (ch Chart) Size(v Venue) (width, height vg.Length) { return sizeOf(ch, v) }

// notes are those under the chart, with what lies beyond its axis.
func (ch Chart) notes() []string {
	return slices.Concat(ch.Notes,
		ch.outlying("Arrows:", func(s Series) []float64 { return s.Y }),
		ch.outlying("Thin arrows: small circles", func(s Series) []float64 { return s.Counterparts }))
}

// reach is how far from 0 the axis goes at most.
func (ch Chart) reach() float64 {
	if !ch.Differences {
		return math.Inf(1)
	}
	var all []float64
	for _, s := range ch.Series {
		all = slices.Concat(all, s.Y, s.Low, s.High, s.Counterparts)
	}
	return reachOf(all)
}

// Draw implements Figure.
func (ch Chart) Draw(c draw.Canvas, v Venue) error { return drawPlot(ch, c, v) }

// plot implements plotted.
func (ch Chart) plot() (plot, error) {
	x, y, err := ch.axes()
	return plot{x: x, y: y, legend: ch.legend(), references: ch.References, notes: ch.notes(), paint: ch.drawData}, err
}

// axes are fitted to the data.
func (ch Chart) axes() (x, y axis, err error) {
	var xs, ys extent
	whole, reach := true, ch.reach()
	add := func(x float64, values ...float64) {
		if !isFinite(x) || !isFinite(values[0]) {
			return
		}
		xs.add(x)
		for _, y := range values {
			if math.Abs(y) <= reach {
				ys.add(y)
			}
		}
	}
	for _, s := range ch.Series {
		for i, x := range s.X {
			whole = whole && x == math.Trunc(x)
			if s.Counterparts != nil {
				add(x, s.Counterparts[i])
			}
			if s.Low == nil {
				add(x, s.Y[i])
			} else {
				add(x, s.Y[i], s.Low[i], s.High[i])
			}
		}
	}
	if !ys.seen {
		return axis{}, axis{}, errNoData
	}
	for _, r := range ch.References {
		ys.add(r.Y)
	}
	for _, m := range ch.Marks {
		xs.add(m.X)
		ys.add(m.Y)
	}
	if x, err = fitAxis(axis{label: ch.XLabel, log: ch.XLog, whole: whole, names: ch.Categories}, xs); err != nil {
		return axis{}, axis{}, fmt.Errorf("x axis: %w", err)
	}
	x.square = ch.SameScale
	if y, err = fitAxis(axis{label: ch.YLabel, names: ch.Rows}, ys); err != nil {
		return axis{}, axis{}, fmt.Errorf("y axis: %w", err)
	}
	return x, y, nil
}

// legend has the series that have a name.
func (ch Chart) legend() []legendEntry {
	var entries []legendEntry
	for i, s := range ch.Series {
		if s.Name != "" && ch.Rows == nil {
			sample := func(c *draw.Canvas, t theme, box vg.Rectangle) {
				drawSample(c, t, box, lookOf(i), s, ch.isBand(s))
			}
			entries = append(entries, legendEntry{legendName(s.Name, extentOf(s.Y)), sample})
		}
	}
	return entries
}

// isBand reports whether the intervals of a series are drawn as a band.
func (ch Chart) isBand(s Series) bool {
	bands := 0
	for _, other := range ch.Series {
		if other.Low != nil && other.Style != Markers {
			bands++
		}
	}
	return s.Low != nil && s.Style != Markers && bands <= mostBands
}

// drawSample draws the look of a series into a legend.
func drawSample(c *draw.Canvas, t theme, box vg.Rectangle, look seriesLook, s Series, band bool) {
	middle := box.Min.Add(box.Max).Scale(0.5)
	switch {
	case s.Low == nil:
	case band:
		inset := vg.Point{Y: (box.Max.Y - box.Min.Y) * 0.12}
		ground := vg.Rectangle{Min: box.Min.Add(inset), Max: box.Max.Sub(inset)}
		c.SetColor(translucent(look.color, bandOpacity))
		c.Fill(ground.Path())
	default:
		drawWhisker(c, t, look.color, middle.X, box.Min.Y, box.Max.Y, s.Style == Markers)
	}
	if s.Style != Markers {
		c.StrokeLine2(s.line(look, t), box.Min.X, middle.Y, box.Max.X, middle.Y)
	}
	if s.Style != Lines {
		look.marker.draw(c, middle, t.markerRadius(), look.color)
	}
}

// drawData draws the axes and all that lies on them.
func (ch Chart) drawData(f *frame) {
	plots := make([]seriesPlot, len(ch.Series))
	for i, s := range ch.Series {
		plots[i] = newSeriesPlot(f, s, lookOf(i), ch.isBand(s), ch.dodge(f, i))
	}
	f.drawReferences(ch.References)
	for _, layer := range []func(*seriesPlot){(*seriesPlot).drawIntervals, (*seriesPlot).drawLines,
		(*seriesPlot).drawMarkers, (*seriesPlot).drawCounterparts} {
		for i := range plots {
			layer(&plots[i])
		}
	}
	f.drawAxes()
	for _, m := range ch.Marks {
		f.drawMark(m, plots)
	}
	for _, p := range plots {
		f.explain(ch.texts(p))
	}
}

// texts are what is said of the points of a series, and where.
func (ch Chart) texts(p seriesPlot) (places []vg.Point, texts []string) {
	for i, text := range p.Texts {
		if text != "" && isFinite(p.X[i]) && isFinite(p.Y[i]) {
			place := ch.formatX(p.X[i])
			if ch.Categories == nil {
				place = columnName(ch.XLabel, "x") + " " + place
			}
			places, texts = append(places, p.points[i]), append(texts, plain(p.Name)+"\n"+place+"\n"+text)
		}
	}
	return places, texts
}

// dodge returns how far the points of series i move sideways, so that the whiskers of one
// place stand side by side, nearer to each other than to those of the next place.
func (ch Chart) dodge(f *frame, i int) func(at vg.Length) vg.Length {
	const widest = 0.6 // of the distance of two places
	var places []vg.Length
	var dodging []int
	for k, s := range ch.Series {
		if s.Style == Markers && ch.Categories != nil || s.Style == LinesAndMarkers && s.Low != nil && !ch.isBand(s) {
			dodging = append(dodging, k)
			for _, x := range s.X {
				if isFinite(x) {
					places = append(places, f.at(x, f.y.low).X)
				}
			}
		}
	}
	rank := slices.Index(dodging, i)
	if rank < 0 || len(dodging) < 2 {
		return func(vg.Length) vg.Length { return 0 }
	}
	slices.Sort(places)
	places = slices.Compact(places)
	last := vg.Length(len(dodging) - 1)
	step := 1.2 * f.theme.markerRadius()
	return func(at vg.Length) vg.Length {
		gap := f.area.Size().X
		for _, p := range places {
			if p != at {
				gap = min(gap, max(p-at, at-p))
			}
		}
		return min(widest*gap, step*last) * (vg.Length(rank)/last - 0.5)
	}
}
