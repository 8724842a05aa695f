package dataset

import (
	"fmt"
	"slices"

	"gpca/report/dataset/matlab"
)

// checkedArray returns an array of a MATLAB file if it has the dimensions.
func checkedArray(file *matlab.File, name string, dims ...int) (matlab.Array, error) {
	array, err := file.Array(name)
	if err != nil {
		return matlab.Array{}, err
	}
	if !slices.Equal(array.Dims, dims) {
		want := matlab.Array{Dims: dims}
		return matlab.Array{}, fmt.Errorf("array %q is %s, want %s", name, array.Size(), want.Size())
	}
	return array, nil
}

// uprightTo stores in dst, row by row, an image that MATLAB holds column by
// column.
func uprightTo(dst, columns []float64, size ImageSize) {
	for y := range size.Height {
		for x := range size.Width {
			dst[y*size.Width+x] = columns[x*size.Height+y]
		}
	}
}
