// Package noise adds to images the kinds of noise that the thesis uses.
//
// Three noises act on test samples: Gaussian noise is additive, salt & pepper
// replaces pixels, speckle is multiplicative. A fourth kind of disturbance,
// dummy images, is added to the training samples as whole rows. Training
// samples are otherwise always clean.
//
// The thesis (Appendix B) names the noises and their levels but not what
// happens to a pixel that leaves the grey scale. Of the readings tried on the
// real data only one agrees with its tables: noise acts on grey values from 0
// to 255, and the outcome is rounded to a whole grey value (halves to even) and
// clipped to the scale. This is part of each definition here, and Apply returns an
// error for samples that are not grey values instead of clipping them silently.
//
// All random numbers come from a Draw, which identifies a draw by name. Methods that
// are tested on the same Draw get the same noise, so that their results can be
// compared by paired tests.
package noise

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/typo"
)

// Grey values run from black to white, as in an 8-bit image.
const (
	black = 0.0
	white = 255.0
)

// A Noise is one kind of noise. It holds no state and is safe for concurrent use.
type Noise interface {
	// Name is what a study file calls the noise, such as "salt-and-pepper".
	Name() string
	// Title is the name for people, such as "salt & pepper".
	Title() string
	// LevelLabel says what the level measures, for an axis or the corner of a
	// table, such as "σ (grey values)".
	LevelLabel() string
	// Definition is one sentence that says what the noise does, with its
	// source, and with formulas in TeX between dollar signs.
	Definition() string
	// Validate returns an error that says what levels there are if level is not
	// one of them.
	Validate(level float64) error
	// Apply adds the noise in place to the samples x, one image a row in grey values
	// 0 to 255. It draws from r pixel by pixel and row by row, so that the outcome
	// depends on x, level and the state of r alone. Level 0 leaves x as it is,
	// unrounded.
	//
	// An error means that level is not valid or that x holds something other
	// than grey values; x is unchanged then.
	Apply(x *mat.Dense, level float64, r *rand.Rand) error
}

// Catalogue returns every noise, in the order in which the thesis uses them,
// after the absence of noise.
func Catalogue() []Noise { return []Noise{None{}, gaussian, saltAndPepper, speckle} }

// Find returns the noise called name. The error for a name that is unknown
// names the nearest valid ones.
func Find(name string) (Noise, error) {
	return typo.Find("noise", name, Catalogue(), Noise.Name)
}

// None is the absence of noise. With it, code that handles noises needs no special case
// for clean samples.
type None struct{}

func (None) Name() string       { return "none" }
func (None) Title() string      { return "no noise" }
func (None) LevelLabel() string { return "level" }
func (None) Definition() string { return "Test samples are left as they are." }

// Validate accepts 0 alone.
func (n None) Validate(level float64) error {
	if level != 0 {
		return fmt.Errorf("%s: level %v: want 0, or name a noise", n.Title(), level)
	}
	return nil
}

// Apply checks the level and leaves x alone, whatever its values are: samples
// without noise need not be images.
func (n None) Apply(_ *mat.Dense, level float64, _ *rand.Rand) error { return n.Validate(level) }

// A pixelNoise changes each pixel by itself.
type pixelNoise struct {
	name, title, levelLabel, definition string
	// measure is what an error calls a level, highest the greatest one and levels
	// those that there are. All are finite and from 0.
	measure string
	highest float64
	levels  string
	// spoil changes the grey values of a row by the noise of a level.
	spoil func(row []float64, level float64, r *rand.Rand)
}

func (n *pixelNoise) Name() string       { return n.name }
func (n *pixelNoise) Title() string      { return n.title }
func (n *pixelNoise) LevelLabel() string { return n.levelLabel }
func (n *pixelNoise) Definition() string { return n.definition }

func (n *pixelNoise) Validate(level float64) error {
	if level >= 0 && level <= n.highest {
		return nil
	}
	return fmt.Errorf("%s noise: %s %v: want %s", n.name, n.measure, level, n.levels)
}

func (n *pixelNoise) Apply(x *mat.Dense, level float64, r *rand.Rand) error {
	if err := n.Validate(level); err != nil {
		return err
	}
	rows, _ := x.Dims()
	for i := range rows {
		for j, v := range x.RawRowView(i) {
			// The comparison is written so that NaN fails it.
			if !(v >= black && v <= white) {
				return fmt.Errorf("%s noise: row %d, column %d holds %v: "+
					"noise is defined for grey values from 0 to 255 only", n.name, i, j, v)
			}
		}
	}
	if level == 0 {
		return nil
	}
	for i := range rows {
		n.spoil(x.RawRowView(i), level, r)
	}
	return nil
}

// gaussian is additive noise. With z standard normal and independent for each
// pixel of grey value x, the noisy pixel is
//
//	grey(x + σ z),
//
// where grey rounds and clips to 0..255 and the level σ is a standard deviation
// in grey values.
var gaussian = &pixelNoise{
	name:       "gaussian",
	title:      "Gaussian",
	levelLabel: "standard deviation σ (grey values)",
	definition: `Each pixel gets an independent normal variate of standard deviation $\sigma$ added, ` +
		"then is rounded and clipped to 0..255 (thesis, Appendix B; the rounding and clipping as measured).",
	measure: "standard deviation",
	highest: math.MaxFloat64,
	levels:  "a finite number that is not negative",
	spoil: func(row []float64, level float64, r *rand.Rand) {
		for j, v := range row {
			// The conversion keeps the compiler from fusing the product into
			// the sum, which would change the bytes between architectures.
			row[j] = toGrey(v + float64(level*r.NormFloat64()))
		}
	},
}

// saltAndPepper replaces pixels by black or white. With u uniform on [0, 1) and
// independent for each pixel of grey value x, the noisy pixel is
//
//	0    if u < n/2,
//	255  if n/2 ≤ u < n,
//	x    otherwise,
//
// so the level n is the probability that a pixel is replaced. Half of the pixels
// that are replaced in a black background stay black: n counts those too.
var saltAndPepper = &pixelNoise{
	name:       "salt-and-pepper",
	title:      "salt & pepper",
	levelLabel: "probability n of a replaced pixel",
	definition: "Each pixel independently becomes 0 with probability $n/2$ and 255 with probability $n/2$ " +
		"(thesis, Appendix B; the halves as measured).",
	measure: "level",
	highest: 1,
	levels:  "a probability from 0 to 1",
	spoil: func(row []float64, level float64, r *rand.Rand) {
		for j, v := range row {
			// No processor predicts branches on u: the sign of u − n/2 is a mask.
			u := r.Float64()
			replaced, pepper := negative(u-level), negative(u-level/2)
			grey := math.Float64bits(v)&^replaced | math.Float64bits(white)&(replaced&^pepper)
			row[j] = math.Float64frombits(grey)
		}
	},
}

// negative returns all bits of 1 if v is less than 0, else of 0.
func negative(v float64) uint64 { return uint64(int64(math.Float64bits(v)) >> 63) }

// speckle is multiplicative noise. With n uniform, of mean 0 and variance v, and
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
var speckle = &pixelNoise{
	name:       "speckle",
	title:      "speckle",
	levelLabel: "variance",
	definition: "Each pixel $x$ becomes $x + nx$ with an independent $n$, uniform with mean 0 and the given variance, " +
		"then is rounded and clipped to 0..255 (thesis, Appendix B; the uniform $n$ is MATLAB's convention, as measured).",
	measure: "variance",
	highest: math.MaxFloat64,
	levels:  "a finite number that is not negative",
	spoil: func(row []float64, level float64, r *rand.Rand) {
		// A uniform variate on an interval of this width has the variance level.
		width := math.Sqrt(12) * math.Sqrt(level)
		for j, v := range row {
			n := width * (r.Float64() - 0.5)
			row[j] = toGrey(v + float64(n*v)) // not fused, see gaussian
		}
	},
}

// toGrey returns the grey value nearest to v. Halves go to the even neighbour,
// as in NumPy's rint and in IEEE 754.
func toGrey(v float64) float64 {
	return math.RoundToEven(min(max(v, black), white))
}
