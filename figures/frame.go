package figures

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpca/figures/internal/svg"
)

// A frame is the area of the data in a figure, with the axes around it.
type frame struct {
	theme  theme
	canvas draw.Canvas // for the axes and the data
	area   draw.Canvas // for the data
	x, y   axis
	xTicks []tick
	yTicks []tick
	slant  bool      // names along x are turned, as they do not fit side by side
	gutter vg.Length // right of the data, for the labels of reference lines
}

const (
	labelGap = vg.Length(3) // between a tick and its label
	textGap  = vg.Length(4) // between texts
)

// nameShare is the largest part of a frame's width that names along y take.
const nameShare = 0.35

// leastData is the least width and height of the data.
const leastData = 1 * vg.Centimeter

// newFrame fits axes with their labels into c. It fails when too little is left for the data.
func newFrame(t theme, c draw.Canvas, x, y axis) (frame, error) {
	x.label = wrap(x.label, t.labelText(), c.Size().X)
	y.label = wrap(y.label, t.labelText(), c.Size().X)
	f := frame{theme: t, canvas: c, x: x, y: y}
	tickStyle := t.tickText()
	lineHeight := tickStyle.Height("0")

	// The margins depend on the ticks, and these on the margins: the second round refines the first.
	left, bottom, right, top := 12*t.scale, 2*lineHeight, vg.Length(2), lineHeight/2+max(y.head, t.titleHeight(y.label))
	for range 2 {
		f.area = draw.Crop(c, left, -right, bottom, -top)
		size := f.area.Size()
		if x.square { // one of the two grows
			unit := max((x.high-x.low)/float64(size.X), (y.high-y.low)/float64(size.Y))
			f.x, f.y = x.reach(unit*float64(size.X)), y.reach(unit*float64(size.Y))
		}
		f.xTicks = f.x.ticks(func(ticks []tick) bool { return f.clear(ticks, size.X) })
		f.yTicks = f.y.ticks(func(ticks []tick) bool {
			if float64(len(ticks)) > max(2, float64(size.Y/(1.9*lineHeight))) {
				return false
			}
			for i := 1; i < len(ticks); i++ {
				if vg.Length(f.y.position(ticks[i].value)-f.y.position(ticks[i-1].value))*size.Y < 1.25*lineHeight {
					return false
				}
			}
			return true
		})
		if x.names != nil {
			f.fitNames(size.X)
		}
		if y.names != nil {
			for i, name := range y.names {
				f.yTicks[i].label = wrap(name, tickStyle, c.Size().X*nameShare)
			}
		}

		left = tickSize + labelGap + widest(f.yTicks, tickStyle)
		left = max(left, y.room)
		bottom = tickSize + labelGap + f.tickDepth()
		if x.bare {
			bottom = max(tickSize, lineHeight/2)
		} else {
			bottom += t.titleHeight(x.label)
		}
		right = 2
		for _, tk := range f.xTicks { // a label may stick out at the right end, a slanted one at the left
			width, at := tickStyle.Width(tk.label), vg.Length(f.x.position(tk.value))
			if !f.slant {
				right = max(right, width/2-(1-at)*size.X)
			} else if !x.bare {
				left = max(left, width*slantCos+lineHeight*slantSin-at*size.X)
			}
		}
	}
	f.area = draw.Crop(c, left, -right, bottom, -top)
	if size := f.area.Size(); size.X < leastData || size.Y < leastData {
		return frame{}, fmt.Errorf("labels leave %.0f by %.0f points for the data; "+
			"make the figure larger or its texts shorter", max(0, size.X), max(0, size.Y))
	}
	return f, nil
}

// titleHeight is the height of the title of an axis with a gap, 0 for none.
func (t theme) titleHeight(title string) vg.Length {
	if title == "" {
		return 0
	}
	return t.labelText().Height(title) + textGap
}

// Names that do not fit side by side are turned by 35°.
const (
	slantAngle = 35 * math.Pi / 180
	slantCos   = 0.82
	slantSin   = 0.58
)

// fitNames breaks the names along x into lines, or slants them.
func (f *frame) fitNames(width vg.Length) {
	slot := width / vg.Length(f.x.high-f.x.low)
	f.slant = false
	for i, name := range f.x.names {
		f.xTicks[i].label = wrap(name, f.theme.tickText(), slot*0.94)
		lines := strings.Count(f.xTicks[i].label, "\n") + 1
		f.slant = f.slant || lines > min(3, strings.Count(name, " ")+1)
	}
	if f.slant {
		f.xTicks = f.x.ticks(nil)
	}
}

func (f *frame) tickDepth() vg.Length {
	sty := f.theme.tickText()
	depth := sty.Height("0")
	for _, tk := range f.xTicks {
		height := sty.Height(tk.label)
		if f.slant {
			height = height*slantCos + sty.Width(tk.label)*slantSin
		}
		depth = max(depth, height)
	}
	return depth
}

// clear reports whether the labels of ticks along x stand apart.
func (f *frame) clear(ticks []tick, width vg.Length) bool {
	sty := f.theme.tickText()
	gap := sty.Width("00")
	end := vg.Length(math.Inf(-1))
	for _, tk := range ticks {
		middle := vg.Length(f.x.position(tk.value)) * width
		half := sty.Width(tk.label) / 2
		if middle-half < end {
			return false
		}
		end = middle + half + gap
	}
	return true
}

func widest(ticks []tick, sty text.Style) vg.Length {
	var width vg.Length
	for _, tk := range ticks {
		width = max(width, sty.Width(tk.label))
	}
	return width
}

// at returns the place of a data point, which may lie outside the area.
func (f *frame) at(x, y float64) vg.Point {
	return vg.Point{X: f.area.X(f.x.position(x)), Y: f.area.Y(f.y.position(y))}
}

// explain adds texts to places, where the canvas is an SVG.
func (f *frame) explain(places []vg.Point, texts []string) {
	c := f.area.Canvas
	for part, cropped := c.(draw.Canvas); cropped; part, cropped = c.(draw.Canvas) {
		c = part.Canvas
	}
	if c, ok := c.(*svg.Canvas); ok && len(places) > 0 {
		c.Explain(places, texts)
	}
}

// cut reports whether data goes on beyond the frame.
func (f *frame) cut() bool { return f.x.cut || f.y.cut }

// upright draws a vertical line through the data.
func (f *frame) upright(line draw.LineStyle, at float64) {
	if x := f.at(at, f.y.low).X; f.area.ContainsX(x) {
		f.area.StrokeLine2(line, x, f.area.Min.Y, x, f.area.Max.Y)
	}
}

func (f *frame) across(line draw.LineStyle, at float64) {
	if y := f.at(f.x.low, at).Y; f.area.ContainsY(y) {
		f.area.StrokeLine2(line, f.area.Min.X, y, f.area.Max.X, y)
	}
}

// drawBehind draws the grid and the lines at zero.
func (f *frame) drawBehind() {
	grid, zero := draw.LineStyle{Color: gridColor, Width: gridWidth}, draw.LineStyle{Color: axisColor, Width: gridWidth}
	for _, tk := range f.xTicks {
		if f.theme.venue.gridded() && tk.label != "" && f.x.names == nil {
			f.upright(grid, tk.value)
		}
	}
	for _, tk := range f.yTicks {
		if f.theme.venue.gridded() && tk.label != "" && f.y.names == nil {
			f.across(grid, tk.value)
		}
	}
	if f.x.zeroLine && f.x.low < 0 && f.x.high > 0 {
		f.upright(zero, 0)
	}
	if f.y.zeroLine && f.y.low < 0 && f.y.high > 0 {
		f.across(zero, 0)
	}
}

func (f *frame) drawAxes() {
	line := draw.LineStyle{Color: axisColor, Width: axisWidth}
	a, c := &f.area, &f.canvas
	a.StrokeLines(line, []vg.Point{{X: a.Min.X, Y: a.Max.Y}, a.Min, {X: a.Max.X, Y: a.Min.Y}})
	for _, tk := range f.xTicks {
		if x := f.at(tk.value, f.y.low).X; a.ContainsX(x) {
			c.StrokeLine2(line, x, a.Min.Y, x, a.Min.Y-tickLength(tk))
		}
	}
	for _, tk := range f.yTicks {
		if y := f.at(f.x.low, tk.value).Y; f.y.names == nil && a.ContainsY(y) {
			c.StrokeLine2(line, a.Min.X-tickLength(tk), y, a.Min.X, y)
		}
	}
	f.drawNames()
}

func (f *frame) drawNames() {
	a, c := &f.area, &f.canvas
	tickStyle := f.theme.tickText()
	below, beside := aligned(tickStyle, text.XCenter, text.YTop), aligned(tickStyle, text.XRight, text.YCenter)
	if f.slant {
		below = beside
		below.Rotation = slantAngle
	}
	for _, tk := range f.xTicks {
		if x := f.at(tk.value, f.y.low).X; !f.x.bare && a.ContainsX(x) {
			c.FillText(below, vg.Point{X: x, Y: a.Min.Y - tickSize - labelGap}, tk.label)
		}
	}
	for _, tk := range f.yTicks {
		if y := f.at(f.x.low, tk.value).Y; a.ContainsY(y) {
			c.FillText(beside, vg.Point{X: a.Min.X - tickSize - labelGap, Y: y}, tk.label)
		}
	}

	labelStyle := f.theme.labelText()
	if f.x.label != "" && !f.x.bare {
		x := within(a.Center().X, labelStyle.Width(f.x.label), c.Min.X, c.Max.X)
		c.FillText(aligned(labelStyle, text.XCenter, text.YBottom), vg.Point{X: x, Y: c.Min.Y}, f.x.label)
	}
	c.FillText(aligned(labelStyle, text.XLeft, text.YTop), vg.Point{X: c.Min.X, Y: c.Max.Y}, f.y.label)
}

// within moves the centre of a length so that all of it lies between low and high.
func within(center, length, low, high vg.Length) vg.Length {
	return max(min(center, high-length/2), low+length/2)
}

func tickLength(tk tick) vg.Length {
	if tk.label == "" {
		return tickSize / 2
	}
	return tickSize
}
