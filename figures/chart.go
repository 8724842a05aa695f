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
	_, y, err := ch.axes()
	if err != nil {
		return ch.Notes
	}
	return slices.Concat(ch.Notes,
		ch.outlying(y, "Arrows:", func(s Series) []float64 { return s.Y }),
		ch.outlying(y, "Thin arrows: hollow marks", func(s Series) []float64 { return s.Counterparts }))
}

// ranged reports whether the ordinate has given ends.
func (ch Chart) ranged() bool { return ch.Ordinate[0] != ch.Ordinate[1] }

// Within returns the chart with ends for its axis of values.
func (ch Chart) Within(ends []float64) Figure {
	copy(ch.Ordinate[:], ends)
	return ch
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

// lines returns a sheet of the chart, drawn about as high as that. A series without values in any of some charts is
// named so.
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
	labels := ch.addReferences(p, t)
	drawn := make([]*drawnSeries, len(ch.Series))
	for i := range ch.Series {
		drawn[i] = ch.draw(t, i)
		p.Add(drawn[i].behind...)
	}
	for _, d := range drawn {
		p.Add(d.lines...)
	}
	p.Add(inTurn(drawn))
	for _, d := range drawn {
		p.Add(d.over...)
	}
	var ends sideLabels
	s.legend, ends = ch.names(drawn, among, t)
	// Names of categories need the room themselves.
	direct := t.venue.Legend == "" && len(ends) > 1 && len(ends) == len(s.legend) && ch.Categories == nil
	if all := slices.Concat(labels, ends); direct && all.clear(p.Plot, t, dataHeight*height) {
		labels, s.legend = all, nil
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

// addReferences draws the reference lines and returns their labels.
func (ch Chart) addReferences(p *panel, t theme) (labels sideLabels) {
	for _, r := range ch.References {
		if r.Y < p.y.low || r.Y > p.y.high {
			continue
		}
		line := t.venue.styleOf(cmp.Or(r.Look, Faint), 0).line(0.8 * t.scale)
		line.Dashes = referenceDashes
		p.Add(&plotter.Line{XYs: plotter.XYs{{X: p.x.low, Y: r.Y}, {X: p.x.high, Y: r.Y}}, LineStyle: line})
		name := wrap(r.Label, t.noteText(), sideShare*t.width)
		labels = append(labels, label{r.Y, entry{name: name}, t.noteText()})
	}
	return labels
}

// names returns the entries of the legend, and those of lines that go on to the last place as labels of their ends.
func (ch Chart) names(drawn []*drawnSeries, among []Chart, t theme) (entries []entry, ends sideLabels) {
	var xs []float64
	for _, s := range ch.Series {
		xs = append(xs, s.X...)
	}
	last := extentOf(xs).high
	for i, d := range drawn {
		if d.Name == "" || ch.Rows != nil && d.Style == Lines {
			continue
		}
		named := entry{d.Name, d.samples}
		seen := func(of Chart) bool { return i < len(of.Series) && extentOf(of.Series[i].Y).seen }
		if !slices.ContainsFunc(among, seen) {
			named.name += " (no values)"
		}
		entries = append(entries, named)
		isLine := ch.Rows == nil && (d.Style == Lines || d.Style == LinesAndMarkers)
		if k := len(d.X) - 1; isLine && k >= 0 && d.X[k] == last && isFinite(d.Y[k]) {
			ends = append(ends, label{d.Y[k], named, t.sideText()})
		}
	}
	return entries, ends
}

func (ch Chart) axes() (x, y axis, err error) {
	xs, own, printed, whole := ch.extents()
	ys := own
	ys.join(printed)
	if !ys.seen {
		return axis{}, axis{}, errNoData
	}
	for _, m := range ch.Marks {
		xs.add(m.X)
		ys.add(m.Y)
	}
	for _, r := range ch.References {
		own.add(r.Y)
		ys.add(r.Y)
	}
	for _, also := range ch.Also {
		if of, ok := also.(plot.DataRanger); ok {
			left, right, low, high := of.DataRange()
			xs.join(extentOf([]float64{left, right}))
			ys.join(extentOf([]float64{low, high}))
		}
	}
	if x, err = fitAxis(axis{label: ch.XLabel, log: ch.XLog, whole: whole, names: ch.Categories}, xs); err != nil {
		return axis{}, axis{}, fmt.Errorf("x axis: %w", err)
	}
	if y, err = fitAxis(axis{label: ch.YLabel, names: ch.Rows}, ys); err != nil {
		return axis{}, axis{}, fmt.Errorf("y axis: %w", err)
	}
	switch {
	case ch.ranged() && ch.Rows != nil:
		x.low, x.high = ch.Ordinate[0], ch.Ordinate[1]
	case ch.ranged():
		y.low, y.high = ch.Ordinate[0], ch.Ordinate[1]
	case ch.Rows == nil && y.high-y.low < ch.Least:
		y = y.reach(ch.Least)
	case !ch.Differences:
		y = y.broken(own, printed)
	}
	return x, y, nil
}

// extents are those of the places, the values as far as the axis reaches, and the counterparts. Whole reports whether
// all places are whole numbers.
func (ch Chart) extents() (xs, own, printed extent, whole bool) {
	reach, whole := ch.reach(), true
	add := func(to *extent, x, y float64) {
		if isFinite(x) && isFinite(y) {
			xs.add(x)
			if math.Abs(y) <= reach {
				to.add(y)
			}
		}
	}
	for _, s := range ch.Series {
		for i, x := range s.X {
			whole = whole && x == math.Trunc(x)
			values := []float64{s.Y[i]}
			if s.Low != nil && isFinite(s.Y[i]) {
				values = append(values, s.Low[i], s.High[i])
			}
			if s.Draws != nil {
				values = append(values, s.Draws[i]...)
			}
			for _, y := range values {
				add(&own, x, y)
			}
			if s.Counterparts != nil {
				add(&printed, x, s.Counterparts[i])
			}
		}
	}
	return xs, own, printed, whole
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
