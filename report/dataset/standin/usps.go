package standin

import (
	"math/rand/v2"

	"gpca/report/dataset"
)

// uspsSize is the width and the height of a USPS digit in pixels.
const uspsSize = 16

// uspsDigit draws a digit that fills its image to the borders, from 0 for paper
// to 1 for ink. The US Postal Service normalised the size of each digit both ways
// by itself, so that an upright 1 becomes a bar.
func uspsDigit(class int, r *rand.Rand) []float64 {
	writer := hand{slant: .2, lean: .22, turn: .06, breadth: .15, wobble: .055, thinnest: .032, thickest: .1}
	written := writer.write(digit(class, r), r)
	w := stretched(bounds(written.polylines, written.radius), uspsSize, uspsSize, 4)
	return written.draw(w, uspsSize, uspsSize, 1.3)
}

// usps draws digits of the US Postal Service in grey values from 0 to 255. The
// order is that of the real file, digit by digit, and within a digit the
// training samples come first.
func usps(r *rand.Rand) *dataset.Set {
	const train, test = 60, 80
	c := newCollection(10*(train+test), uspsSize*uspsSize)
	var split dataset.Split
	for class := range 10 {
		for i := range train + test {
			split = extended(split, c.len(), i < train)
			c.add(class, greys(uspsDigit(class, r)))
		}
	}
	return &dataset.Set{
		Title:   "USPS",
		Samples: c.samples(),
		Labels:  c.labels,
		Classes: digitNames(),
		Split:   &split,
		Image:   dataset.ImageSize{Width: uspsSize, Height: uspsSize},
	}
}

// uspsZIP draws digits of the US Postal Service in the form of the ZIP code data:
// grey values from -1 to 1 with three decimals, all training samples first.
func uspsZIP(r *rand.Rand) *dataset.Set {
	const train, test = 70, 30
	c := newCollection(10*(train+test), uspsSize*uspsSize)
	var split dataset.Split
	for i := range train + test {
		for class := range 10 {
			split = extended(split, c.len(), i < train)
			image := uspsDigit(class, r)
			for j, v := range image {
				image[j] = 2*v - 1
			}
			c.add(class, decimals(3, image...))
		}
	}
	return &dataset.Set{
		Title:   "USPS (ZIP code)",
		Samples: c.samples(),
		Labels:  c.labels,
		Classes: digitNames(),
		Split:   &split,
		Image:   dataset.ImageSize{Width: uspsSize, Height: uspsSize},
	}
}
