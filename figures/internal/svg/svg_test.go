package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"io"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/figures/internal/pen"
	"gpca/figures/vgfpdf"
)

func face(t testing.TB, variant font.Variant, size vg.Length) font.Face {
	t.Helper()
	faces, err := vgfpdf.Fonts(nil)
	assert.NilError(t, err)
	return font.NewCache(faces).Lookup(font.Font{Typeface: vgfpdf.Report, Variant: variant}, size)
}

func write(t testing.TB, c *Canvas) string {
	t.Helper()
	var b bytes.Buffer
	_, err := c.WriteTo(&b)
	assert.NilError(t, err)
	return b.String()
}

func sample(t testing.TB) *Canvas {
	c := New(100, 80)
	c.SetColor(color.NRGBA{R: 230, G: 159, A: 128})
	c.Fill(vg.Rectangle{Max: vg.Point{X: 50, Y: 40}}.Path())
	c.SetColor(nil)
	c.SetLineWidth(0.5)
	c.SetLineDash([]vg.Length{3, 2}, 1)
	var path vg.Path
	path.Move(vg.Point{X: 10, Y: 10})
	path.Line(vg.Point{X: 20, Y: 20})
	path.Arc(vg.Point{X: 15, Y: 20}, 5, 0, math.Pi)
	path.Close()
	c.Stroke(path)
	var round vg.Path
	round.Move(vg.Point{X: 92, Y: 70})
	round.Arc(vg.Point{X: 90, Y: 70}, 2, 0, 2*math.Pi)
	round.Close()
	c.Fill(round)
	c.FillString(face(t, "Sans", 8), vg.Point{X: 5, Y: 60}, "a < b & c: σ ≥ 0")
	c.Push()
	c.Translate(vg.Point{X: 60, Y: 5})
	c.Rotate(math.Pi / 2)
	c.Scale(2, 2)
	c.SetLineDash(nil, 0)
	c.Stroke(vg.Rectangle{Max: vg.Point{X: 10, Y: 10}}.Path())
	c.FillString(face(t, "Mono", 6), vg.Point{X: 1, Y: 1}, "turned")
	c.Explain([]vg.Point{{X: 1, Y: 1}}, []string{"turned & \"told\""})
	c.Pop()
	return c
}

func TestGolden(t *testing.T) {
	golden.Assert(t, write(t, sample(t)), "sample.svg")
}

// The file is XML, has its texts as text, and no external references.
func TestContent(t *testing.T) {
	var texts []string
	decoder := xml.NewDecoder(strings.NewReader(write(t, sample(t))))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		assert.NilError(t, err)
		switch token := token.(type) {
		case xml.CharData:
			if s := strings.TrimSpace(string(token)); s != "" {
				texts = append(texts, s)
			}
		case xml.StartElement:
			for _, attribute := range token.Attr {
				assert.Check(t, attribute.Name.Local != "href", "reference to %s", attribute.Value)
			}
		}
	}
	assert.Equal(t, strings.Join(texts, "|"), "a < b & c: σ ≥ 0|turned|turned & \"told\"", "texts")
}

// Marks of one look are drawn once, with line and inside in one element, and lines of one pen are one path, where
// that paints the same.
func TestShapesAreDrawnOnce(t *testing.T) {
	square := func(x vg.Length) vg.Path {
		return vg.Rectangle{Min: vg.Point{X: x, Y: 10}, Max: vg.Point{X: x + 2, Y: 12}}.Path()
	}
	line := func(x vg.Length) vg.Path {
		return vg.Path{{Type: vg.MoveComp, Pos: vg.Point{X: x}}, {Type: vg.LineComp, Pos: vg.Point{X: x, Y: 5}}}
	}
	for _, c := range []struct {
		name string
		draw func(c *Canvas)
		want string
	}{
		{"rims", func(c *Canvas) { c.Stroke(square(1)); c.Fill(square(1)); c.Stroke(square(5)); c.Fill(square(5)) },
			`<path id="s0" d="M1,-10l2,0l0,-2l-2,0z" fill="#000000" stroke="#000000" stroke-width="1" paint-order="stroke"/>` +
				`<use xlink:href="#s0" x="4" y="0"/>`},
		{"outlined", func(c *Canvas) { c.Fill(square(1)); c.Stroke(square(1)) },
			`<path d="M1,-10l2,0l0,-2l-2,0z" fill="#000000" stroke="#000000" stroke-width="1"/>`},
		{"elsewhere", func(c *Canvas) { c.Fill(square(1)); c.Stroke(square(1.5)) },
			`<path d="M1,-10l2,0l0,-2l-2,0z" fill="#000000"/>` +
				`<path d="M1.5,-10l2,0l0,-2l-2,0z" stroke="#000000" stroke-width="1"/>`},
		{"lines", func(c *Canvas) { c.Stroke(line(3)); c.Stroke(line(1)) },
			`<path d="M3,0l0,-5m-2,5l0,-5" stroke="#000000" stroke-width="1"/>`},
		{"translucent lines", func(c *Canvas) {
			c.SetColor(color.NRGBA{A: 51})
			for _, x := range []vg.Length{1, 3, 3.5} {
				c.Stroke(line(x))
			}
		}, `<path d="M1,0l0,-5m2,5l0,-5" stroke="#000000" stroke-opacity="0.2" stroke-width="1"/>` +
			`<path d="M3.5,0l0,-5" stroke="#000000" stroke-opacity="0.2" stroke-width="1"/>`},
	} {
		canvas := New(20, 20)
		c.draw(canvas)
		_, body, _ := strings.Cut(strings.ReplaceAll(write(t, canvas), "\n", ""), `"#ffffff"/>`)
		assert.Check(t, is.Equal(strings.TrimSuffix(body, "</svg>"), c.want), c.name)
	}
}

// The measured width is that of gonum/plot.
func TestTextLength(t *testing.T) {
	c := New(100, 100)
	f := face(t, "Sans", 10)
	c.FillString(f, vg.Point{}, "0000")
	// A digit of Source Sans 3 is 497 of 1000 units wide.
	assert.Check(t, is.Contains(write(t, c), `textLength="19.88"`))
}

func TestNothingVisibleIsNothingWritten(t *testing.T) {
	c := New(10, 10)
	empty := write(t, c)
	c.SetLineWidth(0)
	c.Stroke(vg.Rectangle{Max: vg.Point{X: 5, Y: 5}}.Path())
	c.Fill(nil)
	c.FillString(face(t, "Sans", 8), vg.Point{}, "")
	c.FillString(face(t, "Sans", 0), vg.Point{}, "size 0")
	assert.Equal(t, write(t, c), empty, "written")
}

// An image is embedded, and placed at its rectangle.
func TestImage(t *testing.T) {
	c := New(100, 100)
	c.DrawImage(vg.Rectangle{Min: vg.Point{X: 10, Y: 20}, Max: vg.Point{X: 40, Y: 30}}, image.NewGray(image.Rect(0, 0, 3, 1)))
	assert.Check(t, is.Contains(write(t, c), `<image x="10" y="-30" width="30" height="10" `+
		`preserveAspectRatio="none" xlink:href="data:image/png;base64,`))
}

func TestFaults(t *testing.T) {
	nan := vg.Length(math.NaN())
	for name, draw := range map[string]func(c *Canvas){
		"NaN path":    func(c *Canvas) { c.Fill(vg.Rectangle{Max: vg.Point{X: nan}}.Path()) },
		"NaN text":    func(c *Canvas) { c.FillString(face(t, "Sans", 8), vg.Point{Y: nan}, "x") },
		"NaN width":   func(c *Canvas) { c.Scale(math.NaN(), 1); c.Stroke(vg.Rectangle{}.Path()) },
		"empty image": func(c *Canvas) { c.DrawImage(vg.Rectangle{}, image.NewGray(image.Rectangle{})) },
		"NaN image": func(c *Canvas) {
			c.DrawImage(vg.Rectangle{Max: vg.Point{X: nan}}, image.NewGray(image.Rect(0, 0, 1, 1)))
		},
		"unknown part": func(c *Canvas) { c.Fill(vg.Path{{Type: 99}}) },
	} {
		c := New(10, 10)
		draw(c)
		var b bytes.Buffer
		n, err := c.WriteTo(&b)
		assert.Check(t, err != nil && n == 0 && b.Len() == 0, "%s: %d bytes, error %v", name, b.Len(), err)
	}
	c := New(10, 10)
	c.Fill(vg.Rectangle{Max: vg.Point{X: nan}}.Path())
	_, err := c.WriteTo(io.Discard)
	assert.ErrorIs(t, err, pen.ErrNotFinite)
}
