package figures

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bars shows groups of horizontal bars: a few values, with their intervals, for
// each of some names. Bars begin at 0, so that their lengths can be compared.
type Bars struct {
	Title  string
	XLabel string // of the values
	Groups []string
	Series []BarSeries
	XRange Range // zero: from 0 and the values
	Notes  []string

	Width, Height vg.Length // zero: FullWidth, and a height by the number of bars
}

// A BarSeries is the bars of one colour, one for each group.
type BarSeries struct {
	Name   string
	Values []float64 // NaN leaves the bar out

	// Low and High bound an interval about each value; both or neither.
	Low, High []float64
}

var _ interface {
	Figure
	laidOut
	legended
} = Bars{}

const (
	barHeight = vg.Length(8)
	barAxis   = 1.5 * vg.Centimeter // of the axis below, with its label
	groupFill = 0.8                 // of a group's share that its bars take
)

// Size implements Figure.
func (b Bars) Size() (width, height vg.Length) {
	bars := vg.Length(len(b.Groups)*max(1, len(b.Series))) * barHeight / groupFill
	width, height = sizeOr(b.Width, b.Height, FullWidth, bars+barAxis)
	if b.Height > 0 {
		return width, height
	}
	return width, height + heightBesides(b, width, height, b.Title, b.Notes)
}

// check reports the first fault in the values.
func (b Bars) check() error {
	if len(b.Groups) == 0 || len(b.Series) == 0 {
		return errors.New("no bars")
	}
	for i, s := range b.Series {
		if len(s.Values) != len(b.Groups) {
			return fmt.Errorf("series %d (%q): %d values for %d groups", i+1, s.Name, len(s.Values), len(b.Groups))
		}
		// The rest is as in a chart of one value a name.
		series := Series{Name: s.Name, Y: s.Values, Low: s.Low, High: s.High}
		if err := (Chart{Categories: b.Groups}).checkSeries(series); err != nil {
			return fmt.Errorf("series %d (%q): %w", i+1, s.Name, err)
		}
	}
	return b.XRange.check(false)
}

// values returns the axis of the values.
func (b Bars) values() (axis, error) {
	var values extent
	for _, s := range b.Series {
		for _, v := range slices.Concat(s.Values, s.Low, s.High) {
			values.add(v)
		}
	}
	if !values.seen {
		return axis{}, errNoData
	}
	values.add(0)
	a, err := fitAxis(axis{label: b.XLabel, zeroLine: true}, b.XRange, values)
	if b.XRange.isZero() { // no margin where the bars begin
		if values.low == 0 && values.high > 0 {
			a.low = 0
		}
		if values.high == 0 && values.low < 0 {
			a.high = 0
		}
	}
	return a, err
}

func (b Bars) legendEntries(theme) []legendEntry {
	var entries []legendEntry
	for i, s := range b.Series {
		if s.Name == "" {
			continue
		}
		entries = append(entries, legendEntry{
			name:  s.Name,
			empty: !Series{Y: s.Values}.hasValues(),
			look:  fmt.Sprint("bar", i),
			sample: func(c *draw.Canvas, box vg.Rectangle) {
				inset := vg.Point{X: 4, Y: (box.Max.Y - box.Min.Y) * 0.2}
				drawBar(c, i, vg.Rectangle{Min: box.Min.Add(inset), Max: box.Max.Sub(inset)})
			},
		})
	}
	return entries
}

func (b Bars) withoutLegend() Figure {
	for i := range b.Series {
		if i == 0 {
			b.Series = slices.Clone(b.Series)
		}
		b.Series[i].Name = ""
	}
	return b
}

// Draw implements Figure.
func (b Bars) Draw(c draw.Canvas) error { return drawLaidOut(b, c) }

// layout implements laidOut.
func (b Bars) layout(c draw.Canvas) (placement, error) {
	return layGroups(c, b, b.Groups, b.Title, b.Notes, b.drawBars)
}

// drawBars draws the bars and, over them, their intervals.
func (b Bars) drawBars(f *frame) {
	a := &f.area
	share := groupFill / float64(len(b.Series))
	clamp := func(v float64) float64 { return max(f.x.low, min(f.x.high, v)) }
	for i, s := range b.Series {
		for g, v := range s.Values {
			if !isFinite(v) {
				continue
			}
			top := float64(len(b.Groups)-1-g) + groupFill/2 - float64(i)*share
			from, to := f.at(clamp(0), top-share), f.at(clamp(v), top)
			gap := vg.Point{Y: gridWidth}
			drawBar(a, i, vg.Rectangle{Min: from.Add(gap), Max: to})
			if s.Low == nil || !isFinite(s.Low[g]) || !isFinite(s.High[g]) {
				continue
			}
			middle := (from.Y + to.Y) / 2
			low, high := f.at(clamp(s.Low[g]), 0).X, f.at(clamp(s.High[g]), 0).X
			b.drawInterval(f, middle, low, high)
		}
	}
}

// barTints are how much white is mixed into the bars of a series, so that the
// bars of a group differ in grey print too.
var barTints = [...]float64{0, 0.55, 0.3, 0.8}

// drawBar draws a bar of series i.
func drawBar(c *draw.Canvas, i int, box vg.Rectangle) {
	full := lookOf(i).color
	tint := barTints[i%len(barTints)]
	mix := func(v uint8) uint8 { return uint8(math.Round(float64(v)*(1-tint) + 0xFF*tint)) }
	c.SetColor(color.NRGBA{mix(full.R), mix(full.G), mix(full.B), 0xFF})
	c.Fill(box.Path())
	c.SetLineStyle(draw.LineStyle{Color: full, Width: gridWidth})
	c.Stroke(box.Path())
}

// drawInterval draws a horizontal whisker, light about dark, as it lies half on a
// bar and half on paper.
func (b Bars) drawInterval(f *frame, y, low, high vg.Length) {
	half := 1.8 * f.theme.scale
	for _, line := range []draw.LineStyle{{Color: white, Width: 2}, {Color: ink, Width: 0.8}} {
		f.area.StrokeLines(line,
			[]vg.Point{{X: low, Y: y}, {X: high, Y: y}},
			[]vg.Point{{X: low, Y: y - half}, {X: low, Y: y + half}},
			[]vg.Point{{X: high, Y: y - half}, {X: high, Y: y + half}})
	}
}

// Records implements Figure: a row a bar.
func (b Bars) Records() [][]string {
	rows := [][]string{{"group", "series", columnName(b.XLabel, "value"), "low", "high"}}
	for g, group := range b.Groups {
		for _, s := range b.Series {
			row := []string{plain(group), plain(s.Name), "", "", ""}
			for i, values := range [][]float64{s.Values, s.Low, s.High} {
				if g < len(values) {
					row[2+i] = formatNumber(values[g])
				}
			}
			rows = append(rows, row)
		}
	}
	return rows
}
