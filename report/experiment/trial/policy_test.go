package trial

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/internal/faults"
)

// Samples are drawn by number, each at most once, anew in every repetition, and of a small stand-in in the same
// ratio.
func TestSplitByNumber(t *testing.T) {
	p, err := parsePolicy("train(30) test(20)")
	assert.NilError(t, err)
	assert.Equal(t, p.text(), "train(30) test(20)", "policy")
	for _, c := range []struct {
		samples     int
		origin      dataset.Origin
		train, test int
		err         string
	}{
		{80, dataset.Real, 30, 20, ""},
		{50, dataset.Real, 30, 20, ""},
		{40, dataset.Real, 0, 0, "data set few has 40 samples, too few to train on 30 and test on 20"},
		{40, dataset.StandIn, 24, 16, ""},
	} {
		set := &dataset.Set{Name: "few", Origin: c.origin, Samples: mat.NewDense(c.samples, 1, nil), Labels: make([]int, c.samples), Classes: []string{"a"}}
		parts, err := p.parts(set, 1, 2, 0)
		if err != nil {
			assert.Check(t, is.Equal(err.Error(), c.err), "%d samples: error %v", c.samples, err)
			continue
		}
		assert.Assert(t, c.err == "" && len(parts) == 2,
			"%d samples: %d parts and no error, want %q", c.samples, len(parts), c.err)
		for _, part := range parts {
			all := slices.Concat(part.Train, part.Test)
			slices.Sort(all)
			if len(part.Train) != c.train || len(part.Test) != c.test || len(slices.Compact(all)) != c.train+c.test {
				t.Errorf("%d samples: trains on %v, tests %v", c.samples, part.Train, part.Test)
			}
		}
		assert.Check(t, !slices.Equal(parts[0].Train, parts[1].Train),
			"%d samples: two repetitions train on the same", c.samples)
		if train, test, _ := p.counts(set.Describe()); int(train) != c.train || int(test) != c.test {
			t.Errorf("%d samples: planned to train on %g and test %g", c.samples, train, test)
		}
	}
}

func TestFaultsOfSplits(t *testing.T) {
	faults.Check(t, "split_faults.txt", func(_ *testing.T, text string) error {
		_, err := parsePolicy(text)
		return err
	})
}

// The numbers of outlying rows count from 1.
func TestRegular(t *testing.T) {
	rows := []int{0, 1, 2, 11, 12}
	assert.Assert(t, is.DeepEqual((Conditions{}).Regular(rows), rows), "without outlying rows")
	assert.Assert(t, is.DeepEqual((Conditions{Outlying: "2 13 99"}).Regular(rows), []int{0, 2, 11}),
		"without rows 2 and 13")
}
