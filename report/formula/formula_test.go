package formula_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/formula"
	"gpca/report/internal/faults"
)

var samples = []struct{ source, plain string }{
	{`f'(u) = 3 - 3\operatorname{sech} u`, "f′(u) = 3 − 3 sech u"},
	{`f'(u) = 2\tanh^2 u`, "f′(u) = 2 tanh² u"},
	{`F(w) = \sum_{i=1}^n f(\lvert w^\top x_i\rvert)`, "F(w) = Σᵢ₌₁^n f(|wᵀxᵢ|)"},
	{`c \leftarrow f'\left(\frac{Kc}{\sqrt{c^\top Kc}}\right) \tag{3.8}`, "c ← f′(Kc/√(cᵀKc))"},
	{`\exp(-\lVert x - y\rVert^2/\sigma^2)`, "exp(−‖x − y‖²/σ²)"},
	{`\check{\mathbf{X}}_t, \hat x, \bar{X}, u^{-0.3}, u^{p-1}`, "X̌_t, x̂, X̄, u^(−0.3), u^(p−1)"},
	{`\begin{cases} u & \text{if } u \le a \cr a & \text{otherwise} \end{cases}`, "u if u ≤ a, a otherwise"},
	{`A = \begin{pmatrix} 1 & 2 \cr 0.5 & 1 \end{pmatrix}`, "A = (1 2; 0.5 1)"},
	{`\lambda \gt 0, x \in \lbrace 0, 1\rbrace, \max_{\lVert w\rVert = 1} w`, "λ > 0, x ∈ {0, 1}, max_(‖w‖=1) w"},
	{`\frac{a+b}{2}, -x + -y, \mathrm{d}x`, "(a + b)/2, −x + −y, dx"},
}

func TestPlain(t *testing.T) {
	for _, s := range samples {
		assert.Check(t, is.Equal(parse(t, s.source).Plain(), s.plain), s.source)
	}
}

func TestMathMLGolden(t *testing.T) {
	var b strings.Builder
	for _, s := range samples {
		f := parse(t, s.source)
		b.WriteString(f.MathML(false) + "\n" + f.MathML(true) + "\n")
	}
	golden.Assert(t, b.String(), "mathml.html")
}

func parse(t *testing.T, source string) *formula.Formula {
	t.Helper()
	f, err := formula.Parse(source)
	assert.NilError(t, err)
	return f
}

func TestErrors(t *testing.T) {
	refuse := func(_ *testing.T, source string) error {
		_, err := formula.Parse(source)
		syntax, ok := errors.AsType[*formula.SyntaxError](err)
		if !ok {
			return err
		}
		return fmt.Errorf("at %d: %w", syntax.Offset, err)
	}
	faults.Check(t, "faults.txt", refuse)
	for source, want := range map[string]string{
		"": "at 0: ", strings.Repeat("{", 50): "at 40: ", strings.Repeat(`\sqrt`, 3000) + "x": "at 200: ",
		strings.Repeat(`\frac`, 3000) + strings.Repeat("1", 3001): "at 200: ",
	} {
		err := refuse(t, source)
		assert.Check(t, is.ErrorContains(err, map[bool]string{true: "empty", false: "deeper than 40"}[source == ""]))
		assert.Check(t, strings.HasPrefix(err.Error(), want), err)
	}
}

func TestTag(t *testing.T) {
	assert.Equal(t, parse(t, `a = b \tag{2.5}`).Tag, "2.5", "the tag")
}

func TestSplit(t *testing.T) {
	for text, want := range map[string]string{
		"from $x_1$ to $x_2$":     "from x₁ to x₂",
		"US$5 or US$6, $ 7 $":     "US$5 or US$6, $ 7 $",
		`not $\unknown$, $a + b$`: `not $\unknown$, a + b`,
	} {
		assert.Check(t, is.Equal(formula.Plain(text), want), "%q", text)
	}
}

func TestLaTeXNeedsNoPackage(t *testing.T) {
	const source, want = `\lVert x\rVert \lt \operatorname{tr}(A)`, `\|  x\|  <\mathrm{tr}(A)`
	assert.Equal(t, strings.Join(strings.Fields(parse(t, source).LaTeX()), ""), strings.Join(strings.Fields(want), ""))
}

// even measures letters half as wide as high.
func even(_ formula.Style, size float64, text string) float64 {
	return size / 2 * float64(utf8.RuneCountInString(text))
}

// Every glyph lies within the box that a line reserves for it.
func TestBoxHoldsItsGlyphs(t *testing.T) {
	for _, s := range samples {
		for _, display := range []bool{false, true} {
			b := parse(t, s.source).Set(even, 10, display, math.Inf(1))[0]
			for _, g := range b.Glyphs {
				width := even(g.Style, g.Size, g.Text)
				// A baseline lies on the box or above, and letters are at least 0.5 high.
				if g.X < -1e-9 || g.X+width > b.Width+1 || g.Y > b.Descent+1e-9 || g.Y-g.Size/2 < -b.Ascent-1e-9 {
					t.Errorf("%s: %q of size %g at (%g, %g) is outside of %g × %g + %g", s.source, g.Text, g.Size, g.X, g.Y, b.Width, b.Ascent, b.Descent)
				}
			}
			for _, l := range b.Strokes {
				if min(l.X1, l.X2) < 0 || max(l.X1, l.X2) > b.Width+1e-9 || max(l.Y1, l.Y2) > b.Descent+1e-9 || min(l.Y1, l.Y2) < -b.Ascent-1e-9 {
					t.Errorf("%s: stroke %v is outside of its box", s.source, l)
				}
			}
		}
	}
}

// Setting it twice at each level would take 2³⁸ times as long.
func TestNestedMatricesAreSetOnce(t *testing.T) {
	const deep = 38
	f, err := formula.Parse(strings.Repeat(`\begin{pmatrix}`, deep) + "x" + strings.Repeat(`\end{pmatrix}`, deep))
	assert.NilError(t, err)
	boxes := f.Set(even, 10, true, 1e6)
	assert.Check(t, len(boxes) == 1 && len(boxes[0].Glyphs) == 2*deep+1, "%d boxes", len(boxes))
}

func TestSetInPieces(t *testing.T) {
	f := parse(t, `a = b + c \le d, e`)
	var texts []string
	for _, b := range f.Set(even, 10, false, 20) {
		text := ""
		for _, g := range b.Glyphs {
			text += g.Text
		}
		texts = append(texts, text)
	}
	assert.Equal(t, strings.Join(texts, " "), "a= b+c≤ d, e", "pieces")
}

// Parsed formulas can be written in all forms, and their source parses to the same.
func FuzzParse(f *testing.F) {
	for _, s := range samples {
		f.Add(s.source)
	}
	f.Add(`\left. a^{b'}_{\sqrt2} \right\rvert''`)
	f.Fuzz(func(t *testing.T, source string) {
		read, err := formula.Parse(source)
		if err != nil {
			return
		}
		read.MathML(true)
		for _, b := range read.Set(even, 10, true, 50) {
			assert.Check(t, !math.IsNaN(b.Width+b.Ascent+b.Descent),
				"%q has a box of %g × %g + %g", source, b.Width, b.Ascent, b.Descent)
		}
		again, err := formula.Parse(read.Source())
		assert.NilError(t, err)
		assert.Equal(t, again.Plain(), read.Plain(), "%q is read again", source)
	})
}
