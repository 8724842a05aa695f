package standin

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		p, a, b point
		want    float64
	}{
		{point{0, 1}, point{-1, 0}, point{1, 0}, 1},  // beside the segment
		{point{4, 4}, point{0, 0}, point{1, 0}, 5},   // beyond its end: 3-4-5
		{point{-3, 4}, point{0, 0}, point{1, 0}, 5},  // before its beginning
		{point{3, 4}, point{0, 0}, point{0, 0}, 5},   // a dot
		{point{.5, .5}, point{0, 0}, point{1, 1}, 0}, // on it
		{point{1, 0}, point{0, 0}, point{1, 1}, .5 * math.Sqrt2},
	} {
		if got := distance(c.p, c.a, c.b); !near(got, c.want, 1e-15) {
			t.Errorf("distance of %v from %v to %v: %v, want %v", c.p, c.a, c.b, got, c.want)
		}
	}
}

// A flattened stroke goes through its control points and keeps its ends. On a parabola its inner spans
// are exact, since the spline's tangents are exact for polynomials of degree 2.
func TestFlatten(t *testing.T) {
	var parabola stroke
	for i := range 6 {
		x := float64(i)
		parabola = append(parabola, point{x, x * x})
	}
	line := parabola.flatten()
	for _, p := range parabola {
		if !slices.ContainsFunc(line, func(q point) bool { return near(p.x, q.x, 1e-12) && near(p.y, q.y, 1e-12) }) {
			t.Errorf("the curve misses %v", p)
		}
	}
	if line[0] != parabola[0] || line[len(line)-1] != parabola[len(parabola)-1] {
		t.Errorf("the curve runs from %v to %v", line[0], line[len(line)-1])
	}
	for _, p := range line {
		if p.x >= 1 && p.x <= 4 && !near(p.y, p.x*p.x, 1e-12) {
			t.Errorf("at %v the curve is at %v, want %v", p.x, p.y, p.x*p.x)
		}
	}
	straight := stroke{{0, 0}, {1, 1}}
	if got := straight.flatten(); !slices.Equal(got, straight) {
		t.Errorf("a straight stroke became %v", got)
	}
}

// A bar has an area of length times width, and half a disc at each end.
func TestDrawCoversTheArea(t *testing.T) {
	bar := ink{polylines: []stroke{{{.3, .5}, {.7, .5}}}, radius: .1}
	const size = 200
	image := bar.draw(window{scaleX: size, scaleY: size}, size, size, 1)
	covered := 0.
	for _, v := range image {
		if v < 0 || v > 1 {
			t.Fatalf("a pixel of %v", v)
		}
		covered += v / size / size
	}
	if want := .4*.2 + math.Pi*.01; !near(covered, want, .002) {
		t.Errorf("covered %v, want %v", covered, want)
	}
	if image[100*size+100] != 1 || image[0] != 0 {
		t.Errorf("middle %v, corner %v", image[100*size+100], image[0])
	}
}

// Stretched ink touches all four borders; fitted ink keeps its proportions.
func TestWindows(t *testing.T) {
	b := box{left: 1, top: 2, right: 2, bottom: 5}
	if got, want := stretched(b, 16, 16, 4), (window{1, 2, 16, 16. / 3}); got != want {
		t.Errorf("stretched: %v, want %v", got, want)
	}
	// 3 high and 1 wide, widened at most 1.5 times: 8 of 16 pixels, in the middle.
	if got, want := stretched(b, 16, 16, 1.5), (window{.5, 2, 8, 16. / 3}); got != want {
		t.Errorf("stretched up to 1.5: %v, want %v", got, want)
	}
	if got, want := fitted(b, 18, 18), (window{0, 2, 6, 6}); got != want {
		t.Errorf("fitted: %v, want %v", got, want)
	}
}

func TestCentredByMass(t *testing.T) {
	// All mass in the upper left pixel of 4: it goes next to the middle of 8.
	image := make([]float64, 16)
	image[0] = 1
	placed := centredByMass(image, 4, 8)
	at := slices.Index(placed, 1)
	if x, y := at%8, at/8; x < 3 || x > 4 || y < 3 || y > 4 {
		t.Errorf("the mass is at %d, %d", x, y)
	}
}

// Strokes that meet still meet after warping.
func TestWarpKeepsJoints(t *testing.T) {
	writer := hand{slant: .3, turn: .2, breadth: .3, wobble: .1, thinnest: .03, thickest: .1}
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		written := writer.write(letterShapes['Z'-'A'], r)
		for i := range 2 {
			end, start := written.polylines[i][1], written.polylines[i+1][0]
			if end != start {
				t.Fatalf("stroke %d ends at %v, stroke %d begins at %v", i, end, i+1, start)
			}
		}
		if written.radius < .03 || written.radius > .1 {
			t.Fatalf("pen of radius %v", written.radius)
		}
	}
}

// Features, by hand, of an upright bar 2 wide and 4 high in the corner of an image.
func TestLetterFeatures(t *testing.T) {
	const width = 6
	image := make([]float64, width*width)
	for row := range 4 {
		image[row*width], image[row*width+1] = 1, 1
	}
	want := []float64{
		.5, -1.5, 2, 4, // middle of the box (y up), width, height
		8,    // pixels
		0, 0, // means
		1. / 16, // columns are at ±1/4 of the width
		5. / 64, // rows are at ±1/8 and ±3/8 of the height
		0,       // no correlation
		0, 0,    // nor of the third order
		1, // one edge in each of 4 rows
		0, // as many above the middle as below
		1, // one edge in each of 2 columns
		0, // as many to the left as to the right
	}
	got := letterFeatures(image, width)
	for i := range want {
		if !near(got[i], want[i], 1e-15) {
			t.Errorf("feature %d: %v, want %v", i, got[i], want[i])
		}
	}
}

func TestDecimals(t *testing.T) {
	got := decimals(2, 1.234, -0.001, 2.678, -1.236)
	if want := []float64{1.23, 0, 2.68, -1.24}; !slices.Equal(got, want) || math.Signbit(got[1]) {
		t.Errorf("%v, want %v without a minus zero", got, want)
	}
}

// A texture is continuous over the edge where it repeats.
func TestTextureRepeats(t *testing.T) {
	texture := newTexture(rand.New(rand.NewPCG(1, 1)))
	for _, p := range []point{{.25, .5}, {31.75, .1}, {12.3, 31.9}} {
		if a, b := texture.at(p.x, p.y), texture.at(p.x-textureSize, p.y+textureSize); !near(a, b, 1e-12) {
			t.Errorf("at %v the texture is %v and, one period on, %v", p, a, b)
		}
	}
	if a, b := texture.at(textureSize-1e-9, 3), texture.at(0, 3); !near(a, b, 1e-6) {
		t.Errorf("the texture jumps from %v to %v", a, b)
	}
}
