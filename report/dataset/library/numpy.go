package library

import (
	"io"

	"gpca/report/dataset/npy"
)

// readNPY reads one array of NumPy.
func readNPY(r io.Reader, pick func([]string) ([]string, error)) ([]array, error) {
	if _, err := pick([]string{""}); err != nil {
		return nil, err
	}
	a, err := npy.Read(r)
	return []array{{dims: a.Shape, values: a.Values}}, err
}

// readNPZ reads an archive of such arrays.
func readNPZ(r io.Reader, pick func([]string) ([]string, error)) ([]array, error) {
	archive, err := npy.OpenArchive(r)
	if err != nil {
		return nil, err
	}
	names, err := pick(archive.Names)
	if err != nil {
		return nil, err
	}
	var arrays []array
	for _, name := range names {
		a, err := archive.Array(name)
		if err != nil {
			return nil, err
		}
		arrays = append(arrays, array{name: name, dims: a.Shape, values: a.Values})
	}
	return arrays, nil
}
