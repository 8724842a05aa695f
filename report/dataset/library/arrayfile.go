package library

import (
	"io"

	"gpca/report/dataset/idx"
	"gpca/report/dataset/matlab"
	"gpca/report/dataset/npy"
	"gpca/report/dataset/numbers"
)

type array struct {
	numbers.Array
	name string
	// columns says that the samples of an array of three dimensions are usually last, as in MATLAB.
	columns bool
}

type chooser func(names []string) ([]string, error)

// An arrayReader reads the chosen arrays. The array of a single-array file has the name "".
type arrayReader func(r io.Reader, choose chooser) ([]array, error)

func chosen(names []string, choose chooser, read func(name string) (array, error)) ([]array, error) {
	names, err := choose(names)
	if err != nil {
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

func single(read func(io.Reader) (numbers.Array, error)) arrayReader {
	return func(r io.Reader, choose chooser) ([]array, error) {
		return chosen([]string{""}, choose, func(string) (array, error) {
			a, err := read(r)
			return array{Array: a}, err
		})
	}
}

func readNPZ(r io.Reader, choose chooser) ([]array, error) {
	archive, err := npy.OpenArchive(r)
	if err != nil {
		return nil, err
	}
	return chosen(archive.Names, choose, func(name string) (array, error) {
		a, err := archive.Array(name)
		return array{Array: a}, err
	})
}

func readIDX(r io.Reader) (numbers.Array, error) { return idx.Read(r, nil) }

func readMATLAB(r io.Reader, choose chooser) ([]array, error) {
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
	return chosen(names, choose, func(name string) (array, error) {
		a, err := file.Array(name)
		rows := numbers.Array{Shape: a.Dims, Values: numbers.RowMajor(a.Values, a.Dims)}
		return array{Array: rows, columns: true}, err
	})
}
