package npy

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"gpca/report/dataset/internal/numbers"
	"gpca/report/dataset/unpack"
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
	var held []numbers.Named
	for _, file := range z.File {
		name, isArray := strings.CutSuffix(file.Name, ".npy")
		if !isArray {
			held = append(held, numbers.Named{Name: name, Unread: "file of another kind"})
			continue
		}
		a, f, err := open(file)
		if f != nil {
			f.Close()
		}
		if err != nil {
			return nil, fmt.Errorf("array %q: %w", name, err)
		}
		a.Name, a.Read = name, func() (Array, error) {
			a, f, err := open(file)
			if err != nil {
				return Array{}, err
			}
			defer f.Close()
			return a.Read()
		}
		held = append(held, a)
	}
	return held, nil
}
