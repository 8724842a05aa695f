package dataset

import (
	"math"
	"slices"
	"testing"

	"gpca/report/dataset/imagefolder"
)

func TestNewPart(t *testing.T) {
	values := []float64{1, 2, 3, 4, 5, 6}
	for label, want := range [][]float64{{2, 3, 5, 6}, {1, 3, 4, 6}, {1, 2, 4, 5}} {
		part := NewPart(values, 3, label)
		if !slices.Equal(part.Features, want) || !slices.Equal(part.Labels, []int{label + 1, label + 4}) {
			t.Errorf("label in column %d: features %v, labels %v", label, part.Features, part.Labels)
		}
	}
}

func TestEncode(t *testing.T) {
	e := Entry{
		Description: Description{Classes: []string{"no", "yes"}},
		Columns:     []string{"size", "class", "doors"},
		Words:       map[string][]string{"size": {"low", "med", "high"}, "doors": {"two", "more"}},
	}
	for _, c := range []struct {
		encoding Encoding
		numbers  map[string][]float64
		want     []float64
	}{
		{"", nil, []float64{2, 0, 0, 1}},
		{Indicators, nil, []float64{0, 0, 1, 1, 0, 1, 0, 0, 0, 1}},
		{Standardised, nil, []float64{1 / math.Sqrt(2./3), -1, -1 / math.Sqrt(2./3), 1}},
		{"", map[string][]float64{"doors": {2, 5}}, []float64{2, 2, 0, 5}},
	} {
		e.Encoding, e.Numbers = c.encoding, c.numbers
		got := e.Encode(Part{Rows: 2, Features: []float64{2, 0, 0, 1}, Labels: []int{0, 3}})
		if !slices.Equal(got.Features, c.want) || !slices.Equal(got.Labels, []int{0, 1}) {
			t.Errorf("%q, numbers %v: got %v, want %v, labels %v", c.encoding, c.numbers, got.Features, c.want, got.Labels)
		}
	}
}

// Column-major 1 2 3 | 4 5 6 of width 2 and height 3 is 1 4 / 2 5 / 3 6.
func TestUpright(t *testing.T) {
	dst := make([]float64, 6)
	uprightTo(dst, []float64{1, 2, 3, 4, 5, 6}, ImageSize{Width: 2, Height: 3})
	if want := []float64{1, 4, 2, 5, 3, 6}; !slices.Equal(dst, want) {
		t.Errorf("got %v, want %v", dst, want)
	}
}

// For 320 to 100 columns the centres lie at 1.6, 4.8, 8.0, …, so that the source
// columns are 1, 4, 8, 11, 14, …, 318; for 243 to 80 rows at 1.51875, 4.55625,
// …, 241.48125. Computed by hand from (i+½)·N/n.
func TestReduce(t *testing.T) {
	img := imagefolder.Image{Width: 320, Height: 243}
	for y := range img.Height {
		for x := range img.Width {
			img.Pixels = append(img.Pixels, float64(1000*y+x))
		}
	}
	dst := make([]float64, 100*80)
	img.ReduceTo(dst, 100, 80)
	for _, c := range []struct {
		x, y int
		want float64
	}{
		{0, 0, 1001}, {1, 0, 1004}, {2, 0, 1008}, {3, 0, 1011}, {4, 0, 1014}, {99, 0, 1318},
		{0, 1, 4001}, {0, 79, 241001}, {99, 79, 241318},
	} {
		if got := dst[100*c.y+c.x]; got != c.want {
			t.Errorf("pixel (%d, %d) is source %v, want %v", c.x, c.y, got, c.want)
		}
	}
}
