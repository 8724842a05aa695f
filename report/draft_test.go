package report

import (
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
)

// Many rows are trained on in part, of which more features and components leave fewer, and the draft says so.
func TestPartOfManyRows(t *testing.T) {
	for _, test := range []struct {
		rows, features, components int
		split, part                string
	}{
		{100, 5, 2, "{folds: 5}", ""},
		{100, 5000, 4, "{stratified: 20}", ""}, // folds take longer for the features alone,
		{10_000, 50, 10, "{train: 500, test: 500}", "500 of 10,000 rows, so that it takes seconds or minutes; " +
			"{stratified: 20} trains on 16 times as many"},
		{10_000, 50, 2, "{stratified: 90}", "1,000 of 10,000 rows"},
		{200_000, 20, 3, "{train: 1666, test: 1666}", "96 times as many"},
		{1000, 2000, 10, "{stratified: 77}", "3.4 times as many"}, // fewer than features, as time wants
	} {
		d := draft{}
		d.divide(&dataset.Set{Samples: mat.NewDense(test.rows, test.features, nil)}, test.components)
		assert.Equal(t, d.Split, test.split)
		assert.Equal(t, d.Part == "", test.part == "", d.Part)
		assert.Check(t, is.Contains(d.Part, test.part))
	}
}

// Of classes the smallest has rows enough, too.
func TestPartOfUnevenClasses(t *testing.T) {
	set := &dataset.Set{Samples: mat.NewDense(10_000, 10, nil), Labels: make([]int, 10_000), Classes: []string{"a", "b"}}
	for i := range 100 {
		set.Labels[i] = 1
	}
	d := draft{Classes: 2}
	train, smallest := d.divide(set, 9)
	assert.Check(t, train == 55 && smallest == 1, "%d rows of class %d are trained on by %s", train, smallest, d.Split)
}
