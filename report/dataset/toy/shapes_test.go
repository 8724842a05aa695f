package toy

import (
	"math"
	"testing"

	"gotest.tools/v3/assert"
)

// The mean squared distance of samples from their shape is twice the variance of the noise around a
// point, and the variance around a curve.
func TestShapesLieOnTheirCurves(t *testing.T) {
	circle := func(radius, x, y float64) func(px, py float64) float64 {
		return func(px, py float64) float64 { return math.Hypot(px-x, py-y) - radius }
	}
	for _, c := range []struct {
		name       string
		samples    int
		away       []func(x, y float64) float64 // of the classes
		meanSquare float64
	}{
		{"blobs", 400, []func(x, y float64) float64{circle(0, 2, 2), circle(0, 7, 6)}, 2},
		{"moons", 400, []func(x, y float64) float64{circle(1, 0, 0), circle(1, 1, 0.5)}, 0.05 * 0.05},
		{"circles", 2000, []func(x, y float64) float64{circle(1, 0, 0), circle(0.5, 0, 0)}, 0.05 * 0.05},
	} {
		set := Draw(c.name)
		rows, columns := set.Samples.Dims()
		assert.Check(t, rows == c.samples && columns == 2 && len(set.Classes) == 2,
			"%s: %d×%d, classes %v", c.name, rows, columns, set.Classes)
		sums, counts := make([]float64, 2), make([]int, 2)
		for i, class := range set.Labels {
			d := c.away[class](set.Samples.At(i, 0), set.Samples.At(i, 1))
			sums[class] += d * d
			counts[class]++
		}
		for class, sum := range sums {
			// The standard error of the ratio is at most √(2/200) = 0.1.
			ratio := sum / float64(counts[class]) / c.meanSquare
			assert.Check(t, counts[class] == c.samples/2 && math.Abs(ratio-1) <= 0.3,
				"%s, %s: %d samples, whose mean square is %.2f of what the noise gives", c.name, set.Classes[class],
				counts[class], ratio)
		}
	}
}

// The half circles reach into one another: the upper one opens below, the lower one above.
func TestMoonsReachIntoEachOther(t *testing.T) {
	set := Draw("moons")
	for i, class := range set.Labels {
		if y := set.Samples.At(i, 1); class == 0 && y < -0.25 || class == 1 && y > 0.75 {
			t.Errorf("sample %d of the %s has height %g", i, set.Classes[class], y)
		}
	}
}
