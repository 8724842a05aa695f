package dataset

import (
	"fmt"
	"io"
	"slices"

	"gpca/report/dataset/matlab"
)

// readArray returns a reader of an array of a MATLAB file that has the given
// dimensions.
func readArray(name string, dims ...int) func(io.Reader) (matlab.Array, error) {
	return func(r io.Reader) (matlab.Array, error) {
		file, err := matlab.Read(r)
		if err != nil {
			return matlab.Array{}, err
		}
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
