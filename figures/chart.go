package figures

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Chart shows series over a common axis, such as a rate against the noise level or one value for each of some
// names. Texts may have subscripts and superscripts, x_{i} and 10^{2}. All fields but Series are optional.
type Chart struct {
	XLabel, YLabel string
	XLog           bool // logarithmic, for positive values only

	// Categories name the places 0, 1, 2, ... along x.
	Categories []string

	// Rows name the places 0, 1, 2, ... along y. Lines without markers are what they name, and have no legend. The
	// points of other series in a row stand below each other.
	Rows []string

	// SameScale gives both axes the same scale.
	SameScale bool

	// Shape is the height to the width of the data of samples in a plane, such as scores on two components. Both
	// axes have the same scale where the samples extend about equally far along them. 0 is for other charts.
	Shape float64

	// Differences means that the values are distances from 0. The axis leaves out outliers: arrows point at
	// them, and a note gives their values.
	Differences bool

	// Ordinate holds the ends of the axis of values. Lines are cut there, and arrows point at markers beyond it. With
	// equal ends the data give the range.
	Ordinate [2]float64

	Series []Series
	// Counterparts names the counterparts of the series in the legend.
	Counterparts string
	References   []Reference
	Marks        []Mark
	Notes        []string // lines of small print under the chart
}

// A Series is a run of points under one name. A value that is not finite is missing, and breaks the curve.
type Series struct {
	Name string
	X, Y []float64

	// Low and High bound an interval about each value; NaN means none.
	Low, High []float64

	// Counterparts are values from another source for the same points, such as published ones: hollow marks in
	// the colour of the series.
	Counterparts []float64

	// Draws are the values behind each point, which a box plot shows; Y is their median.
	Draws [][]float64

	// Texts are shown by an SVG at a point under the pointer, after the names of series and place.
	Texts []string

	Style SeriesStyle
	// Look is that of [Looks], or Faint; 0 is that of the place among the series.
	Look int
}

// A SeriesStyle says how the points of a series are drawn.
type SeriesStyle int

// The styles of a series. Intervals are bands about lines, and whiskers on markers that stand alone. Boxes stand at
// categories.
const (
	LinesAndMarkers SeriesStyle = iota
	Markers
	Lines
	Boxes
)

// A Reference is a horizontal line with a label to the right of the data.
type Reference struct {
	Y     float64
	Label string
	Look  int // of [Looks]; 0 is a grey line
}

// A Mark is a ring around one point, such as the best value, with a label or without. A plain one is the label alone,
// which is left out where it would hide that of an earlier mark.
type Mark struct {
	X, Y  float64
	Label string
	Plain bool
}

// Size implements Figure. A chart grows with its legend and notes.
func (ch Chart) Size(v Venue) (width, height vg.Length) { return sizeOf(ch, v) }

func (ch Chart) notes() []string {
	return slices.Concat(ch.Notes,
		ch.outlying("Arrows:", func(s Series) []float64 { return s.Y }),
		ch.outlying("Thin arrows: hollow marks", func(s Series) []float64 { return s.Counterparts }))
}

// ranged reports whether the ordinate has given ends.
func (ch Chart) ranged() bool { return ch.Ordinate[0] != ch.Ordinate[1] }

// Within returns the chart with ends for its axis of values.
func (ch Chart) Within(ends []float64) Figure {
	copy(ch.Ordinate[:], ends)
	return ch
}

// beyond tells at which values of a series an arrow points.
func (ch Chart) beyond() func(s Series, v float64) bool {
	if ch.ranged() {
		return func(s Series, v float64) bool {
			return s.Style != Lines && ch.Rows == nil && (v < ch.Ordinate[0] || v > ch.Ordinate[1])
		}
	}
	reach := ch.reach()
	return func(_ Series, v float64) bool { return math.Abs(v) > reach }
}

// reach is the largest magnitude on the y axis.
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
	p := plot{x: x, y: y, legend: ch.legend(), references: ch.References, notes: ch.notes(), paint: ch.drawData}
	if lines := len(ch.Rows) * len(ch.dodging()); ch.Rows != nil && lines > 0 {
		p.height = func(vg.Length) vg.Length { return vg.Length(lines)*lineHeight/rowShare + axisHeight }
	}
	if ch.Shape > 0 {
		p.height = func(width vg.Length) vg.Length { return width * vg.Length(ch.Shape) }
		ratio := (x.high/2 - x.low/2) / (y.high/2 - y.low/2) // halves, as the whole can overflow
		p.x.square = ratio < alike && ratio > 1/alike && !ch.ranged()
	}
	return p, err
}

// alike is how many times as far samples in a plane may extend along one axis for one scale.
const alike = 2.5

const (
	lineHeight = vg.Length(9) // of a series in a row
	rowShare   = 0.8          // of the height of a row, for its series
)

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
			if s.Draws != nil {
				add(x, s.Draws[i]...)
			}
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
	if values := &y; ch.ranged() {
		if ch.Rows != nil {
			values = &x
		}
		values.low, values.high, values.cut = ch.Ordinate[0], ch.Ordinate[1], true
	}
	return x, y, nil
}

func (ch Chart) legend() []legendEntry {
	var entries []legendEntry
	for i, s := range ch.Series {
		if s.Name != "" && (ch.Rows == nil || s.Style != Lines) {
			sample := func(c *draw.Canvas, t theme, box vg.Rectangle) {
				drawSample(c, t, box, t.venue.styleOf(s.Look, i), s, ch.isBand(s))
			}
			entries = append(entries, legendEntry{legendName(s.Name, extentOf(s.Y)), sample})
		}
	}
	if ch.Counterparts != "" {
		entries = append(entries, legendEntry{ch.Counterparts, func(c *draw.Canvas, t theme, box vg.Rectangle) {
			drawHollow(c, box.Min.Add(box.Max).Scale(0.5), hollowRadius*t.scale, ink)
		}})
	}
	return entries
}

func (ch Chart) isBand(s Series) bool {
	bands := 0
	for _, other := range ch.Series {
		if other.Low != nil && other.Style != Markers {
			bands++
		}
	}
	return s.Low != nil && s.Style != Markers && bands <= mostBands
}

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
	if s.Style == Boxes {
		box.Min.X, box.Max.X = middle.X-(box.Max.Y-box.Min.Y)/2, middle.X+(box.Max.Y-box.Min.Y)/2
		drawBox(c, box, draw.LineStyle{Color: look.color, Width: 0.8 * t.curveWidth()})
		look.marker.draw(c, middle, boxMarker*t.markerRadius(), look.color)
		return
	}
	if s.Style != Markers {
		c.StrokeLine2(s.line(look, t), box.Min.X, middle.Y, box.Max.X, middle.Y)
	}
	if s.Style != Lines {
		look.marker.draw(c, middle, t.markerRadius(), look.color)
	}
}

func (ch Chart) drawData(f *frame) {
	plots := make([]seriesPlot, len(ch.Series))
	for i, s := range ch.Series {
		plots[i] = newSeriesPlot(f, s, f.theme.venue.styleOf(s.Look, i), ch.isBand(s), ch.dodge(f, i))
		if s.Style == Boxes {
			plots[i].drawBoxes(ch.boxStep(f))
		}
	}
	f.drawReferences(ch.References)
	most := 0
	for i := range plots {
		plots[i].drawIntervals()
		most = max(most, len(ch.Series[i].X))
	}
	for i := range plots {
		plots[i].drawLines()
	}
	for k := range most { // of every series in turn, so that the last does not hide the others
		for i := range plots {
			plots[i].drawMarker(k)
		}
	}
	for i := range plots {
		plots[i].drawCounterparts()
	}
	f.drawAxes()
	var labels []vg.Rectangle
	for _, m := range ch.Marks {
		labels = f.drawMark(m, plots, labels)
	}
	for _, p := range plots {
		f.explain(ch.texts(p))
	}
}

// texts returns the places of points and their texts.
func (ch Chart) texts(p seriesPlot) (places []vg.Point, texts []string) {
	for i, text := range p.Texts {
		hidden := p.cut() && !p.area.Contains(p.points[i])
		if text != "" && isFinite(p.X[i]) && isFinite(p.Y[i]) && !hidden {
			place := formatPlace(p.X[i], ch.Categories)
			if ch.Categories == nil {
				place = columnName(ch.XLabel, "x") + " " + place
			}
			places, texts = append(places, p.points[i]), append(texts, plain(p.Name)+"\n"+place+"\n"+text)
		}
	}
	return places, texts
}

// dodging are the series whose points move aside for each other.
func (ch Chart) dodging() (series []int) {
	for i, s := range ch.Series {
		lines := s.Style == LinesAndMarkers && !ch.isBand(s) && len(s.X) <= manyPoints
		if lines || s.Style == Markers && ch.Categories != nil || s.Style != Lines && ch.Rows != nil ||
			s.Style == Boxes && len(s.X) > 1 {
			series = append(series, i)
		}
	}
	return series
}

// dodge returns where the points of series i move, so that whiskers and equal values at one place stand side by
// side and closer together than those of the next place. In a row they stand below each other.
func (ch Chart) dodge(f *frame, i int) func(at vg.Point) vg.Point {
	const widest = 0.6 // of the distance of two places
	dodging := ch.dodging()
	rank := slices.Index(dodging, i)
	if rank < 0 || len(dodging) < 2 {
		return func(at vg.Point) vg.Point { return at }
	}
	last := vg.Length(len(dodging) - 1)
	share := vg.Length(rank)/last - 0.5
	if ch.Rows != nil {
		height := f.at(f.x.low, 1).Y - f.at(f.x.low, 0).Y
		return func(at vg.Point) vg.Point {
			return vg.Point{X: at.X, Y: at.Y - rowShare*height*share*last/(last+1)}
		}
	}
	if ch.Series[i].Style == Boxes {
		return func(at vg.Point) vg.Point { return vg.Point{X: at.X + share*last*ch.boxStep(f), Y: at.Y} }
	}
	var places []vg.Length
	for _, k := range dodging {
		for _, x := range ch.Series[k].X {
			if isFinite(x) {
				places = append(places, f.at(x, f.y.low).X)
			}
		}
	}
	slices.Sort(places)
	places = slices.Compact(places)
	radius := f.theme.markerRadius()
	const rimmed = 1.6 // radii of the widest marker with its rim
	return func(at vg.Point) vg.Point {
		gap := f.area.Size().X
		for _, p := range places {
			if p != at.X {
				gap = min(gap, max(p-at.X, at.X-p))
			}
		}
		room := min(at.X-f.canvas.Min.X, f.canvas.Max.X-at.X) + edge - rimmed*radius
		return vg.Point{X: at.X + min(widest*gap, 1.2*radius*last, 2*room)*share, Y: at.Y}
	}
}
