package figures

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// Test results are those of R's fivenum.
func TestFiveNumbers(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   [5]float64
	}{
		{[]float64{3}, [5]float64{3, 3, 3, 3, 3}},
		{[]float64{4, 1, 3, 2}, [5]float64{1, 1.5, 2.5, 3.5, 4}},
		{[]float64{1, 9, 2, 8, 3}, [5]float64{1, 2, 3, 8, 9}},
		{[]float64{10, 20, 35, 50, 70, 100}, [5]float64{10, 20, 42.5, 70, 100}},
		{[]float64{1, 2, 4, 8, 16, 32, 64}, [5]float64{1, 3, 8, 24, 64}},
	} {
		assert.Check(t, is.Equal(FiveNumbers(test.values), test.want), test.values)
	}
}

// A box plot has a row for each draw, a ring for each beyond the fences, and an axis that holds them all.
func TestBoxes(t *testing.T) {
	ch := boxes()
	draws := slices.DeleteFunc(ch.Records(), func(r []string) bool { return r[0] != "draw" })
	assert.Equal(t, len(draws), 20)
	_, y, err := ch.axes()
	assert.Check(t, err == nil && y.low <= 1 && y.high >= 40, "from %v to %v, %v", y.low, y.high, err)
	rings := where(ofKind(record(t, ch), "fill"), func(d drawn) bool { return d.color == white })
	assert.Equal(t, len(rings), 1) // that of the draw at 40
}

// Lines go on to the ends of an axis that is asked for, arrows point at markers beyond, and a note has their values.
func TestOrdinate(t *testing.T) {
	ch := Chart{Series: []Series{{Name: "a", X: []float64{0, 1, 2}, Y: []float64{5, 50, 6}, Look: 1}},
		References: []Reference{{Y: 80, Label: "far"}}}.Within([]float64{0, 10}).(Chart)
	x, y, err := ch.axes()
	assert.NilError(t, err)
	assert.Check(t, y.low == 0 && y.high == 10 && x.low <= 0, "axes %v and %v", x, y)
	notes := strings.Join(ch.notes(), "\n")
	assert.Equal(t, notes, "Arrows: beyond the axis, a at 50", "notes")
	_, height := ch.Size(Report())
	lines := 0
	for _, d := range record(t, ch) {
		assert.Check(t, d.text != "far", "a line beyond the axis has a label")
		if d.kind == "stroke" && d.color == seriesColors[0] && math.Abs(float64(d.width)-1.1) < 1e-9 {
			lines++
		}
		for _, pt := range d.points {
			assert.Check(t, pt.Y >= 0 && pt.Y <= height, "%v leaves the figure", d)
		}
	}
	assert.Check(t, lines >= 2, "%d strokes, want a part of the line on both sides", lines)
	plot := derivatives(false).Within([]float64{-1, 2}).(FunctionPlot)
	_, y, err = plot.axes()
	assert.Check(t, err == nil && y.low == -1 && y.high == 2, "from %v to %v, %v", y.low, y.high, err)
	panels := differences().Within([]float64{1, 2, 3, 4, 5, 6}).(Panels) // of three, and it has two
	assert.Check(t, panels.Charts[0].Ordinate == [2]float64{1, 2} && panels.Charts[1].Ordinate == [2]float64{3, 4},
		"ends %v and %v", panels.Charts[0].Ordinate, panels.Charts[1].Ordinate)
}
