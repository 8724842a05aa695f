package figures

import (
	"image/color"
	"math"
	"testing"
)

func breaks(c Series) []float64 {
	var out []float64
	for i, y := range c.Y {
		if math.IsNaN(y) {
			out = append(out, c.X[i])
		}
	}
	return out
}

func TestSampleFunction(t *testing.T) {
	for _, tc := range []struct {
		name string
		f    func(float64) float64
		want []float64 // places of the breaks
	}{
		{"smooth", math.Tanh, nil},
		{"steep", func(x float64) float64 { return math.Tanh(300 * x) }, nil},
		{"corner", math.Abs, nil},
		{"vertical tangent", func(x float64) float64 { return sign(x) * math.Sqrt(math.Abs(x)) }, nil},
		{"pole", func(x float64) float64 { return 1 / math.Sqrt(math.Abs(x)) }, nil},
		{"constant", func(float64) float64 { return 2 }, nil},
		{"sign, with a value at the jump", sign, []float64{0, 0}},
		{"step between samples", func(x float64) float64 {
			if x < 0.1234 {
				return 0
			}
			return 5
		}, []float64{0.1234}},
		{"step on a slope", func(x float64) float64 {
			if x < -1 {
				return x
			}
			return x + 0.5
		}, []float64{-1}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := breaks(SampleFunction("", tc.f, -3, 3))
			if len(got) != len(tc.want) {
				t.Fatalf("breaks at %v, want %v", got, tc.want)
			}
			for i := range got {
				if math.Abs(got[i]-tc.want[i]) > 1e-9 {
					t.Errorf("break at %v, want %v", got[i], tc.want[i])
				}
			}
		})
	}
}

// A curve is flat up to a jump and ends in open circles; the value at the jump is a point.
func TestJumpIsABreak(t *testing.T) {
	p := FunctionPlot{Curves: []Series{SampleFunction("", sign, -2, 2)}}
	marks := record(t, p)
	var branches, circles, points int
	for _, d := range marks {
		own := d.color == color.Color(lookOf(0).color)
		rise := d.corner[2].Y - d.corner[0].Y
		switch {
		case d.kind == "stroke" && own && d.parts > 20:
			branches++
			if rise > 0.01 {
				t.Errorf("a branch of sign rises by %v points", rise)
			}
		case d.kind == "stroke" && own && rise < 5:
			circles++
		case d.kind == "fill" && own && rise < 5:
			points++
		}
	}
	if branches != 2 || circles != 2 || points != 1 {
		t.Errorf("%d branches, %d open circles and %d points, want 2, 2 and 1", branches, circles, points)
	}
}

// Two samples at one place are a jump too.
func TestVerticalSamplesAreABreak(t *testing.T) {
	p := FunctionPlot{Curves: []Series{{X: []float64{0, 1, 1, 2}, Y: []float64{0, 0, 1, 1}}}}
	lines := 0
	for _, d := range record(t, p) {
		if d.kind == "stroke" && d.color == color.Color(lookOf(0).color) && d.parts == 2 {
			lines++
		}
	}
	if lines != 2 {
		t.Errorf("%d lines, want 2", lines)
	}
}

// A pole leaves through the frame and does not flatten the rest.
func TestPoleIsCut(t *testing.T) {
	pole := SampleFunction("", func(x float64) float64 { return 1 / math.Sqrt(math.Abs(x)) }, -3, 3)
	p := FunctionPlot{Curves: []Series{pole}}
	_, y, err := p.axes()
	if err != nil {
		t.Fatal(err)
	}
	if y.high > 6 || y.high < 2 {
		t.Errorf("axis ends at %v", y.high)
	}
	_, height := p.Size(Report())
	for _, d := range record(t, p) {
		for _, pt := range d.points {
			if pt.Y < 0 || pt.Y > height {
				t.Fatalf("%v leaves the figure", d)
			}
		}
	}
	p.Ordinate[1] = 3
	if _, y, err = p.axes(); err != nil || y.low != 0 || y.high != 3 {
		t.Errorf("a range from 0 to 3 became %v to %v, %v", y.low, y.high, err)
	}
}

func FuzzFunctionPlot(f *testing.F) {
	f.Add("tanh", 0.0, 1.0, 2.0, 3.0)
	f.Add("pole_{0}", math.Inf(1), math.NaN(), -1e308, 1e308)
	f.Fuzz(func(t *testing.T, name string, a, b, c, d float64) {
		drawFinite(t, FunctionPlot{XLabel: name, Curves: []Series{
			{Name: name, X: []float64{-1, 0, 0, 1}, Y: []float64{a, b, c, d}},
			{X: []float64{a, b}, Y: []float64{c, d}},
		}})
		drawFinite(t, FunctionPlot{Curves: []Series{SampleFunction(name, func(x float64) float64 { return a*x*x + b*math.Floor(c*x) + d }, -1, 1)}})
	})
}
