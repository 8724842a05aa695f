package dataset

import (
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func realData(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("REPORT_DATA")
	if dir == "" {
		t.Skip("REPORT_DATA is not set: needs the published data sets")
	}
	return dir
}

// The test adds what Open does not check: the range of the values, the split, and that labels fit
// samples.
func TestRealData(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	dir := realData(t)
	for _, c := range []struct {
		name        string
		low, high   float64 // exact range
		train, test int     // of the split, 0 for none
		byClass     bool    // samples stand in the order of their classes
	}{
		{"usps", 0, 255, 3000, 8000, true},
		{"mnist", 0, 255, 60000, 10000, false},
		{"yale", 0, 255, 0, 0, false},
		{"iris", 0.1, 7.9, 0, 0, true},
		{"balance", 1, 5, 0, 0, false},
		{"ionosphere", -1, 1, 0, 0, false},
		{"yeast", 0, 1, 0, 0, false},
		{"phishing", -1, 1, 0, 0, false},
		{"liver", 0, 297, 0, 0, false},
		{"waveform", -4.2, 9.06, 0, 0, false},
		{"letter", 0, 15, 0, 0, false},
		{"car", 0, 3, 0, 0, false},
		{"car-indicator", 0, 1, 0, 0, false},
		{"car-numbers", 0, 5, 0, 0, false},
		{"car-standardised", -1.5 / math.Sqrt(1.25), 1.5 / math.Sqrt(1.25), 0, 0, false},
		{"car-acceptable", 0, 3, 0, 0, false},
		{"olivetti", 0, 242, 0, 0, true},
		{"optdigits", 0, 16, 3823, 1797, false},
		{"optdigits-test", 0, 16, 0, 0, false},
		{"usps-zip", -1, 1, 7291, 2007, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := find(t, c.name)
			set, err := e.Open(t.Context(), dir)
			assert.NilError(t, err)
			if low, high := mat.Min(set.Samples), mat.Max(set.Samples); low != c.low || high != c.high {
				t.Errorf("values from %v to %v, want %v to %v", low, high, c.low, c.high)
			}
			assert.Equal(t, c.train == 0, set.Split == nil,
				"split %v, want %d training samples", set.Split != nil, c.train)
			if set.Split != nil {
				checkSplit(t, set, c.train, c.test)
			}
			assert.Equal(t, e.Classes == nil, set.Labels == nil,
				"%d labels for %d classes", len(set.Labels), len(e.Classes))
			if runs := len(slices.Compact(slices.Clone(set.Labels))); c.byClass && runs != len(e.Classes) {
				t.Errorf("%d runs of equal labels, want one for each class", runs)
			}
		})
	}
}

func checkSplit(t *testing.T, set *Set, train, test int) {
	t.Helper()
	assert.Check(t, len(set.Split.Train) == train && len(set.Split.Test) == test,
		"split into %d and %d, want %d and %d", len(set.Split.Train), len(set.Split.Test), train, test)
	all := slices.Sorted(slices.Values(slices.Concat(set.Split.Train, set.Split.Test)))
	samples, _ := set.Samples.Dims()
	assert.Assert(t, is.DeepEqual(all, NewSplit(samples, func(int) bool { return false }).Train),
		"the split does not hold every sample once")
}

// With 30 principal components of 300 training images for each class, the class of least reconstruction
// error is right for 95.4625% of the 8000 test digits. An independent implementation (NumPy) gives the
// same number, which rounds to the thesis's 95.46. It depends on every label, on the split and on every
// pixel.
func TestUSPSGivesPublishedAccuracy(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	set, err := find(t, "usps").Open(t.Context(), realData(t))
	assert.NilError(t, err)
	tests := len(set.Split.Test)
	least, predicted := make([]float64, tests), make([]int, tests)
	for class := range set.Classes {
		mean, components := principalComponents(t, set, class, 30)
		centred := mat.NewDense(tests, 256, nil)
		for k, i := range set.Split.Test {
			row := centred.RawRowView(k)
			for j, v := range set.Samples.RawRowView(i) {
				row[j] = v - mean[j]
			}
		}
		var scores mat.Dense
		scores.Mul(centred, components)
		for k := range tests {
			residual := squaredNorm(centred.RawRowView(k)) - squaredNorm(scores.RawRowView(k))
			if class == 0 || residual < least[k] {
				least[k], predicted[k] = residual, class
			}
		}
	}
	right := 0
	for k, i := range set.Split.Test {
		if predicted[k] == set.Labels[i] {
			right++
		}
	}
	if right != 7637 { // 95.4625% of 8000
		t.Errorf("%d of %d digits right, want 7637", right, tests)
	}
}

// principalComponents returns the mean of a class's training samples and their first n principal
// components, one a column.
func principalComponents(t *testing.T, set *Set, class, n int) (mean []float64, components mat.Matrix) {
	t.Helper()
	var members []int
	for _, i := range set.Split.Train {
		if set.Labels[i] == class {
			members = append(members, i)
		}
	}
	_, features := set.Samples.Dims()
	mean = make([]float64, features)
	for _, i := range members {
		for j, v := range set.Samples.RawRowView(i) {
			mean[j] += v / float64(len(members))
		}
	}
	centred := mat.NewDense(len(members), features, nil)
	for k, i := range members {
		row := centred.RawRowView(k)
		for j, v := range set.Samples.RawRowView(i) {
			row[j] = v - mean[j]
		}
	}
	var svd mat.SVD
	assert.Assert(t, svd.Factorize(centred, mat.SVDThin), "the decomposition failed")
	var v mat.Dense
	svd.VTo(&v)
	return mean, v.Slice(0, features, 0, n)
}

func squaredNorm(x []float64) (sum float64) {
	for _, v := range x {
		sum += v * v
	}
	return sum
}
