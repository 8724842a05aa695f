// Package input opens files to read. It refuses pipes and devices: opening a pipe blocks until it has a
// writer, and it can be read only once. It reads whole only files that fit into memory.
package input

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gpca/report/words"
	"gpca/solver/typo"
)

// ErrIrregular is the cause when a file is a pipe, a device or a socket.
var ErrIrregular = errors.New("not a regular file, as is wanted here, but a pipe or a device")

// MaxBytes is the largest file that is read whole. All that are, such as studies, tables and models, are far smaller.
const MaxBytes = 1 << 30

// ErrLarge is the cause when a file that is to be read whole is larger.
var ErrLarge = fmt.Errorf("more than %d MiB, which no file has that is wanted here", MaxBytes>>20)

func Open(path string) (*os.File, error) {
	if _, err := regular(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

func Read(path string) ([]byte, error) {
	info, err := regular(path)
	if err == nil && info != nil && info.Size() > MaxBytes {
		err = &fs.PathError{Op: "read", Path: path, Err: ErrLarge}
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// Near is the path of the file whose name is most like that of path, beside it, empty where none is like it.
func Near(path string) string {
	folder, name := filepath.Split(path)
	beside, _ := os.ReadDir(cmp.Or(folder, ".")) // where there is no folder, there is no file
	files := words.Those(beside, func(entry fs.DirEntry) bool { return entry.Type().IsRegular() })
	if near := typo.Nearest(name, words.Each(files, fs.DirEntry.Name)); len(near) > 0 {
		return folder + near[0]
	}
	return ""
}

// regular checks a file before it is opened, since opening may block. For folders and missing files
// the error of opening is clearer, and it returns nothing.
func regular(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return nil, nil
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: ErrIrregular}
	}
	return info, nil
}
