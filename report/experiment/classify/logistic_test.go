package classify

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
)

// A plane separates distant blobs, and so do distances of standardised features. These do not depend on the
// units of features, as those of the plain nearest neighbour do.
func TestLogisticAndStandardisedNearest(t *testing.T) {
	units := blobs()
	for i := range 30 {
		units.Samples.Set(i, 4, 1e4*units.Samples.At(i, 4)) // of no use, and in a small unit
	}
	for _, c := range []struct {
		classifier string
		set        *dataset.Set
		all        bool // are right
	}{
		{"logistic", blobs(), true},
		{"nearest", units, false},
		{"standardised-nearest", units, true},
		{"{standardised-nearest: 3}", units, true},
	} {
		yaml := "data: blobs\nsplit: published\nfeatures: raw\nclassifier: " + c.classifier + "\n"
		v := compute(t, Kind, yaml, c.set, point("p=2"))[0].Values["accuracy"][0]
		assert.Check(t, is.Equal(v == 100, c.all), "%s: accuracy %v", c.classifier, v)
	}
}
