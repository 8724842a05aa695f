package library

import (
	"io"

	"gpca/report/dataset/matlab"
	"gpca/report/dataset/numbers"
)

// readMATLAB reads a MATLAB 5 file.
func readMATLAB(r io.Reader, pick func([]string) ([]string, error)) ([]array, error) {
	file, err := matlab.Read(r)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, a := range file.Arrays {
		if a.Unread == "" {
			names = append(names, a.Name)
		}
	}
	if names, err = pick(names); err != nil {
		return nil, err
	}
	var arrays []array
	for _, name := range names {
		a, err := file.Array(name)
		if err != nil {
			return nil, err
		}
		arrays = append(arrays, array{name: name, dims: a.Dims, values: numbers.RowMajor(a.Values, a.Dims), columns: true})
	}
	return arrays, nil
}
