package figures

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	bandOpacity  = 0.16
	mostBands    = 3 // with more, bands mix to grey, and thin whiskers replace them
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

// A seriesPlot is a series placed on a frame.
type seriesPlot struct {
	*frame
	Series
	look   seriesLook
	band   bool       // intervals are a band, not whiskers
	runs   [][]int    // indices of points between missing ones
	points []vg.Point // of all values that are not missing
	marked []bool     // which of them have a marker
	dodge  func(at vg.Point) vg.Point
}

func newSeriesPlot(f *frame, s Series, look seriesLook, band bool, dodge func(at vg.Point) vg.Point) seriesPlot {
	p := seriesPlot{frame: f, Series: s, look: look, band: band, points: make([]vg.Point, len(s.Y)), dodge: dodge}
	missing := true
	for i, y := range s.Y {
		before := missing
		missing = !isFinite(s.X[i]) || !isFinite(y) || !f.cut() && (y < f.y.low || y > f.y.high)
		if missing {
			continue
		}
		if before {
			p.runs = append(p.runs, nil)
		}
		last := len(p.runs) - 1
		p.points[i], p.runs[last] = p.at(s.X[i], y), append(p.runs[last], i)
	}
	p.marked = p.marks()
	return p
}

func (p *seriesPlot) at(x, y float64) vg.Point { return p.dodge(p.frame.at(x, y)) }

// drawIntervals draws the intervals as bands or as whiskers.
func (p *seriesPlot) drawIntervals() {
	if p.Low == nil {
		return
	}
	for _, run := range p.runs {
		var low, high []vg.Point
		for _, i := range run {
			bottom, top, ok := p.interval(i)
			switch {
			case !ok:
				p.drawBand(low, high)
				low, high = nil, nil
			case !p.band:
				p.drawWhisker(bottom, top)
			default:
				low, high = append(low, bottom), append(high, top)
			}
		}
		p.drawBand(low, high)
	}
}

func (p *seriesPlot) interval(i int) (bottom, top vg.Point, ok bool) {
	low, high := p.Low[i], p.High[i]
	if !isFinite(low) || !isFinite(high) || low > p.y.high || high < p.y.low {
		return vg.Point{}, vg.Point{}, false
	}
	x, y := p.points[i].X, p.y
	height := func(v float64) vg.Length { return p.area.Y(y.position(max(y.low, min(y.high, v)))) }
	return vg.Point{X: x, Y: height(low)}, vg.Point{X: x, Y: height(high)}, true
}

func (p *seriesPlot) drawBand(low, high []vg.Point) {
	if len(low) == 0 {
		return
	}
	if len(low) == 1 { // a band without width would not be seen
		p.drawWhisker(low[0], high[0])
		return
	}
	polygon := slices.Clone(high)
	for _, pt := range slices.Backward(low) {
		polygon = append(polygon, pt)
	}
	p.area.FillPolygon(translucent(p.look.color, bandOpacity), polygon)
}

func (p *seriesPlot) drawWhisker(bottom, top vg.Point) {
	capped := p.Style == Markers || p.band
	drawWhisker(&p.area, p.theme, p.look.color, bottom.X, bottom.Y, top.Y, capped)
}

// drawWhisker draws an interval as a vertical line: with caps, or thin where many share a place.
func drawWhisker(c *draw.Canvas, t theme, clr color.NRGBA, x, bottom, top vg.Length, capped bool) {
	if !capped {
		line := draw.LineStyle{Color: translucent(clr, thinOpacity), Width: 0.9 * t.scale}
		c.StrokeLine2(line, x, bottom, x, top)
		return
	}
	half := 1.8 * t.scale
	line := draw.LineStyle{Color: clr, Width: 0.8 * t.scale}
	c.StrokeLines(line,
		[]vg.Point{{X: x, Y: bottom}, {X: x, Y: top}},
		[]vg.Point{{X: x - half, Y: bottom}, {X: x + half, Y: bottom}},
		[]vg.Point{{X: x - half, Y: top}, {X: x + half, Y: top}})
}

func (p *seriesPlot) drawLines() {
	for _, run := range p.runs {
		if p.Style == Markers || p.Style == Boxes || len(run) < 2 {
			continue
		}
		line := make([]vg.Point, len(run))
		for k, i := range run {
			line[k] = p.points[i]
		}
		for at := 0; at < len(line)-1; at += strokePoints {
			stroke := [][]vg.Point{line[at:min(at+strokePoints+2, len(line))]}
			if p.cut() {
				stroke = p.area.ClipLinesXY(stroke...)
			}
			p.area.StrokeLines(p.line(p.look, p.theme), stroke...)
		}
	}
}

// marks reports for each point whether it has a marker. A value between missing ones, which has no line, has one.
func (p *seriesPlot) marks() []bool {
	marked := make([]bool, len(p.X))
	stride := 1
	if count := len(slices.Concat(p.runs...)); p.Style == LinesAndMarkers && p.y.names == nil && count > manyPoints {
		stride = count / markedPoints
	}
	seen := 0
	for _, run := range p.runs {
		for _, i := range run {
			marked[i] = (seen%stride == 0 && p.Style != Lines || len(run) == 1) && p.Style != Boxes
			seen++
		}
	}
	return marked
}

// drawMarker draws point i, if there is one, or an arrow to it beyond the axis.
func (p *seriesPlot) drawMarker(i int) {
	if i >= len(p.X) || p.cut() && !p.marked[i] || p.drawBeyond(p.X[i], p.Y[i], p.theme.curveWidth()) || !p.marked[i] {
		return
	}
	radius := p.theme.markerRadius()
	if p.Style == Markers && len(p.X) > fewDots {
		radius = min(radius, dotRadius*p.theme.scale)
	}
	p.look.marker.draw(&p.area, p.points[i], radius, p.look.color)
}

// drawBeyond draws an arrow to a value beyond the axis. It reports whether the value is missing or beyond.
func (p *seriesPlot) drawBeyond(x, y float64, width vg.Length) bool {
	if !isFinite(x) || !isFinite(y) || x < p.x.low || x > p.x.high {
		return true
	}
	axis := p.y
	if y < axis.low || y > axis.high {
		drawPointer(&p.area, p.at(x, max(axis.low, min(axis.high, y))), y > axis.high,
			draw.LineStyle{Color: p.look.color, Width: width})
		return true
	}
	return false
}

// line returns the style of a curve. One of very many points has no dashes, as they would hide its shape.
func (s Series) line(look seriesLook, t theme) draw.LineStyle {
	if s.Style == Lines && len(s.X) > strokePoints {
		look.dashes = nil
	}
	return look.line(t.curveWidth())
}

func (p *seriesPlot) drawCounterparts() {
	for i, y := range p.Counterparts {
		if !p.drawBeyond(p.X[i], y, 0.4*hollowRadius*p.theme.scale) {
			drawHollow(&p.area, p.at(p.X[i], y), hollowRadius*p.theme.scale, p.look.color)
		}
	}
}
