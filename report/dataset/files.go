package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gpca/report/dataset/unpack"
)

// entryFiles gives the files of one entry in one directory.
type entryFiles struct {
	directory string
	found     []string // for each File of the entry, the path that exists
	digests   []string // SHA-256 of each file that has been read, else ""
}

// Locate returns the first of the directories that has all files of the set. If
// none has, it returns the first that has some of them, so that Open can say what
// is missing: a set that is there by half is a mistake to report, not a reason
// for a stand-in.
func (e Entry) Locate(directories []string) (directory string, found bool) {
	for _, d := range directories {
		there := 0
		for _, f := range e.Files {
			if _, ok := f.find(d); ok {
				there++
			}
		}
		if there == len(e.Files) {
			return d, true
		}
		if there > 0 && !found {
			directory, found = d, true
		}
	}
	return directory, found
}

// find returns the path under which f exists in a directory, relative to it.
func (f File) find(directory string) (path string, ok bool) {
	for _, path := range append([]string{f.Path}, f.Alternatives...) {
		other, packed := strings.CutSuffix(path, ".gz")
		if !packed {
			other = path + ".gz"
		}
		for _, p := range []string{path, other} {
			if info, err := os.Stat(filepath.Join(directory, filepath.FromSlash(p))); err == nil && !info.IsDir() {
				return p, true
			}
		}
	}
	return "", false
}

// locateFiles finds every file of the set in a directory, or says which are
// missing.
func (e Entry) locateFiles(directory string) (*entryFiles, error) {
	s := &entryFiles{directory: directory, digests: make([]string, len(e.Files))}
	var missing []string
	for _, f := range e.Files {
		path, ok := f.find(directory)
		if !ok {
			missing = append(missing, f.Path)
		}
		s.found = append(s.found, path)
	}
	if len(missing) == 0 {
		return s, nil
	}
	return nil, fmt.Errorf("%d of %d files missing: %s: %w; published at %s", len(missing), len(e.Files), someOf(missing), fs.ErrNotExist, e.URL)
}

// NotFound is the error for a set that none of the folders has and that has no
// stand-in. It wraps fs.ErrNotExist.
func (e Entry) NotFound(folders []string) error {
	var wanted []string
	for _, f := range e.Files {
		wanted = append(wanted, f.Path)
	}
	looked := strings.Join(folders, ", ")
	if looked == "" {
		looked = "no folder"
	}
	return fmt.Errorf("data set %s: %w: it has no stand-in and needs %s; looked in %s; get the files from %s and give their folder with --data",
		e.Name, fs.ErrNotExist, someOf(wanted), looked, e.URL)
}

// someOf lists the first of several paths.
func someOf(paths []string) string {
	const shown = 3
	list := strings.Join(paths[:min(shown, len(paths))], ", ")
	if more := len(paths) - shown; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

// parse reads a file of an entry, unpacked, with the reader of its format. It
// puts the path before the reader's errors and notes the digest of the file, so
// that the bytes that were parsed are the bytes that are checked.
func parse[T any](ctx context.Context, s *entryFiles, file int, read func(io.Reader) (T, error)) (value T, err error) {
	if err := ctx.Err(); err != nil {
		return value, err
	}
	value, s.digests[file], err = unpack.ReadFile(filepath.Join(s.directory, filepath.FromSlash(s.found[file])), read)
	if err != nil {
		err = fmt.Errorf("%s: %w", s.found[file], err)
	}
	return value, err
}

// unpackedDigest is the SHA-256 of the content of a file, unpacked.
func (s *entryFiles) unpackedDigest(ctx context.Context, file int) (string, error) {
	return parse(ctx, s, file, func(r io.Reader) (string, error) {
		h := sha256.New()
		_, err := io.Copy(h, r)
		return hex.EncodeToString(h.Sum(nil)), err
	})
}
