package trial

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/statistics"
)

// ofClasses is a set with so many samples of each class, in turns.
func ofClasses(counts ...int) *dataset.Set {
	set := &dataset.Set{Name: "counted"}
	for turn := range slices.Max(counts) {
		for class, n := range counts {
			if turn < n {
				set.Labels = append(set.Labels, class)
			}
		}
	}
	for class := range counts {
		set.Classes = append(set.Classes, string(rune('a'+class)))
	}
	set.Samples = mat.NewDense(len(set.Labels), 1, nil)
	return set
}

// Every class has its share of the test samples, and every sample is in one part. The numbers are those of
// train_test_split(test_size=0.2, stratify=labels) in scikit-learn 1.2.1, which draws one of the second, third
// and sixth digit for one more sample, as their remainders are equal; here, it is the first.
func TestStratifiedSplit(t *testing.T) {
	for _, c := range []struct{ counts, want []int }{
		{[]int{178, 182, 177, 183, 181, 182, 181, 179, 174, 180}, []int{36, 37, 35, 37, 36, 36, 36, 36, 35, 36}},
		{[]int{10, 10, 10}, []int{2, 2, 2}},
		{[]int{4, 3, 4}, []int{1, 1, 1}}, // 2.2 are 3
	} {
		set := ofClasses(c.counts...)
		rows, _ := set.Samples.Dims()
		p, err := parsePolicy("stratified(20)")
		assert.NilError(t, err)
		text, want := fmt.Sprintf(p.protocol, "Car", "2 components"), "20% of the samples of Car are tested, "
		assert.Check(t, is.Equal(text[:len(want)], want), "the protocol begins with %q", text)
		parts, err := p.parts(set, 1, 3, 0)
		assert.NilError(t, err)
		for _, part := range parts {
			tests := make([]int, len(c.counts))
			for _, row := range part.Test {
				tests[set.Labels[row]]++
			}
			assert.Check(t, is.DeepEqual(tests, c.want), "%v: %v test samples, want %v", c.counts, tests, c.want)
			all := append(slices.Clone(part.Train), part.Test...)
			slices.Sort(all)
			assert.Check(t, is.DeepEqual(all, statistics.Indices(rows)),
				"%v: the parts are no division of the samples", c.counts)
		}
		assert.Check(t, !slices.Equal(parts[0].Test, parts[1].Test),
			"%v: two repetitions test the same samples", c.counts)
	}
}

func TestStratifiedFaults(t *testing.T) {
	for _, c := range []struct {
		percent, samples int
		want             string
	}{
		{100, 10, "100% test samples leave none to train on: at most 99"},
		{99, 10, "data set counted has 10 samples, of which 99% leave none to train on"},
	} {
		p, err := parsePolicy(fmt.Sprintf("stratified(%d)", c.percent))
		assert.NilError(t, err)
		_, err = p.parts(ofClasses(c.samples), 1, 1, 0)
		assert.Check(t, is.ErrorContains(err, c.want), "error %v, want one with %q", err, c.want)
	}
	_, err := parsePolicy("stratified")
	assert.ErrorContains(t, err, "{stratified: 20}", "error %v, want one with the remedy", err)
}
