package toy

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gotest.tools/v3/assert"

	"gpca/report/dataset"
)

// Every toy is the same each time, is labelled generated, and describes itself.
func TestToys(t *testing.T) {
	for _, name := range Names() {
		first, again := Draw(name), Draw(name)
		assert.Check(t, mat.Equal(first.Samples, again.Samples), "%s differs the second time", name)
		rows, _ := first.Samples.Dims()
		d := first.Describe()
		assert.Check(t, d.Origin == dataset.Generated && d.Samples == rows && d.Digest == first.Digest &&
			d.Citation != "", "%s describes itself as %+v", name, d)
	}
}

func TestRingsLieOnTheirCircles(t *testing.T) {
	set := Draw("rings")
	sums := make([]float64, 2)
	for i, label := range set.Labels {
		radius := math.Hypot(set.Samples.At(i, 0), set.Samples.At(i, 1))
		sums[label] += radius
		if want := []float64{1, 0.3}[label]; math.Abs(radius-want) > 0.3 {
			t.Errorf("sample %d of the %s has radius %g", i, set.Classes[label], radius)
		}
	}
	// 200 samples with a standard deviation of 0.05: a standard error of 0.0035.
	if outer, inner := sums[0]/200, sums[1]/200; math.Abs(outer-1) > 0.02 || math.Abs(inner-0.3) > 0.02 {
		t.Errorf("mean radii %g and %g, want 1 and 0.3", outer, inner)
	}
}

// Sources have the defined steps, signals, means and variances, and are not yet mixed.
func TestSources(t *testing.T) {
	for _, c := range []struct {
		name           string
		steps, signals int
		variances      []float64
		largest        float64 // correlation
	}{
		{"three-signals", 20000, 3, []float64{0.5, 1, 1.0 / 3}, 0.02},
		{"three-signals-half", 10000, 3, []float64{0.5, 1, 1.0 / 3}, 0.05},
		{"three-signals-coarse", 10000, 3, []float64{0.5, 1, 1.0 / 3}, 0.02},
		{"uniform-sources", 2000, 2, []float64{1, 1}, 0.06},
		{"gaussian-sources", 2000, 2, []float64{1, 1}, 0.06},
		{"voice-and-siren", 32000, 2, []float64{0.0143, 0.18}, 0.02},
	} {
		s := Draw(c.name).Samples
		if rows, columns := s.Dims(); rows != c.steps || columns != c.signals {
			t.Errorf("%s: %d steps of %d signals", c.name, rows, columns)
			continue
		}
		var columns [][]float64
		for j := range c.signals {
			column := mat.Col(nil, j, s)
			mean, variance := stat.MeanVariance(column, nil)
			assert.Check(t, math.Abs(mean) <= 0.06 && math.Abs(variance/c.variances[j]-1) <= 0.05,
				"%s: signal %d has mean %.3f and variance %.3f, want 0 and %.3f", c.name, j+1, mean, variance,
				c.variances[j])
			for i, other := range columns {
				if r := stat.Correlation(column, other, nil); math.Abs(r) > c.largest {
					t.Errorf("%s: signals %d and %d have correlation %.3f", c.name, i+1, j+1, r)
				}
			}
			columns = append(columns, column)
		}
	}
}

// Images of two sizes are the same: the means over blocks of 2 by 2 and 5 by 5 pixels, which are 1/100
// of the side, hardly differ.
func TestImagesOfTwoSizes(t *testing.T) {
	small, large := Draw("images-200"), Draw("images-500")
	block := func(s *dataset.Set, image, row, column, side int) float64 {
		sum := 0.0
		for i := range side * side {
			sum += s.Samples.At(image, (row*side+i/side)*s.Image.Width+column*side+i%side)
		}
		return sum / float64(side*side)
	}
	for image := range 2 {
		apart := 0.0
		for i := range 100 * 100 {
			apart += math.Abs(block(small, image, i/100, i%100, 2) - block(large, image, i/100, i%100, 5))
		}
		apart /= 100 * 100
		assert.Check(t, apart <= 4, "image %d: blocks differ by %.1f grey levels on average", image+1, apart)
	}
}

// The covariance of the cloud has the directions and, within sampling error, the standard deviations of
// its definition.
func TestCloudIsOblong(t *testing.T) {
	set := Draw("cloud")
	mean := make([]float64, 2)
	for i := range 40 {
		mean[0], mean[1] = mean[0]+set.Samples.At(i, 0)/40, mean[1]+set.Samples.At(i, 1)/40
	}
	assert.Check(t, math.Abs(mean[0]-4) <= 1 && math.Abs(mean[1]-3) <= 1, "mean %g, want about (4, 3)", mean)
	along, across := 0.0, 0.0
	for i := range 40 {
		x, y := set.Samples.At(i, 0)-mean[0], set.Samples.At(i, 1)-mean[1]
		sin, cos := math.Sincos(40 * math.Pi / 180)
		a, b := x*cos+y*sin, y*cos-x*sin
		along, across = along+a*a/40, across+b*b/40
	}
	assert.Check(t, math.Abs(math.Sqrt(along)-2) <= 0.6 && math.Abs(math.Sqrt(across)-0.5) <= 0.15,
		"standard deviations %g and %g, want about 2 and 0.5", math.Sqrt(along), math.Sqrt(across))
}

// The radius of the spiral is its angle in turns plus a half, but for the noise.
func TestSpiral(t *testing.T) {
	set := Draw("spiral")
	for i, label := range set.Labels {
		x, y := set.Samples.At(i, 0), set.Samples.At(i, 1)
		radius := math.Hypot(x, y)
		turns := math.Mod(math.Atan2(y, x)/(2*math.Pi)+1, 1)
		off := math.Abs(math.Remainder(radius-0.5-turns, 1))
		assert.Check(t, off <= 0.15, "sample %d is %g off the spiral", i, off)
		if low := 0.5 + 0.5*float64(label); radius < low-0.15 || radius > low+0.65 {
			t.Errorf("sample %d of the %s has radius %g", i, set.Classes[label], radius)
		}
	}
}

// The directions of a subspace are orthonormal, and the samples have the defined variances along and beyond them.
func TestSubspaces(t *testing.T) {
	for name, of := range map[string]struct{ largest, least, noise float64 }{
		"subspace-2": {9, 5, 1}, "subspace-10": {14, 5, 1}, "subspace-2-wide": {9, 5, 0.05},
		"subspace-10-wide": {14, 5, 0.05},
	} {
		set := Draw(name)
		k, features := set.Directions.Dims()
		var products, along mat.Dense
		products.Mul(set.Directions, set.Directions.T())
		along.Mul(set.Samples, set.Directions.T())
		total := 0.0
		for j := range features {
			total += stat.Variance(mat.Col(nil, j, set.Samples), nil)
		}
		for i := range k {
			want := of.largest - (of.largest-of.least)*float64(i)/float64(k-1)
			if v := stat.Variance(mat.Col(nil, i, &along), nil); math.Abs(v/want-1) > 0.15 {
				t.Errorf("%s: variance %.2f along direction %d, want about %.2f", name, v, i+1, want)
			} else {
				total -= v
			}
			for j := range k {
				if one := map[bool]float64{true: 1}[i == j]; math.Abs(products.At(i, j)-one) > 1e-12 {
					t.Errorf("%s: directions %d and %d have product %v", name, i+1, j+1, products.At(i, j))
				}
			}
		}
		v := total / float64(features-k)
		assert.Check(t, math.Abs(v/of.noise-1) <= 0.05, "%s: variance %.3f beyond, want about %g", name, v, of.noise)
	}
}
