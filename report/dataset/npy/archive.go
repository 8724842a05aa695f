package npy

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gpca/report/dataset/unpack"
)

// An Archive is an opened .npz file.
type Archive struct {
	// Names are the names of the arrays, in the order of the file.
	Names []string
	files []*zip.File
	bytes int64
}

// OpenArchive reads a .npz file, to the end of r. Array unpacks its arrays.
func OpenArchive(r io.Reader) (*Archive, error) {
	data, err := unpack.All(r, unpack.MaxBytes)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("not a .npz archive: %w", err)
	}
	a := &Archive{files: z.File, bytes: int64(len(data))}
	for _, f := range z.File {
		a.Names = append(a.Names, strings.TrimSuffix(f.Name, ".npy"))
	}
	if a.Names == nil {
		return nil, errors.New("the archive holds no array")
	}
	return a, nil
}

// Array reads the array of a name. The error for a missing one lists what the archive holds.
func (a *Archive) Array(name string) (array Array, err error) {
	at := slices.Index(a.Names, name)
	if at < 0 {
		return array, fmt.Errorf("no array %q: the file holds %s", name, strings.Join(a.Names, ", "))
	}
	f, err := a.files[at].Open()
	if err == nil {
		defer f.Close()
		array, err = Read(unpack.Bounded(f, &a.bytes))
	}
	if err != nil {
		return Array{}, fmt.Errorf("array %q: %w", name, err)
	}
	return array, nil
}
