package library

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gpca/report/dataset/idx"
	"gpca/report/dataset/matlab"
	"gpca/report/dataset/numbers"
	"gpca/report/words"
)

type array struct {
	numbers.Array
	name string
}

// An arrayReader lists the arrays of a file. That of a single-array file has the name "".
type arrayReader func(io.Reader) ([]numbers.Named, error)

// choose reads the arrays of a file whose names are chosen.
func (read arrayReader) choose(r io.Reader, choose func(names []string) ([]string, error)) ([]array, error) {
	held, err := read(r)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, a := range held {
		if a.Unread == "" {
			names = append(names, a.Name)
		}
	}
	wanted, err := choose(names)
	var arrays []array
	for _, name := range wanted {
		at := slices.IndexFunc(held, func(a numbers.Named) bool { return a.Name == name })
		switch {
		case at < 0:
			return nil, fmt.Errorf("no array %q: the file holds %s", name, strings.Join(names, ", "))
		case held[at].Unread != "":
			return nil, fmt.Errorf("array %q is a %s", name, held[at].Unread)
		}
		a, err := held[at].Read()
		if err != nil && name != "" {
			err = fmt.Errorf("array %q: %w", name, err)
		}
		if err != nil {
			return nil, err
		}
		arrays = append(arrays, array{a, name})
	}
	return arrays, err
}

func single(open func(io.Reader) (numbers.Named, error)) arrayReader {
	return func(r io.Reader) ([]numbers.Named, error) {
		a, err := open(r)
		return []numbers.Named{a}, err
	}
}

func openIDX(r io.Reader) (numbers.Named, error) { return idx.Open(r, nil) }

func readMATLAB(r io.Reader) ([]numbers.Named, error) {
	file, err := matlab.Read(r)
	if err != nil {
		return nil, err
	}
	return words.Each(file.Arrays, func(a matlab.Array) numbers.Named {
		n := numbers.Named{Name: a.Name, Shape: a.Dims, Read: func() (numbers.Array, error) {
			a, err := file.Array(a.Name)
			return numbers.Array{Shape: a.Dims, Values: numbers.RowMajor(a.Values, a.Dims)}, err
		}}
		if a.Unread != "" {
			n.Unread = a.Unread + ", which is not read: save it as a full real array"
		}
		return n
	}), nil
}
