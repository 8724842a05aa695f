package classify

import (
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/experiment"
)

// The nearest neighbour separates distant blobs by every kind of features. Raw samples have the same neighbours
// as their coordinates on all components: a rotation keeps distances.
func TestNearestNeighbourOnFeatures(t *testing.T) {
	for _, features := range []string{raw, shared, perClass} {
		yaml := "data: blobs\nsplit: published\ncomponents: 2\nfeatures: " + features + "\nclassifier: {nearest: 1}\n"
		for _, r := range compute(t, Kind, yaml, blobs(), point("p=1"), point("p=2")) {
			assert.Check(t, is.Equal(r.Values["accuracy"][0], 100.0), "%s: accuracy", r.Cell)
		}
	}
	yaml := "data: blobs\nsplit: {folds: 5}\ncomponents: 5\nfeatures: [raw, shared]\nclassifier: nearest\n"
	results := compute(t, Kind, yaml, blobs(), point("p=2"), point("p=2").With("features", shared))
	for k, v := range results[0].Values["accuracy"] {
		w := results[1].Values["accuracy"][k]
		assert.Check(t, is.Equal(v, w), "repetition %d: accuracy %v of raw samples, %v after a rotation", k, v, w)
	}
	if a, b := results[0].Cell.Name, results[1].Cell.Name; a != "blobs raw nearest(1), 5 folds" || b != "blobs shared p=2 nearest(1), 5 folds" {
		t.Errorf("cells are called %q and %q", a, b)
	}
}

// The nearest training sample to one is itself. Test samples have other neighbours; one fit serves both.
func TestTrainingSamplesAreRated(t *testing.T) {
	set := blobs()
	r := rand.New(rand.NewPCG(7, 8))
	set.Samples.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, set.Samples) // no classes to see
	for _, split := range []string{"published", "{folds: 3}", "{stratified: 20}"} {
		yaml := "data: blobs\nsplit: " + split + "\ncomponents: 3\nfeatures: shared\nclassifier: nearest\nrated: [test, training]\n"
		results := compute(t, Kind, yaml, set, point("p=2"), point("p=2").With("rated", "training"))
		assert.Check(t, is.Equal((Kind).Training(results[0].Cell), (Kind).Training(results[1].Cell)),
			"split %s: two trainings", split)
		for k, v := range results[0].Values["accuracy"] {
			if w := results[1].Values["accuracy"][k]; w != 100 || v == 100 {
				t.Errorf("split %s: accuracy %v on training samples and %v on test samples, want 100 and less", split, w, v)
			}
		}
	}
}

// Methods make no difference to raw samples: their cells are the same.
func TestRawSamplesAreOneCell(t *testing.T) {
	yaml := "data: blobs\nsplit: published\nfeatures: raw\nclassifier: {nearest: 3}\n"
	results := compute(t, Kind, yaml, blobs(), point("p=1"), point("tanh"))
	assert.Equal(t, results[0].Key, results[1].Key, "two methods have different cells on raw samples")
	assert.Equal(t, results[0].Ends, experiment.Ends{}, "iterations %+v, but nothing was fitted", results[0].Ends)
}
