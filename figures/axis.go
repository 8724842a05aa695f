package figures

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// An axis is what a figure asks of one of gonum's.
type axis struct {
	label string
	low   float64
	high  float64
	log   bool
	whole bool     // ticks at whole numbers only
	names []string // of 0, 1, 2, ... on an axis of categories
	bare  bool     // ticks without labels
	gap   gap      // that it leaves out
}

// farOutside limits positions, in lengths of the axis. A line to such a point leaves the data in the right
// direction, and no coordinate overflows.
const farOutside = 1e4

// A linear scale has places for infinities too, and a logarithmic one for 0, at which gonum's panics.
type linear struct{}

// Normalize implements plot.Normalizer.
func (linear) Normalize(low, high, v float64) float64 {
	at := (v/2 - low/2) / (high/2 - low/2) // halves, as differences can overflow
	return max(-farOutside, min(farOutside, at))
}

type logarithmic struct{ linear }

// Normalize implements plot.Normalizer.
func (l logarithmic) Normalize(low, high, v float64) float64 {
	return l.linear.Normalize(math.Log10(low), math.Log10(high), math.Log10(v))
}

// A gap breaks a linear scale between two values, of which the one below stands at a share of the axis.
type gap struct{ from, to, share float64 }

// gapShare is the share of an axis that its gap takes.
const gapShare = 0.06

// Normalize implements plot.Normalizer.
func (g gap) Normalize(low, high, v float64) float64 {
	switch {
	case v <= g.from:
		return g.share * linear{}.Normalize(low, g.from, v)
	case v >= g.to:
		return 1 - (1-g.share-gapShare)*linear{}.Normalize(high, g.to, v)
	}
	return g.share + gapShare*linear{}.Normalize(g.from, g.to, v)
}

// Plot implements plot.Plotter, with two strokes where the ordinate is broken.
func (g gap) Plot(c draw.Canvas, _ *plot.Plot) {
	x, from, to := c.Min.X-axisGap, c.Y(g.share), c.Y(g.share+gapShare)
	c.StrokeLine2(draw.LineStyle{Color: white, Width: 2 * axisWidth}, x, from, x, to)
	line := draw.LineStyle{Color: axisColor, Width: axisWidth}
	for _, y := range []vg.Length{from, to} {
		c.StrokeLine2(line, x-tickSize, y-tickSize/2, x+tickSize, y+tickSize/2)
	}
}

// broken returns an axis that leaves out the space between its data and others, which stand far from all of them.
func (a axis) broken(data, others extent) axis {
	const far, share = 3, 0.7 // times their ranges together; of the axis, for the data
	low, high := data, others
	if others.low < data.low {
		low, high = others, data
	}
	space := high.low - low.high
	if !data.seen || !others.seen || !(space > far*(low.high-low.low+high.high-high.low)) {
		return a
	}
	margin := func(e extent) float64 { return 0.08 * max(e.high-e.low, space/100) }
	cut := a
	cut.low, cut.high = low.low-margin(low), high.high+margin(high)
	cut.gap = gap{low.high + margin(low), high.low - margin(high), share}
	if low == others {
		cut.gap.share = 1 - share - gapShare
	}
	if ends := []float64{cut.low, cut.gap.from, cut.gap.to, cut.high}; !isFinite(space) ||
		!slices.IsSorted(ends) || len(slices.Compact(ends)) < len(ends) {
		return a // at the limits of numbers
	}
	return cut
}

// reach returns the axis with a range of the given length around the same centre.
func (a axis) reach(length float64) axis {
	centre := a.low/2 + a.high/2
	a.low, a.high = centre-length/2, centre+length/2
	return a
}

// put gives an axis of gonum the range and the look.
func (a axis) put(on *plot.Axis, t theme) {
	on.Min, on.Max, on.Scale = a.low, a.high, linear{}
	switch {
	case a.log:
		on.Scale = logarithmic{}
	case a.gap != gap{}:
		on.Scale = a.gap
	}
	on.LineStyle = draw.LineStyle{Color: axisColor, Width: axisWidth}
	on.Padding = axisGap // the grid would cross the axis, which gonum draws first
	on.Tick.LineStyle, on.Tick.Length = on.LineStyle, tickSize
	on.Label.TextStyle = aligned(t.axisText(), text.XCenter, text.YBottom)
	on.Label.TextStyle.Handler = onAxis{t.handler, 0}
	on.Label.Padding = textGap
	on.Tick.Label = aligned(t.axisText(), text.XRight, text.YCenter)
	on.Tick.Label.Handler = onAxis{t.handler, 0}
}

// An onAxis sets the texts of gonum's axes, which raise them by a descent, as its own handler needs, and leave no gap
// above those of the x axis.
type onAxis struct {
	scripts
	gap vg.Length
}

// Extents implements text.Handler, without a descent.
func (h onAxis) Extents(of font.Font) font.Extents {
	extents := h.scripts.Extents(of)
	extents.Ascent, extents.Descent = extents.Ascent+extents.Descent, 0
	return extents
}

// Box implements text.Handler.
func (h onAxis) Box(line string, of font.Font) (width, height, depth vg.Length) {
	width, height, depth = h.scripts.Box(line, of)
	return width, height + h.gap, depth
}

// Draw implements text.Handler.
func (h onAxis) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	sty.Handler = h.scripts
	h.scripts.Draw(c, txt, sty, pt.Sub(vg.Point{Y: h.gap}))
}

// Names that do not fit side by side are turned by 35°.
const slantAngle = 35 * math.Pi / 180

// tickX chooses the ticks of an x axis of a length. Names that do not fit side by side are broken, or turned.
func (a axis) tickX(on *plot.Axis, length vg.Length) {
	sty := aligned(on.Tick.Label, text.XCenter, text.YTop)
	sty.Handler = onAxis{sty.Handler.(onAxis).scripts, labelGap}
	sty.Rotation = 0
	width := func(label string) vg.Length { return sty.Width(label) }
	ticks := a.ticks(a.apart(on, length, width, sty.Width("00")))
	slot := 0.94 * length / vg.Length(a.high-a.low)
	for i, name := range a.names {
		ticks[i].Label = wrap(name, sty, slot)
		if strings.Count(ticks[i].Label, "\n")+1 > min(3, strings.Count(name, " ")+1) {
			sty = aligned(sty, text.XRight, text.YTop)
			sty.Rotation = slantAngle
			ticks = a.ticks(nil)
			break
		}
	}
	for i := range ticks {
		if a.bare && ticks[i].Label != "" {
			ticks[i].Label = " " // without any the tick would be a minor one
		}
	}
	on.Tick.Label, on.Tick.Marker = sty, plot.ConstantTicks(ticks)
}

// tickY chooses the ticks of a y axis of a length. Names are at most as wide as the room.
func (a axis) tickY(on *plot.Axis, length, room vg.Length) {
	sty := on.Tick.Label
	height := func(label string) vg.Length { return sty.Height(label) }
	ticks := a.ticks(a.apart(on, length, height, 0.6*sty.Height("0")))
	for i, name := range a.names {
		ticks[i].Label = wrap(name, sty, room)
	}
	on.Tick.Marker = plot.ConstantTicks(ticks)
}

// apart tells whether the labels of ticks have a gap between them, on an axis of a length.
func (a axis) apart(on *plot.Axis, length vg.Length, size func(string) vg.Length, gap vg.Length) fit {
	return func(ticks []plot.Tick) bool {
		end := vg.Length(math.Inf(-1))
		for _, tk := range ticks {
			middle, half := vg.Length(on.Norm(tk.Value))*length, size(tk.Label)/2
			if middle-half < end {
				return false
			}
			end = middle + half + gap
		}
		return true
	}
}

func (a axis) ticks(fits fit) []plot.Tick {
	switch {
	case a.names != nil:
		ticks := make([]plot.Tick, len(a.names))
		for i, name := range a.names {
			ticks[i] = plot.Tick{Value: float64(i), Label: name}
		}
		return ticks
	case a.log:
		return logTicks(a.low, a.high, fits)
	case a.gap != gap{}:
		return append(linearTicks(a.low, a.gap.from, a.whole, fits), linearTicks(a.gap.to, a.high, a.whole, fits)...)
	default:
		return linearTicks(a.low, a.high, a.whole, fits)
	}
}

// An extent is the smallest interval that holds all finite values added.
type extent struct {
	low, high float64
	seen      bool
}

func (e *extent) add(v float64) {
	switch {
	case !isFinite(v):
	case !e.seen:
		e.low, e.high, e.seen = v, v, true
	default:
		e.low, e.high = min(e.low, v), max(e.high, v)
	}
}

func (e *extent) join(other extent) {
	if other.seen {
		e.add(other.low)
		e.add(other.high)
	}
}

func extentOf(values []float64) (e extent) {
	for _, v := range values {
		e.add(v)
	}
	return e
}

var errNoData = errors.New("no value to draw: all are missing")

// fitAxis gives an axis the range of the data and a margin, so that no point lies on the frame.
func fitAxis(a axis, data extent) (axis, error) {
	const margin = 0.04
	switch {
	case a.log && data.seen && data.low <= 0:
		return a, fmt.Errorf("value is %v on a logarithmic axis", data.low)
	case a.names != nil:
		a.low, a.high = -0.6, float64(len(a.names))-0.4
	case !data.seen:
		return a, errNoData
	case a.log:
		grow := math.Pow(data.high/data.low, margin)
		if data.high == data.low {
			grow = 2
		}
		a.low = max(data.low/grow, math.SmallestNonzeroFloat64)
		a.high = min(data.high*grow, math.MaxFloat64)
	default:
		pad := (data.high/2 - data.low/2) * 2 * margin
		if pad == 0 {
			pad = max(math.Abs(data.high)*margin, math.SmallestNonzeroFloat64*1e6)
			if data.high == 0 {
				pad = 1
			}
		}
		a.low = max(data.low-pad, -math.MaxFloat64)
		a.high = min(data.high+pad, math.MaxFloat64)
	}
	if !(a.high > a.low) {
		return a, fmt.Errorf("values from %v to %v are too close together to draw", data.low, data.high)
	}
	return a, nil
}
