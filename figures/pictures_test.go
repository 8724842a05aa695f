package figures

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
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
		if ratio := contrast(ground, legibleOn(ground)); ratio < 4.5 {
			t.Errorf("contrast of %.2f to 1 at %v", ratio, v)
		}
	}
}

func TestScaleIsSymmetric(t *testing.T) {
	h := Heatmap{Rows: []string{"r"}, Columns: []string{"a", "b"}, Values: [][]float64{{-1, 5}}}
	if scale := h.colors(); scale.Min() != -5 || scale.Max() != 5 {
		t.Errorf("scale from %v to %v, want from -5 to 5", scale.Min(), scale.Max())
	}
}

// Plain numbers are shaded from the least to the largest, and not for digits that do not show.
func TestScaleOfPlainNumbers(t *testing.T) {
	h := Heatmap{Rows: []string{"r"}, Columns: []string{"a", "b"}, Values: [][]float64{{0.5, 1}}, Decimals: 3, Plain: true}
	if scale := h.colors(); scale.Min() != 0.5 || scale.Max() != 1 {
		t.Errorf("scale from %v to %v, want from 0.5 to 1", scale.Min(), scale.Max())
	}
	h.Values[0][0] = 0.9999
	if scale := h.colors(); scale.Min() != 0.99 {
		t.Errorf("scale from %v, want from 0.99", scale.Min())
	}
}

func TestHeatmapOfOneValue(t *testing.T) {
	for _, v := range []float64{7, 0} {
		record(t, Heatmap{Rows: []string{"r"}, Columns: []string{"a"}, Values: [][]float64{{v}}})
	}
}

func TestNumbersOnlyWhereTheyFit(t *testing.T) {
	h := heatmap()
	count := func() (n int) {
		for _, d := range record(t, h) {
			if d.text == minus+"13.5" {
				n++
			}
		}
		return n
	}
	if count() != 1 {
		t.Error("the number of a cell is missing")
	}
	h.Decimals = 12
	if count() != 0 || slices.ContainsFunc(record(t, h), func(d drawn) bool { return len(d.text) > 12 && d.text[2] == '.' }) {
		t.Error("numbers too long for a cell are drawn")
	}
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
	if want := 2*manyPoints + 1; len(dots) != want || len(lines) != 3 {
		t.Fatalf("%d dots and %d lines, want %d, and 3 with that of the legend", len(dots), len(lines), want)
	}
	if other := withColor(marks, "fill", 1); other[0].corner[0].Y >= dots[manyPoints+3].corner[0].Y {
		t.Error("the second series does not stand below the first")
	}
}

// Every point with both coordinates is drawn once, and the classes take turns.
func TestScatterPoints(t *testing.T) {
	s := Chart{Shape: 0.75, Series: []Series{
		{Style: Markers, X: []float64{1, 2, 3}, Y: []float64{1, math.NaN(), 3}}, {Style: Markers, X: []float64{4, 5}, Y: []float64{4, 5}},
	}}
	var got []color.Color
	for _, d := range record(t, s) {
		if d.kind == "fill" {
			got = append(got, d.color)
		}
	}
	first, second := color.Color(lookOf(0).color), color.Color(lookOf(1).color)
	if want := []color.Color{first, second, first, second}; !slices.Equal(got, want) {
		t.Errorf("points in the colours %v, want %v", got, want)
	}
}

// Points that extend about equally far have one scale, however wide the figure.
func TestScatterOfOneScale(t *testing.T) {
	for _, scale := range []vg.Length{1, 2} { // of y against x
		s := Chart{XLabel: "x", YLabel: "y", Shape: 0.75, Notes: []string{"a note"}, Series: []Series{{Style: Markers, X: []float64{0, 1}, Y: []float64{0, float64(scale)}}}}
		var at []vg.Point
		for _, d := range record(t, s) {
			if d.kind == "fill" {
				at = append(at, d.corner[0])
			}
		}
		if apart := at[1].Sub(at[0]); abs(apart.Y/scale/apart.X-1) > 1e-6 {
			t.Errorf("points %v apart, want %v units to 1", apart, scale)
		}
	}
}

// 26 classes differ in shape or colour.
func TestLooksOfClassesDiffer(t *testing.T) {
	seen := make(map[string]int)
	for i := range 26 {
		key := fmt.Sprint(lookOf(i).color, lookOf(i).marker)
		if before, ok := seen[key]; ok {
			t.Errorf("classes %d and %d look the same", before, i)
		}
		seen[key] = i
	}
}

// A PNG has the right size and resolution, and image/png accepts its checksums.
func TestPNG(t *testing.T) {
	var b bytes.Buffer
	if err := WritePNG(&b, derivatives(true), Report()); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	width, height := derivatives(true).Size(Report())
	if size := img.Bounds().Size(); abs(width/72*resolution-vg.Length(size.X)) > 1 || abs(height/72*resolution-vg.Length(size.Y)) > 1 {
		t.Errorf("%v pixels for %v by %v points", size, width, height)
	}
	_, chunk, found := bytes.Cut(b.Bytes(), []byte("pHYs"))
	if !found {
		t.Fatal("no resolution in the file")
	}
	if perMetre := binary.BigEndian.Uint32(chunk); perMetre != 7874 { // 200 / 0.0254
		t.Errorf("%d pixels a metre, want 7874", perMetre)
	}
}

func TestImages(t *testing.T) {
	var got []drawn
	for _, d := range record(t, gradients()) {
		if d.kind == "image" {
			got = append(got, d)
		}
	}
	if len(got) != 4 {
		t.Fatalf("%d images, want 4", len(got))
	}
	for i, d := range got {
		if size := d.corner[2].Sub(d.corner[0]); abs(size.X*12-size.Y*16) > 1e-6 {
			t.Errorf("image %d is %v, want 16 to 12", i+1, size)
		}
	}
	if got[0].corner[0].X >= got[1].corner[0].X || got[0].corner[0].Y <= got[2].corner[0].Y {
		t.Error("the first image is not the upper left one")
	}
}

// Two low scatters with their captions fit on a page, and two others do not.
func TestLowScatter(t *testing.T) {
	high := scatter(2, 20)
	low := high
	low.Shape = 0.5
	_, h := high.Size(Report())
	w, l := low.Size(Report())
	if w != FullWidth || l >= h || 2*l > 22*vg.Centimeter {
		t.Errorf("%.0f points high, and %.0f for a low one", h, l)
	}
}
