package figures

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// Legend and data do not overlap, and the legend stays in its strip, for any names, number of series and size.
func TestLegendNeverLiesOverData(t *testing.T) {
	th := testTheme(t)
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var entries []legendEntry
		for i := range 1 + random.IntN(12) {
			name := strings.Repeat("name ", 1+random.IntN(1+random.IntN(20)))
			entries = append(entries, legendEntry{name: name, sample: func(c *draw.Canvas, th theme, box vg.Rectangle) {
				drawSample(c, th, box, lookOf(i), Series{Low: []float64{1}}, true)
			}})
		}
		var recorded recorder.Canvas
		c := draw.NewCanvas(&recorded, vg.Length(150+400*random.Float64()), vg.Length(200+500*random.Float64()))
		data, strip, laid := th.legend(entries).split(c)
		if data.Size().X < leastData || data.Size().Y < leastData {
			continue // no room for data: newFrame refuses
		}
		if overlap(corners(data), corners(strip)) {
			t.Fatalf("data %v and legend %v overlap", data.Rectangle, strip.Rectangle)
		}
		if !c.Contains(strip.Min) || !c.Contains(strip.Max) {
			t.Fatalf("legend %v leaves the figure %v", strip.Rectangle, c.Rectangle)
		}
		laid.draw(strip, th)
		var texts []drawn
		for _, d := range interpret(t, recorded.Actions) {
			const marker = 4 // a marker's rim may reach a little out
			for _, pt := range d.corner {
				if pt.X < strip.Min.X-marker || pt.X > strip.Max.X+marker || pt.Y < strip.Min.Y-marker || pt.Y > strip.Max.Y+marker {
					t.Fatalf("%v outside the legend's strip %v", d, strip.Rectangle)
				}
			}
			if d.kind == "text" {
				texts = append(texts, d)
			}
		}
		for i := range texts {
			for k := range i {
				if overlap(texts[i].corner, texts[k].corner) {
					t.Fatalf("%v overlaps %v", texts[i], texts[k])
				}
			}
		}
	}
}

func corners(c draw.Canvas) [4]vg.Point {
	return bounds([]vg.Point{c.Min, c.Max})
}

func TestLegendPlace(t *testing.T) {
	th := testTheme(t)
	entries := func(n int, name string) legend {
		l := legend{style: th.legendText()}
		for range n {
			l.entries = append(l.entries, legendEntry{name: name})
		}
		return l
	}
	full, half := vg.Point{X: FullWidth, Y: FullHeight}, vg.Point{X: HalfWidth, Y: HalfHeight}
	for _, tc := range []struct {
		what   string
		legend legend
		size   vg.Point
		aside  bool
		rows   int
	}{
		{"three names fit in a row", entries(3, "tanh"), full, false, 1},
		{"ten do not, and go aside", entries(10, "tanh"), full, true, 10},
		{"nor is there a side in a narrow figure", entries(7, "tanh"), half, false, 3},
		{"long names do not go aside", entries(3, strings.Repeat("long name ", 12)), full, false, 3},
		{"no names, no legend", entries(0, ""), full, false, 0},
	} {
		laid, aside := tc.legend.arrange(tc.size)
		if aside != tc.aside || len(laid.rowHeights) != tc.rows {
			t.Errorf("%s: aside %v in %d rows, want %v in %d", tc.what, aside, len(laid.rowHeights), tc.aside, tc.rows)
		}
	}
}

// A chart grows with its legend and keeps the height of its data.
func TestChartGrowsWithLegend(t *testing.T) {
	_, plain := noiseChart(3).Size(Report())
	_, long := longNames().Size(Report())
	if plain != FullHeight || long <= FullHeight {
		t.Errorf("heights %v and %v with a short and a long legend", plain, long)
	}
}
