package figures

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Heatmap shows a table of numbers as colours, blue below 0 and red above, with the numbers in the cells
// where they all fit. A missing value is crossed out. Outliers have the last colour and an arrow, so that they
// do not turn the other cells grey.
type Heatmap struct {
	XLabel, YLabel string
	Columns, Rows  []string
	Values         [][]float64 // by row; NaN is a missing value
	Decimals       int         // of the numbers in the cells
	ValueLabel     string      // beside the colours' scale
	// Plain numbers have no side of 0: the colours go from pale for the least to dark for the largest.
	Plain bool
	Notes []string // lines of small print under the map

	// Reach is how far the colours reach on both sides of 0; without one, as far as most values.
	Reach float64
	// Shades are what the colours show, if not the values, by their label.
	Shades     [][]float64
	ShadeLabel string
}

const (
	cellHeight  = 1.15          // to that of its number
	scaleWidth  = vg.Length(9)  // of the bar of colours
	scaleGap    = vg.Length(10) // between it and the cells
	scaleSteps  = 255
	columnCells = 5 // that fit into a column of the page
)

// Size implements Figure.
func (h Heatmap) Size(v Venue) (width, height vg.Length) {
	width, height = v.box(v.inColumn(false, func() bool { return len(h.Columns) <= columnCells }))
	t := v.theme(width)
	s, err := h.sheet(t)
	if err != nil {
		return width, height // Draw reports it
	}
	p, names := s.panels[0], vg.Length(0)
	p.x.tickX(&p.X, 0.8*width)
	for _, tk := range p.X.Tick.Marker.Ticks(p.x.low, p.x.high) {
		names = max(names, p.X.Tick.Label.Rectangle(tk.Label).Size().Y)
	}
	line := t.axisText().Height("0")
	if h.XLabel != "" {
		names += line + textGap
	}
	cells := max(vg.Length(len(h.Rows))*cellHeight*line, 1.2*leastData)
	height = names + 3*line + cells // with titles above the cells
	return width, height + s.besides(t, height)
}

// Draw implements Figure.
func (h Heatmap) Draw(c draw.Canvas, v Venue) error { return drawSheet(h, c, v) }

// reach is the shade at which the colours end.
func (h Heatmap) reach() float64 { return cmp.Or(h.Reach, reachOf(slices.Concat(h.Values...))) }

// isFar reports whether a value has an arrow, as its colour does not show it.
func (h Heatmap) isFar(v float64) bool { return h.Shades == nil && !h.Plain && math.Abs(v) > h.reach() }

func (h Heatmap) notes() []string {
	if reach := h.reach(); slices.ContainsFunc(slices.Concat(h.Values...), h.isFar) {
		return append(slices.Clip(h.Notes), "Arrows: far out, beyond the scale of colours, which ends at "+
			h.format(-reach)+" and "+h.format(reach))
	}
	return h.Notes
}

// colors is a scale that is symmetric about 0, so that equal shades mean equal distances, but for plain numbers.
func (h Heatmap) colors() palette.ColorMap {
	if all := extentOf(slices.Concat(h.Values...)); h.Plain {
		colors, err := moreland.NewLuminance([]color.Color{seriesColors[0], palest})
		if err != nil {
			panic(err)
		}
		pale := palette.Reverse(colors)
		pale.SetMax(all.high)
		// Digits that are not shown do not count, nor those that a number has no room for.
		least := max(math.Pow(10, float64(1-h.Decimals)), 1e-9*math.Abs(all.high))
		pale.SetMin(min(all.low, all.high-least))
		return pale
	}
	colors, reach := moreland.SmoothBlueRed(), cmp.Or(h.reach(), 1)
	colors.SetMin(-reach)
	colors.SetMax(reach)
	return colors
}

// palest is the least of plain numbers: no white, which is that of the ground.
var palest = color.NRGBA{0xF2, 0xF7, 0xFB, 0xFF}

// shadeOf returns the colour of a value, clamped to the scale, and white for a missing value.
func shadeOf(colors palette.ColorMap, v float64) color.Color {
	const rounding = 1e-9 // a map refuses its own end where that is rounded
	span := colors.Max() - colors.Min()
	clr, err := colors.At(colors.Min() + span*max(rounding, min(1-rounding, (v-colors.Min())/span)))
	if err != nil { // only for NaN
		return white
	}
	return clr
}

// sheet implements plotted.
func (h Heatmap) sheet(t theme) (*sheet, error) {
	if !extentOf(slices.Concat(h.Values...)).seen {
		return nil, errNoData
	}
	rows := slices.Clone(h.Rows)
	slices.Reverse(rows) // the first row is the highest
	columns, colors := h.Columns, h.colors()
	p := t.newPanel(axis{label: h.XLabel, names: columns, low: -0.5, high: float64(len(columns)) - 0.5},
		axis{label: h.YLabel, names: rows, low: -0.5, high: float64(len(rows)) - 0.5})
	scale := t.newPanel(axis{high: 1},
		axis{label: cmp.Or(h.ShadeLabel, h.ValueLabel), low: colors.Min(), high: colors.Max()})
	for _, a := range []*plot.Axis{&p.X, &p.Y, &scale.X, &scale.Y} {
		a.Padding, a.Width = 0, 0
	}
	p.X.Tick.Length, p.Y.Tick.Length = 0, 0
	scale.HideX()
	cells := plotter.NewHeatMap(h, colors.Palette(scaleSteps))
	cells.Min, cells.Max, cells.NaN = colors.Min(), colors.Max(), white
	cells.Underflow, cells.Overflow = shadeOf(colors, colors.Min()), shadeOf(colors, colors.Max())
	p.Add(boxless{cells}, cellTexts{h, colors, t})
	scale.Add(&plotter.ColorBar{ColorMap: colors, Vertical: true, Colors: scaleSteps})
	return &sheet{panels: []*panel{p}, notes: h.notes(), scale: scale}, nil
}

// A boxless plotter asks for no room: cells fill the data.
type boxless struct{ plot.Plotter }

// Dims, Z, X and Y implement plotter.GridXYZ.
func (h Heatmap) Dims() (c, r int) { return len(h.Columns), len(h.Rows) }
func (h Heatmap) X(c int) float64  { return float64(c) }
func (h Heatmap) Y(r int) float64  { return float64(r) }
func (h Heatmap) Z(c, r int) float64 {
	if r = len(h.Rows) - 1 - r; h.Shades != nil {
		return h.Shades[r][c]
	}
	return h.Values[r][c]
}

// A cellTexts is what stands on the cells: lines between them, numbers, if all of them fit, crosses and arrows.
type cellTexts struct {
	Heatmap
	colors palette.ColorMap
	theme  theme
}

// Plot implements plot.Plotter.
func (h cellTexts) Plot(c draw.Canvas, p *plot.Plot) {
	columns, rows := h.Dims()
	size := placeOn(&c, p, plotter.XY{X: 1, Y: 1}).Sub(placeOn(&c, p, plotter.XY{}))
	sty := aligned(h.theme.axisText(), text.XCenter, text.YCenter)
	numbers := h.fit(size, sty)
	for i := range rows {
		for k := range columns {
			center := placeOn(&c, p, plotter.XY{X: h.X(k), Y: h.Y(i)})
			sty.Color = legibleOn(shadeOf(h.colors, h.Z(k, i)))
			h.drawCell(&c, boxAround(center, size), h.Values[rows-1-i][k], sty, numbers)
		}
	}
}

// fit reports whether the numbers of all cells of a size fit.
func (h cellTexts) fit(size vg.Point, sty text.Style) bool {
	wide := func(v float64) bool {
		room := size.X - 3
		if h.isFar(v) {
			room -= 2 * (textGap + beyondHalf)
		}
		return isFinite(v) && sty.Width(h.format(v)) > room
	}
	return size.Y >= sty.Height("0") && !slices.ContainsFunc(slices.Concat(h.Values...), wide)
}

func (h cellTexts) drawCell(c *draw.Canvas, box vg.Rectangle, v float64, sty text.Style, number bool) {
	c.SetLineStyle(draw.LineStyle{Color: white, Width: gridWidth})
	c.Stroke(box.Path())
	if !isFinite(v) { // a plain ground would be a colour of the scale
		cross := draw.LineStyle{Color: softInk, Width: gridWidth}
		c.StrokeLine2(cross, box.Min.X, box.Min.Y, box.Max.X, box.Max.Y)
		c.StrokeLine2(cross, box.Min.X, box.Max.Y, box.Max.X, box.Min.Y)
		return
	}
	center, width := box.Min.Add(box.Max).Scale(0.5), vg.Length(0)
	if number {
		c.FillText(sty, center, h.format(v))
		width = sty.Width(h.format(v))/2 + textGap
	}
	if h.isFar(v) {
		tip := vg.Point{X: center.X - width, Y: center.Y + vg.Length(math.Copysign(0.5, v))*beyondLength}
		drawPointer(c, tip, v > 0, draw.LineStyle{Color: sty.Color, Width: axisWidth})
	}
}

func (h Heatmap) format(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'f', max(0, h.Decimals), 64), "-", minus, 1)
}

// legibleOn returns black or white, whichever has more contrast with clr. The contrasts are equal at a relative
// luminance of 0.18 (W3C, Web Content Accessibility Guidelines 2.1), which is a lightness of 49.5.
func legibleOn(clr color.Color) color.Color {
	if lab(color.NRGBAModel.Convert(clr).(color.NRGBA), eyes[0].sight)[0] > 49.5 {
		return color.Black
	}
	return color.White
}

// Records implements Figure, with a row for each cell.
func (h Heatmap) Records() [][]string {
	rows := [][]string{{columnName(h.YLabel, "row"), columnName(h.XLabel, "column"), columnName(h.ValueLabel, "value")}}
	if h.Shades != nil {
		rows[0] = append(rows[0], columnName(h.ShadeLabel, "shade"))
	}
	for i, row := range h.Values {
		for k, v := range row {
			cells := []string{plain(h.Rows[i]), plain(h.Columns[k]), formatNumber(v)}
			if h.Shades != nil {
				cells = append(cells, formatNumber(h.Shades[i][k]))
			}
			rows = append(rows, cells)
		}
	}
	return rows
}
