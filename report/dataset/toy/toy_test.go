package toy

import (
	"math"
	"testing"

	"gpca/report/dataset"
)

// Every toy is the same each time it is drawn, is labelled generated, and describes
// itself as it is.
func TestToys(t *testing.T) {
	for _, name := range (Provider{}).Names() {
		source, ok := Provider{}.Find(name)
		if !ok {
			t.Fatalf("%s is listed and not found", name)
		}
		first, err := source.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		again, err := source.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		rows, columns := first.Samples.Dims()
		for i := range rows {
			for j := range columns {
				if first.Samples.At(i, j) != again.Samples.At(i, j) {
					t.Fatalf("%s: sample %d differs the second time", name, i)
				}
			}
		}
		d, err := source.Describe(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if d.Origin != dataset.Generated || d.Samples != rows || d.Digest != first.Digest {
			t.Errorf("%s describes itself as %+v", name, d)
		}
	}
	if _, ok := (Provider{}).Find("ring"); ok {
		t.Error("a set is found that is not listed")
	}
}

func TestRingsLieOnTheirCircles(t *testing.T) {
	source, _ := Provider{}.Find("rings")
	set, err := source.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
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
