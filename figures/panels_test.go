package figures

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
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
		s, err := p.sheet(testTheme(t))
		assert.NilError(t, err)
		parts, err := s.fit(testTheme(t), draw.NewCanvas(&c, width, height))
		assert.NilError(t, err)
		a, b := s.panels[0].DataCanvas(parts[0]), s.panels[1].DataCanvas(parts[1])
		for _, d := range []vg.Length{a.Min.X - b.Min.X, a.Max.X - b.Max.X, a.Size().Y - b.Size().Y} {
			assert.Check(t, abs(d) <= 0.01, "title of %d letters: areas %v and %v", length, a.Rectangle, b.Rectangle)
		}
		assert.Check(t, b.Max.Y < a.Min.Y,
			"the second panel reaches from %v up to %v, the first down to %v", b.Min.Y, b.Max.Y, a.Min.Y)
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
		assert.Check(t, is.Equal(reachOf(tc.values), tc.want), tc.name)
	}
}

// An outlier has the last colour, an arrow and its value; the others keep their colours.
func TestOutlierLeavesTheOthersTheirColours(t *testing.T) {
	h := misprint()
	with := h.colors().Max()
	h.Values[3][4] = 0
	without := h.colors().Max()
	assert.Equal(t, with, without, "the scale ends at %v with the outlier and at %v without", with, without)
	texts := where(record(t, misprint()), func(d drawn) bool {
		return d.text == "−29.9" || strings.HasPrefix(d.text, "Arrows: far out")
	})
	assert.Equal(t, len(texts), 2) // its number and a note
}

// A note lists the values beyond the axis of differences.
func TestChartTellsWhatIsBeyond(t *testing.T) {
	want := []string{"Arrows: beyond the axis, L_{1} at −80", "Thin arrows: hollow marks beyond the axis, p = 0.5 at 30"}
	assert.Assert(t, is.DeepEqual(differences().Charts[1].notes(), want), "notes")
}

// Points of lines stand at their places, whiskers and all: lines that move aside would cross where the data do not.
func TestLinesDoNotDodge(t *testing.T) {
	xs := map[vg.Length]int{}
	for _, d := range record(t, noiseChart(7)) {
		n := color.NRGBAModel.Convert(d.color).(color.NRGBA)
		if d.kind == "stroke" && d.parts == 2 && n.A != 0xFF && abs(d.corner[2].X-d.corner[0].X) < 0.01 {
			xs[vg.Length(math.Round(float64(10*d.corner[0].X)))]++
		}
	}
	for x, n := range xs {
		assert.Check(t, n == 7 || n == 1, "%d whiskers at %v, want one of each line, or of the legend", n, x/10)
	}
}
