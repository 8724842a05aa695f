package figures

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
)

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// An axis maps data to the unit interval along a side of a frame.
type axis struct {
	label    string
	low      float64
	high     float64
	log      bool
	whole    bool      // ticks at whole numbers only
	names    []string  // of 0, 1, 2, ... on an axis of categories
	zeroLine bool      // draw a line through the data at 0
	square   bool      // with the same scale as the other axis
	cut      bool      // data goes on beyond its ends
	bare     bool      // ticks without labels
	room     vg.Length // least width of the labels of a y axis
	head     vg.Length // and least height of its title, which stands above it
}

// farOutside limits positions, in lengths of the axis. A line to such a point leaves the frame in the right
// direction, and no coordinate overflows.
const farOutside = 1e4

// position returns where v lies along the axis: 0 at the low end, 1 at the high end.
func (a axis) position(v float64) float64 {
	low, high := a.low, a.high
	if a.log {
		low, high, v = math.Log10(low), math.Log10(high), math.Log10(v)
	}
	at := (v/2 - low/2) / (high/2 - low/2) // halves, as differences can overflow
	return max(-farOutside, min(farOutside, at))
}

// reach returns the axis with a range of the given length around the same centre.
func (a axis) reach(length float64) axis {
	centre := a.low/2 + a.high/2
	a.low, a.high = centre-length/2, centre+length/2
	return a
}

func (a axis) ticks(fits fit) []tick {
	switch {
	case a.names != nil:
		ticks := make([]tick, len(a.names))
		for i, name := range a.names {
			ticks[i] = tick{float64(i), name}
		}
		return ticks
	case a.log:
		return logTicks(a.low, a.high, fits)
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
