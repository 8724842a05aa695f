package figures

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// The data of all panels share both ends along x and the height, also where one has wider labels, and panels do
// not touch.
func TestPanelsAreAligned(t *testing.T) {
	p := differences()
	p.Charts[1].References = []Reference{{0.5, "half a point", 0}}
	p.Charts[0].YLabel = ""
	for length := range 70 { // one line is broken at a height that the names under it decide
		p.Charts[1].YLabel = "difference " + strings.Repeat("i", length)
		var c recorder.Canvas
		width, height := p.Size(Report())
		first, err := p.plot()
		if err != nil {
			t.Fatal(err)
		}
		frames, err := newFrames(testTheme(t), draw.NewCanvas(&c, width, height), append([]plot{first}, first.lower...))
		if err != nil {
			t.Fatal(err)
		}
		a, b := frames[0].area, frames[1].area
		for _, d := range []vg.Length{a.Min.X - b.Min.X, a.Max.X - b.Max.X, a.Size().Y - b.Size().Y} {
			if abs(d) > 0.01 {
				t.Errorf("title of %d letters: areas %v and %v", length, a.Rectangle, b.Rectangle)
			}
		}
		if b.Max.Y >= a.Min.Y {
			t.Errorf("the second panel reaches from %v up to %v, the first down to %v", b.Min.Y, b.Max.Y, a.Min.Y)
		}
	}
}

func TestReach(t *testing.T) {
	nan := math.NaN()
	few := []float64{0.1, -0.2, 0.3, 0, 0, 0, nan, 0.4, -0.3}
	for _, tc := range []struct {
		name   string
		values []float64
		want   float64
	}{
		{"nothing", []float64{nan, 0}, 0},
		{"nothing far out", few, 0.4},
		{"a misprint", append(few, -29.9), 0.4},
		{"near the others", append(few, 0.55), 0.55},
		{"one step after another", append(few, 0.55, 0.8, 1.1), 1.1},
		{"equal ones", []float64{1, 1, 1, 1, 1, 1.2}, 1.2},
		{"too few to say", []float64{0.1, 50}, 50},
	} {
		if got := reachOf(tc.values); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

// An outlier has the last colour, an arrow and its value; the others keep their colours.
func TestOutlierLeavesTheOthersTheirColours(t *testing.T) {
	h := misprint()
	with, err := h.newScale()
	if err != nil {
		t.Fatal(err)
	}
	h.Values[3][4] = 0
	without, err := h.newScale()
	if err != nil {
		t.Fatal(err)
	}
	if with.axis.high != without.axis.high {
		t.Errorf("the scale ends at %v with the outlier and at %v without", with.axis.high, without.axis.high)
	}
	texts := 0
	for _, d := range record(t, misprint()) {
		if d.text == "−29.9" || strings.HasPrefix(d.text, "Arrows: far out") {
			texts++
		}
	}
	if texts != 2 {
		t.Errorf("%d texts tell of the outlier, want its number and a note", texts)
	}
}

// A note lists the values beyond the axis of differences.
func TestChartTellsWhatIsBeyond(t *testing.T) {
	want := []string{"Arrows: beyond the axis, L_{1} at −80", "Thin arrows: hollow marks beyond the axis, p = 0.5 at 30"}
	if got := differences().Charts[1].notes(); !slices.Equal(got, want) {
		t.Errorf("notes %q, want %q", got, want)
	}
}

// No whisker of a line chart lies on another, where levels are not crowded.
func TestWhiskersStandApart(t *testing.T) {
	var xs []vg.Length
	for _, d := range record(t, noiseChart(7)) {
		n := color.NRGBAModel.Convert(d.color).(color.NRGBA)
		if d.kind == "stroke" && d.parts == 2 && n.A != 0xFF && abs(d.corner[2].X-d.corner[0].X) < 0.01 {
			xs = append(xs, d.corner[0].X)
		}
	}
	if len(xs) != 77 {
		t.Fatalf("%d whiskers, want 7 at each of 10 levels, and 7 in the legend", len(xs))
	}
	xs = xs[:70]
	slices.Sort(xs)
	for i := range xs[1:] {
		if gap := xs[i+1] - xs[i]; gap < 1.5 {
			t.Errorf("whiskers %.2f points apart", gap)
		}
	}
}
