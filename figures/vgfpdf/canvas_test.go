package vgfpdf

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"
)

// newDocument returns an uncompressed document of one page, without metadata that varies.
func newDocument() *fpdf.Fpdf {
	doc := fpdf.New("P", "pt", "A5", "")
	doc.SetCompression(false)
	doc.SetCatalogSort(true)
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.AddPage()
	return doc
}

func output(t testing.TB, doc *fpdf.Fpdf) []byte {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, doc.Output(&b))
	return b.Bytes()
}

// page returns the operators of the first page, with the hashes in font names shortened to a letter.
func page(t testing.TB, pdf []byte) string {
	t.Helper()
	_, after, found := bytes.Cut(pdf, []byte("stream\n"))
	stream, _, foundEnd := bytes.Cut(after, []byte("endstream"))
	assert.Assert(t, found && foundEnd, "no page content found")
	return regexp.MustCompile(`/F[0-9a-f]{40}`).ReplaceAllString(string(stream), "/F")
}

func sans(t testing.TB, size vg.Length) font.Face {
	t.Helper()
	faces, err := Fonts(nil)
	assert.NilError(t, err)
	return font.NewCache(faces).Lookup(font.Font{Typeface: Report, Variant: "Sans"}, size)
}

func square(side vg.Length) vg.Path {
	return vg.Rectangle{Max: vg.Point{X: side, Y: side}}.Path()
}

// drawOn draws on a region of a page, in its own size.
func drawOn(doc *fpdf.Fpdf, x, y, side vg.Length, draw func(c vg.Canvas)) {
	_ = Draw(doc, x, y, side, side, 1, func(c vg.CanvasSizer) error { draw(c); return nil })
}

func drawSample(t testing.TB, c vg.Canvas) {
	t.Helper()
	c.SetColor(color.NRGBA{R: 230, G: 159, A: 128})
	c.Fill(square(50))
	c.SetColor(color.Black)
	c.SetLineWidth(0.5)
	c.SetLineDash([]vg.Length{3, 2}, 1)
	var path vg.Path
	path.Move(vg.Point{X: 10, Y: 10})
	path.Line(vg.Point{X: 20, Y: 10})
	path.Line(vg.Point{X: 20, Y: 20})
	path.Line(vg.Point{X: 5, Y: 20})
	path.Arc(vg.Point{X: 5, Y: 15}, 5, math.Pi/2, math.Pi)
	path.Close()
	c.Stroke(path)

	c.Push()
	c.Translate(vg.Point{X: 60, Y: 5})
	c.Rotate(math.Pi / 2)
	c.Scale(2, 2)
	c.SetColor(color.NRGBA{B: 255, A: 255})
	c.Stroke(square(10))
	c.FillString(sans(t, 6), vg.Point{X: 1, Y: 1}, "σ ≥ 0")
	c.Pop()

	c.FillString(sans(t, 8), vg.Point{X: 5, Y: 60}, "plain (text) \\ é")
}

func TestPageContent(t *testing.T) {
	doc := newDocument()
	drawOn(doc, 36, 72, 100, func(c vg.Canvas) { drawSample(t, c) })
	golden.Assert(t, page(t, output(t, doc)), "sample.golden")
}

func TestSameBytesEveryTime(t *testing.T) {
	made := func() []byte {
		doc := newDocument()
		drawOn(doc, 36, 72, 100, func(c vg.Canvas) { drawSample(t, c) })
		return output(t, doc)
	}
	first := made()
	for range 2 {
		assert.Check(t, bytes.Equal(made(), first))
	}
}

func TestStateIsLeftAsFound(t *testing.T) {
	doc := newDocument()
	doc.SetLineWidth(3)
	doc.SetDrawColor(1, 2, 3)
	doc.SetFillColor(4, 5, 6)
	doc.SetAlpha(0.25, "Multiply")
	drawOn(doc, 0, 0, 100, func(c vg.Canvas) { drawSample(t, c) })

	r, g, b := doc.GetDrawColor()
	assert.Check(t, r == 1 && g == 2 && b == 3, "draw colour is %d %d %d after the figure", r, g, b)
	r, g, b = doc.GetFillColor()
	assert.Check(t, r == 4 && g == 5 && b == 6, "fill colour is %d %d %d after the figure", r, g, b)
	alpha, mode := doc.GetAlpha()
	assert.Check(t, alpha == 0.25 && mode == "Multiply", "alpha is %v %s after the figure", alpha, mode)
	assert.Equal(t, doc.GetLineWidth(), 3.0)

	// Outside a saved state, the page changes only fonts and restored transparency.
	depth := 0
	figure := page(t, output(t, doc))
	figure = figure[strings.Index(figure, "/GS1 gs")+len("/GS1 gs"):]
	for token := range strings.FieldsSeq(figure) {
		switch token {
		case "q":
			depth++
		case "Q":
			depth--
		case "w", "d", "J", "j", "rg", "RG", "g", "G", "cm":
			assert.Check(t, depth != 0, "operator %s changes the page's state", token)
		}
		assert.Assert(t, depth >= 0, "state restored more often than saved")
	}
	assert.Equal(t, depth, 0, "%d states saved and not restored", depth)
}

// A translucent colour is not premultiplied in the file, or it would be blended twice.
func TestColoursAreNotPremultiplied(t *testing.T) {
	doc := newDocument()
	drawOn(doc, 0, 0, 10, func(c vg.Canvas) {
		c.SetColor(color.RGBA{R: 0x80, A: 0x80})
		c.Fill(square(5))
	})
	assert.Check(t, is.Contains(page(t, output(t, doc)), "1.000 0.000 0.000 rg"), "no pure red on the page")
	doc = newDocument()
	drawOn(doc, 0, 0, 10, func(c vg.Canvas) {
		c.SetColor(color.Transparent)
		c.Fill(square(5))
		c.FillString(sans(t, 8), vg.Point{}, "unseen")
	})
	content := page(t, output(t, doc))
	assert.Check(t, !strings.Contains(content, "rg") && !strings.Contains(content, "Tj"), "transparent:\n%s", content)
}

// encoded returns text as fpdf writes it: big-endian UTF-16 with escaped brackets and backslashes.
func encoded(text string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		for _, octet := range []byte{byte(unit >> 8), byte(unit)} {
			if strings.IndexByte(`()\`, octet) >= 0 {
				b.WriteByte('\\')
			}
			b.WriteByte(octet)
		}
	}
	return b.String()
}

func TestText(t *testing.T) {
	for _, text := range []string{"‖∇f‖ ≤ ε, x ∈ ℝᵀ, √∑", `f(u) \ (`} {
		doc := newDocument()
		drawOn(doc, 0, 0, 100, func(c vg.Canvas) { c.FillString(sans(t, 8), vg.Point{X: 1, Y: 1}, text) })
		assert.Check(t, bytes.Contains(output(t, doc), []byte("("+encoded(text)+") Tj")), "page does not set %q", text)
	}
}

// The unit square of an image becomes the rectangle, measured from below.
func TestImage(t *testing.T) {
	doc := newDocument()
	rect := vg.Rectangle{Min: vg.Point{X: 10, Y: 20}, Max: vg.Point{X: 40, Y: 30}}
	drawOn(doc, 0, 0, 100, func(c vg.Canvas) { c.DrawImage(rect, image.NewGray(image.Rect(0, 0, 3, 1))) })
	const want = "30.00000 0.00000 0.00000 10.00000 10.00000 20.00000 cm\nBI /W 3 /H 1 "
	assert.Check(t, bytes.Contains(output(t, doc), []byte(want)), "no %q on the page", want)
}

func TestFaultsBecomeTheDocumentsError(t *testing.T) {
	nan := vg.Length(math.NaN())
	for _, tc := range []struct {
		name string
		draw func(c vg.Canvas)
		want string
	}{
		{"NaN in path", func(c vg.Canvas) { c.Fill(square(nan)) }, "not a finite number"},
		{"NaN in text", func(c vg.Canvas) { c.FillString(sans(t, 8), vg.Point{X: nan}, "x") }, "not a finite number"},
		{"font", func(c vg.Canvas) { c.FillString(font.Face{Font: font.Font{Typeface: "Go", Size: 8}}, vg.Point{}, "x") }, "font Go"},
		{"NaN in image", func(c vg.Canvas) {
			c.DrawImage(vg.Rectangle{Max: vg.Point{X: nan}}, image.NewGray(image.Rect(0, 0, 1, 1)))
		}, "not a finite number"},
		{"curve", func(c vg.Canvas) {
			c.Fill(vg.Path{{Type: vg.MoveComp}, {Type: vg.CurveComp}})
		}, "component of type 3"},
		{"component", func(c vg.Canvas) { c.Fill(vg.Path{{Type: 99}}) }, "component of type 99"},
	} {
		doc := newDocument()
		drawOn(doc, 0, 0, 10, tc.draw)
		assert.Check(t, is.ErrorContains(doc.Error(), tc.want), tc.name)
	}
}

// Every input gives a document or an error, no panic.
func FuzzCanvas(f *testing.F) {
	f.Add("σ", 1.0, 2.0, 3.0, 0.5)
	f.Add("", 1.5, -78.0, -1018.0, -5.5)
	f.Add("\uFFFD", math.NaN(), math.Inf(1), -1.0, 1e300)
	f.Fuzz(func(t *testing.T, text string, x, y, r, angle float64) {
		if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r > 0xFFFF }) {
			return
		}
		doc := newDocument()
		drawOn(doc, 0, 0, 100, func(c vg.Canvas) {
			c.Rotate(angle)
			c.SetLineDash([]vg.Length{vg.Length(r)}, vg.Length(x))
			var path vg.Path
			path.Arc(vg.Point{X: vg.Length(x), Y: vg.Length(y)}, vg.Length(r), angle, math.Mod(x, 7))
			c.Stroke(path)
			c.FillString(sans(t, 8), vg.Point{X: vg.Length(x), Y: vg.Length(y)}, text)
		})
		err := doc.Output(&bytes.Buffer{})
		assert.Check(t, err != nil || !math.IsNaN(x) && !math.IsInf(y, 0),
			"a coordinate that is no number went through")
	})
}

// The data of an image does not contain EI, at which some readers stop.
func TestImageEndsOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	img := image.NewGray(image.Rect(0, 0, 200, 200))
	for i := range img.Pix {
		img.Pix[i] = uint8(random.Uint32())
	}
	doc := newDocument()
	drawOn(doc, 0, 0, 100, func(c vg.Canvas) { c.DrawImage(vg.Rectangle{Max: vg.Point{X: 40, Y: 30}}, img) })
	_, data, _ := strings.Cut(string(output(t, doc)), " ID ")
	data, _, _ = strings.Cut(data, "endstream")
	assert.Equal(t, strings.Count(data, "EI"), 1, "times EI from the data of the image on")
}
