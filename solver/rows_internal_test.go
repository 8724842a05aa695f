package solver

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// Many rows are fitted as a centred copy of them is, without one.
func TestRowsWithoutCopy(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	x := mat.NewDense(60, 7, nil)
	x.Apply(func(_, j int, _ float64) float64 { return float64(j) + r.NormFloat64() }, x)
	var chosen []int
	for i := range 60 {
		if i%9 > 0 {
			chosen = append(chosen, i)
		}
	}
	copied := mat.NewDense(len(chosen), 7, nil)
	for to, from := range chosen {
		copied.SetRow(to, x.RawRowView(from))
	}
	rows, mean := RowsOf(x, chosen).Centre()
	// The second pass of the mean subtracts what rounding left.
	want := make([]float64, 7)
	for range 2 {
		part := make([]float64, 7)
		for i := range chosen {
			floats.Add(part, copied.RawRowView(i))
		}
		for j := range part {
			part[j] /= float64(len(chosen))
		}
		floats.Add(want, part)
		for i := range chosen {
			floats.Sub(copied.RawRowView(i), part)
		}
	}
	assert.DeepEqual(t, mean, want)
	assert.Check(t, mat.Equal(rows.Dense(), copied))
	for _, most := range []int{0, 1 << 20} {
		samples, basis := rows.reduce(2, most)
		assert.Check(t, is.Len(basis.varying, 7))
		for i, sample := range samples.All() {
			assert.DeepEqual(t, sample, copied.RawRowView(i))
		}
	}
	zero := mat.DenseCopyOf(x)
	for i := range 60 {
		zero.Set(i, 3, 0)
	}
	_, basis := RowsOf(zero, chosen).reduce(1, 0)
	assert.DeepEqual(t, basis.varying, []int{0, 1, 2, 4, 5, 6})
}

// The error counts samples among the rows.
func TestCheckRows(t *testing.T) {
	for _, test := range []struct {
		value float64
		want  string
	}{
		{1, ""}, {0, ""}, {9e99, ""}, {2e-100, ""},
		{math.NaN(), "solver: sample 1, feature 2 is NaN: samples must be finite and at most 1e+100"},
		{math.Inf(-1), "solver: sample 1, feature 2 is -Inf: samples must be finite and at most 1e+100"},
		{2e100, "solver: sample 1, feature 2 is 2e+100: samples must be finite and at most 1e+100"},
		{1e-101, "solver: no feature of any sample exceeds 1e-100: scale samples to more than 1e-100"},
	} {
		x := mat.NewDense(3, 4, nil)
		x.Set(2, 2, test.value)
		err := RowsOf(x, []int{0, 2}).Check()
		if test.want == "" {
			assert.Check(t, err, "%g", test.value)
		} else {
			assert.Check(t, is.Error(err, test.want), "%g", test.value)
		}
	}
	assert.Check(t, is.Error(RowsOf(nil, nil).Check(), "solver: no samples"))
	assert.Check(t, is.Error(RowsOf(mat.NewDense(1, 1, nil), []int{}).Check(), "solver: no samples"))
}
