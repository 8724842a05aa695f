package classify

import (
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/experiment"
)

// The linear classifiers separate distant blobs. Ends count machines, three in each fold of each repetition,
// after two exact components.
func TestLinearClassifiers(t *testing.T) {
	for classifier, converged := range map[string]int{"discriminant": 0, "one-against-one": 18, "{one-against-all: 2}": 18, "{libsvm: 1}": 18} {
		yaml := "data: blobs\nsplit: {folds: 3}\ncomponents: 2\nfeatures: shared\nclassifier: " + classifier + "\n"
		for _, r := range compute(t, Kind, yaml, blobs(), point("p=2")) {
			assert.Check(t, is.Equal(r.Values["accuracy"][0], 100.0), "%s: accuracy", r.Cell)
			assert.Check(t, is.Equal(r.Ends, (experiment.Ends{Exact: 12, Converged: converged})), "%s: ends", r.Cell)
		}
	}
}

// A classifier that cannot be trained fails its own cells, and no others of the same fit.
func TestFailureOfAClassifierIsItsOwn(t *testing.T) {
	set := blobs()
	rows, columns := set.Samples.Dims()
	twice := mat.NewDense(rows, columns+1, nil)
	twice.Augment(set.Samples, set.Samples.Slice(0, rows, 0, 1))
	set.Samples = twice
	yaml := "data: blobs\nsplit: published\nfeatures: raw\nclassifier: [discriminant, {nearest: 1}]\n"
	results := computeAll(t, Kind, yaml, set, point("p=2"), experiment.Point{"classifier": "nearest(1)"}.With(experiment.Method, "p=2"))
	assert.Equal(t, results[0].Failure,
		"classify: the pooled covariance of the training samples is singular: they need more samples, or fewer features")
	assert.Check(t, results[1].Failure == "" && results[1].Values["accuracy"][0] == 100,
		"%s: %v, failure %q", results[1].Cell, results[1].Values, results[1].Failure)
}

// Another divisor of the covariance scales all coordinates: no class changes, but the cells differ.
func TestDivisorChangesNoClass(t *testing.T) {
	for _, classifier := range []string{"discriminant", "one-against-one"} {
		yaml := "data: blobs\nsplit: {folds: 3}\ncomponents: 2\nfeatures: shared\ndivisor: [none, l, l-1]\nclassifier: " + classifier + "\n"
		results := compute(t, Kind, yaml, blobs(), point("p=2"), point("p=2").With("divisor", "l"), point("p=2").With("divisor", "l-1"))
		for _, r := range results[1:] {
			assert.Check(t, r.Key != results[0].Key && (Kind).Training(r.Cell) == (Kind).Training(results[0].Cell),
				"%s is %s, or another training", r.Cell, results[0].Cell)
			assert.Check(t, is.Equal(r.Values["accuracy"][0], results[0].Values["accuracy"][0]),
				"%s: %v, want %v", r.Cell, r.Values, results[0].Values)
		}
	}
}
