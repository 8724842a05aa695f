package figures

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// The report's colours differ for every eye and, with dashes and markers, in grey; so do the ends of a heat map.
func TestColoursDifferForEveryEye(t *testing.T) {
	var own []Color
	for _, c := range seriesColors {
		own = append(own, Color(c))
	}
	black := func(clash string) bool { return strings.HasPrefix(clash, "#000000 hardly") } // it becomes white on a screen
	clashes := slices.DeleteFunc(Theme{Palette: own}.Clashes(), black)
	assert.Check(t, len(clashes) == 0, "the report's palette: %s", strings.Join(clashes, "\n"))
	scale := heatmap().colors()
	for _, eye := range eyes {
		low := color.NRGBAModel.Convert(shadeOf(scale, scale.Min())).(color.NRGBA)
		high := color.NRGBAModel.Convert(shadeOf(scale, scale.Max())).(color.NRGBA)
		assert.Check(t, !eye.takesAlike(low, high), "the ends of the scale look alike to %s", eye.of)
	}
}

// Red, green and blue have their places in CIELAB (after B. Lindbloom's calculator, D65).
func TestLab(t *testing.T) {
	for clr, want := range map[color.NRGBA][3]float64{
		{R: 0xFF, A: 0xFF}:                   {53.24, 80.09, 67.20},
		{G: 0xFF, A: 0xFF}:                   {87.73, -86.18, 83.18},
		{B: 0xFF, A: 0xFF}:                   {32.30, 79.19, -107.86},
		{R: 0xFF, G: 0xFF, B: 0xFF, A: 0xFF}: {100, 0, 0},
		{A: 0xFF}:                            {0, 0, 0},
	} {
		for i, v := range lab(clr, eyes[0].sight) {
			assert.Check(t, math.Abs(v-want[i]) <= 0.2, "%v is %v, want %v", clr, lab(clr, eyes[0].sight), want)
		}
	}
}

// A theme hears of colours that fail: red and green of one lightness, a pale and a dark colour, and two greys.
func TestClashes(t *testing.T) {
	rgb := func(r, g, b uint8) Color { return Color{r, g, b, 0xFF} }
	blue := rgb(0, 0x72, 0xB2)
	for _, test := range []struct {
		theme Theme
		want  string
	}{
		{Theme{Palette: []Color{rgb(0xB0, 0x50, 0x30), rgb(0x50, 0x80, 0x30)}}, "#B05030 and #508030 look alike to people with "},
		{Theme{Palette: []Color{rgb(0xFF, 0xEE, 0x90)}}, "#FFEE90 hardly stands out"},
		{Theme{Palette: []Color{rgb(0x20, 0x10, 0x30)}}, "#201030 hardly stands out"},
		{Theme{Lines: map[string]Line{"a": {Color: blue}, "b": {Color: rgb(0, 0x70, 0xB2)}}},
			"#0072B2 of a and #0070B2 of b look alike to anyone"},
		{Theme{Palette: []Color{blue}, Lines: map[string]Line{"a": {Color: rgb(0xA0, 0x50, 0), Marker: "circle", Dashes: "solid"}}},
			"#0072B2 and #A05000 of a look alike in grey"},
		{Theme{Palette: []Color{blue}, Lines: map[string]Line{"a": {Color: rgb(0xA0, 0x50, 0)}}}, ""},
		{Theme{Palette: []Color{blue}, Lines: map[string]Line{"a": {Color: blue}}}, ""},
	} {
		got := strings.Join(test.theme.Clashes(), "\n")
		assert.Check(t, strings.Contains(got, test.want) && (got == "") == (test.want == ""),
			"%v: %q, want %q", test.theme, got, test.want)
	}
}

// A line of the theme has its look in every figure, and no other line takes its colour while there are more.
func TestLinesOfTheTheme(t *testing.T) {
	blue := seriesColors[0]
	th := Theme{Lines: map[string]Line{"own": {Color: Color(blue), Marker: "diamond", Dashes: "dotted"}}}
	group := []string{"x", "own", "y", "z", "u", "v"}
	looks := th.Looks([][]string{group})
	markers := map[marker]bool{}
	for _, name := range group {
		markers[th.styleOf(looks[name], 0).marker] = true
	}
	assert.Equal(t, len(markers), len(group), "%d lines have the markers %v", len(group), markers)
	own, other := th.styleOf(looks["own"], 3), th.styleOf(looks["x"], 3)
	assert.Check(t, own.color == blue && own.marker == diamond && slices.Equal(own.dashes, seriesDashes[2]) &&
		other.color != blue, "own %v and other %v", own, other)
}
