package figures

import (
	"math"
	"testing"

	"gotest.tools/v3/assert"
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
			assert.Equal(t, len(got), len(tc.want), "breaks at %v, want %v", got, tc.want)
			for i := range got {
				assert.Check(t, math.Abs(got[i]-tc.want[i]) <= 1e-9, "break at %v, want %v", got[i], tc.want[i])
			}
		})
	}
}

// A curve is flat up to a jump and ends in open circles; the value at the jump is a point.
func TestJumpIsABreak(t *testing.T) {
	p := FunctionPlot{Curves: []Series{SampleFunction("", sign, -2, 2)}}
	strokes, fills := withColor(record(t, p), "stroke", 0), withColor(record(t, p), "fill", 0)
	long := func(d drawn) bool { return d.parts > 20 }
	small := func(d drawn) bool { return !long(d) && d.corner[2].Y-d.corner[0].Y < 5 }
	for _, d := range where(strokes, long) {
		assert.Check(t, d.corner[2].Y-d.corner[0].Y <= 0.01, "a branch of sign rises: %v", d)
	}
	assert.Equal(t, len(where(strokes, long)), 2)
	assert.Equal(t, len(where(strokes, small)), 2) // open circles
	assert.Equal(t, len(where(fills, small)), 1)
}

// Two samples at one place are a jump too.
func TestVerticalSamplesAreABreak(t *testing.T) {
	p := FunctionPlot{Curves: []Series{{X: []float64{0, 1, 1, 2}, Y: []float64{0, 0, 1, 1}}}}
	assert.Equal(t, len(where(withColor(record(t, p), "stroke", 0), func(d drawn) bool { return d.parts == 2 })), 2)
}

// A pole leaves through the frame and does not flatten the rest.
func TestPoleIsCut(t *testing.T) {
	pole := SampleFunction("", func(x float64) float64 { return 1 / math.Sqrt(math.Abs(x)) }, -3, 3)
	p := FunctionPlot{Curves: []Series{pole}}
	_, y, err := p.axes()
	assert.NilError(t, err)
	assert.Check(t, y.high <= 6 && y.high >= 2, "axis ends at %v", y.high)
	_, height := p.Size(Report())
	for _, d := range record(t, p) {
		for _, pt := range d.points {
			assert.Assert(t, pt.Y >= 0 && pt.Y <= height, "%v leaves the figure", d)
		}
	}
	p.Ordinate[1] = 3
	_, y, err = p.axes()
	assert.Check(t, err == nil && y.low == 0 && y.high == 3, "from %v to %v, %v", y.low, y.high, err)
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
