// Package toy generates small data sets that show what a method does. Each is defined by its
// generator and depends only on its name and version.
package toy

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/words"
)

// version enters seeds and digests. Raise it with any change to what is drawn.
const version = "v1"

// toys are the data sets. A new one needs a line here and a function that draws it.
var toys = []toy{
	{"rings", "Two rings", "Samples on two circles of radius 1 and 0.3 around the same point, each moved by normal " +
		"noise of standard deviation 0.05.", rings},
	{"three-signals", "Three signals", "A sine sin 2t, a square wave sgn sin 3t and a sawtooth of period 1, 20,000 " +
		"steps of 1/250 s.", threeSignals(20000, stepsPerSecond)},
	{"three-signals-half", "Three signals, first half", "The first 10,000 steps of the three signals.",
		threeSignals(10000, stepsPerSecond)},
	{"three-signals-coarse", "Three signals, every other step", "The three signals in 10,000 steps of 1/125 s.",
		threeSignals(10000, stepsPerSecond/2)},
	{"uniform-sources", "Uniform sources", "Two independent signals of 2,000 values, uniform between −√3 and √3.",
		independent(uniform)},
	{"gaussian-sources", "Gaussian sources", "Two independent signals of 2,000 values from the standard normal " +
		"distribution.", independent((*rand.Rand).NormFloat64)},
	{"voice-and-siren", "Voice and siren", "Pulses through resonances, as of a voice, and a siren between 700 and " +
		"1,500 Hz: 4 s of 8,000 steps each, rounded to 16 bits as in a WAV file.", voiceAndSiren},
	{"images-300", "Images", "Two images of 300 × 300 pixels, each a heap of discs and boxes with stripes.",
		twoImages(1, 300)},
	{"images-200", "Other images, 200 × 200",
		"Two images of 200 × 200 pixels, each a heap of discs and boxes with stripes.", twoImages(2, 200)},
	{"images-500", "Other images, 500 × 500", "The other images, of 500 × 500 pixels.", twoImages(2, 500)},
	{"cloud", "An oblong cloud", "Normal samples in a plane, 40 around (4, 3), with standard deviations of 2 and 0.5 " +
		"along axes that are turned by 40 degrees.", cloud},
	{"spiral", "A spiral", "Samples on one and a half turns of the spiral whose radius is its angle in turns plus a " +
		"half, each moved by normal noise of standard deviation 0.03; their class is the third of the way that they " +
		"lie on.", spiral},
	{"blobs", "Two blobs", "Normal clouds of 200 samples each, of standard deviation 1, around (2, 2) and (7, 6), as " +
		"make_blobs of scikit-learn draws them.", blobs},
	{"moons", "Two moons", "Samples evenly spaced on two half circles of radius 1 around (0, 0) and (1, 0.5), 200 " +
		"each, that reach into one another, each moved by normal noise of standard deviation 0.05, as make_moons of " +
		"scikit-learn draws them.", moons},
	{"circles", "Two circles", "Samples evenly spaced on two circles of radius 1 and 0.5 around the same point, " +
		"1,000 each, each moved by normal noise of standard deviation 0.05, as make_circles of scikit-learn draws " +
		"them.", circles},
	{"subspace-2", "Tall data near a plane", "Normal samples of 20 features around a random subspace of 2 dimensions, with " +
		"variances of 9 and 5 along it and 1 beyond.", subspace{3000, 20, 2, 9, 5, 1}.draw},
	{"subspace-10", "Tall data near 10 dimensions", "Normal samples of 20 features around a random subspace of 10 dimensions, " +
		"with variances from 14 to 5 along it and 1 beyond.", subspace{3000, 20, 10, 14, 5, 1}.draw},
	{"subspace-2-wide", "Wide data near a plane", "Normal samples of 200 features around a random subspace of 2 " +
		"dimensions, with variances of 9 and 5 along it and 0.05 beyond.", subspace{1000, 200, 2, 9, 5, 0.05}.draw},
	{"subspace-10-wide", "Wide data near 10 dimensions", "Normal samples of 200 features around a random subspace of 10 " +
		"dimensions, with variances from 14 to 5 along it and 0.05 beyond.", subspace{1000, 200, 10, 14, 5, 0.05}.draw},
}

type toy struct {
	name, title, definition string
	draw                    func(r *rand.Rand) *dataset.Set
}

func Names() []string { return words.Each(toys, func(t toy) string { return t.name }) }

// Draw returns the data set of one of the Names. Values are rounded, so that the last bit of a
// sine, which depends on the architecture, does not matter.
func Draw(name string) *dataset.Set {
	t := toys[slices.Index(Names(), name)]
	set := t.draw(dataset.Random("toy " + version + " " + t.name))
	set.Samples.Apply(func(_, _ int, v float64) float64 { return math.Round(v*1e6) / 1e6 }, set.Samples)
	set.Name, set.Title, set.About.Citation, set.Origin = t.name, t.title, t.definition, dataset.Generated
	set.Digest = dataset.DigestOf("toy", version, t.name)
	return set
}

func cloud(r *rand.Rand) *dataset.Set {
	const turned = 40 * math.Pi / 180
	set := &dataset.Set{Samples: mat.NewDense(40, 2, nil)}
	for i := range 40 {
		a, b := 2*r.NormFloat64(), 0.5*r.NormFloat64()
		set.Samples.SetRow(i, []float64{4 + a*math.Cos(turned) - b*math.Sin(turned),
			3 + a*math.Sin(turned) + b*math.Cos(turned)})
	}
	return set
}
