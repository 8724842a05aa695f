package library

import (
	"io"

	"gpca/report/dataset/idx"
)

// readIDX reads a file like those of MNIST, where classes are in a file of their own.
func readIDX(r io.Reader, pick func([]string) ([]string, error)) ([]array, error) {
	if _, err := pick([]string{""}); err != nil {
		return nil, err
	}
	a, err := idx.Read(r)
	if err != nil {
		return nil, err
	}
	return []array{{dims: a.Dims, values: a.AppendTo(nil)}}, nil
}
