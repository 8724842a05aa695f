package figures

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"testing"
)

// deficiencies turn linear RGB into what people without one of the three cones see (G. M.
// Machado, M. M. Oliveira and L. A. F. Fernandes, "A physiologically-based model for
// simulation of color vision deficiency", IEEE Transactions on Visualization and Computer
// Graphics 15, 2009, severity 1).
var deficiencies = map[string][3][3]float64{
	"none":         {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab returns a colour as seen in CIELAB under D65 (CIE 15:2004), lightness first.
func lab(clr color.Color, sight [3][3]float64) [3]float64 {
	r, g, b, _ := clr.RGBA()
	var linear, seen, xyz [3]float64
	for i, v := range []uint32{r, g, b} {
		if s := float64(v) / 0xFFFF; s <= 0.04045 {
			linear[i] = s / 12.92
		} else {
			linear[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	product := func(m [3][3]float64, v [3]float64) (p [3]float64) {
		for i := range p {
			p[i] = m[i][0]*v[0] + m[i][1]*v[1] + m[i][2]*v[2]
		}
		return p
	}
	for i, v := range product(sight, linear) {
		seen[i] = max(0, min(1, v))
	}
	for i, v := range product([3][3]float64{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}, seen) {
		if v /= []float64{0.9505, 1, 1.089}[i]; v > 216.0/24389 {
			xyz[i] = math.Cbrt(v)
		} else {
			xyz[i] = (24389.0/27*v + 16) / 116
		}
	}
	return [3]float64{116*xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])}
}

// No two colours of series look alike to any eye, nor do the ends of a heat map. A difference of 2.3 in CIELAB
// is just noticeable side by side; separate marks need several times that.
func TestColoursDifferForEveryEye(t *testing.T) {
	scale, err := heatmap().newScale()
	if err != nil {
		t.Fatal(err)
	}
	pairs := map[string][2]color.Color{"ends of the scale": {scale.at(scale.axis.low), scale.at(scale.axis.high)}}
	for i, a := range seriesColors {
		for k, b := range seriesColors[:i] {
			pairs[fmt.Sprintf("series %d and %d", k, i)] = [2]color.Color{a, b}
		}
	}
	for eye, sight := range deficiencies {
		for name, pair := range pairs {
			a, b := lab(pair[0], sight), lab(pair[1], sight)
			if d := math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]); d < 15 {
				t.Errorf("%s: %s are %.1f apart", eye, name, d)
			}
		}
	}
}

// In grey, series of similar lightness differ by dashes and markers.
func TestSeriesDifferInGrey(t *testing.T) {
	for i, a := range seriesColors {
		for k, b := range seriesColors[:i] {
			d := math.Abs(lab(a, deficiencies["none"])[0] - lab(b, deficiencies["none"])[0])
			p, q := lookOf(i), lookOf(k)
			if d < 15 && (slices.Equal(p.dashes, q.dashes) || p.marker == q.marker) {
				t.Errorf("series %d and %d are %.1f apart in lightness and have one dash or marker", k, i, d)
			}
		}
	}
}
