package classify

import (
	"testing"

	"gpca/report/dataset"
)

// Blobs far apart are told apart by a plane, and by distances of standardised features.
// Standardising undoes a change of the unit of any feature, which the plain nearest
// neighbour minds.
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
		v := compute(t, Kind{}, yaml, c.set, point("p=2"))[0].Values["accuracy"][0]
		if (v == 100) != c.all {
			t.Errorf("%s: accuracy %v", c.classifier, v)
		}
	}
}
