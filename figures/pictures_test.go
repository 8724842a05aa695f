package figures

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
	"gotest.tools/v3/assert"
)

// contrast returns the contrast ratio of two colours (W3C, Web Content Accessibility Guidelines 2.1).
func contrast(a, b color.Color) float64 {
	luminance := func(clr color.Color) float64 {
		r, g, b, _ := clr.RGBA()
		var sum float64
		for i, v := range []uint32{r, g, b} {
			s := float64(v) / 0xFFFF
			if s <= 0.04045 {
				s /= 12.92
			} else {
				s = math.Pow((s+0.055)/1.055, 2.4)
			}
			sum += s * []float64{0.2126, 0.7152, 0.0722}[i]
		}
		return sum
	}
	low, high := luminance(a), luminance(b)
	return (max(low, high) + 0.05) / (min(low, high) + 0.05)
}

// WCAG asks for a contrast of 4.5 to 1 of text, on every shade.
func TestNumbersInCellsAreLegible(t *testing.T) {
	scale := heatmap().colors()
	for i := range 101 {
		v := scale.Min() + (scale.Max()-scale.Min())*float64(i)/100
		ground := shadeOf(scale, v)
		ratio := contrast(ground, legibleOn(ground))
		assert.Check(t, ratio >= 4.5, "contrast of %.2f to 1 at %v", ratio, v)
	}
}

func TestScaleIsSymmetric(t *testing.T) {
	h := Heatmap{Rows: []string{"r"}, Columns: []string{"a", "b"}, Values: [][]float64{{-1, 5}}}
	assert.Equal(t, h.colors().Min(), -5.0)
	assert.Equal(t, h.colors().Max(), 5.0)
}

// Plain numbers are shaded from the least to the largest, and not for digits that do not show.
func TestScaleOfPlainNumbers(t *testing.T) {
	h := Heatmap{Rows: []string{"r"}, Columns: []string{"a", "b"}, Values: [][]float64{{0.5, 1}}, Decimals: 3, Plain: true}
	if scale := h.colors(); scale.Min() != 0.5 || scale.Max() != 1 {
		t.Errorf("scale from %v to %v, want from 0.5 to 1", scale.Min(), scale.Max())
	}
	h.Values[0][0] = 0.9999
	scale := h.colors()
	assert.Equal(t, scale.Min(), 0.99, "scale from %v, want from 0.99", scale.Min())
	h.Values = [][]float64{{1e18, 1e18}} // have no digits for what does not show
	assert.NilError(t, WriteSVG(io.Discard, h, Report()))
}

func TestHeatmapOfOneValue(t *testing.T) {
	for _, v := range []float64{7, 0} {
		record(t, Heatmap{Rows: []string{"r"}, Columns: []string{"a"}, Values: [][]float64{{v}}})
	}
}

func TestNumbersOnlyWhereTheyFit(t *testing.T) {
	h := heatmap()
	assert.Equal(t, len(where(record(t, h), func(d drawn) bool { return d.text == minus+"13.5" })), 1)
	h.Decimals = 12
	assert.Check(t, !slices.ContainsFunc(record(t, h), func(d drawn) bool {
		return d.text == minus+"13.5" || len(d.text) > 12 && d.text[2] == '.'
	}), "numbers too long for a cell are drawn")
}

// In a row every point has a marker, and series stand below each other.
func TestRows(t *testing.T) {
	series := Series{Name: "s", X: make([]float64, 2*manyPoints+1), Y: make([]float64, 2*manyPoints+1)}
	for i := range series.X {
		series.X[i], series.Y[i] = float64(i%manyPoints), float64(i/manyPoints)
	}
	series.X[manyPoints] = math.NaN()
	marks := record(t, Chart{Rows: []string{"low", "high", "highest"}, Series: []Series{series, {Name: "t", X: []float64{3}, Y: []float64{1}}}})
	dots, lines := withColor(marks, "fill", 0), withColor(marks, "stroke", 0)
	assert.Equal(t, len(dots), 2*manyPoints+1)
	assert.Equal(t, len(lines), 3) // with that of the legend
	other := withColor(marks, "fill", 1)
	assert.Check(t, other[0].corner[0].Y < dots[manyPoints+3].corner[0].Y, "the second series is not below the first")
}

// Points that extend about equally far have one scale, however wide the figure.
func TestScatterOfOneScale(t *testing.T) {
	for _, scale := range []vg.Length{1, 2} { // of y against x
		s := Chart{XLabel: "x", YLabel: "y", Shape: 0.75, Notes: []string{"a note"}, Series: []Series{{Style: Markers, X: []float64{0, 1}, Y: []float64{0, float64(scale)}}}}
		dots := ofKind(record(t, s), "fill")
		apart := dots[1].corner[0].Sub(dots[0].corner[0])
		assert.Check(t, abs(apart.Y/scale/apart.X-1) <= 1e-6, "points %v apart, want %v units to 1", apart, scale)
	}
}

// 26 classes differ in shape or colour.
func TestLooksOfClassesDiffer(t *testing.T) {
	seen := make(map[string]int)
	for i := range 26 {
		key := fmt.Sprint(lookOf(i).color, lookOf(i).marker)
		before, ok := seen[key]
		assert.Check(t, !ok, "classes %d and %d look the same", before, i)
		seen[key] = i
	}
}

// A PNG has the right size and resolution, and image/png accepts its checksums.
func TestPNG(t *testing.T) {
	var b bytes.Buffer
	assert.NilError(t, WritePNG(&b, derivatives(true), Report()))
	img, err := png.Decode(bytes.NewReader(b.Bytes()))
	assert.NilError(t, err)
	width, height := derivatives(true).Size(Report())
	size := img.Bounds().Size()
	assert.Check(t, abs(width/72*resolution-vg.Length(size.X)) <= 1, "%v pixels for %v points", size, width)
	assert.Check(t, abs(height/72*resolution-vg.Length(size.Y)) <= 1, "%v pixels for %v points", size, height)
	_, chunk, found := bytes.Cut(b.Bytes(), []byte("pHYs"))
	assert.Assert(t, found, "no resolution in the file")
	assert.Equal(t, binary.BigEndian.Uint32(chunk), uint32(7874)) // pixels a metre: 200 / 0.0254
}

func TestImages(t *testing.T) {
	got := ofKind(record(t, gradients()), "image")
	assert.Equal(t, len(got), 4)
	for i, d := range got {
		size := d.corner[2].Sub(d.corner[0])
		assert.Check(t, abs(size.X*12-size.Y*16) <= 1e-6, "image %d is %v, want 16 to 12", i+1, size)
	}
	assert.Check(t, got[0].corner[0].X < got[1].corner[0].X && got[0].corner[0].Y > got[2].corner[0].Y,
		"the first image is not the upper left one")
}

// Two low scatters with their captions fit on a page, and two others do not.
func TestLowScatter(t *testing.T) {
	high := scatter(2, 20)
	low := high
	low.Shape = 0.5
	_, h := high.Size(Report())
	w, l := low.Size(Report())
	assert.Check(t, w == FullWidth && l < h && 2*l <= 22*vg.Centimeter, "%.0f points high, a low one %.0f", h, l)
}

// The ends of a scale have their colours, however they are rounded.
func TestShadesOfTheEnds(t *testing.T) {
	h := Heatmap{Plain: true, Decimals: 1, Values: [][]float64{{8.07315689820405, 89.12052971038953, 49.1}}}
	for high := 89.0; high < 90; high += 1.0 / 128 {
		h.Values[0][1] = high
		assert.Equal(t, legibleOn(shadeOf(h.colors(), high)), color.White, "%v", high)
	}
}
