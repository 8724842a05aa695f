package figures

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func testTheme(t testing.TB) theme {
	return Report().theme(FullWidth)
}

func TestRuns(t *testing.T) {
	for _, tc := range []struct {
		line string
		want []run
	}{
		{"plain", []run{{"plain", 0}}},
		{"c_{N}(t)", []run{{"c", 0}, {"N", subscriptShift}, {"(t)", 0}}},
		{"10^{−3}", []run{{"10", 0}, {"−3", superscriptShift}}},
		{"K_{i}^{2}", []run{{"K", 0}, {"i", subscriptShift}, {"2", superscriptShift}}},
		{"^{2}x_{1}", []run{{"2", superscriptShift}, {"x", 0}, {"1", subscriptShift}}},
		{"snake_case {x} 2^3", []run{{"snake_case {x} 2^3", 0}}},
		{"open_{end", []run{{"open_{end", 0}}},
		{"empty_{}.", []run{{"empty", 0}, {".", 0}}},
		{"", nil},
	} {
		got := runs(tc.line)
		assert.Check(t, slices.Equal(got, tc.want), "%q: %v, want %v", tc.line, got, tc.want)
	}
	assert.Equal(t, plain("‖u_{k+1}‖^{2}"), "‖u_k+1‖^2", "plain text")
}

func TestBoxHoldsScripts(t *testing.T) {
	sty := testTheme(t).axisText()
	_, height, depth := sty.Handler.Box("x", sty.Font)
	_, high, _ := sty.Handler.Box("x^{2}", sty.Font)
	_, _, deep := sty.Handler.Box("x_{2}", sty.Font)
	assert.Check(t, high > height && deep > depth,
		"plain text is %v above and %v below the baseline, scripts are %v and %v", height, depth, high, deep)
	full, part := sty.Width("xy"), sty.Width("x_{y}")
	assert.Check(t, part < full, "a subscript is as wide as its base: %v, %v", part, full)
}

// Alignment moves the text by its own size, lines follow from the top, and rotation keeps the place.
func TestDrawText(t *testing.T) {
	base := testTheme(t).axisText()
	at := vg.Point{X: 100, Y: 50}
	draw := func(txt string, x, y, rotation float64) []drawn {
		sty := base
		sty.XAlign, sty.YAlign, sty.Rotation = vgX(x), vgY(y), rotation
		var c recorder.Canvas
		sty.Handler.Draw(&c, txt, sty, at)
		return interpret(t, c.Actions)
	}
	width := base.Width("text")
	left := draw("text", 0, 0, 0)[0].corner[0].X
	assert.Equal(t, left, at.X, "left-aligned text begins at")
	right := draw("text", -1, 0, 0)[0].corner[1].X
	assert.Check(t, abs(right-at.X) <= 1e-9, "right-aligned text ends at %v", right)
	left = draw("text", -0.5, 0, 0)[0].corner[0].X
	assert.Check(t, abs(left-(at.X-width/2)) <= 1e-9, "centred text begins at %v", left)
	for _, d := range draw("two\nlines_{i}", 0, -1, 0) {
		assert.Check(t, d.corner[2].Y <= at.Y, "%q rises above the point it hangs from", d.text)
	}
	for _, d := range draw("two\nlines_{i}", 0, 0, 0) {
		assert.Check(t, d.corner[0].Y >= at.Y, "%q falls below the point it stands on", d.text)
	}
	lines := draw("two\nlines", 0, 0, 0)
	assert.Check(t, lines[0].corner[0].Y > lines[1].corner[0].Y, "the second line is not below the first")
	turned := draw("text", 0, 0, 1.5707963267948966)[0]
	assert.Check(t, turned.corner[1].Y-turned.corner[0].Y >= width/2,
		"turned text runs from %v to %v", turned.corner[0], turned.corner[1])
}

// Missing glyphs are visible in any format.
func TestUndrawable(t *testing.T) {
	sty := testTheme(t).axisText()
	for _, tc := range []struct{ text, want string }{
		{"σ ∈ ℝ ‖∇f‖ ᵀ ₖ ½", "σ ∈ ℝ ‖∇f‖ T k ½"},
		{"a\tb\x00", "a b "},
		{"𝔼", "\uFFFD"},
		{"\xff", "\uFFFD"},
		{"\uE123", "\uFFFD"},
	} {
		got := ""
		for _, p := range sty.Handler.(scripts).pieces(tc.text, sty.Font) {
			got += p.text
		}
		assert.Check(t, is.Equal(got, tc.want), "%q is drawn as", tc.text)
	}
}

// No line is too wide, nothing is lost, and no script is split.
func TestWrap(t *testing.T) {
	sty := testTheme(t).axisText()
	random := rand.New(rand.NewPCG(1, 2))
	words := []string{"a", "classification", "K_{ij}", "10^{−3}", "(%)", "verylongwordthatisnowheretobebroken", "c_{N}(t+1)", "é"}
	for range 500 {
		var txt []string
		for range 1 + random.IntN(8) {
			txt = append(txt, words[random.IntN(len(words))])
		}
		whole := strings.Join(txt, " ")
		width := vg.Length(30 + 200*random.Float64())
		wrapped := wrap(whole, sty, width)
		for line := range strings.SplitSeq(wrapped, "\n") {
			assert.Assert(t, sty.Width(line) <= width, "%q is wider than %v", line, width)
			assert.Equal(t, strings.Count(line, "{"), strings.Count(line, "}"), "%q tears a script", line)
		}
		flat := strings.NewReplacer(" ", "", "\n", "")
		assert.Equal(t, flat.Replace(wrapped), flat.Replace(whole), "%q became %q", whole, wrapped)
	}
	for _, width := range []vg.Length{0, -10} { // must end
		got := wrap("some words", sty, width)
		assert.Check(t, is.Equal(strings.ReplaceAll(got, "\n", ""), "somewords"), "at width %v", width)
	}
	assert.Equal(t, wrap("one\ntwo", sty, 1000), "one\ntwo", "lines are not kept")
}
