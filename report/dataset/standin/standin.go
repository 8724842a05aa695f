// Package standin generates a stand-in for every data set of the thesis, so that
// a whole report can be made on a machine that has none of them.
//
// A stand-in has the features, the classes, the range of values and the image
// size of the set it stands for, but where the real set is large, few enough
// samples for the full grid of the thesis to be a matter of a minute. It is
// drawn, not sampled. Digits are strokes of a pen, faces are shaded geometry, the
// waveform data follow their published formula, the balance scale is the law of
// the lever. No row of a real set was copied and nothing was fitted to its rows.
//
// What a stand-in is for is to behave: a classifier by reconstruction error is
// right on most samples but not on all, noise hurts it, outliers spoil the
// components. What it is not for is to be quoted. Its numbers say nothing about
// the published ones, and its Set says so in Origin.
//
// Every set has a seed of its own, made from its name, so that adding one leaves
// the others alone. Values are rounded as the files of the real sets round them,
// which also keeps out what the last bit of a sine or a fused multiplication
// would otherwise change from one architecture to the next.
package standin

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/suggest"
)

// version belongs to the seeds and to the digests. Raising it makes every
// stand-in a new one; do so with any change to what a generator draws.
const version = "v1"

// ErrUnknown is wrapped by the error of Generate for a name without a stand-in.
var ErrUnknown = errors.New("no stand-in")

// A generator draws the samples of one stand-in. Its title, its classes and the
// size of its images are those that the catalogue gives for the name.
type generator struct {
	name string
	draw func(r *rand.Rand) *collection
}

// generators returns one generator a set, in the order of the thesis.
func generators() []generator {
	return []generator{
		{"usps", usps},
		{"mnist", mnist},
		{"yale", yale},
		{"iris", iris},
		{"balance", balance},
		{"ionosphere", ionosphere},
		{"yeast", yeast},
		{"phishing", phishing},
		{"liver", liver},
		{"waveform", waveform},
		{"letter", letter},
		{"car", car},
		{"car-indicator", carIndicator},
		{"car-numbers", carNumbers},
		{"car-standardised", carStandardised},
		{"car-acceptable", carAcceptable},
		{"olivetti", olivetti},
		{"optdigits", optdigits},
		{"usps-zip", uspsZIP},
	}
}

// Names returns the names of the sets that Generate knows, in the order of the
// thesis. They are names of the dataset catalogue.
func Names() []string {
	var names []string
	for _, g := range generators() {
		names = append(names, g.name)
	}
	return names
}

// Generate returns the stand-in for the data set called name. The same name
// gives the same values, always; the set returned is the caller's own.
//
// The error for a name that has no stand-in names the nearest that have one and
// wraps ErrUnknown.
func Generate(name string) (*dataset.Set, error) {
	for _, g := range generators() {
		if g.name != name {
			continue
		}
		seed := sha256.Sum256([]byte("gpca stand-in " + name + " " + version))
		r := rand.New(rand.NewPCG(binary.BigEndian.Uint64(seed[:8]), binary.BigEndian.Uint64(seed[8:16])))
		e, err := dataset.Find(name)
		if err != nil {
			return nil, err
		}
		c := g.draw(r)
		set := &dataset.Set{
			Name: name, Title: e.Title, Origin: dataset.StandIn,
			Samples: c.samples(), Classes: e.ClassNames, Split: c.split, Image: e.Image,
		}
		if set.Classes != nil {
			set.Labels = c.labels
		}
		set.Digest = digest(set)
		return set, nil
	}
	return nil, fmt.Errorf("%w for %q: %s", ErrUnknown, name, suggest.DidYouMean(name, Names()))
}

// digest returns the SHA-256, in hexadecimal, over the version of the
// generators, the shape of the samples, their values row by row as the bits of a
// float64, and the labels. All numbers are 8 bytes, big endian.
func digest(set *dataset.Set) string {
	rows, columns := set.Samples.Dims()
	hash := sha256.New() // whose Write never fails
	encoded := []byte("gpca stand-in " + version)
	encoded = binary.BigEndian.AppendUint64(encoded, uint64(rows))
	encoded = binary.BigEndian.AppendUint64(encoded, uint64(columns))
	hash.Write(encoded)
	for i := range rows {
		encoded = encoded[:0]
		for _, v := range set.Samples.RawRowView(i) {
			encoded = binary.BigEndian.AppendUint64(encoded, math.Float64bits(v))
		}
		hash.Write(encoded)
	}
	encoded = encoded[:0]
	for _, label := range set.Labels {
		encoded = binary.BigEndian.AppendUint64(encoded, uint64(label))
	}
	hash.Write(encoded)
	return hex.EncodeToString(hash.Sum(nil))
}

// A collection gathers samples one at a time.
type collection struct {
	values []float64
	labels []int
	split  *dataset.Split // nil without one
}

// newCollection returns a collection with room for samples of so many features.
func newCollection(samples, features int) *collection {
	return &collection{
		values: make([]float64, 0, samples*features),
		labels: make([]int, 0, samples),
	}
}

func (c *collection) add(label int, sample []float64) {
	c.values = append(c.values, sample...)
	c.labels = append(c.labels, label)
}

func (c *collection) len() int { return len(c.labels) }

// samples returns what was gathered as a matrix, one sample a row.
func (c *collection) samples() *mat.Dense {
	return mat.NewDense(c.len(), len(c.values)/c.len(), c.values)
}

// drawDigits draws images of digits, with so many of each digit for training and
// for testing. Either the images of one digit follow each other, its training
// samples first, or the digits take turns, and all training samples come first.
func drawDigits(train, test, pixels int, byDigit bool, draw func(class int) []float64) *collection {
	each := train + test
	c := newCollection(10*each, pixels)
	c.split = new(dataset.Split)
	for row := range 10 * each {
		class, i := row%10, row/10
		if byDigit {
			class, i = row/each, row%each
		}
		part := &c.split.Train
		if i >= train {
			part = &c.split.Test
		}
		*part = append(*part, row)
		c.add(class, draw(class))
	}
	return c
}

// decimals rounds every value to the given number of digits after the point.
func decimals(digits int, values ...float64) []float64 {
	unit := math.Pow10(digits)
	for i, v := range values {
		// Adding 0 turns minus zero into zero.
		values[i] = math.Round(v*unit)/unit + 0
	}
	return values
}

// between returns a uniform variate from low to high.
func between(r *rand.Rand, low, high float64) float64 {
	return low + float64(r.Float64()*(high-low))
}
