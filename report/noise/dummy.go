package noise

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// DummyImagesName names dummy images in a Draw. They are samples added to others, so they are not a [Noise].
const DummyImagesName = "dummy-images"

// DummyImages returns count rows of features random pixels, each 0 or 255 with probability 1/2. Added to a
// training set they are outliers without structure (Battaglino 2019, Appendix B, after N. Kwak, "Principal component
// analysis based on L1-norm maximization", IEEE PAMI 30(9), 2008).
//
// From the same state of r, a smaller count gives the first images of a larger one.
func DummyImages(count, features int, r *rand.Rand) *mat.Dense {
	if count <= 0 || features <= 0 {
		return new(mat.Dense)
	}
	pixels := make([]float64, count*features)
	for i := range pixels {
		pixels[i] = white * float64(r.Uint64()>>63)
	}
	return mat.NewDense(count, features, pixels)
}
