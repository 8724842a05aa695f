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
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpca/report/suggest"
)

// ErrUnknown is wrapped by the error of Find for a name that no noise has.
var ErrUnknown = errors.New("unknown noise")

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
	// source.
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
func Catalogue() []Noise {
	return []Noise{None{}, Gaussian{}, SaltAndPepper{}, Speckle{}}
}

// Find returns the noise called name. The error for a name that is unknown
// names the nearest valid ones and wraps ErrUnknown.
func Find(name string) (Noise, error) {
	var names []string
	for _, n := range Catalogue() {
		if n.Name() == name {
			return n, nil
		}
		names = append(names, n.Name())
	}
	return nil, fmt.Errorf("%w %q: %s", ErrUnknown, name, suggest.DidYouMean(name, names))
}

// validateNonNegative is the Validate of a noise whose level, called what, is a
// standard deviation or a variance.
func validateNonNegative(n Noise, what string, level float64) error {
	if level >= 0 && !math.IsInf(level, 1) {
		return nil
	}
	return fmt.Errorf("%s noise: %s %v: want a finite number that is not negative", n.Name(), what, level)
}

// check returns the error that Apply has to return before it changes x.
func check(n Noise, x *mat.Dense, level float64) error {
	if err := n.Validate(level); err != nil {
		return err
	}
	rows, _ := x.Dims()
	for i := range rows {
		for j, v := range x.RawRowView(i) {
			// The comparison is written so that NaN fails it.
			if !(v >= black && v <= white) {
				return fmt.Errorf("%s noise: row %d, column %d holds %v: "+
					"noise is defined for grey values from 0 to 255 only", n.Name(), i, j, v)
			}
		}
	}
	return nil
}

// toGrey returns the grey value nearest to v. Halves go to the even neighbour,
// as in NumPy's rint and in IEEE 754.
func toGrey(v float64) float64 {
	return math.RoundToEven(min(max(v, black), white))
}
