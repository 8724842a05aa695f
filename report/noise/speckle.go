package noise

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Speckle is multiplicative noise. With n uniform, of mean 0 and variance v, and
// independent for each pixel of grey value x, the noisy pixel is
//
//	grey(x + n x),
//
// where grey rounds and clips to 0..255 and the level is v. The factor 1 + n
// reaches from 1 - √(3v) to 1 + √(3v): from v = 1/3 on, a pixel may go black. A
// black pixel stays black at any level.
//
// This is the speckle of MATLAB's imnoise, whose default variance is the 0.04
// that the thesis marks as default.
type Speckle struct{}

var _ Noise = Speckle{}

// Name returns "speckle".
func (Speckle) Name() string { return "speckle" }

// Title returns "speckle".
func (Speckle) Title() string { return "speckle" }

// LevelLabel says that the level is a variance.
func (Speckle) LevelLabel() string { return "variance" }

// Definition defines the noise in a sentence.
func (Speckle) Definition() string {
	return "Each pixel x becomes x + n x with an independent n, uniform with mean 0 and the given variance, " +
		"then is rounded and clipped to 0..255 (thesis, Appendix B; the uniform n is MATLAB's convention, as measured)."
}

// Validate accepts finite levels from 0.
func (n Speckle) Validate(level float64) error {
	return validateNonNegative(n, "variance", level)
}

// Apply multiplies the pixels of x by noise of variance level in place.
func (n Speckle) Apply(x *mat.Dense, level float64, r *rand.Rand) error {
	if err := check(n, x, level); err != nil || level == 0 {
		return err
	}
	// A uniform variate on an interval of this width has the variance level.
	width := math.Sqrt(12) * math.Sqrt(level)
	rows, _ := x.Dims()
	for i := range rows {
		row := x.RawRowView(i)
		for j, v := range row {
			n := width * (r.Float64() - 0.5)
			row[j] = toGrey(v + float64(n*v)) // not fused, see Gaussian
		}
	}
	return nil
}
