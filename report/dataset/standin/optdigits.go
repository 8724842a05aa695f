package standin

import (
	"math/rand/v2"
)

// optdigits draws digits as counts of ink: a bitmap of 32 x 32 is divided into
// blocks of 4 x 4, and a feature is the number of black pixels in a block, 0 to
// 16 (E. Alpaydin, C. Kaynak, Kybernetika 34, 1998). All training samples come
// before all test samples.
func optdigits(r *rand.Rand) *collection {
	const bitmap, block, train, test = 32, 4, 60, 40
	const size = bitmap / block
	writer := hand{slant: .15, lean: .1, turn: .07, breadth: .15, wobble: .045, thinnest: .05, thickest: .09}
	return drawDigits(train, test, size*size, false, func(class int) []float64 {
		written := writer.write(digit(class, r), r)
		w := fitted(bounds(written.polylines, written.radius), bitmap, bitmap)
		counts := make([]float64, size*size)
		for j, v := range written.draw(w, bitmap, bitmap, 1) {
			if v > 0.5 {
				counts[j/bitmap/block*size+j%bitmap/block]++
			}
		}
		return counts
	})
}
