// Package noise adds the usual noise to images: Gaussian, salt & pepper and speckle to test samples, and
// dummy images as rows to training samples.
//
// Battaglino 2019 (Appendix B) does not say what happens to a pixel that leaves the grey scale. Only one of the
// readings tried on the real data agrees with its tables: noise acts on grey values from 0 to 255, and the
// outcome is rounded (halves to even) and clipped to the scale.
//
// All methods share the random numbers of a [Draw], so that paired tests can compare them.
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

// A Noise is one kind of noise, which changes each pixel independently. It has no state.
type Noise struct {
	// Name is for study files, such as "salt-and-pepper", Title for readers, such as "salt & pepper".
	Name, Title string
	// LevelLabel names the level, such as "variance".
	LevelLabel string
	// Definition is a sentence with its source, formulas in TeX between dollar signs.
	Definition string

	// Levels run from 0 to highest, as levels says in errors.
	highest float64
	levels  string
	// spoil adds the noise to a row of grey values; nil for None.
	spoil func(row []float64, level float64, r *rand.Rand)
}

// Catalogue returns every noise, in the order of studies, after None.
func Catalogue() []*Noise { return []*Noise{None, gaussian, saltAndPepper, speckle} }

func Find(name string) (*Noise, error) {
	return typo.Find("noise", name, Catalogue(), func(n *Noise) string { return n.Name })
}

// None is the absence of noise. Its samples need not be images.
var None = &Noise{
	Name: "none", Title: "no noise", LevelLabel: "level", Definition: "Test samples are left as they are.",
	levels: "0, or name a noise",
}

// Validate returns an error for a level outside the range of the noise.
func (n *Noise) Validate(level float64) error {
	if level >= 0 && level <= n.highest {
		return nil
	}
	return fmt.Errorf("noise %s: level %v, must be %s", n.Name, level, n.levels)
}

// Copy writes the given rows of from into x, one image a row in grey values from 0 to 255, and adds the noise while
// a row is in the processor's cache. It draws from r row by row and pixel by pixel. At level 0, images are unchanged;
// after an error, rows above the one at fault hold noise.
func (n *Noise) Copy(x, from *mat.Dense, rows []int, level float64, r *rand.Rand) error {
	if err := n.Validate(level); err != nil {
		return err
	}
	for i, at := range rows {
		row := x.RawRowView(i)
		copy(row, from.RawRowView(at))
		if n.spoil == nil {
			continue
		}
		for j, v := range row {
			// This form also rejects NaN.
			if !(v >= black && v <= white) {
				return fmt.Errorf("noise %s: row %d, column %d holds %v: "+
					"noise is defined for grey values from 0 to 255 only", n.Name, i, j, v)
			}
		}
		if level != 0 {
			n.spoil(row, level, r)
		}
	}
	return nil
}

// gaussian is toGrey(x + σz) for a pixel x, with the level σ and z standard normal.
var gaussian = &Noise{
	Name: "gaussian", Title: "Gaussian",
	LevelLabel: "standard deviation σ (grey values)",
	Definition: `Each pixel gets an independent normal variate of standard deviation $\sigma$ added, ` +
		"then is rounded and clipped to 0..255.",
	highest: math.MaxFloat64,
	levels:  "a finite number that is not negative",
	spoil: func(row []float64, level float64, r *rand.Rand) {
		for j, v := range row {
			// The conversion prevents a fused multiply-add, which would change bytes between architectures.
			row[j] = toGrey(v + float64(level*r.NormFloat64()))
		}
	},
}

// saltAndPepper is 0 if u < n/2, 255 if n/2 ≤ u < n, and the pixel otherwise, with the level n and u uniform on
// [0, 1).
var saltAndPepper = &Noise{
	Name: "salt-and-pepper", Title: "salt & pepper",
	LevelLabel: "probability n of a replaced pixel",
	Definition: "Each pixel independently becomes 0 with probability $n/2$ and 255 with probability $n/2$.",
	highest:    1,
	levels:     "a probability from 0 to 1",
	spoil: func(row []float64, level float64, r *rand.Rand) {
		for j, v := range row {
			// The sign of u − n/2 is a mask, because a branch on u cannot be predicted.
			u := r.Float64()
			replaced, pepper := negative(u-level), negative(u-level/2)
			grey := math.Float64bits(v)&^replaced | math.Float64bits(white)&(replaced&^pepper)
			row[j] = math.Float64frombits(grey)
		}
	},
}

// negative returns all bits of 1 if v is less than 0, else of 0.
func negative(v float64) uint64 { return uint64(int64(math.Float64bits(v)) >> 63) }

// speckle is toGrey(x + nx) for a pixel x, with n uniform of mean 0 and the level as variance, as in MATLAB's
// imnoise. The default variance of imnoise is 0.04, which Battaglino 2019 marks as default.
var speckle = &Noise{
	Name: "speckle", Title: "speckle",
	LevelLabel: "variance",
	Definition: "Each pixel $x$ becomes $x + nx$ with an independent $n$, uniform with mean 0 and " +
		"the given variance, then is rounded and clipped to 0..255, as by MATLAB's imnoise.",
	highest: math.MaxFloat64,
	levels:  "a finite number that is not negative",
	spoil: func(row []float64, level float64, r *rand.Rand) {
		// The width of the interval of a uniform variate with this variance.
		width := math.Sqrt(12) * math.Sqrt(level)
		for j, v := range row {
			n := width * (r.Float64() - 0.5)
			row[j] = toGrey(v + float64(n*v)) // not fused, see gaussian
		}
	},
}

// toGrey rounds v to a grey value, halves to even.
func toGrey(v float64) float64 { return math.RoundToEven(min(max(v, black), white)) }
