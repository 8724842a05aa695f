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
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/figures/internal/svg"
)

func vgX(x float64) text.XAlignment { return text.XAlignment(x) }
func vgY(y float64) text.YAlignment { return text.YAlignment(y) }
func abs(v vg.Length) vg.Length     { return max(v, -v) }

func where(marks []drawn, is func(d drawn) bool) []drawn {
	return slices.DeleteFunc(slices.Clone(marks), func(d drawn) bool { return !is(d) })
}

func ofKind(marks []drawn, kind string) []drawn {
	return where(marks, func(d drawn) bool { return d.kind == kind })
}

func withColor(marks []drawn, kind string, i int) []drawn {
	return where(ofKind(marks, kind), func(d drawn) bool { return d.color == color.Color(lookOf(i).color) })
}

func TestMissingValuesBreakTheLine(t *testing.T) {
	nan := math.NaN()
	ch := Chart{Series: []Series{{X: []float64{1, 2, 3, 4, 5, nan, 7, 8}, Y: []float64{1, 2, nan, 2, 3, 4, 5, 6}}}}
	lines := withColor(record(t, ch), "stroke", 0)
	assert.Equal(t, len(lines), 3)
	for _, line := range lines {
		assert.Check(t, is.Equal(line.parts, 2))
	}
}

// A value between gaps has no line, and would not be seen.
func TestLoneValueIsMarked(t *testing.T) {
	ch := Chart{Series: []Series{{X: []float64{1, 2, 3}, Y: []float64{math.NaN(), 2, math.NaN()}}}}
	assert.Equal(t, len(withColor(record(t, ch), "fill", 0)), 1)
}

func TestStyles(t *testing.T) {
	for _, tc := range []struct {
		style        SeriesStyle
		line, points int
	}{{LinesAndMarkers, 1, 5}, {Markers, 0, 5}} {
		s := Series{Style: tc.style, X: []float64{1, 2, 3, 4, 5}, Y: []float64{1, 4, 2, 5, 3}}
		marks := record(t, Chart{Series: []Series{s}})
		assert.Check(t, is.Equal(len(withColor(marks, "stroke", 0)), tc.line), "lines of style %d", tc.style)
		assert.Check(t, is.Equal(len(withColor(marks, "fill", 0)), tc.points), "markers of style %d", tc.style)
	}
}

// Hundreds of markers would hide the line.
func TestManyPointsGetFewMarkers(t *testing.T) {
	s := Series{}
	for i := range 500 {
		s.X, s.Y = append(s.X, float64(i)), append(s.Y, math.Sin(float64(i)/50))
	}
	n := len(withColor(record(t, Chart{Series: []Series{s}}), "fill", 0))
	assert.Check(t, n >= markedPoints && n <= 2*markedPoints, "%d markers for 500 points", n)
}

func TestMarkLabelHidesNoPoint(t *testing.T) {
	ch := sweep()
	for i := range ch.Series[0].X {
		ch.Marks = []Mark{{X: ch.Series[0].X[i], Y: ch.Series[0].Y[i], Label: "the best value"}}
		marks := record(t, ch)
		label := slices.IndexFunc(marks, func(d drawn) bool { return d.text == "the best value" })
		assert.Assert(t, label >= 0, "mark %d has no label", i)
		for _, point := range withColor(marks, "fill", 0) {
			assert.Check(t, !overlap(point.corner, marks[label].corner),
				"label of mark %d hides a point at %s", i, at(point.corner[0]))
		}
	}
}

// No two of 8 series share a marker, no two of 35 a colour and a dash pattern, and lines are solid while there are
// colours.
func TestLooksDiffer(t *testing.T) {
	for i := range 35 {
		for k := range i {
			a, b := lookOf(i), lookOf(k)
			assert.Check(t, i >= 8 || a.marker != b.marker, "series %d and %d share a marker", k, i)
			assert.Check(t, a.color != b.color || !slices.Equal(a.dashes, b.dashes),
				"series %d and %d share a colour and a dash pattern", k, i)
			assert.Check(t, i >= len(seriesColors) || (a.color != b.color && a.dashes == nil),
				"series %d is broken, or shares a colour with %d", i, k)
		}
	}
}

// A name keeps its look, and names of one figure differ in colour as long as there are colours.
func TestLooksOfNames(t *testing.T) {
	crowd := strings.Fields("a b c d e f g h i j")
	looks := Theme{}.Looks([][]string{{"p1", "p2"}, {"x", "p1"}, crowd, {"y", "p2", "x"}})
	assert.Check(t, looks["p1"] == 1 && looks["p2"] == 2 && looks["x"] == 3 && looks["a"] == 4 && looks["none"] == 0,
		"looks %v, want the order of the names", looks)
	seen := map[int]bool{}
	for _, look := range looks {
		assert.Check(t, !seen[look], "look %d is given twice: %v", look, looks)
		seen[look] = true
	}
	for _, pair := range [][2]string{{"y", "p2"}, {"y", "x"}, {"p1", "x"}} {
		assert.Check(t, lookOf(looks[pair[0]]-1).color != lookOf(looks[pair[1]]-1).color, "%v share a colour", pair)
	}
	ch := Chart{Series: []Series{{X: []float64{1, 2}, Y: []float64{1, 2}, Look: looks["x"]}}}
	assert.Equal(t, len(withColor(record(t, ch), "stroke", 2)), 1, "lines in the colour of the third look")
}

// WCAG asks for a contrast of 3 to 1 of graphic objects, which all but two light colours have on paper.
func TestColoursStandOut(t *testing.T) {
	for i, clr := range seriesColors {
		ratio := contrast(clr, color.White)
		assert.Check(t, ratio >= 2, "colour %d has a contrast of %.1f to 1 with white", i, ratio)
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
		ratio := contrast(shown, ground)
		assert.Check(t, ratio >= 3 && !taken[shown], "%v becomes %v with a contrast of %.1f to 1", clr, shown, ratio)
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
	assert.NilError(t, WriteSVG(&b, ch, Report()))
	assert.Equal(t, strings.Count(b.String(), "<title>"), 1)
	assert.Check(t, is.Contains(b.String(), "<title>f_a &lt; g&#xA;σ_1 0&#xA;1.00 ± 0.10</title>"))
}

func TestCategoriesAreBrokenOrTurned(t *testing.T) {
	ch := categories()
	wide := record(t, ch)
	assert.Check(t, slices.ContainsFunc(wide, func(d drawn) bool { return d.text == "Recognition" }),
		"a name of two words is not broken into lines")
	ch.Categories = slices.Concat(ch.Categories, ch.Categories)
	assert.Check(t, slices.ContainsFunc(record(t, ch), func(d drawn) bool {
		return d.text == "Letter Recognition" && d.corner[1].Y > d.corner[0].Y+5
	}), "names that do not fit are not turned")
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
	_, err := c.WriteTo(&strings.Builder{})
	assert.NilError(t, err, "%+v", f)
	f.Records()
}

func TestCounterparts(t *testing.T) {
	ch, without := counterparts(), counterparts()
	for i := range without.Series {
		without.Series[i].Counterparts = nil
	}
	marks, plain := record(t, ch), record(t, without)
	for i, want := range []int{4, 2, 0} {
		got := len(withColor(marks, "stroke", i)) - len(withColor(plain, "stroke", i))
		assert.Check(t, is.Equal(got, want), "counterparts of series %d", i)
	}
	_, y, err := ch.axes()
	assert.NilError(t, err)
	assert.Check(t, y.high >= 97.5, "the axis ends at %v and leaves out a counterpart at 97.5", y.high)
}
