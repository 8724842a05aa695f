package numbers

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestTakeColumn(t *testing.T) {
	for at, want := range [][]float64{{2, 3, 5, 6}, {1, 3, 4, 6}, {1, 2, 4, 5}} {
		rest, column := TakeColumn([]float64{1, 2, 3, 4, 5, 6}, 3, at)
		assert.Check(t, slices.Equal(rest, want) && slices.Equal(column, []float64{float64(at + 1), float64(at + 4)}),
			"column %d: got %v, and %v is left", at, column, rest)
	}
}

func TestRowMajor(t *testing.T) {
	for _, c := range []struct {
		values []float64
		dims   []int
		want   []float64
	}{
		// Column by column 1 2 3 | 4 5 6 of width 2 and height 3 is 1 4 / 2 5 / 3 6.
		{[]float64{1, 2, 3, 4, 5, 6}, []int{3, 2}, []float64{1, 4, 2, 5, 3, 6}},
		// Entry (i, j, k) is 100i+10j+k.
		{[]float64{0, 100, 10, 110, 20, 120, 1, 101, 11, 111, 21, 121}, []int{2, 3, 2},
			[]float64{0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121}},
		{[]float64{7}, nil, []float64{7}},
		{nil, []int{0, 3}, nil},
	} {
		for _, reorder := range []func([]float64, []int) []float64{RowMajor, cycle} {
			assert.Check(t, is.DeepEqual(reorder(slices.Clone(c.values), c.dims), c.want), "%v of %v", c.values, c.dims)
		}
	}
}
