package standin

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// letter draws capital letters, distorts them and measures the 16 features of P.
// W. Frey, D. J. Slate, "Letter recognition using Holland-style adaptive
// classifiers", Machine Learning 6, 1991, scaled to integers from 0 to 15. So the
// features depend on each other as those of the published set do.
func letter(r *rand.Rand) *collection {
	const perClass, paper = 40, 45
	typeface := hand{slant: .25, turn: .1, breadth: .35, wobble: .075, thinnest: .035, thickest: .09}
	c := newCollection(len(letterShapes)*perClass, 16)
	for class, shape := range letterShapes {
		for range perClass {
			printed := typeface.write(shape, r)
			// Letters lie on the paper somewhere and in some size.
			b := bounds(printed.polylines, printed.radius)
			scale := between(r, .5, .95) * paper / max(b.right-b.left, b.bottom-b.top)
			w := window{scaleX: scale, scaleY: scale}
			w.left = b.left - r.Float64()*(paper/scale-(b.right-b.left))
			w.top = b.top - r.Float64()*(paper/scale-(b.bottom-b.top))
			c.add(class, letterFeatures(printed.draw(w, paper, paper, 1), paper))
		}
	}
	scaleLetterFeatures(c.samples())
	return c
}

// letterFeatures measures an image of the given width, in which every pixel above
// 1/2 is ink. The order is that of the published set.
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
	// Edges: ink whose neighbour to the left, or above, is paper.
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

// scaleLetterFeatures scales every feature of the samples to integers from 0 to 15,
// with the mean in the middle and three standard deviations either way.
func scaleLetterFeatures(samples *mat.Dense) {
	rows, columns := samples.Dims()
	feature := make([]float64, rows)
	for j := range columns {
		for i := range rows {
			feature[i] = samples.At(i, j)
		}
		mean, deviation := stat.MeanStdDev(feature, nil)
		for i, v := range feature {
			samples.Set(i, j, min(max(math.RoundToEven(7.5+2.5*(v-mean)/deviation), 0), 15))
		}
	}
}
