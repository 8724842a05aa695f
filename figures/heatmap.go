package figures

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Heatmap shows a table of numbers as colours, blue below 0 and red above, with the numbers in the cells
// where they all fit. A missing value is crossed out. Outliers have the last colour and an arrow, so that they
// do not turn the other cells grey.
type Heatmap struct {
	YLabel        string
	Columns, Rows []string
	Values        [][]float64 // by row; NaN is a missing value
	Decimals      int         // of the numbers in the cells
	ValueLabel    string      // beside the colours' scale
}

const (
	heatRowHeight  = 0.62 * vg.Centimeter
	heatOtherParts = 3 * vg.Centimeter // of names and labels, about
	scaleWidth     = vg.Length(9)      // of the bar of colours
	scaleGap       = vg.Length(10)     // between it and the cells
	scaleSteps     = 64
	columnCells    = 5 // that fit into a column of the page
)

// Size implements Figure.
func (h Heatmap) Size(v Venue) (width, height vg.Length) {
	width, _ = v.box(v.inColumn(false, func() bool { return len(h.Columns) <= columnCells }))
	height = heatOtherParts + vg.Length(len(h.Rows))*heatRowHeight
	return width, height + v.heightBesides(width, height, h.notes(), nil) // the scale is the legend
}

// reach is the value at which the colours end.
func (h Heatmap) reach() float64 { return reachOf(slices.Concat(h.Values...)) }

func (h Heatmap) notes() []string {
	if reach := h.reach(); slices.ContainsFunc(slices.Concat(h.Values...),
		func(v float64) bool { return math.Abs(v) > reach }) {
		return []string{"Arrows: far out, beyond the scale of colours, which ends at " + h.format(-reach) + " and " +
			h.format(reach)}
	}
	return nil
}

// A colorScale maps values to colours, and is drawn as a bar with ticks.
type colorScale struct {
	axis   axis
	colors palette.ColorMap
	ticks  []tick
	width  vg.Length // of the bar with its texts
}

// newScale returns a scale that is symmetric about 0, so that equal shades mean equal distances from 0.
func (h Heatmap) newScale() (colorScale, error) {
	if !extentOf(slices.Concat(h.Values...)).seen {
		return colorScale{}, errNoData
	}
	reach := cmp.Or(h.reach(), 1)
	s := colorScale{axis: axis{label: h.ValueLabel, low: -reach, high: reach}, colors: moreland.SmoothBlueRed()}
	s.colors.SetMin(0)
	s.colors.SetMax(1)
	return s, nil
}

// at returns the colour of a value, clamped to the scale, and white for a missing value.
func (s colorScale) at(v float64) color.Color {
	clr, err := s.colors.At(max(0, min(1, s.axis.position(v))))
	if err != nil { // only for NaN, as the position is within the scale
		return white
	}
	return clr
}

// Draw implements Figure.
func (h Heatmap) Draw(c draw.Canvas, v Venue) error {
	c, t := inside(c, v)
	scale, err := h.newScale()
	if err != nil {
		return err
	}
	c, paintNotes := layNotes(t, c, h.notes())
	scale.layout(t, c.Size().Y)
	scale.axis.label = wrap(scale.axis.label, t.labelText(), c.Size().X/2)
	rows := slices.Clone(h.Rows)
	slices.Reverse(rows) // the first row is the highest
	x := axis{names: h.Columns, low: -0.5, high: float64(len(h.Columns)) - 0.5}
	y := axis{label: wrap(h.YLabel, t.labelText(), c.Size().X/2), names: rows, low: -0.5,
		high: float64(len(h.Rows)) - 0.5, head: t.titleHeight(scale.axis.label)}
	f, err := newFrame(t, draw.Crop(c, 0, -scale.width-scaleGap, 0, 0), x, y)
	if err != nil {
		return err
	}
	paintNotes()
	h.drawCells(&f, scale)
	f.drawNames()
	scale.draw(t, draw.Crop(c, c.Size().X-scale.width, 0, 0, 0), f.area)
	return nil
}

// drawCells also draws the numbers, if all of them fit.
func (h Heatmap) drawCells(f *frame, scale colorScale) {
	sty := aligned(f.theme.tickText(), text.XCenter, text.YCenter)
	cell := vg.Point{
		X: f.area.Size().X / vg.Length(len(h.Columns)),
		Y: f.area.Size().Y / vg.Length(len(h.Rows)),
	}
	numbers := cell.Y >= sty.Height("0")
	for _, row := range h.Values {
		for _, v := range row {
			room := cell.X - 3
			if math.Abs(v) > scale.axis.high {
				room -= 2 * (textGap + beyondHalf)
			}
			numbers = numbers && (!isFinite(v) || sty.Width(h.format(v)) <= room)
		}
	}
	for i, row := range h.Values {
		for k, v := range row {
			center := f.at(float64(k), float64(len(h.Rows)-1-i))
			clr := scale.at(v)
			f.area.SetColor(clr)
			box := boxAround(center, cell.Sub(vg.Point{X: gridWidth, Y: gridWidth}))
			f.area.Fill(box.Path())
			if !isFinite(v) {
				// A plain ground would be a colour of the scale.
				cross := draw.LineStyle{Color: softInk, Width: gridWidth}
				f.area.StrokeLine2(cross, box.Min.X, box.Min.Y, box.Max.X, box.Max.Y)
				f.area.StrokeLine2(cross, box.Min.X, box.Max.Y, box.Max.X, box.Min.Y)
				continue
			}
			on := sty
			on.Color = legibleOn(clr)
			width := vg.Length(0) // of the number
			if numbers {
				f.area.FillText(on, center, h.format(v))
				width = sty.Width(h.format(v))/2 + textGap
			}
			if math.Abs(v) > scale.axis.high {
				tip := vg.Point{X: center.X - width, Y: center.Y + vg.Length(math.Copysign(0.5, v))*beyondLength}
				drawPointer(&f.area, tip, v > 0, draw.LineStyle{Color: on.Color, Width: axisWidth})
			}
		}
	}
}

func (h Heatmap) format(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'f', max(0, h.Decimals), 64), "-", minus, 1)
}

// legibleOn returns black or white, whichever has more contrast with clr. The contrasts are equal at a relative
// luminance of 0.18 (W3C, Web Content Accessibility Guidelines 2.1).
func legibleOn(clr color.Color) color.Color {
	r, g, b, _ := clr.RGBA()
	linear := func(v uint32) float64 {
		s := float64(v) / 0xFFFF
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	if 0.2126*linear(r)+0.7152*linear(g)+0.0722*linear(b) > 0.18 {
		return color.Black
	}
	return color.White
}

func (s *colorScale) layout(t theme, height vg.Length) {
	sty := t.tickText()
	s.ticks = s.axis.ticks(func(ticks []tick) bool { return vg.Length(len(ticks))*2.5*sty.Height("0") <= height })
	s.width = scaleWidth + tickSize + labelGap + widest(s.ticks, sty)
}

// draw draws the bar as high as the cells. Its label may be longer.
func (s colorScale) draw(t theme, full, cells draw.Canvas) {
	c := full
	c.Min.Y, c.Max.Y = cells.Min.Y, cells.Max.Y
	step := c.Size().Y / scaleSteps
	for i := range scaleSteps {
		at := (float64(i) + 0.5) / scaleSteps
		value := s.axis.low*(1-at) + s.axis.high*at
		low := c.Min.Y + vg.Length(i)*step
		// Steps overlap, or hairlines would show between them.
		high := min(low+step*1.2, c.Max.Y)
		c.SetColor(s.at(value))
		c.Fill(vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: low}, Max: vg.Point{X: c.Min.X + scaleWidth, Y: high}}.Path())
	}
	sty := aligned(t.tickText(), text.XLeft, text.YCenter)
	line := draw.LineStyle{Color: axisColor, Width: axisWidth}
	for _, tk := range s.ticks {
		y := c.Y(s.axis.position(tk.value))
		if !c.ContainsY(y) {
			continue
		}
		x := c.Min.X + scaleWidth
		c.StrokeLine2(line, x, y, x+tickSize, y)
		c.FillText(sty, vg.Point{X: x + tickSize + labelGap, Y: y}, tk.label)
	}
	c.FillText(aligned(t.labelText(), text.XRight, text.YTop), full.Max, s.axis.label)
}

// Records implements Figure, with a row for each cell.
func (h Heatmap) Records() [][]string {
	rows := [][]string{{columnName(h.YLabel, "row"), "column", columnName(h.ValueLabel, "value")}}
	for i, row := range h.Values {
		for k, v := range row {
			rows = append(rows, []string{plain(h.Rows[i]), plain(h.Columns[k]), formatNumber(v)})
		}
	}
	return rows
}
