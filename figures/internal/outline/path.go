package outline

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
)

// ErrNotFinite reports a coordinate that is NaN or infinite.
var ErrNotFinite = errors.New("coordinate is not a finite number")

// An Op is what a Segment does.
type Op uint8

// The operations.
const (
	Move  Op = iota // to a point
	Line            // to a point
	Cubic           // by two control points to a third point
	Close           // back to the last Move, by no point
)

// A Segment is one step of a path, with the points of its operation.
type Segment struct {
	Op     Op
	Points []vg.Point
}

// Segments maps a path of lines and arcs, which begins with a move, by m.
func Segments(path vg.Path, m Matrix) ([]Segment, error) {
	var segments []Segment
	var current, start vg.Point
	step := func(op Op, points ...vg.Point) {
		segments = append(segments, Segment{op, points})
		current = points[len(points)-1]
	}
	for _, part := range path {
		switch part.Type {
		case vg.MoveComp:
			step(Move, part.Pos)
			start = current
		case vg.LineComp:
			step(Line, part.Pos)
		case vg.ArcComp:
			curves := arcToCubics(part)
			if begin := curves[0][0]; begin != current {
				step(Line, begin)
			}
			for _, curve := range curves {
				step(Cubic, curve[1], curve[2], curve[3])
			}
		case vg.CloseComp:
			segments = append(segments, Segment{Op: Close})
			current = start
		default:
			return nil, fmt.Errorf("a path with a component of type %d", part.Type)
		}
	}
	for _, segment := range segments {
		for i, pt := range segment.Points {
			pt = m.Apply(pt)
			if !finite(pt) {
				return nil, ErrNotFinite
			}
			segment.Points[i] = pt
		}
	}
	return segments, nil
}

func finite(pt vg.Point) bool {
	return !math.IsNaN(float64(pt.X - pt.X + pt.Y - pt.Y)) // nor Inf, as Inf − Inf is NaN
}

// arcToCubics approximates a circular arc by cubic Bézier curves over at most 90°, each given by its start, two
// control points and end. With handles of 4/3 tan(θ/4) radii, a curve over θ meets the circle at its ends and
// middle; at 90° the error is 0.03 per cent of the radius.
func arcToCubics(arc vg.PathComp) [][4]vg.Point {
	n := max(1, int(math.Ceil(math.Abs(arc.Angle)/(math.Pi/2)-1e-9)))
	step := arc.Angle / float64(n)
	handle := vg.Length(4.0 / 3 * math.Tan(step/4))
	on := func(angle float64) (pt, tangent vg.Point) {
		sin, cos := math.Sincos(angle)
		radial := vg.Point{X: vg.Length(cos), Y: vg.Length(sin)}.Scale(arc.Radius)
		return arc.Pos.Add(radial), vg.Point{X: -radial.Y, Y: radial.X}
	}
	curves := make([][4]vg.Point, n)
	from, fromTangent := on(arc.Start)
	for i := range curves {
		to, toTangent := on(arc.Start + float64(i+1)*step)
		curves[i] = [4]vg.Point{from, from.Add(fromTangent.Scale(handle)), to.Sub(toTangent.Scale(handle)), to}
		from, fromTangent = to, toTangent
	}
	return curves
}
