package noise_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/noise"
	"gpca/report/statistics"
)

func grey(rows, cols int, value float64) *mat.Dense {
	x := mat.NewDense(rows, cols, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return value }, x)
	return x
}

// gradient returns a matrix with every grey value from 0 to 255.
func gradient(rows int) *mat.Dense {
	x := mat.NewDense(rows, 256, nil)
	x.Apply(func(_, j int, _ float64) float64 { return float64(j) }, x)
	return x
}

func find(name string) *noise.Noise {
	n, err := noise.Find(name)
	if err != nil {
		panic(err) // a mistake in a test
	}
	return n
}

func draw(n *noise.Noise, level float64) noise.Draw {
	return noise.Draw{Seed: 1, Dataset: "usps", Noise: n.Name, Level: level}
}

// inPlace adds noise to all rows of x.
func inPlace(n *noise.Noise, x *mat.Dense, level float64, r *rand.Rand) error {
	rows, _ := x.Dims()
	return n.Copy(x, x, statistics.Indices(rows), level, r)
}

func apply(t *testing.T, n *noise.Noise, x *mat.Dense, level float64) {
	t.Helper()
	assert.NilError(t, inPlace(n, x, level, draw(n, level).Rand()), "%s at level %v", n.Name, level)
}

// Mean and standard deviation of 200,000 pixels are within 5 standard errors of the definitions while nothing is
// clipped.
func TestMoments(t *testing.T) {
	const pixels = 200_000
	for _, c := range []struct {
		noise *noise.Noise
		level float64
		value float64 // of every clean pixel
		mean  float64
		sd    float64
		// The excess kurtosis distinguishes normal from uniform.
		excess float64
	}{
		// Rounding adds a uniform error, of variance 1/12.
		{find("gaussian"), 10, 128, 128, math.Sqrt(100 + 1./12), 0},
		{find("gaussian"), 20, 127, 127, math.Sqrt(400 + 1./12), 0},
		{find("speckle"), 0.04, 128, 128, math.Sqrt(0.04*128*128 + 1./12), -1.2},
		{find("speckle"), 0.2, 100, 100, math.Sqrt(0.2*100*100 + 1./12), -1.2},
	} {
		x := grey(400, pixels/400, c.value)
		apply(t, c.noise, x, c.level)
		values := x.RawMatrix().Data
		mean, sd := stat.MeanStdDev(values, nil)
		if limit := 5 * c.sd / math.Sqrt(pixels); math.Abs(mean-c.mean) > limit {
			t.Errorf("%s %v: mean %v, want %v ± %.2g", c.noise.Name, c.level, mean, c.mean, limit)
		}
		if limit := 5 * c.sd / math.Sqrt(2*pixels); math.Abs(sd-c.sd) > limit {
			t.Errorf("%s %v: standard deviation %v, want %v ± %.2g", c.noise.Name, c.level, sd, c.sd, limit)
		}
		// The standard error of the excess kurtosis is √(24/n) for normal data.
		if got := stat.ExKurtosis(values, nil); math.Abs(got-c.excess) > 5*math.Sqrt(24./pixels) {
			t.Errorf("%s %v: excess kurtosis %v, want %v", c.noise.Name, c.level, got, c.excess)
		}
	}
}

// A normal variate clipped at black is 0 with probability Φ(0.5/σ), with 0.5 from rounding.
func TestGaussianClips(t *testing.T) {
	const pixels, sigma = 200_000, 50.
	for _, c := range []struct{ clean, end float64 }{{0, 0}, {255, 255}} {
		x := grey(200, pixels/200, c.clean)
		apply(t, find("gaussian"), x, sigma)
		share := float64(count(x, c.end)) / pixels
		want := 0.5 * math.Erfc(-0.5/sigma/math.Sqrt2)
		assert.Check(t, math.Abs(share-want) <= 5*0.5/math.Sqrt(pixels),
			"clean %v: share of pixels at the end %v, want %v", c.clean, share, want)
	}
}

func count(x *mat.Dense, value float64) int {
	n := 0
	for _, v := range x.RawMatrix().Data {
		if v == value {
			n++
		}
	}
	return n
}

func TestSaltAndPepperShares(t *testing.T) {
	const pixels = 200_000
	for _, level := range []float64{0.05, 0.5, 1} {
		x := grey(200, pixels/200, 77)
		apply(t, find("salt-and-pepper"), x, level)
		pepper, salt := count(x, 0), count(x, 255)
		assert.Equal(t, pepper+salt+count(x, 77), pixels,
			"level %v: pixels that are neither black, white nor clean", level)
		limit := 5 * math.Sqrt(pixels*level/2*(1-level/2))
		for _, got := range []int{pepper, salt} {
			assert.Check(t, math.Abs(float64(got)-level/2*pixels) <= limit,
				"level %v: %d pixels of one kind, want %v ± %.0f", level, got, level/2*pixels, limit)
		}
	}
}

// The factor 1 + n is positive below a variance of 1/3 and has both signs above; black stays black.
func TestSpeckleFactor(t *testing.T) {
	for _, c := range []struct {
		level     float64
		reachable bool // whether a pixel of 100 can be clipped to black
	}{{0.3, false}, {0.4, true}, {10, true}} {
		x := grey(100, 100, 100)
		apply(t, find("speckle"), x, c.level)
		assert.Check(t, is.Equal(count(x, 0) > 0, c.reachable), "variance %v: black pixels", c.level)
	}
	x := grey(100, 100, 0)
	apply(t, find("speckle"), x, 10)
	got := count(x, 0)
	assert.Equal(t, got, 100*100, "%d of %d black pixels stayed black", got, 100*100)
}

func TestOutcomeIsGrey(t *testing.T) {
	levels := map[string][]float64{
		"gaussian":        {1, 10, 100, 1e9, math.MaxFloat64},
		"salt-and-pepper": {1e-3, 0.5, 1},
		"speckle":         {0.04, 10, 1e9, math.MaxFloat64},
	}
	for _, n := range noise.Catalogue()[1:] {
		for _, level := range levels[n.Name] {
			x := gradient(50)
			apply(t, n, x, level)
			for i, v := range x.RawMatrix().Data {
				assert.Assert(t, v >= 0 && v <= 255 && v == math.Trunc(v),
					"%s at level %v: pixel %d is %v", n.Name, level, i, v)
			}
			assert.Check(t, !mat.Equal(x, gradient(50)), "%s at level %v changed nothing", n.Name, level)
		}
	}
}

func TestLevelZeroLeavesSamplesAlone(t *testing.T) {
	for _, n := range noise.Catalogue() {
		x := mat.NewDense(1, 4, []float64{0, 0.5, 127.25, 255})
		want := mat.DenseCopyOf(x)
		apply(t, n, x, 0)
		assert.Check(t, mat.Equal(x, want), "%s: %v became %v", n.Name, want.RawRowView(0), x.RawRowView(0))
	}
}

// A view into a larger matrix has a stride; the rest of the matrix stays.
func TestNoiseStaysInsideView(t *testing.T) {
	for _, n := range noise.Catalogue()[1:] {
		whole := grey(20, 20, 100)
		view := whole.Slice(5, 15, 5, 15).(*mat.Dense)
		apply(t, n, view, 1)
		apart := grey(10, 10, 100)
		apply(t, n, apart, 1)
		assert.Check(t, mat.Equal(view, apart), "%s: a view and a matrix of its own get different noise", n.Name)
		for i := range 20 {
			for j := range 20 {
				if inside := i >= 5 && i < 15 && j >= 5 && j < 15; !inside && whole.At(i, j) != 100 {
					t.Fatalf("%s: element %d, %d outside the view changed", n.Name, i, j)
				}
			}
		}
	}
}

func TestNoiseRejects(t *testing.T) {
	for _, c := range []struct {
		noise *noise.Noise
		value float64
		level float64
		want  string
	}{
		{noise.None, 1, 0.5, "must be 0"},
		{find("gaussian"), 1, -1, "level -1"},
		{find("gaussian"), 1, math.NaN(), "finite"},
		{find("gaussian"), 1, math.Inf(1), "finite"},
		{find("salt-and-pepper"), 1, -0.1, "probability"},
		{find("salt-and-pepper"), 1, 1.5, "probability"},
		{find("salt-and-pepper"), 1, math.NaN(), "probability"},
		{find("speckle"), 1, -0.04, "level -0.04"},
		{find("speckle"), 1, math.Inf(1), "finite"},
		{find("gaussian"), -0.5, 10, "row 0, column 0 holds -0.5"},
		{find("salt-and-pepper"), 256, 0.5, "0 to 255"},
		{find("speckle"), math.NaN(), 0.04, "0 to 255"},
	} {
		x := grey(2, 2, c.value)
		err := inPlace(c.noise, x, c.level, draw(c.noise, c.level).Rand())
		assert.Check(t, is.ErrorContains(err, c.want), "%s of %v at %v: error", c.noise.Name, c.value, c.level)
		assert.Check(t, is.Equal(math.Float64bits(x.At(1, 1)), math.Float64bits(c.value)),
			"%s of %v at %v: samples changed in spite of the error", c.noise.Name, c.value, c.level)
	}
}

func TestFind(t *testing.T) {
	for _, n := range noise.Catalogue() {
		got, err := noise.Find(n.Name)
		assert.Check(t, err == nil && got == n, "Find(%q) = %v, %v", n.Name, got, err)
		assert.Check(t, n.Title != "" && n.LevelLabel != "" && strings.HasSuffix(n.Definition, "."),
			"%s lacks a title, a label or a sentence", n.Name)
		assert.Check(t, n.Validate(0), "%s has no level 0", n.Name)
	}
}

func TestDummyImages(t *testing.T) {
	d := noise.Draw{Seed: 1, Dataset: "yale", Noise: noise.DummyImagesName, Level: 103}
	x := noise.DummyImages(103, 8000, d.Rand())
	const pixels = 103 * 8000
	white := count(x, 255)
	assert.Equal(t, white+count(x, 0), pixels, "pixels that are neither black nor white")
	assert.Check(t, math.Abs(float64(white)-pixels/2) <= 5*math.Sqrt(pixels)/2,
		"%d of %d pixels are white", white, pixels)
	if fewer := noise.DummyImages(15, 8000, d.Rand()); !mat.Equal(fewer, x.Slice(0, 15, 0, 8000)) {
		t.Error("15 dummy images are not the first of 103 from the same draw")
	}
	for _, c := range [][2]int{{0, 10}, {10, 0}, {-1, 10}} {
		x := noise.DummyImages(c[0], c[1], d.Rand())
		assert.Check(t, x.IsEmpty(), "DummyImages(%d, %d) is not empty", c[0], c[1])
	}
}

func BenchmarkNoise(b *testing.B) {
	for _, n := range noise.Catalogue()[1:] {
		b.Run(n.Name, func(b *testing.B) {
			clean, x := gradient(8000), mat.NewDense(8000, 256, nil)
			r := draw(n, 1).Rand()
			for b.Loop() {
				x.Copy(clean)
				assert.NilError(b, inPlace(n, x, 1, r))
			}
		})
	}
}

// Noise for one cell of a grid: find it by its name, name the draw, apply.
func Example() {
	n, err := noise.Find("salt-and-pepper")
	if err != nil {
		fmt.Println(err)
		return
	}
	d := noise.Draw{Seed: 1, Dataset: "usps", Noise: n.Name, Level: 0.5, Repetition: 2}
	images := mat.NewDense(2, 6, slices.Repeat([]float64{100}, 12))
	if err := n.Copy(images, images, []int{0, 1}, d.Level, d.Rand()); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d)
	fmt.Println(mat.Formatted(images))
	// Output:
	// gpca noise draw v1: seed=1 dataset="usps" noise="salt-and-pepper" level=0.5 repetition=2
	// ⎡255    0  100  100  100    0⎤
	// ⎣  0    0  255  100  100  100⎦
}

func ExampleFind_unknown() {
	_, err := noise.Find("gausian")
	fmt.Println(err)
	// Output:
	// unknown noise "gausian": did you mean gaussian?
}
