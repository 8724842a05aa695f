package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
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

	// Least is the least length of the axis of values, so that digits which do not count are not drawn apart.
	Least float64

	Series []Series
	// Counterparts names the counterparts of the series in the legend.
	Counterparts string
	References   []Reference
	Marks        []Mark
	Notes        []string       // lines of small print under the chart
	Also         []plot.Plotter // drawn over the data, such as those of gonum's package plotter
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
func (ch Chart) Draw(c draw.Canvas, v Venue) error { return drawSheet(ch, c, v) }

const (
	lineHeight = vg.Length(9)        // of a series in a row
	rowShare   = 0.8                 // of the distance of two places, for the series there
	axisHeight = 1.4 * vg.Centimeter // of the labels of the x axis, about
	alike      = 2.5                 // how many times as far samples in a plane may extend along one axis for one scale
)

// sheet implements plotted.
func (ch Chart) sheet(t theme) (*sheet, error) {
	_, height := t.venue.box(t.width < t.venue.Page)
	s, err := ch.lines(t, height, []Chart{ch})
	if err != nil {
		return nil, err
	}
	s.square = ch.SameScale
	if lines := len(ch.Rows) * len(ch.sharing()); ch.Rows != nil && lines > 0 {
		s.height = func(vg.Length) vg.Length { return vg.Length(lines)*lineHeight/rowShare + axisHeight }
	}
	if ch.Shape > 0 {
		s.height = func(width vg.Length) vg.Length { return width * vg.Length(ch.Shape) }
		x, y := s.panels[0].x, s.panels[0].y
		ratio := (x.high/2 - x.low/2) / (y.high/2 - y.low/2) // halves, as the whole can overflow
		s.square = ratio < alike && ratio > 1/alike && !ch.ranged()
	}
	return s, nil
}

// lines returns a sheet of the chart, drawn about as high as that. A series without values in any of some charts is named
// so.
func (ch Chart) lines(t theme, height vg.Length, among []Chart) (*sheet, error) {
	x, y, err := ch.axes()
	if err != nil {
		return nil, err
	}
	p := t.newPanel(x, y)
	p.addGrid(t)
	if y.gap != (gap{}) {
		p.Add(y.gap)
	}
	s := &sheet{panels: []*panel{p}, notes: ch.notes()}
	var labels, ends sideLabels
	for _, r := range ch.References {
		if y.low <= r.Y && r.Y <= y.high {
			line := t.venue.styleOf(cmp.Or(r.Look, Faint), 0).line(0.8 * t.scale)
			line.Dashes = []vg.Length{4, 3}
			p.Add(&plotter.Line{XYs: plotter.XYs{{X: x.low, Y: r.Y}, {X: x.high, Y: r.Y}}, LineStyle: line})
			name := wrap(r.Label, t.noteText(), sideShare*t.width)
			labels = append(labels, label{r.Y, entry{name: name}, t.noteText()})
		}
	}
	drawn := make([]*drawnSeries, len(ch.Series))
	for i := range ch.Series {
		drawn[i] = ch.draw(t, i, y)
		p.Add(drawn[i].behind...)
	}
	for _, d := range drawn {
		p.Add(d.lines...)
	}
	p.Add(inTurn(drawn))
	last := ch.last()
	for i, d := range drawn {
		p.Add(d.over...)
		if d.Name == "" || ch.Rows != nil && d.Style == Lines {
			continue
		}
		name := d.Name
		if !slices.ContainsFunc(among, func(of Chart) bool { return i < len(of.Series) && extentOf(of.Series[i].Y).seen }) {
			name += " (no values)"
		}
		s.legend = append(s.legend, entry{name, d.samples})
		if k := len(d.X) - 1; k >= 0 && d.Style != Markers && d.Style != Boxes && d.X[k] == last && isFinite(d.Y[k]) {
			ends = append(ends, label{d.Y[k], entry{d.Name, d.samples}, t.sideText()})
		}
	}
	if beside := append(slices.Clone(labels), ends...); t.venue.Legend == "" && len(ends) > 1 && len(ends) == len(s.legend) &&
		ch.Rows == nil && ch.Categories == nil && beside.clear(p.Plot, t, dataHeight*height) {
		labels, s.legend = beside, nil
	}
	if ch.Counterparts != "" {
		sample := &plotter.Scatter{GlyphStyle: t.hollow(ink)}
		s.legend = append(s.legend, entry{ch.Counterparts, []plot.Thumbnailer{sample}})
	}
	p.Add(labels, marking{ch.Marks, drawn, t})
	for _, d := range drawn {
		p.Add(d.tips(ch))
	}
	p.Add(ch.Also...)
	return s, nil
}

// dataHeight is about the share of the height of a figure or panel that its data have.
const dataHeight = 0.7

// last is the largest place along x.
func (ch Chart) last() float64 {
	var xs extent
	for _, s := range ch.Series {
		for _, x := range s.X {
			xs.add(x)
		}
	}
	return xs.high
}

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
	for _, also := range ch.Also {
		if of, ok := also.(plot.DataRanger); ok {
			low, high, bottom, top := of.DataRange()
			xs.add(low)
			xs.add(high)
			ys.add(bottom)
			ys.add(top)
		}
	}
	if x, err = fitAxis(axis{label: ch.XLabel, log: ch.XLog, whole: whole, names: ch.Categories}, xs); err != nil {
		return axis{}, axis{}, fmt.Errorf("x axis: %w", err)
	}
	if y, err = fitAxis(axis{label: ch.YLabel, names: ch.Rows}, ys); err != nil {
		return axis{}, axis{}, fmt.Errorf("y axis: %w", err)
	}
	if length := y.high - y.low; ch.Rows == nil && length < ch.Least {
		y = y.reach(ch.Least)
	}
	if !ch.Differences {
		y = y.broken(ch.values())
	}
	if values := &y; ch.ranged() {
		if ch.Rows != nil {
			values = &x
		}
		values.low, values.high, values.gap = ch.Ordinate[0], ch.Ordinate[1], gap{}
	}
	return x, y, nil
}

// values are the extents of what the series have, and of their counterparts.
func (ch Chart) values() (own, counterparts extent) {
	for _, s := range ch.Series {
		for _, v := range slices.Concat(s.Y, s.Low, s.High) {
			own.add(v)
		}
		for _, v := range s.Counterparts {
			counterparts.add(v)
		}
	}
	for _, r := range ch.References {
		own.add(r.Y)
	}
	return own, counterparts
}

// isBand reports whether the intervals of a series are a band: with many, bands mix to grey.
func (ch Chart) isBand(s Series) bool {
	bands := 0
	for _, other := range ch.Series {
		if other.Low != nil && other.Style != Markers {
			bands++
		}
	}
	return s.Low != nil && s.Style != Markers && bands <= mostBands
}

// sharing are the series that stand side by side at a category, or below each other in a row.
func (ch Chart) sharing() (series []int) {
	for i, s := range ch.Series {
		if s.Style == Markers && ch.Categories != nil || s.Style != Lines && ch.Rows != nil ||
			s.Style == Boxes && len(s.X) > 1 {
			series = append(series, i)
		}
	}
	return series
}

// shift is how far the points of a series stand from their places, in steps of the axis, down in rows. Points of lines
// stay where they are, as lines would cross where the data do not.
func (ch Chart) shift(i int, t theme) float64 {
	series := ch.sharing()
	rank, step := slices.Index(series, i), rowShare/float64(len(series))
	if rank < 0 {
		return 0
	}
	if ch.Rows == nil {
		apart := markersApart
		if ch.Series[i].Style == Boxes {
			apart = widestBox / boxShare
		}
		step = min(step, float64(apart*t.scale/(t.width*0.85))*float64(len(ch.Categories)))
	}
	return (float64(rank) - float64(len(series)-1)/2) * step
}

const markersApart = vg.Length(6)
