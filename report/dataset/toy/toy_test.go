package toy

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
)

// Every toy is the same each time it is drawn, is labelled generated, and describes
// itself as it is.
func TestToys(t *testing.T) {
	for _, name := range Names() {
		first, again := Draw(name), Draw(name)
		if !mat.Equal(first.Samples, again.Samples) {
			t.Errorf("%s differs the second time", name)
		}
		rows, _ := first.Samples.Dims()
		if d := first.Describe(); d.Origin != dataset.Generated || d.Samples != rows || d.Digest != first.Digest || d.Citation == "" {
			t.Errorf("%s describes itself as %+v", name, d)
		}
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
