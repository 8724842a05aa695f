package outline

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
)

// ErrNotFinite says that a path or a map has a coordinate that is NaN or
// infinite, which no file format can carry.
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

// A Segment is one step of a path, with as many points as its operation takes.
type Segment struct {
	Op     Op
	Points []vg.Point
}

// Segments returns path mapped by m. A path that does not begin with a move begins
// at its first point.
func Segments(path vg.Path, m Matrix) ([]Segment, error) {
	var w walker
	for _, part := range path {
		if err := w.add(part); err != nil {
			return nil, err
		}
	}
	for _, segment := range w.segments {
		for i, pt := range segment.Points {
			pt = m.Apply(pt)
			if !finite(pt) {
				return nil, ErrNotFinite
			}
			segment.Points[i] = pt
		}
	}
	return w.segments, nil
}

func finite(pt vg.Point) bool {
	for _, v := range []float64{float64(pt.X), float64(pt.Y)} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// A walker follows a path and keeps where it is.
type walker struct {
	segments       []Segment
	open           bool
	current, start vg.Point
}

func (w *walker) add(part vg.PathComp) error {
	switch part.Type {
	case vg.MoveComp:
		w.moveTo(part.Pos)
	case vg.LineComp:
		w.lineTo(part.Pos)
	case vg.ArcComp:
		arc := arcToCubics(part)
		if begin := arc[0][0]; !w.open || begin != w.current {
			w.lineTo(begin)
		}
		for _, curve := range arc {
			w.step(Cubic, curve[1], curve[2], curve[3])
		}
	case vg.CurveComp:
		switch {
		case !w.open:
			w.moveTo(part.Pos)
		case len(part.Control) == 1:
			p1, p2 := quadraticToCubic(w.current, part.Control[0], part.Pos)
			w.step(Cubic, p1, p2, part.Pos)
		case len(part.Control) == 2:
			w.step(Cubic, part.Control[0], part.Control[1], part.Pos)
		default:
			return fmt.Errorf("curve with %d control points, want 1 or 2", len(part.Control))
		}
	case vg.CloseComp:
		if w.open {
			w.segments = append(w.segments, Segment{Op: Close})
			w.current = w.start
		}
	default:
		return fmt.Errorf("unknown path component type %d", part.Type)
	}
	return nil
}

func (w *walker) moveTo(pt vg.Point) {
	w.step(Move, pt)
	w.start, w.open = pt, true
}

func (w *walker) lineTo(pt vg.Point) {
	if w.open {
		w.step(Line, pt)
	} else {
		w.moveTo(pt)
	}
}

// step adds a segment, the last of whose points is where it ends.
func (w *walker) step(op Op, points ...vg.Point) {
	w.segments = append(w.segments, Segment{Op: op, Points: points})
	w.current = points[len(points)-1]
}

// quadraticToCubic returns the control points of the cubic Bézier curve that is
// the quadratic one with control point q: both lie two thirds of the way to q.
func quadraticToCubic(from, q, to vg.Point) (p1, p2 vg.Point) {
	return from.Add(q.Sub(from).Scale(2.0 / 3)), to.Add(q.Sub(to).Scale(2.0 / 3))
}

// arcToCubics approximates a circular arc by cubic Bézier curves, each given by
// its start, two control points and end, and none over more than 90°. With
// handles of length 4/3 tan(θ/4) a curve over θ touches the circle at its ends and
// middle; at 90° it strays from it by 0.03 per cent of the radius. Turns beyond
// the first are dropped, as they retrace the circle.
func arcToCubics(arc vg.PathComp) [][4]vg.Point {
	const turn = 2 * math.Pi
	if math.Abs(arc.Angle) > turn {
		arc.Angle = math.Copysign(turn, arc.Angle) + math.Mod(arc.Angle, turn)
	}
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
