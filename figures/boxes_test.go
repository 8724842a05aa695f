package figures

import (
	"math"
	"strings"
	"testing"
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
		if got := FiveNumbers(test.values); got != test.want {
			t.Errorf("%v have %v, want %v", test.values, got, test.want)
		}
	}
}

// A box plot has a row for each draw, a ring for each beyond the fences, and an axis that holds them all.
func TestBoxes(t *testing.T) {
	ch := boxes()
	var rows int
	for _, r := range ch.Records() {
		if r[0] == "draw" {
			rows++
		}
	}
	_, y, err := ch.axes()
	if rows != 20 || err != nil || y.low > 1 || y.high < 40 {
		t.Errorf("%d draws, from %v to %v, %v", rows, y.low, y.high, err)
	}
	rings := 0
	for _, d := range record(t, ch) {
		if d.kind == "fill" && d.color == white {
			rings++
		}
	}
	if rings != 1 {
		t.Errorf("%d rings, want that of the draw at 40", rings)
	}
}

// Lines go on to the ends of an axis that is asked for, arrows point at markers beyond, and a note has their values.
func TestOrdinate(t *testing.T) {
	ch := Chart{Series: []Series{{Name: "a", X: []float64{0, 1, 2}, Y: []float64{5, 50, 6}, Look: 1}},
		References: []Reference{{Y: 80, Label: "far"}}}.Within([]float64{0, 10}).(Chart)
	x, y, err := ch.axes()
	if err != nil || y.low != 0 || y.high != 10 || x.low > 0 {
		t.Errorf("axes %v and %v, %v", x, y, err)
	}
	if notes := strings.Join(ch.notes(), "\n"); notes != "Arrows: beyond the axis, a at 50" {
		t.Errorf("notes %q", notes)
	}
	_, height := ch.Size(Report())
	lines := 0
	for _, d := range record(t, ch) {
		if d.text == "far" {
			t.Error("a line beyond the axis has a label")
		}
		if d.kind == "stroke" && d.color == seriesColors[0] && math.Abs(float64(d.width)-1.1) < 1e-9 {
			lines++
		}
		for _, pt := range d.points {
			if pt.Y < 0 || pt.Y > height {
				t.Errorf("%v leaves the figure", d)
			}
		}
	}
	if lines < 2 {
		t.Errorf("%d strokes, want a part of the line on both sides", lines)
	}
	plot := derivatives(false).Within([]float64{-1, 2}).(FunctionPlot)
	if _, y, err := plot.axes(); err != nil || y.low != -1 || y.high != 2 {
		t.Errorf("a function from -1 to 2 has an axis from %v to %v, %v", y.low, y.high, err)
	}
	panels := differences().Within([]float64{1, 2, 3, 4}).(Panels)
	if panels.Charts[0].Ordinate != [2]float64{1, 2} || panels.Charts[1].Ordinate != [2]float64{3, 4} {
		t.Errorf("ends %v and %v", panels.Charts[0].Ordinate, panels.Charts[1].Ordinate)
	}
}
