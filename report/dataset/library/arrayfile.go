package library

import (
	"io"

	"gpca/report/dataset/idx"
	"gpca/report/dataset/matlab"
	"gpca/report/dataset/npy"
	"gpca/report/dataset/numbers"
	"gpca/report/dataset/wav"
)

// An arrayReader opens a file of arrays: it returns their names, which may be empty, and
// what reads the array of a name.
type arrayReader func(r io.Reader) (names []string, read func(name string) (array, error), err error)

// pick reads the arrays of a file that a choice among their names wants.
func (open arrayReader) pick(r io.Reader, choose func(names []string) ([]string, error)) ([]array, error) {
	names, read, err := open(r)
	if err != nil {
		return nil, err
	}
	if names, err = choose(names); err != nil {
		return nil, err
	}
	var arrays []array
	for _, name := range names {
		a, err := read(name)
		if err != nil {
			return nil, err
		}
		a.name = name
		arrays = append(arrays, a)
	}
	return arrays, nil
}

// single is a format whose files hold one array without a name.
func single(read func(io.Reader) (array, error)) arrayReader {
	return func(r io.Reader) ([]string, func(string) (array, error), error) {
		return []string{""}, func(string) (array, error) { return read(r) }, nil
	}
}

// The files of NumPy.
func readNPY(r io.Reader) (array, error) {
	a, err := npy.Read(r)
	return array{dims: a.Shape, values: a.Values}, err
}

func openNPZ(r io.Reader) ([]string, func(string) (array, error), error) {
	archive, err := npy.OpenArchive(r)
	if err != nil {
		return nil, nil, err
	}
	return archive.Names, func(name string) (array, error) {
		a, err := archive.Array(name)
		return array{dims: a.Shape, values: a.Values}, err
	}, nil
}

// readIDX reads a file like those of MNIST, where classes are in a file of their own.
func readIDX(r io.Reader) (array, error) {
	a, err := idx.Read(r)
	if err != nil {
		return array{}, err
	}
	return array{dims: a.Dims, values: a.AppendTo(nil)}, nil
}

// openMATLAB opens a MATLAB 5 file.
func openMATLAB(r io.Reader) ([]string, func(string) (array, error), error) {
	file, err := matlab.Read(r)
	if err != nil {
		return nil, nil, err
	}
	var names []string
	for _, a := range file.Arrays {
		if a.Unread == "" {
			names = append(names, a.Name)
		}
	}
	return names, func(name string) (array, error) {
		a, err := file.Array(name)
		return array{dims: a.Dims, values: numbers.RowMajor(a.Values, a.Dims), columns: true}, err
	}, nil
}

// readWAV reads a sound: a sample for each time, a feature for each channel.
func readWAV(r io.Reader) (array, error) {
	s, err := wav.Read(r)
	if err != nil {
		return array{}, err
	}
	return array{dims: []int{len(s.Samples) / s.Channels, s.Channels}, values: s.Samples}, nil
}
