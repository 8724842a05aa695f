package figures

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Ranges shows how far a value changes under different settings. Each group has a vertical stroke at its
// central value, and a horizontal line for each series from its least to its largest value, with a dot at every
// value.
type Ranges struct {
	XLabel string // of the values
	Groups []string
	Series []RangeSeries

	// Centers are the central values of the groups; NaN is missing. CenterName names them in the legend.
	Centers    []float64
	CenterName string

	Notes []string
}

// A RangeSeries holds the values of every group under one kind of change.
type RangeSeries struct {
	Name string
	// Values holds any number of values for each group, in any order; NaN is missing.
	Values [][]float64
}

const (
	rangeHeight = vg.Length(9)        // of a line
	rangeShare  = 0.8                 // of the height of a group, for its lines
	rangeAxis   = 1.5 * vg.Centimeter // of the axis with its label
	rangeWidth  = vg.Length(1.1)
	rangeRadius = vg.Length(1.9)
	centerWidth = vg.Length(1.6)
)

// Size implements Figure.
func (r Ranges) Size(v Venue) (width, height vg.Length) { return sizeOf(r, v) }

// Draw implements Figure.
func (r Ranges) Draw(c draw.Canvas, v Venue) error { return drawPlot(r, c, v) }

// plot implements plotted. The first group is the highest.
func (r Ranges) plot() (plot, error) {
	values := extentOf(r.Centers)
	center := func(c *draw.Canvas, t theme, box vg.Rectangle) {
		drawCenter(c, t, (box.Min.X+box.Max.X)/2, box.Min.Y, box.Max.Y)
	}
	p := plot{notes: r.Notes, legend: []legendEntry{{legendName(r.CenterName, values), center}}}
	p.height = func(vg.Length) vg.Length {
		return vg.Length(len(r.Groups)*len(r.Series))*rangeHeight/rangeShare + rangeAxis
	}
	for i, s := range r.Series {
		own := extentOf(slices.Concat(s.Values...))
		if own.seen {
			values.add(own.low)
			values.add(own.high)
		}
		sample := func(c *draw.Canvas, t theme, box vg.Rectangle) {
			middle := (box.Min.Y + box.Max.Y) / 2
			drawRange(c, t, i, middle, box.Min.X, box.Max.X)
			for _, x := range []vg.Length{box.Min.X, box.Min.X*0.35 + box.Max.X*0.65, box.Max.X} {
				lookOf(i).marker.draw(c, vg.Point{X: x, Y: middle}, rangeRadius*t.scale, lookOf(i).color)
			}
		}
		p.legend = append(p.legend, legendEntry{legendName(s.Name, own), sample})
	}
	names := slices.Clone(r.Groups)
	slices.Reverse(names)
	p.y = axis{names: names, low: -0.5, high: float64(len(names)) - 0.5}
	p.paint = func(f *frame) {
		r.drawRanges(f)
		f.drawAxes()
	}
	var err error
	p.x, err = fitAxis(axis{label: r.XLabel}, values)
	return p, err
}

func (r Ranges) drawRanges(f *frame) {
	share := rangeShare / float64(len(r.Series))
	for g := range r.Groups {
		middle := float64(len(r.Groups) - 1 - g)
		if g > 0 {
			f.across(draw.LineStyle{Color: gridColor, Width: gridWidth}, middle+0.5)
		}
		if isFinite(r.Centers[g]) {
			low, high := f.at(r.Centers[g], middle-rangeShare/2), f.at(r.Centers[g], middle+rangeShare/2)
			drawCenter(&f.area, f.theme, low.X, low.Y, high.Y)
		}
		for i, s := range r.Series {
			r.drawLine(f, i, middle+rangeShare/2-(float64(i)+0.5)*share, s.Values[g])
		}
	}
}

func (r Ranges) drawLine(f *frame, i int, y float64, values []float64) {
	all := extentOf(values)
	if !all.seen {
		return
	}
	from, to := f.at(all.low, y), f.at(all.high, y)
	drawRange(&f.area, f.theme, i, from.Y, from.X, to.X)
	for _, v := range values {
		if isFinite(v) {
			lookOf(i).marker.draw(&f.area, f.at(v, y), rangeRadius*f.theme.scale, lookOf(i).color)
		}
	}
}

func drawRange(c *draw.Canvas, t theme, i int, y, low, high vg.Length) {
	c.StrokeLine2(draw.LineStyle{Color: lookOf(i).color, Width: rangeWidth * t.scale}, low, y, high, y)
}

func drawCenter(c *draw.Canvas, t theme, x, bottom, top vg.Length) {
	c.StrokeLine2(draw.LineStyle{Color: softInk, Width: centerWidth * t.scale}, x, bottom, x, top)
}

// Records implements Figure, with a row for each value; the central value of each group comes first.
func (r Ranges) Records() [][]string {
	rows := [][]string{{"group", "series", columnName(r.XLabel, "value")}}
	for g, group := range r.Groups {
		rows = append(rows, []string{plain(group), plain(r.CenterName), formatNumber(r.Centers[g])})
		for _, s := range r.Series {
			for _, v := range s.Values[g] {
				rows = append(rows, []string{plain(group), plain(s.Name), formatNumber(v)})
			}
		}
	}
	return rows
}
