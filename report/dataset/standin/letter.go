package standin

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpca/report/dataset"
)

// letter draws capital letters, distorts them and measures the 16 features of P. W. Frey, D. J.
// Slate, "Letter recognition using Holland-style adaptive classifiers", Machine Learning 6, 1991,
// scaled to integers from 0 to 15.
func letter(c *collection, r *rand.Rand) {
	const perClass, paper = 40, 45
	typeface := hand{slant: .25, turn: .1, breadth: .35, wobble: .075, thinnest: .035, thickest: .09}
	for class, shape := range letterShapes {
		for range perClass {
			printed := typeface.write(shape, r)
			// Position and size on the paper vary.
			b := printed.bounds()
			scale := between(r, .5, .95) * paper / max(b.right-b.left, b.bottom-b.top)
			w := window{scaleX: scale, scaleY: scale}
			w.left = b.left - r.Float64()*(paper/scale-(b.right-b.left))
			w.top = b.top - r.Float64()*(paper/scale-(b.bottom-b.top))
			c.add(class, letterFeatures(printed.draw(w, paper, paper, 1), paper))
		}
	}
	scaleLetterFeatures(dataset.Join(c.Part).Samples)
}

// letterFeatures measures an image, whose ink is above 1/2, in the published order.
func letterFeatures(image []float64, width int) []float64 {
	on := func(x, y int) bool {
		i := y*width + x
		return x >= 0 && x < width && i >= 0 && i < len(image) && image[i] > .5
	}
	left, right, top, bottom := width, -1, width, -1
	for i, v := range image {
		if v > .5 {
			left, right = min(left, i%width), max(right, i%width)
			top, bottom = min(top, i/width), max(bottom, i/width)
		}
	}
	wide, high := float64(right-left+1), float64(bottom-top+1)
	middleX, middleY := float64(left+right)/2, float64(top+bottom)/2

	// Moments of the ink about the middle of its box, in sizes of the box; y up.
	var n, mx, my, mxx, myy, mxy, mxxy, mxyy float64
	// Edges: ink with paper to its left, or above.
	var edgesX, edgesY, edgesXHeight, edgesYAcross float64
	for row := top; row <= bottom; row++ {
		for column := left; column <= right; column++ {
			if !on(column, row) {
				continue
			}
			x, y := (float64(column)-middleX)/wide, (middleY-float64(row))/high
			n++
			mx, my = mx+x, my+y
			mxx, myy, mxy = mxx+x*x, myy+y*y, mxy+x*y
			mxxy, mxyy = mxxy+x*x*y, mxyy+x*y*y
			if !on(column-1, row) {
				edgesX++
				edgesXHeight += y
			}
			if !on(column, row-1) {
				edgesY++
				edgesYAcross += x
			}
		}
	}
	return []float64{
		middleX, -middleY, wide, high, // x-box, y-box, width, high
		n,              // onpix
		mx / n, my / n, // x-bar, y-bar
		mxx / n, myy / n, // x2bar, y2bar
		mxy / n,            // xybar
		mxxy / n, mxyy / n, // x2ybr, xy2br
		edgesX / high,         // x-ege
		edgesXHeight / edgesX, // xegvy
		edgesY / wide,         // y-ege
		edgesYAcross / edgesY, // yegvx
	}
}

// scaleLetterFeatures scales every feature to integers from 0 to 15, with the mean at 7.5 and three
// standard deviations to either end.
func scaleLetterFeatures(samples *mat.Dense) {
	_, columns := samples.Dims()
	for j := range columns {
		feature := mat.Col(nil, j, samples)
		mean, deviation := stat.MeanStdDev(feature, nil)
		for i, v := range feature {
			samples.Set(i, j, min(max(math.RoundToEven(7.5+2.5*(v-mean)/deviation), 0), 15))
		}
	}
}

// letterShapes are the strokes of the capital letters, A to Z.
var letterShapes = [26]glyph{
	{{{0, 1}, {.38, 0}}, {{.38, 0}, {.76, 1}}, {{.14, .64}, {.62, .64}}},
	{{{0, 0}, {0, 1}}, {{0, 0}, {.4, .02}, {.58, .22}, {.4, .46}, {0, .48}},
		{{0, .48}, {.45, .5}, {.66, .74}, {.45, .98}, {0, 1}}},
	{{{.68, .16}, {.4, 0}, {.1, .18}, {0, .5}, {.1, .82}, {.4, 1}, {.7, .84}}},
	{{{0, 0}, {0, 1}}, {{0, 0}, {.36, .02}, {.66, .24}, {.7, .52}, {.62, .8}, {.34, .98}, {0, 1}}},
	{{{0, 0}, {0, 1}}, {{0, 0}, {.6, 0}}, {{0, .48}, {.5, .48}}, {{0, 1}, {.62, 1}}},
	{{{0, 0}, {0, 1}}, {{0, 0}, {.6, 0}}, {{0, .48}, {.5, .48}}},
	{{{.68, .14}, {.4, 0}, {.1, .16}, {0, .5}, {.1, .84}, {.4, 1}, {.7, .86}}, {{.7, .86}, {.7, .54}},
		{{.7, .54}, {.42, .54}}},
	{{{0, 0}, {0, 1}}, {{.68, 0}, {.68, 1}}, {{0, .48}, {.68, .48}}},
	{{{.15, 0}, {.15, 1}}, {{0, 0}, {.3, 0}}, {{0, 1}, {.3, 1}}},
	{{{.44, 0}, {.44, .72}, {.34, .96}, {.14, .98}, {0, .8}}},
	{{{0, 0}, {0, 1}}, {{.64, 0}, {0, .56}}, {{.2, .4}, {.68, 1}}},
	{{{0, 0}, {0, 1}}, {{0, 1}, {.58, 1}}},
	{{{0, 1}, {.04, 0}}, {{.04, 0}, {.42, .72}}, {{.42, .72}, {.8, 0}}, {{.8, 0}, {.84, 1}}},
	{{{0, 1}, {0, 0}}, {{0, 0}, {.68, 1}}, {{.68, 1}, {.68, 0}}},
	{{{.38, 0}, {.1, .14}, {0, .5}, {.1, .86}, {.38, 1}, {.66, .86}, {.76, .5}, {.66, .14}, {.38, 0}}},
	{{{0, 0}, {0, 1}}, {{0, 0}, {.42, .02}, {.6, .26}, {.42, .5}, {0, .54}}},
	{{{.38, 0}, {.1, .14}, {0, .5}, {.1, .86}, {.38, 1}, {.66, .86}, {.76, .5}, {.66, .14}, {.38, 0}},
		{{.44, .72}, {.8, 1.06}}},
	{{{0, 0}, {0, 1}}, {{0, 0}, {.42, .02}, {.6, .24}, {.42, .46}, {0, .5}}, {{.26, .5}, {.66, 1}}},
	{{{.58, .14}, {.32, 0}, {.04, .14}, {.08, .38}, {.34, .5}, {.58, .64}, {.6, .88}, {.3, 1}, {0, .86}}},
	{{{0, 0}, {.7, 0}}, {{.35, 0}, {.35, 1}}},
	{{{0, 0}, {0, .66}, {.12, .94}, {.34, 1}, {.56, .94}, {.68, .66}, {.68, 0}}},
	{{{0, 0}, {.36, 1}}, {{.36, 1}, {.72, 0}}},
	{{{0, 0}, {.24, 1}}, {{.24, 1}, {.48, .2}}, {{.48, .2}, {.72, 1}}, {{.72, 1}, {.96, 0}}},
	{{{0, 0}, {.68, 1}}, {{.68, 0}, {0, 1}}},
	{{{0, 0}, {.35, .5}}, {{.7, 0}, {.35, .5}}, {{.35, .5}, {.35, 1}}},
	{{{0, 0}, {.66, 0}}, {{.66, 0}, {0, 1}}, {{0, 1}, {.68, 1}}},
}
