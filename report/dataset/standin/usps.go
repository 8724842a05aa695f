package standin

import (
	"math/rand/v2"
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
func usps(r *rand.Rand) *collection {
	return drawDigits(60, 80, uspsSize*uspsSize, true, func(class int) []float64 { return greys(uspsDigit(class, r)) })
}

// uspsZIP draws digits of the US Postal Service in the form of the ZIP code data:
// grey values from -1 to 1 with three decimals, all training samples first.
func uspsZIP(r *rand.Rand) *collection {
	return drawDigits(70, 30, uspsSize*uspsSize, false, func(class int) []float64 {
		image := uspsDigit(class, r)
		for j, v := range image {
			image[j] = 2*v - 1
		}
		return decimals(3, image...)
	})
}
