package standin

import (
	"math"
	"math/rand/v2"

	"gpca/report/dataset"
)

// Pictures describe images. The picture of a class is a closed curve drawn by a soft pen, a letter of an invented
// script; its samples are curves near it. By a broad pen it is a smooth picture, as the faces need it, under light
// from a side that differs between samples.
type pictures struct {
	classes, train, test int // images of each class
	inTurn               bool
	pen                  float64 // radius, where half the image is 1
	varying              float64 // how far a curve is from that of its class
	light                float64
	low, high            float64
	steps                float64 // values in a unit
}

var images = map[string]pictures{
	"usps":           {classes: 10, train: 60, test: 80, pen: .34, varying: .32, high: 255, steps: 1},
	"mnist":          {classes: 10, train: 80, test: 60, inTurn: true, pen: .32, varying: .32, high: 255, steps: 1},
	"usps-zip":       {classes: 10, train: 70, test: 30, inTurn: true, pen: .34, varying: .32, low: -1, high: 1, steps: 1000},
	"optdigits":      {classes: 10, train: 60, test: 40, inTurn: true, pen: .4, varying: .32, high: 16, steps: 1},
	"optdigits-test": {classes: 10, train: 40, inTurn: true, pen: .4, varying: .32, high: 16, steps: 1},
	"yale":           {classes: 15, train: 11, pen: .45, varying: .5, light: .5, high: 255, steps: 1},
	"olivetti":       {classes: 40, train: 10, pen: .5, varying: .3, light: .3, high: 255, steps: 1},
}

// draw draws the images class by class, each with its training images first, or the classes in turn.
func (p pictures) draw(c *collection, e dataset.Entry, r *rand.Rand) {
	drawn := make([]curve, p.classes)
	for class := range drawn {
		drawn[class] = curve{}.near(1, r)
	}
	count := p.train + p.test
	for row := range p.classes * count {
		class, i := row/count, row%count
		if p.inTurn {
			class, i = row%p.classes, row/p.classes
		}
		c.add(class, p.image(drawn[class].near(p.varying, r), e.Image, r))
		if p.test > 0 && i < p.train {
			c.split.Train = append(c.split.Train, row)
		} else if p.test > 0 {
			c.split.Test = append(c.split.Test, row)
		}
	}
}

// A curve is the closed path Σ_m (a_m cos mt + b_m sin mt) / m, with two coordinates of a_m and of b_m each.
type curve [12]float64

// near returns a curve whose coefficients differ by normal numbers of a spread.
func (c curve) near(spread float64, r *rand.Rand) curve {
	for i := range c {
		c[i] += spread * r.NormFloat64()
	}
	return c
}

func (c curve) at(t float64) (x, y float64) {
	for m := range len(c) / 4 {
		sin, cos := math.Sincos(float64(m+1) * t)
		a := c[4*m:]
		x += (a[0]*cos + a[1]*sin) / float64(m+1)
		y += (a[2]*cos + a[3]*sin) / float64(m+1)
	}
	return .4 * x, .4 * y
}

// image draws a curve. A point of it adds (1 - (d/pen)²)² to the brightness of a pixel at distance d, and the light
// multiplies their sum, up to white.
func (p pictures) image(c curve, size dataset.ImageSize, r *rand.Rand) []float64 {
	const points, white = 40, .65
	var xs, ys [points]float64
	for i := range points {
		xs[i], ys[i] = c.at(2 * math.Pi * float64(i) / points)
	}
	side, up := p.light*r.NormFloat64(), p.light/2*r.NormFloat64()
	sample := make([]float64, 0, size.Width*size.Height)
	for row := range size.Height {
		y := 2*(float64(row)+.5)/float64(size.Height) - 1
		for column := range size.Width {
			x := 2*(float64(column)+.5)/float64(size.Width) - 1
			ink := 0.0
			for i := range points {
				dx, dy := x-xs[i], y-ys[i]
				if near := 1 - (float64(dx*dx)+float64(dy*dy))/(p.pen*p.pen); near > 0 {
					ink += float64(near * near)
				}
			}
			v := min(max(ink/(white*points*p.pen*p.pen)*(1+side*x+up*y), 0), 1)
			sample = append(sample, math.Round((p.low+v*(p.high-p.low))*p.steps)/p.steps)
		}
	}
	return sample
}
