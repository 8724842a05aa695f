// Package input opens files to read. It refuses pipes and devices: opening a pipe blocks until it has a
// writer, and it can be read only once.
package input

import (
	"errors"
	"io/fs"
	"os"
)

// ErrIrregular is the cause when a file is a pipe, a device or a socket.
var ErrIrregular = errors.New("not a regular file, as is wanted here, but a pipe or a device")

// Open opens a regular file to read.
func Open(path string) (*os.File, error) {
	if err := regular(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// Read reads a whole regular file.
func Read(path string) ([]byte, error) {
	if err := regular(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// regular checks a file before it is opened, since opening may block. For folders and missing files
// the error of opening is clearer.
func regular(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return &fs.PathError{Op: "read", Path: path, Err: ErrIrregular}
	}
	return nil
}
