package outline

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/plot/vg"
)

func bezier(p [4]vg.Point, t vg.Length) vg.Point {
	u := 1 - t
	return p[0].Scale(u * u * u).Add(p[1].Scale(3 * u * u * t)).
		Add(p[2].Scale(3 * u * t * t)).Add(p[3].Scale(t * t * t))
}

func distance(p, q vg.Point) float64 {
	return math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y))
}

// The greatest radial error of the 4/3 tan(θ/4) approximation at 90° is 2.7e-4 of the radius (Goldapp,
// Approximation of circular arcs by cubic polynomials, Computer Aided Geometric Design 8, 1991).
func TestArcsStayOnTheCircle(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		arc := vg.PathComp{
			Pos:    vg.Point{X: vg.Length(random.NormFloat64()), Y: vg.Length(random.NormFloat64())},
			Radius: vg.Length(random.ExpFloat64()),
			Start:  10 * random.NormFloat64(),
			Angle:  2 * math.Pi * (2*random.Float64() - 1),
		}
		curves := arcToCubics(arc)
		for i, curve := range curves {
			for _, at := range []vg.Length{0, 0.2, 0.5, 0.8, 1} {
				off := distance(bezier(curve, at), arc.Pos)/float64(arc.Radius) - 1
				if math.Abs(off) > 2.8e-4 {
					t.Fatalf("arc %+v is off by %.2g of its radius", arc, off)
				}
			}
			if i > 0 && curve[0] != curves[i-1][3] {
				t.Fatalf("arc %+v is broken at piece %d", arc, i)
			}
		}
		sin, cos := math.Sincos(arc.Start + arc.Angle)
		end := arc.Pos.Add(vg.Point{X: arc.Radius * vg.Length(cos), Y: arc.Radius * vg.Length(sin)})
		if distance(curves[len(curves)-1][3], end) > 1e-12 {
			t.Fatalf("arc %+v ends elsewhere", arc)
		}
	}
}

// The last transformation is applied first.
func TestTransformationsCompose(t *testing.T) {
	m := Rotation(math.Pi / 2).Then(Translation(10, 20).Then(Scaling(2, 3)))
	// (1, 0) is turned to (0, 1), moved to (10, 21) and stretched.
	if pt := m.Apply(vg.Point{X: 1}); distance(pt, vg.Point{X: 20, Y: 63}) > 1e-12 {
		t.Errorf("(1, 0) goes to %v, want (20, 63)", pt)
	}
	if scale := m.Scale(); math.Abs(scale-math.Sqrt(6)) > 1e-12 {
		t.Errorf("scale %v, want √6", scale)
	}
}

func TestSegments(t *testing.T) {
	p := func(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }
	var path vg.Path
	path.Move(p(1, 1))
	path.Line(p(2, 1))
	path.Close()
	path.Line(p(3, 3)) // from the start of what was closed
	got, err := Segments(path, Translation(10, 0))
	if err != nil {
		t.Fatal(err)
	}
	want := []Segment{
		{Move, []vg.Point{p(11, 1)}},
		{Line, []vg.Point{p(12, 1)}},
		{Close, nil},
		{Line, []vg.Point{p(13, 3)}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("segments %v, want %v", got, want)
	}
}

// A circle after a move to its first point gets no line of length zero, which round caps show as a dot.
func TestArcAtCurrentPointAddsNoLine(t *testing.T) {
	var path vg.Path
	path.Move(vg.Point{X: 5})
	path.Arc(vg.Point{}, 5, 0, 2*math.Pi)
	segments, err := Segments(path, Translation(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, segment := range segments {
		if segment.Op == Line {
			t.Errorf("unexpected line in %v", segments)
		}
	}
}

func TestFaults(t *testing.T) {
	nan := vg.Length(math.NaN())
	for name, path := range map[string]vg.Path{
		"NaN":   {{Type: vg.MoveComp, Pos: vg.Point{X: nan}}},
		"curve": {{Type: vg.MoveComp}, {Type: vg.CurveComp}},
		"type":  {{Type: 99}},
	} {
		if _, err := Segments(path, Translation(0, 0)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
