package noise

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// SaltAndPepper replaces pixels by black or white. With u uniform on [0, 1) and
// independent for each pixel of grey value x, the noisy pixel is
//
//	0    if u < n/2,
//	255  if n/2 ≤ u < n,
//	x    otherwise,
//
// so the level n is the probability that a pixel is replaced. Half of the pixels
// that are replaced in a black background stay black: n counts those too.
type SaltAndPepper struct{}

var _ Noise = SaltAndPepper{}

// Name returns "salt-and-pepper".
func (SaltAndPepper) Name() string { return "salt-and-pepper" }

// Title returns "salt & pepper".
func (SaltAndPepper) Title() string { return "salt & pepper" }

// LevelLabel says that the level is a probability.
func (SaltAndPepper) LevelLabel() string { return "probability n of a replaced pixel" }

// Definition defines the noise in a sentence.
func (SaltAndPepper) Definition() string {
	return "Each pixel independently becomes 0 with probability n/2 and 255 with probability n/2 " +
		"(thesis, Appendix B; the halves as measured)."
}

// Validate accepts probabilities.
func (n SaltAndPepper) Validate(level float64) error {
	if level >= 0 && level <= 1 {
		return nil
	}
	return fmt.Errorf("%s noise: level %v: want a probability from 0 to 1", n.Name(), level)
}

// Apply replaces pixels of x with probability level in place.
func (n SaltAndPepper) Apply(x *mat.Dense, level float64, r *rand.Rand) error {
	if err := check(n, x, level); err != nil || level == 0 {
		return err
	}
	rows, _ := x.Dims()
	for i := range rows {
		row := x.RawRowView(i)
		for j := range row {
			switch u := r.Float64(); {
			case u < level/2:
				row[j] = black
			case u < level:
				row[j] = white
			}
		}
	}
	return nil
}
