// Package pen holds what the PDF and SVG canvases share: the pen of a vg.Canvas.
package pen

import (
	"errors"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// ErrNotFinite reports a coordinate that is NaN or infinite.
var ErrNotFinite = errors.New("coordinate is not a finite number")

// Finite reports whether all lengths are finite numbers.
func Finite(lengths ...vg.Length) bool {
	// Inf − Inf is NaN.
	return !slices.ContainsFunc(lengths, func(v vg.Length) bool { return math.IsNaN(float64(v - v)) })
}

// A Pen is the state of a vg.Canvas but for its transformations. A canvas embeds it.
type Pen struct {
	State
	saved []State
}

// A State is what Push saves and Pop restores.
type State struct {
	LineWidth  vg.Length
	Dashes     []vg.Length
	DashOffset vg.Length
	Color      color.Color
	Groups     int // that are open, of an SVG
}

// SetLineWidth implements vg.Canvas. A width of 0 or less turns stroking off.
func (p *Pen) SetLineWidth(width vg.Length) { p.LineWidth = width }

// SetLineDash implements vg.Canvas.
func (p *Pen) SetLineDash(pattern []vg.Length, offset vg.Length) {
	p.Dashes, p.DashOffset = slices.Clone(pattern), offset
}

// SetColor implements vg.Canvas; nil is black.
func (p *Pen) SetColor(clr color.Color) {
	if clr == nil {
		clr = color.Black
	}
	p.Color = clr
}

// Push implements vg.Canvas.
func (p *Pen) Push() { p.saved = append(p.saved, p.State) }

// Pop implements vg.Canvas.
func (p *Pen) Pop() {
	last := len(p.saved) - 1
	p.State, p.saved = p.saved[last], p.saved[:last]
}
