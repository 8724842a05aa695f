package noise

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Gaussian is additive noise. With z standard normal and independent for each
// pixel of grey value x, the noisy pixel is
//
//	grey(x + σ z),
//
// where grey rounds and clips to 0..255 and the level σ is a standard deviation
// in grey values.
type Gaussian struct{}

var _ Noise = Gaussian{}

// Name returns "gaussian".
func (Gaussian) Name() string { return "gaussian" }

// Title returns "Gaussian".
func (Gaussian) Title() string { return "Gaussian" }

// LevelLabel says that the level is a standard deviation.
func (Gaussian) LevelLabel() string { return "standard deviation σ (grey values)" }

// Definition defines the noise in a sentence.
func (Gaussian) Definition() string {
	return "Each pixel gets an independent normal variate of standard deviation σ added, " +
		"then is rounded and clipped to 0..255 (thesis, Appendix B; the rounding and clipping as measured)."
}

// Validate accepts finite levels from 0.
func (n Gaussian) Validate(level float64) error {
	return validateNonNegative(n, "standard deviation", level)
}

// Apply adds noise of standard deviation level to x in place.
func (n Gaussian) Apply(x *mat.Dense, level float64, r *rand.Rand) error {
	if err := check(n, x, level); err != nil || level == 0 {
		return err
	}
	rows, _ := x.Dims()
	for i := range rows {
		row := x.RawRowView(i)
		for j, v := range row {
			// The conversion keeps the compiler from fusing the product into
			// the sum, which would change the bytes between architectures.
			row[j] = toGrey(v + float64(level*r.NormFloat64()))
		}
	}
	return nil
}
