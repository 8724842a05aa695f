package standin

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"gpca/report/dataset"
)

// drawDigits draws train and test images of each digit: digit by digit, each with its training samples
// first, or the digits in turn.
func drawDigits(c *collection, train, test int, byDigit bool, draw func(class int) []float64) {
	each := train + test
	place := func(row int) (class, i int) {
		if byDigit {
			return row / each, row % each
		}
		return row % 10, row / 10
	}
	for row := range 10 * each {
		class, _ := place(row)
		c.add(class, draw(class))
	}
	c.split = dataset.NewSplit(c.Rows, func(row int) bool {
		_, i := place(row)
		return i >= train
	})
}

const uspsSize = 16

// uspsDigit draws a digit that fills its image, from 0 for paper to 1 for ink. The US Postal Service
// normalised each digit in both directions, so that an upright 1 becomes a bar.
func uspsDigit(class int, r *rand.Rand) []float64 {
	writer := hand{slant: .2, lean: .22, turn: .06, breadth: .15, wobble: .055, thinnest: .032, thickest: .1}
	written := writer.write(digit(class, r), r)
	w := stretched(written.bounds(), uspsSize, uspsSize, 4)
	return written.draw(w, uspsSize, uspsSize, 1.3)
}

// usps draws grey values from 0 to 255, digit by digit as in the real file.
func usps(c *collection, r *rand.Rand) {
	drawDigits(c, 60, 80, true, func(class int) []float64 { return greys(uspsDigit(class, r)) })
}

func uspsZIP(c *collection, r *rand.Rand) {
	drawDigits(c, 70, 30, false, func(class int) []float64 {
		image := uspsDigit(class, r)
		floats.Scale(2, image)
		floats.AddConst(-1, image)
		return decimals(3, image...)
	})
}

// mnist draws digits as MNIST was made: scaled in their own proportions into 20 x 20 pixels, placed
// in an image of 28 x 28 with the centre of mass in the middle (Y. LeCun, L. Bottou, Y. Bengio, P.
// Haffner, Proc. IEEE 86(11), 1998).
func mnist(c *collection, r *rand.Rand) {
	const size, inner, train, test = 28, 20, 80, 60
	writer := hand{slant: .22, lean: .15, turn: .09, breadth: .16, wobble: .065, thinnest: .035, thickest: .1}
	drawDigits(c, train, test, false, func(class int) []float64 {
		written := writer.write(digit(class, r), r)
		w := fitted(written.bounds(), inner, inner)
		return greys(centredByMass(written.draw(w, inner, inner, 1.2), inner, size))
	})
}

// centredByMass places a square image into a larger one, by whole pixels, with its centre of mass
// nearest to the middle, and crops it.
func centredByMass(image []float64, size, larger int) []float64 {
	var mass, x, y float64
	for i, v := range image {
		mass += v
		x += v * (float64(i%size) + 0.5)
		y += v * (float64(i/size) + 0.5)
	}
	left := int(math.Round(float64(larger)/2 - x/mass))
	top := int(math.Round(float64(larger)/2 - y/mass))
	placed := make([]float64, larger*larger)
	for i, v := range image {
		column, row := i%size+left, i/size+top
		if column >= 0 && column < larger && row >= 0 && row < larger {
			placed[row*larger+column] = v
		}
	}
	return placed
}

// optdigits draws digits as counts of ink in blocks of 4 x 4 pixels of a bitmap of 32 x 32
// (E. Alpaydin, C. Kaynak, Kybernetika 34, 1998).
func optdigits(c *collection, r *rand.Rand) { drawDigits(c, 60, 40, false, counted(r)) }

func optdigitsTest(c *collection, r *rand.Rand) {
	drawDigits(c, 0, 40, false, counted(r))
	c.split = nil
}

func counted(r *rand.Rand) func(class int) []float64 {
	const bitmap, block = 32, 4
	const size = bitmap / block
	writer := hand{slant: .15, lean: .1, turn: .07, breadth: .15, wobble: .045, thinnest: .05, thickest: .09}
	return func(class int) []float64 {
		written := writer.write(digit(class, r), r)
		w := fitted(written.bounds(), bitmap, bitmap)
		counts := make([]float64, size*size)
		for j, v := range written.draw(w, bitmap, bitmap, 1) {
			if v > 0.5 {
				counts[j/bitmap/block*size+j%bitmap/block]++
			}
		}
		return counts
	}
}

// digitShapes holds the equally common shapes of each digit.
var digitShapes = [10][]glyph{
	0: {
		{{{.38, 0}, {.19, .07}, {.06, .26}, {.02, .5}, {.06, .74}, {.19, .93}, {.38, 1}, {.57, .93}, {.7, .74},
			{.74, .5}, {.7, .26}, {.57, .07}, {.38, 0}}},
		{{{.52, .04}, {.3, .03}, {.12, .2}, {.04, .5}, {.08, .78}, {.22, .96}, {.42, .98}, {.6, .84}, {.68, .55},
			{.66, .26}, {.54, .06}, {.36, 0}, {.24, .06}}},
	},
	1: {
		{{{.3, 0}, {.3, 1}}},
		{{{.32, 0}, {.3, .5}, {.27, 1}}},
		{{{.3, 0}, {.31, .5}, {.3, 1}}},
		{{{.1, .2}, {.32, 0}}, {{.32, 0}, {.3, 1}}},
	},
	2: {
		{{{.08, .24}, {.2, .05}, {.45, 0}, {.66, .14}, {.62, .38}, {.4, .64}, {.04, .97}},
			{{.04, .97}, {.38, .94}, {.74, .97}}},
		{{{.1, .2}, {.25, .03}, {.5, .02}, {.66, .2}, {.56, .48}, {.3, .82}, {.1, .95}, {.06, .82}, {.22, .78},
			{.5, .93}, {.78, .94}}},
		{{{.06, .1}, {.3, 0}, {.6, .06}}, {{.6, .06}, {.36, .5}, {.03, .96}}, {{.03, .96}, {.72, 1}}},
	},
	3: {
		{{{.08, .14}, {.28, .01}, {.55, .05}, {.62, .24}, {.48, .4}, {.25, .47}},
			{{.25, .47}, {.52, .5}, {.68, .7}, {.56, .92}, {.3, 1}, {.04, .87}}},
		{{{.08, .1}, {.3, 0}, {.55, .08}, {.58, .28}, {.3, .46}},
			{{.3, .46}, {.58, .54}, {.66, .78}, {.45, .98}, {.2, .98}, {.04, .85}}},
		{{{.08, .03}, {.62, .02}}, {{.62, .02}, {.3, .4}},
			{{.3, .4}, {.56, .46}, {.66, .7}, {.5, .95}, {.22, 1}, {.03, .9}}},
	},
	4: {
		{{{.22, .02}, {.12, .35}, {.06, .56}}, {{.06, .56}, {.4, .57}, {.76, .52}}, {{.6, .06}, {.52, .5}, {.45, 1}}},
		{{{.52, 0}, {.28, .35}, {.03, .63}}, {{.03, .63}, {.75, .64}}, {{.52, 0}, {.53, 1}}},
		{{{.12, .04}, {.06, .34}, {.16, .5}, {.4, .46}, {.58, .3}}, {{.66, 0}, {.58, .45}, {.48, 1}}},
	},
	5: {
		{{{.68, .03}, {.2, .03}}, {{.2, .03}, {.15, .42}},
			{{.15, .42}, {.4, .35}, {.65, .5}, {.66, .78}, {.42, .98}, {.04, .92}}},
		{{{.66, 0}, {.28, .06}}, {{.28, .06}, {.12, .4}, {.35, .44}, {.6, .58}, {.58, .84}, {.32, 1}, {.02, .94}}},
	},
	6: {
		{{{.58, .02}, {.3, .2}, {.08, .58}, {.1, .86}, {.35, 1}, {.6, .88}, {.64, .66}, {.42, .54}, {.2, .64},
			{.1, .8}}},
		{{{.38, 0}, {.16, .3}, {.06, .68}, {.18, .94}, {.44, .98}, {.62, .8}, {.54, .6}, {.3, .56}, {.08, .72}}},
	},
	7: {
		{{{.04, .08}, {.36, .05}, {.7, .04}}, {{.7, .04}, {.48, .42}, {.32, 1}}},
		{{{.06, .2}, {.08, .04}}, {{.08, .04}, {.68, .06}}, {{.68, .06}, {.5, .42}, {.36, 1}}},
		{{{.04, .06}, {.7, .04}}, {{.7, .04}, {.44, .5}, {.28, 1}}, {{.2, .52}, {.66, .48}}},
		{{{.04, .1}, {.4, .02}, {.64, .1}, {.58, .4}, {.44, .7}, {.36, 1}}},
	},
	8: {
		{{{.6, .14}, {.4, 0}, {.16, .1}, {.16, .32}, {.38, .48}, {.62, .68}, {.58, .92}, {.34, 1}, {.1, .9}, {.12, .68},
			{.38, .48}, {.6, .3}, {.6, .14}}},
		{{{.36, .47}, {.12, .28}, {.22, .05}, {.45, .02}, {.6, .22}, {.36, .47}},
			{{.36, .47}, {.1, .68}, {.16, .94}, {.42, 1}, {.62, .8}, {.36, .47}}},
	},
	9: {
		{{{.62, .2}, {.4, .02}, {.14, .12}, {.1, .36}, {.3, .5}, {.54, .4}, {.62, .2}}, {{.62, .2}, {.6, .6}, {.5, 1}}},
		{{{.6, .14}, {.36, 0}, {.1, .18}, {.14, .44}, {.38, .48}, {.6, .26}},
			{{.6, .14}, {.64, .55}, {.56, .88}, {.32, 1}, {.1, .92}}},
		{{{.58, .12}, {.3, .02}, {.08, .24}, {.22, .48}, {.5, .38}, {.6, .12}}, {{.6, .12}, {.5, .55}, {.32, 1}}},
	},
}

func digit(class int, r *rand.Rand) glyph {
	shapes := digitShapes[class]
	return shapes[r.IntN(len(shapes))]
}
