package figures

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
	"gotest.tools/v3/assert"
)

// Legend and data do not overlap, and the legend stays in the figure, for any names, number of series, size and place.
func TestLegendNeverLiesOverData(t *testing.T) {
	th := testTheme(t)
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		th.venue.Legend = []string{"", "above", "right"}[round%3]
		var entries []entry
		for range 1 + random.IntN(12) {
			name := strings.Repeat("name ", 1+random.IntN(1+random.IntN(20)))
			entries = append(entries, entry{name, []plot.Thumbnailer{&plotter.Polygon{Color: ink}}})
		}
		var recorded recorder.Canvas
		c := draw.NewCanvas(&recorded, vg.Length(150+400*random.Float64()), vg.Length(200+500*random.Float64()))
		data, paint := th.legend(entries, c)
		if data.Size().X < leastData || data.Size().Y < leastData {
			continue // no room for data: fit refuses
		}
		paint()
		var texts []drawn
		for _, d := range interpret(t, recorded.Actions) {
			assert.Assert(t, !overlap(d.corner, corners(data)), "%v lies over the data %v", d, data.Rectangle)
			for _, pt := range d.corner {
				assert.Assert(t, pt.X >= -0.01 && pt.X <= c.Max.X+0.01 && pt.Y >= -0.01 && pt.Y <= c.Max.Y+0.01,
					"%v leaves the figure %v", d, c.Rectangle)
			}
			if d.kind == "text" {
				texts = append(texts, d)
			}
		}
		for i := range texts {
			for k := range i {
				assert.Assert(t, !overlap(texts[i].corner, texts[k].corner), "%v overlaps %v", texts[i], texts[k])
			}
		}
	}
}

func corners(c draw.Canvas) [4]vg.Point {
	return bounds([]vg.Point{c.Min, c.Max})
}

// Names stand at the ends of lines where they fit, and below them otherwise.
func TestDirectLabels(t *testing.T) {
	line := func(name string, end float64) Series {
		return Series{Name: name, X: []float64{0, 1}, Y: []float64{0.5, end}}
	}
	for _, tc := range []struct {
		what  string
		chart Chart
		below int // entries of the legend
	}{
		{"ends apart", Chart{Series: []Series{line("tanh", 0), line("L1", 1)}}, 0},
		{"long names", Chart{Series: []Series{line(strings.Repeat("long name ", 9), 0), line("L1", 1)}}, 2},
		{"one end for many", Chart{Series: slices.Repeat([]Series{line("tanh", 0.5)}, 7)}, 7},
		{"an end before the others", Chart{Series: []Series{line("tanh", 0), {Name: "L1", X: []float64{0}, Y: []float64{1}}}}, 2},
		{"counterparts", Chart{Series: []Series{line("tanh", 0), line("L1", 1)}, Counterparts: "in print"}, 1},
	} {
		s, err := tc.chart.sheet(testTheme(t))
		assert.Check(t, err == nil && len(s.legend) == tc.below,
			"%s: %d entries below the data, want %d, %v", tc.what, len(s.legend), tc.below, err)
	}
}

// A chart grows with its legend and keeps the height of its data.
func TestChartGrowsWithLegend(t *testing.T) {
	_, plain := noiseChart(3).Size(Report())
	_, long := longNames().Size(Report())
	assert.Check(t, plain == FullHeight && long > FullHeight, "%v and %v with a short and a long legend", plain, long)
}
