// Package input opens the files that a program is to read. A pipe or a device is refused: who
// opens a pipe waits until somebody writes into it, perhaps for ever, and can read it once only.
package input

import (
	"errors"
	"io/fs"
	"os"
)

// ErrIrregular is the cause when a file is a pipe, a device or a socket.
var ErrIrregular = errors.New("not a regular file, as is wanted here, but a pipe or a device")

// Open opens a file to be read.
func Open(path string) (*os.File, error) {
	if err := regular(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// Read reads a file whole.
func Read(path string) ([]byte, error) {
	if err := regular(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// regular looks at a file before it is opened, since it is the opening that waits. That of a
// folder does not, and has an error of its own, as has that of nothing.
func regular(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return &fs.PathError{Op: "read", Path: path, Err: ErrIrregular}
	}
	return nil
}
