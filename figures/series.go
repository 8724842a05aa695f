package figures

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpca/figures/internal/svg"
)

const (
	bandOpacity  = 0.16
	mostBands    = 3 // with more, thin whiskers replace them
	thinOpacity  = 0.55
	manyPoints   = 40             // beyond which only some points of a line get a marker
	markedPoints = 20             // about that many
	fewDots      = 100            // up to which points without a line are as large as on a curve
	dotRadius    = vg.Length(1.7) // of a point among more
	// strokePoints is the number of points in one stroke: the time to rasterise a stroke grows with the square
	// of its points.
	strokePoints = 250
	hollowRadius = vg.Length(2)
)

// A drawnSeries is a series as plotters of gonum.
type drawnSeries struct {
	Series
	at      plotter.XYs   // of all points, where they stand
	runs    []plotter.XYs // of those between missing ones
	marked  plotter.XYs   // those with a marker
	glyph   draw.GlyphStyle
	samples []plot.Thumbnailer

	behind, lines, over []plot.Plotter
}

// draw returns the plotters of series i.
func (ch Chart) draw(t theme, i int) *drawnSeries {
	s := ch.Series[i]
	look := t.venue.styleOf(s.Look, i)
	d := &drawnSeries{Series: s, at: ch.placed(t, i, s.Y), glyph: look.glyph(t.markerRadius())}
	d.runs = runsOf(d.at, nil)
	d.addIntervals(t, look, ch.isBand(s))
	if s.Style == Boxes {
		boxes := boxPlots{d, look, t, len(ch.sharing())}
		d.behind, d.samples = append(d.behind, boxes), append(d.samples, boxes)
	}
	if s.Style == LinesAndMarkers || s.Style == Lines {
		d.addLines(look.line(t.curveWidth()))
	}
	if s.Style == Markers && len(s.X) > fewDots {
		d.glyph.Radius = min(d.glyph.Radius, dotRadius*t.scale)
	}
	if s.Style == Markers || s.Style == LinesAndMarkers {
		d.samples = append(d.samples, &plotter.Scatter{GlyphStyle: d.glyph})
	}
	d.mark(ch.Rows != nil)
	if ch.Rows == nil && s.Style != Lines {
		d.over = append(d.over, arrows{d.at, look.line(t.curveWidth())})
	}
	if s.Counterparts != nil {
		printed := ch.placed(t, i, s.Counterparts)
		d.over = append(d.over,
			&plotter.Scatter{XYs: slices.Concat(runsOf(printed, nil)...), GlyphStyle: t.hollow(look.color)},
			arrows{printed, draw.LineStyle{Color: look.color, Width: 0.4 * hollowRadius * t.scale}})
	}
	return d
}

// placed are values of series i where they stand.
func (ch Chart) placed(t theme, i int, values []float64) plotter.XYs {
	points, shift := make(plotter.XYs, len(values)), ch.shift(i, t)
	for k, v := range values {
		points[k] = plotter.XY{X: ch.Series[i].X[k], Y: v}
		if ch.Rows != nil {
			points[k].Y -= shift
		} else {
			points[k].X += shift
		}
	}
	return points
}

// runsOf splits points where one is missing, or unknown.
func runsOf(points plotter.XYs, known func(k int) bool) (runs []plotter.XYs) {
	missing := true
	for k, pt := range points {
		before := missing
		if missing = !isFinite(pt.X) || !isFinite(pt.Y) || known != nil && !known(k); missing {
			continue
		}
		if before {
			runs = append(runs, nil)
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], pt)
	}
	return runs
}

// addIntervals draws the intervals as bands or as whiskers: with caps, or thin where many share a place.
func (d *drawnSeries) addIntervals(t theme, look seriesLook, band bool) {
	if d.Low == nil {
		return
	}
	fill := translucent(look.color, bandOpacity)
	bars := &plotter.YErrorBars{LineStyle: draw.LineStyle{Color: look.color, Width: 0.8 * t.scale},
		CapWidth: 3.6 * t.scale}
	if d.Style != Markers && !band {
		thin := draw.LineStyle{Color: translucent(look.color, thinOpacity), Width: 0.9 * t.scale}
		bars.LineStyle, bars.CapWidth = thin, 2*t.scale
	}
	low, high := slices.Clone(d.at), slices.Clone(d.at)
	for k := range d.at {
		low[k].Y, high[k].Y = d.Low[k], d.High[k]
	}
	known := func(k int) bool { return isFinite(d.Y[k]) && isFinite(low[k].Y) && isFinite(high[k].Y) }
	bottoms, tops := runsOf(low, known), runsOf(high, known)
	for n, bottom := range bottoms {
		if band && len(bottom) > 1 {
			slices.Reverse(bottom)
			d.behind = append(d.behind, &plotter.Polygon{XYs: []plotter.XYs{append(tops[n], bottom...)}, Color: fill})
			continue
		}
		for k, pt := range bottom { // one alone, whose band without width would not be seen
			half := tops[n][k].Y/2 - pt.Y/2
			bars.XYs = append(bars.XYs, plotter.XY{X: pt.X, Y: pt.Y/2 + tops[n][k].Y/2})
			bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{half, half})
		}
	}
	d.behind = append(d.behind, bars)
	if band {
		d.samples = append(d.samples, &plotter.Polygon{Color: fill})
	} else {
		d.samples = append(d.samples, whisker(bars.LineStyle))
	}
}

// A whisker is the sample of an interval.
type whisker draw.LineStyle

// Thumbnail implements plot.Thumbnailer.
func (w whisker) Thumbnail(c *draw.Canvas) {
	c.StrokeLine2(draw.LineStyle(w), c.Center().X, c.Min.Y, c.Center().X, c.Max.Y)
}

// addLines draws the curve. One of very many points has no dashes, as they would hide its shape.
func (d *drawnSeries) addLines(line draw.LineStyle) {
	if d.Style == Lines && len(d.X) > strokePoints {
		line.Dashes = nil
	}
	for _, run := range d.runs {
		for at := 0; at < len(run)-1; at += strokePoints {
			part := run[at:min(at+strokePoints+2, len(run))]
			d.lines = append(d.lines, &plotter.Line{XYs: part, LineStyle: line})
		}
	}
	d.samples = append(d.samples, &plotter.Line{LineStyle: line})
}

// mark chooses the points with a marker: those of a curve of many only now and then, and always a value between missing
// ones, which has no line.
func (d *drawnSeries) mark(rows bool) {
	stride, seen := 1, 0
	if count := len(slices.Concat(d.runs...)); d.Style == LinesAndMarkers && !rows && count > manyPoints {
		stride = count / markedPoints
	}
	for _, run := range d.runs {
		for _, pt := range run {
			if (seen%stride == 0 && d.Style != Lines || len(run) == 1) && d.Style != Boxes {
				d.marked = append(d.marked, pt)
			}
			seen++
		}
	}
}

// inTurn returns the markers of every series in turn, so that the last does not hide the others.
func inTurn(all []*drawnSeries) *plotter.Scatter {
	s, of := &plotter.Scatter{}, []*drawnSeries(nil)
	for k, more := 0, true; more; k++ {
		more = false
		for _, d := range all {
			if k < len(d.marked) {
				s.XYs, of, more = append(s.XYs, d.marked[k]), append(of, d), true
			}
		}
	}
	s.GlyphStyleFunc = func(i int) draw.GlyphStyle { return of[i].glyph }
	return s
}

// tips are the texts of a series that an SVG shows at points under the pointer.
func (d *drawnSeries) tips(ch Chart) tips {
	told := tips{}
	for k, text := range d.Texts {
		place := formatPlace(d.X[k], ch.Categories)
		if ch.Categories == nil {
			place = columnName(ch.XLabel, "x") + " " + place
		}
		if text != "" && isFinite(d.at[k].X) && isFinite(d.at[k].Y) {
			told.at, told.texts = append(told.at, d.at[k]), append(told.texts, plain(d.Name)+"\n"+place+"\n"+text)
		}
	}
	return told
}

// tips are texts at points.
type tips struct {
	at    plotter.XYs
	texts []string
}

// Plot implements plot.Plotter. It does nothing where the canvas is no SVG.
func (t tips) Plot(c draw.Canvas, p *plot.Plot) {
	under := c.Canvas
	for part, cropped := under.(draw.Canvas); cropped; part, cropped = under.(draw.Canvas) {
		under = part.Canvas
	}
	drawn, ok := under.(*svg.Canvas)
	var places []vg.Point
	var texts []string
	for k, pt := range t.at {
		if at := placeOn(&c, p, pt); c.Contains(at) {
			places, texts = append(places, at), append(texts, t.texts[k])
		}
	}
	if ok && len(places) > 0 {
		drawn.Explain(places, texts)
	}
}

// placeOn returns the place of a data point, which may lie outside the canvas.
func placeOn(c *draw.Canvas, p *plot.Plot, pt plotter.XY) vg.Point {
	return vg.Point{X: c.X(p.X.Norm(pt.X)), Y: c.Y(p.Y.Norm(pt.Y))}
}

// arrows point at values beyond the ends of the ordinate.
type arrows struct {
	at   plotter.XYs
	line draw.LineStyle
}

// Plot implements plot.Plotter.
func (a arrows) Plot(c draw.Canvas, p *plot.Plot) {
	for _, pt := range a.at {
		end := max(p.Y.Min, min(p.Y.Max, pt.Y))
		at := placeOn(&c, p, plotter.XY{X: pt.X, Y: end})
		if isFinite(pt.X) && isFinite(pt.Y) && pt.Y != end && c.ContainsX(at.X) {
			drawPointer(&c, at, pt.Y > end, a.line)
		}
	}
}
