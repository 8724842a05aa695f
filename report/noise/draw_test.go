package noise_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/noise"
)

// Stored results depend on these values. The words and uniform variates were also computed with Python's hashlib
// and the recurrence of PCG-DXSM; the normal variates pin the ziggurat of math/rand/v2.
func TestDrawIsPinned(t *testing.T) {
	d := noise.Draw{Seed: 1, Dataset: "usps", Noise: "gaussian", Level: 50, Repetition: 0}
	assert.Equal(t, d.String(), `gpca noise draw v1: seed=1 dataset="usps" noise="gaussian" level=50 repetition=0`,
		"canonical encoding")
	r := d.Rand()
	assert.Assert(t, is.DeepEqual([]uint64{r.Uint64(), r.Uint64(), r.Uint64()},
		[]uint64{0x3208347218329fc9, 0x6faa444349b83510, 0xb7faa9547d6de4d3}), "first words")
	r = d.Rand()
	assert.Assert(t, is.DeepEqual([]float64{r.Float64(), r.Float64(), r.Float64()},
		[]float64{0.256402060757858, 0.32083286665297983, 0.8331701707640157}), "first uniform variates")
	r = d.Rand()
	assert.Assert(t, is.DeepEqual([]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()},
		[]float64{0.46486492132684964, 0.9065767839727217, 1.7843813444728842}), "first normal variates")
}

func TestNoiseIsPinned(t *testing.T) {
	for _, c := range []struct {
		noise *noise.Noise
		level float64
		want  []float64
	}{
		{find("gaussian"), 50, []float64{151, 173, 217, 178, 13, 187, 137, 90, 127, 156}},
		{find("salt-and-pepper"), 0.5, []float64{255, 0, 128, 128, 0, 0, 0, 128, 0, 128}},
		{find("speckle"), 0.4, []float64{31, 238, 29, 12, 81, 4, 45, 84, 73, 172}},
	} {
		x := grey(1, 10, 128)
		apply(t, c.noise, x, c.level)
		assert.Check(t, is.DeepEqual(x.RawRowView(0), c.want), "%s at %v", c.noise.Name, c.level)
	}
	d := noise.Draw{Seed: 1, Dataset: "yale", Noise: noise.DummyImagesName, Level: 15}
	assert.Assert(t, is.DeepEqual(noise.DummyImages(1, 10, d.Rand()).RawRowView(0),
		[]float64{255, 0, 0, 0, 255, 0, 255, 0, 255, 255}), "dummy image")
}

// Everything that a draw names changes the noise.
func TestDrawPairs(t *testing.T) {
	base := noise.Draw{Seed: 1, Dataset: "usps", Noise: "gaussian", Level: 50, Repetition: 3}
	noisy := func(d noise.Draw) *mat.Dense {
		x := gradient(4)
		assert.NilError(t, inPlace(find("gaussian"), x, 50, d.Rand()))
		return x
	}
	assert.Check(t, mat.Equal(noisy(base), noisy(base)), "the same draw gave different noise")
	for _, change := range []func(*noise.Draw){
		func(d *noise.Draw) { d.Seed = 2 },
		func(d *noise.Draw) { d.Dataset = "mnist" },
		func(d *noise.Draw) { d.Noise = "speckle" },
		func(d *noise.Draw) { d.Level = math.Nextafter(50, 51) },
		func(d *noise.Draw) { d.Repetition = 4 },
	} {
		other := base
		change(&other)
		assert.Check(t, !mat.Equal(noisy(base), noisy(other)), "%v and %v gave the same noise", base, other)
	}
}

func TestDrawEncodingIsUnambiguous(t *testing.T) {
	a := noise.Draw{Dataset: `a" noise="b`, Noise: "c"}
	b := noise.Draw{Dataset: "a", Noise: `b" noise="c`}
	assert.Check(t, a.String() != b.String(), "two draws, one encoding: %s", a)
	minus := noise.Draw{Level: math.Copysign(0, -1)}
	zero := (noise.Draw{})
	assert.Equal(t, minus.String(), zero.String(), "minus zero: %s, zero: %s", minus, zero)
}
