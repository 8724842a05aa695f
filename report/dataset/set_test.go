package dataset

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
)

func TestDescribeSet(t *testing.T) {
	set := &Set{
		Name: "a", Title: "A", Origin: StandIn, Digest: "d", Samples: mat.NewDense(4, 2, nil), Labels: []int{1, 0, 1,
			1},
		Classes: []string{"x", "y", "z"}, Split: &Split{Train: []int{0, 1, 2},
			Test: []int{3}}, Image: ImageSize{Width: 2, Height: 1},
	}
	d := set.Describe()
	assert.Check(t, d.Name == "a" && d.Title == "A" && d.Origin == StandIn && d.Digest == "d" && d.Image == set.Image,
		"described as %+v", d)
	assert.Check(t, d.Samples == 4 && d.Features == 2 && slices.Equal(d.ClassCounts, []int{1, 3, 0}) && d.Train == 3 &&
		d.Test == 1, "described as %+v", d)
	set = &Set{Samples: mat.NewDense(2, 1, nil)}
	d = set.Describe()
	assert.Check(t, d.ClassCounts == nil && d.Train == 0, "without classes: described as %+v", d)
}

// On real data, the description of the catalogue and Set.Describe agree.
func TestDescribeEntry(t *testing.T) {
	dir := realData(t)
	for _, name := range []string{"usps", "yale", "optdigits", "car-acceptable"} {
		e := find(t, name)
		set, err := e.Open(t.Context(), dir)
		assert.NilError(t, err)
		got, want := e.Description, set.Describe()
		assert.Check(t, got.Digest == want.Digest && got.Samples == want.Samples && got.Features == want.Features &&
			got.Image == want.Image && got.Train == want.Train && got.Test == want.Test &&
			slices.Equal(got.Classes, want.Classes) && slices.Equal(got.ClassCounts, want.ClassCounts),
			"%s:\n got %+v\nwant %+v", name, got, want)
	}
}
