package standin

import (
	"math"
	"math/rand/v2"
)

// mnist draws digits in the way in which MNIST was made: scaled in their own
// proportions into a box of 20 x 20 pixels, which is then placed in an image of
// 28 x 28 so that the centre of the mass of the ink is in the middle (Y. LeCun,
// L. Bottou, Y. Bengio, P. Haffner, Proc. IEEE 86(11), 1998). All training
// samples come before all test samples.
func mnist(r *rand.Rand) *collection {
	const size, inner, train, test = 28, 20, 80, 60
	writer := hand{slant: .22, lean: .15, turn: .09, breadth: .16, wobble: .065, thinnest: .035, thickest: .1}
	return drawDigits(train, test, size*size, false, func(class int) []float64 {
		written := writer.write(digit(class, r), r)
		w := fitted(bounds(written.polylines, written.radius), inner, inner)
		return greys(centredByMass(written.draw(w, inner, inner, 1.2), inner, size))
	})
}

// centredByMass places a square image of the given size into a larger one, by
// whole pixels, with the centre of its mass as near to the middle as that
// allows. What would lie outside is lost.
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
