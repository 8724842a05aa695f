package figures

import (
	"fmt"
	"image/color"
	"math"
	"math/cmplx"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
	"gotest.tools/v3/assert"
)

// A drawn is one operation on the canvas.
type drawn struct {
	kind   string // "text", "stroke", "fill" or "image"
	text   string
	font   font.Font   // in the size on the page, as is width
	corner [4]vg.Point // of the box around it, turned as the text is
	color  color.Color
	width  vg.Length
	dashes []vg.Length
	parts  int // of a path
	points []vg.Point
}

// record returns the operations that draw a figure for the report, in order.
func record(t testing.TB, f Figure) []drawn {
	t.Helper()
	return recordFor(t, f, Report())
}

func recordFor(t testing.TB, f Figure, v Venue) []drawn {
	t.Helper()
	width, height := f.Size(v)
	var c recorder.Canvas
	assert.NilError(t, f.Draw(draw.NewCanvas(&c, width, height), v))
	return interpret(t, c.Actions)
}

// interpret applies recorded actions to the state of a canvas.
func interpret(t testing.TB, actions []recorder.Action) []drawn {
	t.Helper()
	type state struct {
		turn, shift complex128 // a point z of the plane goes to turn·z + shift
		color       color.Color
		width       vg.Length
		dashes      []vg.Length
	}
	var out []drawn
	var saved []state
	now := state{turn: 1, color: color.Black, width: 1}
	apply := func(pt vg.Point) vg.Point {
		z := now.turn*complex(float64(pt.X), float64(pt.Y)) + now.shift
		return vg.Point{X: vg.Length(real(z)), Y: vg.Length(imag(z))}
	}
	path := func(kind string, p vg.Path) {
		d := drawn{kind: kind, color: now.color, parts: len(p)}
		if kind == "stroke" {
			d.width, d.dashes = now.width*vg.Length(cmplx.Abs(now.turn)), now.dashes
		}
		for _, part := range p {
			switch part.Type {
			case vg.MoveComp, vg.LineComp:
				d.points = append(d.points, apply(part.Pos))
			case vg.ArcComp:
				const steps = 8
				d.parts += int(math.Ceil(math.Abs(part.Angle)/(math.Pi/2)-1e-9)) - 1 // as quarters of a circle
				for i := range steps + 1 {
					sin, cos := math.Sincos(part.Start + part.Angle*float64(i)/steps)
					rim := vg.Point{X: vg.Length(cos), Y: vg.Length(sin)}
					d.points = append(d.points, apply(part.Pos.Add(rim.Scale(part.Radius))))
				}
			}
		}
		d.corner = bounds(d.points)
		out = append(out, d)
	}
	for _, action := range actions {
		switch a := action.(type) {
		case *recorder.Push:
			saved = append(saved, now)
		case *recorder.Pop:
			now, saved = saved[len(saved)-1], saved[:len(saved)-1]
		case *recorder.Translate:
			now.shift += now.turn * complex(float64(a.Point.X), float64(a.Point.Y))
		case *recorder.Rotate:
			now.turn *= cmplx.Rect(1, a.Angle)
		case *recorder.Scale:
			now.turn *= complex(a.X, 0) // as along y
		case *recorder.SetColor:
			now.color = a.Color
		case *recorder.SetLineWidth:
			now.width = a.Width
		case *recorder.SetLineDash:
			now.dashes = a.Dashes
		case *recorder.Stroke:
			if now.width > 0 { // 0 turns strokes off
				path("stroke", a.Path)
			}
		case *recorder.Fill:
			path("fill", a.Path)
		case *recorder.FillString:
			face := lookup(t, a.Font, a.Size)
			d := drawn{kind: "text", text: a.String, font: face.Font, color: now.color}
			d.font.Size *= vg.Length(cmplx.Abs(now.turn))
			// From most descenders to the height of capitals.
			low, high := a.Point.Y-0.1*a.Size, a.Point.Y+0.7*a.Size
			right := a.Point.X + face.Width(a.String)
			for i, pt := range []vg.Point{{X: a.Point.X, Y: low}, {X: right, Y: low}, {X: right, Y: high}, {X: a.Point.X, Y: high}} {
				d.corner[i] = apply(pt)
			}
			out = append(out, d)
		case *recorder.DrawImage:
			path("image", a.Rectangle.Path())
		default:
			t.Fatalf("unexpected action %T", a)
		}
	}
	assert.Check(t, len(saved) == 0, "%d states pushed and not popped", len(saved))
	return out
}

func lookup(t testing.TB, fnt font.Font, size vg.Length) font.Face {
	t.Helper()
	cache := loadFonts()
	assert.Assert(t, cache.Has(fnt), "unknown font %v", fnt)
	return cache.Lookup(fnt, size)
}

func bounds(points []vg.Point) [4]vg.Point {
	box := vg.Rectangle{Min: points[0], Max: points[0]}
	for _, pt := range points {
		box.Min = vg.Point{X: min(box.Min.X, pt.X), Y: min(box.Min.Y, pt.Y)}
		box.Max = vg.Point{X: max(box.Max.X, pt.X), Y: max(box.Max.Y, pt.Y)}
	}
	return [4]vg.Point{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}}
}

// overlap reports whether two boxes, turned or not, share more than an edge: no side of either separates them.
func overlap(p, q [4]vg.Point) bool {
	const slack = 0.01
	for _, box := range [][4]vg.Point{p, q} {
		for i := range box {
			side := box[(i+1)%4].Sub(box[i])
			normal := vg.Point{X: side.Y, Y: -side.X}
			length := vg.Length(math.Hypot(float64(normal.X), float64(normal.Y)))
			if length == 0 {
				continue
			}
			reach := func(b [4]vg.Point) (low, high vg.Length) {
				low, high = vg.Length(math.Inf(1)), vg.Length(math.Inf(-1))
				for _, pt := range b {
					at := pt.Dot(normal) / length
					low, high = min(low, at), max(high, at)
				}
				return low, high
			}
			pLow, pHigh := reach(p)
			qLow, qHigh := reach(q)
			if pHigh <= qLow+slack || qHigh <= pLow+slack {
				return false
			}
		}
	}
	return true
}

// String describes a mark in one line. Coordinates are rounded, as the last bits differ between machines.
func (d drawn) String() string {
	var b strings.Builder
	n := color.NRGBAModel.Convert(colorOrBlack(d.color)).(color.NRGBA)
	fmt.Fprintf(&b, "%-6s", d.kind)
	switch d.kind {
	case "text":
		fmt.Fprintf(&b, " %q %s %.1f at %s, %s", d.text, d.font.Name(), d.font.Size, at(d.corner[0]), at(d.corner[1]))
	default:
		fmt.Fprintf(&b, " %d parts in %s, %s", d.parts, at(d.corner[0]), at(d.corner[2]))
	}
	if d.kind == "stroke" {
		fmt.Fprintf(&b, " width %.2f", d.width)
		if len(d.dashes) > 0 {
			fmt.Fprintf(&b, " dashes %.1f", d.dashes)
		}
	}
	fmt.Fprintf(&b, " #%02x%02x%02x", n.R, n.G, n.B)
	if n.A != 0xFF {
		fmt.Fprintf(&b, "/%02x", n.A)
	}
	return b.String()
}

func at(pt vg.Point) string { return fmt.Sprintf("(%.1f %.1f)", pt.X+0, pt.Y+0) }

func colorOrBlack(clr color.Color) color.Color {
	if clr == nil {
		return color.Black
	}
	return clr
}
