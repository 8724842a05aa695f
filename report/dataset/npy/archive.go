package npy

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"gpca/report/dataset/numbers"
	"gpca/report/dataset/unpack"
	"gpca/report/words"
)

// ReadArchive lists the arrays of a .npz file, in its order. Each is unpacked where it is read.
func ReadArchive(r io.Reader) ([]numbers.Named, error) {
	data, err := unpack.All(r, unpack.MaxBytes)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("not a .npz archive: %w", err)
	}
	if len(z.File) == 0 {
		return nil, errors.New("the archive holds no array")
	}
	packed := int64(len(data))
	open := func(file *zip.File) (a numbers.Named, f io.ReadCloser, err error) {
		if f, err = file.Open(); err == nil {
			a, err = Open(unpack.Within(unpack.Bounded(f, &packed), unpack.Room(r)-packed))
		}
		return a, f, err
	}
	return words.Each(z.File, func(file *zip.File) numbers.Named {
		a, f, fault := open(file)
		if f != nil {
			f.Close()
		}
		return numbers.Named{Name: strings.TrimSuffix(file.Name, ".npy"), Shape: a.Shape, Read: func() (Array, error) {
			if fault != nil {
				return Array{}, fault
			}
			a, f, err := open(file)
			if err != nil {
				return Array{}, err
			}
			defer f.Close()
			return a.Read()
		}}
	}), nil
}
