package figures

import (
	"fmt"
	"image/color"
	"math"
	"slices"
)

type matrix [3][3]float64

type eye struct {
	of    string
	sight matrix
}

// eyes are those of most people, and of people without one of the three cones, who see linear RGB as the product with a
// matrix (G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A physiologically-based model for simulation of color
// vision deficiency", IEEE Transactions on Visualization and Computer Graphics 15, 2009, severity 1).
var eyes = [...]eye{
	{"anyone", matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"people with protanopia",
		matrix{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
	{"people with deuteranopia",
		matrix{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
	{"people with tritanopia",
		matrix{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}

// toXYZ turns linear RGB into CIE XYZ by the white of D65, each from 0 to 1 (IEC 61966-2-1).
var toXYZ = matrix{{0.4339, 0.3762, 0.1899}, {0.2126, 0.7152, 0.0722}, {0.0177, 0.1095, 0.8728}}

func (m matrix) times(v [3]float64) (p [3]float64) {
	for i, row := range m {
		p[i] = max(0, min(1, row[0]*v[0]+row[1]*v[1]+row[2]*v[2]))
	}
	return p
}

// lab returns a colour as an eye sees it, in CIELAB (CIE 15:2004), lightness first.
func lab(clr color.NRGBA, sight matrix) [3]float64 {
	var linear [3]float64
	for i, v := range []uint8{clr.R, clr.G, clr.B} {
		if linear[i] = float64(v) / 0xFF / 12.92; v > 10 {
			linear[i] = math.Pow((float64(v)/0xFF+0.055)/1.055, 2.4)
		}
	}
	f := toXYZ.times(sight.times(linear))
	for i, v := range f {
		if f[i] = (24389.0/27*v + 16) / 116; v > 216.0/24389 {
			f[i] = math.Cbrt(v)
		}
	}
	return [3]float64{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

// leastApart is the least difference of two colours in CIELAB, and of two greys in lightness. A difference of 2.3 is
// just noticeable side by side; separate marks need several times that.
const leastApart = 15

func (e eye) takesAlike(a, b color.NRGBA) bool {
	p, q := lab(a, e.sight), lab(b, e.sight)
	return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2]) < leastApart
}

// Clashes tells which colours of a theme do not stand out from white paper or a dark screen, and which lines look alike
// to an eye or, with their dashes and markers, in grey.
func (th Theme) Clashes() (all []string) {
	type named struct {
		seriesLook
		name string
	}
	var looks []named
	for i, c := range th.Palette {
		looks = append(looks, named{th.lookOf(i), c.String()})
	}
	for i, name := range th.names() {
		looks = append(looks, named{th.styleOf(Faint-1-i, 0), th.Lines[name].Color.String() + " of " + name})
	}
	everyone := eyes[0].sight
	for i, a := range looks {
		lightness := lab(a.color, everyone)[0]
		if lightness < 1.5*leastApart || lightness > 100-leastApart/2 {
			all = append(all, a.name+" hardly stands out from white paper or from a dark screen")
		}
		for k, b := range looks[:i] {
			by := slices.IndexFunc(eyes[:], func(e eye) bool { return e.takesAlike(a.color, b.color) })
			grey := math.Abs(lightness-lab(b.color, everyone)[0]) < leastApart
			switch {
			case a.color == b.color && k < len(th.Palette) && i >= len(th.Palette): // other lines do not take it
			case by >= 0:
				all = append(all, fmt.Sprintf("%s and %s look alike to %s", b.name, a.name, eyes[by].of))
			case grey && slices.Equal(a.dashes, b.dashes) && a.marker == b.marker:
				all = append(all, fmt.Sprintf("%s and %s look alike in grey, with their dashes and markers", b.name,
					a.name))
			}
		}
	}
	return all
}
