package figures

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpca/figures/internal/svg"
)

func vgX(x float64) text.XAlignment { return text.XAlignment(x) }
func vgY(y float64) text.YAlignment { return text.YAlignment(y) }
func abs(v vg.Length) vg.Length     { return max(v, -v) }

func withColor(marks []drawn, kind string, i int) []drawn {
	var out []drawn
	for _, d := range marks {
		if d.kind == kind && d.color == color.Color(lookOf(i).color) {
			out = append(out, d)
		}
	}
	return out
}

func TestMissingValuesBreakTheLine(t *testing.T) {
	nan := math.NaN()
	ch := Chart{Series: []Series{{X: []float64{1, 2, 3, 4, 5, nan, 7, 8}, Y: []float64{1, 2, nan, 2, 3, 4, 5, 6}}}}
	lines := withColor(record(t, ch), "stroke", 0)
	if len(lines) != 3 {
		t.Fatalf("%d lines, want 3 between two gaps", len(lines))
	}
	for _, line := range lines {
		if line.parts != 2 {
			t.Errorf("a line of %d points, want 2", line.parts)
		}
	}
}

// A value between gaps has no line, and would not be seen.
func TestLoneValueIsMarked(t *testing.T) {
	nan := math.NaN()
	ch := Chart{Series: []Series{{X: []float64{1, 2, 3}, Y: []float64{nan, 2, nan}}}}
	if fills := withColor(record(t, ch), "fill", 0); len(fills) != 1 {
		t.Errorf("%d markers, want 1", len(fills))
	}
}

func TestStyles(t *testing.T) {
	for _, tc := range []struct {
		style        SeriesStyle
		line, points int
	}{{LinesAndMarkers, 1, 5}, {Markers, 0, 5}} {
		s := Series{Style: tc.style, X: []float64{1, 2, 3, 4, 5}, Y: []float64{1, 4, 2, 5, 3}}
		marks := record(t, Chart{Series: []Series{s}})
		if n := len(withColor(marks, "stroke", 0)); n != tc.line {
			t.Errorf("style %d: %d lines, want %d", tc.style, n, tc.line)
		}
		if n := len(withColor(marks, "fill", 0)); n != tc.points {
			t.Errorf("style %d: %d markers, want %d", tc.style, n, tc.points)
		}
	}
}

// Hundreds of markers would hide the line.
func TestManyPointsGetFewMarkers(t *testing.T) {
	s := Series{}
	for i := range 500 {
		s.X, s.Y = append(s.X, float64(i)), append(s.Y, math.Sin(float64(i)/50))
	}
	n := len(withColor(record(t, Chart{Series: []Series{s}}), "fill", 0))
	if n < markedPoints || n > 2*markedPoints {
		t.Errorf("%d markers for 500 points", n)
	}
}

func TestMarkLabelHidesNoPoint(t *testing.T) {
	ch := sweep()
	for i := range ch.Series[0].X {
		ch.Marks = []Mark{{X: ch.Series[0].X[i], Y: ch.Series[0].Y[i], Label: "the best value"}}
		marks := record(t, ch)
		label := slices.IndexFunc(marks, func(d drawn) bool { return d.text == "the best value" })
		if label < 0 {
			t.Fatalf("mark %d has no label", i)
		}
		for _, point := range withColor(marks, "fill", 0) {
			if overlap(point.corner, marks[label].corner) {
				t.Errorf("label of mark %d hides a point at %s", i, at(point.corner[0]))
			}
		}
	}
}

// No two of 8 series share a marker, no two of 35 a colour and a dash pattern, and lines are solid while there are
// colours.
func TestLooksDiffer(t *testing.T) {
	for i := range 35 {
		for k := range i {
			a, b := lookOf(i), lookOf(k)
			if i < 8 && a.marker == b.marker {
				t.Errorf("series %d and %d share a marker", k, i)
			}
			if a.color == b.color && slices.Equal(a.dashes, b.dashes) {
				t.Errorf("series %d and %d share a colour and a dash pattern", k, i)
			}
			if i < len(seriesColors) && (a.color == b.color || a.dashes != nil) {
				t.Errorf("series %d is broken, or shares a colour with %d", i, k)
			}
		}
	}
}

// A name keeps its look, and names of one figure differ in colour as long as there are colours.
func TestLooksOfNames(t *testing.T) {
	crowd := strings.Fields("a b c d e f g h i j")
	looks := Theme{}.Looks([][]string{{"p1", "p2"}, {"x", "p1"}, crowd, {"y", "p2", "x"}})
	if looks["p1"] != 1 || looks["p2"] != 2 || looks["x"] != 3 || looks["a"] != 4 || looks["none"] != 0 {
		t.Errorf("looks %v, want the order of the names", looks)
	}
	seen := map[int]bool{}
	for _, look := range looks {
		if seen[look] {
			t.Errorf("look %d is given twice: %v", look, looks)
		}
		seen[look] = true
	}
	for _, pair := range [][2]string{{"y", "p2"}, {"y", "x"}, {"p1", "x"}} {
		if lookOf(looks[pair[0]]-1).color == lookOf(looks[pair[1]]-1).color {
			t.Errorf("%v share a colour: %v", pair, looks)
		}
	}
	ch := Chart{Series: []Series{{X: []float64{1, 2}, Y: []float64{1, 2}, Look: looks["x"]}}}
	if n := len(withColor(record(t, ch), "stroke", 2)); n != 1 {
		t.Errorf("%d lines in the colour of the third look, want 1", n)
	}
}

// WCAG asks for a contrast of 3 to 1 of graphic objects, which all but two light colours have on paper.
func TestColoursStandOut(t *testing.T) {
	for i, clr := range seriesColors {
		if ratio := contrast(clr, color.White); ratio < 2 {
			t.Errorf("colour %d has a contrast of %.1f to 1 with white", i, ratio)
		}
	}
}

// On a dark ground, all colours have a contrast of 3 to 1.
func TestColoursStandOutOnDark(t *testing.T) {
	dark := map[color.NRGBA]color.NRGBA{}
	for _, swap := range OnDark() {
		dark[swap.Light] = swap.Dark
	}
	ground, taken := dark[white], map[color.NRGBA]bool{}
	for _, clr := range append([]color.NRGBA{axisColor, softInk, ink}, seriesColors[:]...) {
		shown := cmp.Or(dark[clr], clr)
		if ratio := contrast(shown, ground); ratio < 3 || taken[shown] {
			t.Errorf("colour %v becomes %v with a contrast of %.1f to 1, taken: %v", clr, shown, ratio, taken[shown])
		}
		taken[shown] = true
	}
}

// An SVG has the texts of points, and other formats ignore them.
func TestTextsOfPoints(t *testing.T) {
	ch := Chart{XLabel: "σ_{1}", Series: []Series{
		{Name: "f_{a} < g", X: []float64{0, 10, 20}, Y: []float64{1, math.NaN(), 3}, Texts: []string{"1.00 ± 0.10", "2", ""}},
		{Name: "none", X: []float64{0}, Y: []float64{1}},
	}}
	var b strings.Builder
	if err := WriteSVG(&b, ch, Report()); err != nil {
		t.Fatal(err)
	}
	if want := "<title>f_a &lt; g&#xA;σ_1 0&#xA;1.00 ± 0.10</title>"; strings.Count(b.String(), "<title>") != 1 || !strings.Contains(b.String(), want) {
		t.Errorf("no %q alone in %s", want, b.String())
	}
}

func TestCategoriesAreBrokenOrTurned(t *testing.T) {
	ch := categories()
	wide := record(t, ch)
	if !slices.ContainsFunc(wide, func(d drawn) bool { return d.text == "Recognition" }) {
		t.Error("a name of two words is not broken into lines")
	}
	ch.Categories = slices.Concat(ch.Categories, ch.Categories)
	turned := false
	for _, d := range record(t, ch) {
		if d.text == "Letter Recognition" && d.corner[1].Y > d.corner[0].Y+5 {
			turned = true
		}
	}
	if !turned {
		t.Error("names that do not fit are not turned")
	}
}

func TestChartRecords(t *testing.T) {
	ch := Chart{
		XLabel: "noise_{n}", YLabel: "rate",
		Series:     []Series{{Name: "L_{1}", X: []float64{0.1, math.NaN()}, Y: []float64{1, 2}}},
		References: []Reference{{3, "r", 0}},
		Marks:      []Mark{{X: 0.1, Y: 1, Label: "m"}},
	}
	want := []string{"kind,name,noise_n,rate", "series,L_1,0.1,1", "series,L_1,,2", "reference,r,,3", "mark,m,0.1,1"}
	for i, row := range ch.Records() {
		if got := strings.Join(row, ","); got != want[i] {
			t.Errorf("row %d is %s, want %s", i, got, want[i])
		}
	}
}

// Random charts are drawn with finite coordinates or give an error.
func FuzzChart(f *testing.F) {
	f.Add("name", "x", 1.0, 2.0, 3.0, 4.0, uint8(0))
	f.Add("L_{1}", "a long label of the axis", math.NaN(), 1e308, -1e308, 5e-324, uint8(0xFF))
	f.Add("", "\xff_{", 0.0, 0.0, 0.0, math.Inf(1), uint8(3))
	f.Fuzz(func(t *testing.T, name, label string, a, b, c, d float64, flags uint8) {
		bit := func(i int) bool { return flags>>i&1 == 1 }
		ch := Chart{
			XLabel: label, YLabel: name, XLog: bit(0), Differences: bit(1),
			Series: []Series{
				{Name: name, X: []float64{a, b, c}, Y: []float64{b, c, d}, Counterparts: []float64{a, d, d}},
				{Name: label, X: []float64{a, a}, Y: []float64{d, b}, Low: []float64{min(d, b), b}, High: []float64{d, b}, Style: SeriesStyle(flags>>3) % 2},
			},
			References: []Reference{{c, name, 0}, {c, label, 0}},
			Marks:      []Mark{{X: a, Y: b, Label: label}},
			Notes:      []string{name, label},
		}
		if bit(7) {
			ch.Categories = []string{name, label, name}
			ch.Series[0].X, ch.Series[1].X = places(3), places(2)
		}
		drawFinite(t, ch)
		drawFinite(t, Panels{Charts: []Chart{ch, ch}})
	})
}

// drawFinite draws a figure without recovering panics, and fails if a coordinate is not finite.
func drawFinite(t *testing.T, f Figure) {
	t.Helper()
	width, height := f.Size(Report())
	c := svg.New(width, height)
	if err := f.Draw(draw.New(c), Report()); err != nil {
		return
	}
	if _, err := c.WriteTo(&strings.Builder{}); err != nil {
		t.Errorf("%+v: %v", f, err)
	}
	f.Records()
}

func TestCounterparts(t *testing.T) {
	ch := counterparts()
	without := counterparts()
	for i := range without.Series {
		without.Series[i].Counterparts = nil
	}
	marks, plain := record(t, ch), record(t, without)
	for i, want := range []int{4, 2, 0} {
		if got := len(withColor(marks, "stroke", i)) - len(withColor(plain, "stroke", i)); got != want {
			t.Errorf("series %d has %d counterparts, want %d", i, got, want)
		}
	}
	_, y, err := ch.axes()
	if err != nil {
		t.Fatal(err)
	}
	if y.high < 97.5 {
		t.Errorf("the axis ends at %v and leaves out a counterpart at 97.5", y.high)
	}
}
