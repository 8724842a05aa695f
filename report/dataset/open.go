package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpca/report/dataset/unpack"
	"gpca/report/words"
)

// Locate returns the first directory that has all files of the set, else the first that has some:
// an incomplete set is a mistake that Open reports, not a reason for a stand-in.
func (e Entry) Locate(directories []string) (directory string, found bool) {
	for _, d := range directories {
		_, missing := e.find(d)
		if len(missing) == 0 {
			return d, true
		}
		if len(missing) < len(e.Files) && !found {
			directory, found = d, true
		}
	}
	return directory, found
}

func (e Entry) find(directory string) (found, missing []string) {
	for _, f := range e.Files {
		paths := f.Paths()
		at := slices.IndexFunc(paths, func(p string) bool {
			info, err := os.Stat(filepath.Join(directory, filepath.FromSlash(p)))
			return err == nil && !info.IsDir()
		})
		if at < 0 {
			missing = append(missing, f.Path)
		} else {
			found = append(found, paths[at])
		}
	}
	return found, missing
}

func (e Entry) Has(directory string) bool {
	_, missing := e.find(directory)
	return len(missing) == 0
}

// Paths lists the paths at which the file is looked for, the published one first.
func (f File) Paths() []string {
	var paths []string
	for _, path := range append([]string{f.Path}, f.Alternatives...) {
		other, packed := strings.CutSuffix(path, ".gz")
		if !packed {
			other = path + ".gz"
		}
		paths = append(paths, path, other)
	}
	return paths
}

// Open reads the set from the files in dir and checks, the most telling difference first, that
// every file is there and has its format, the shape, the class counts and the SHA-256. The error
// of a missing file wraps fs.ErrNotExist.
func (e Entry) Open(ctx context.Context, dir string) (*Set, error) {
	set, err := e.open(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("data set %s in %s: %w", e.Name, dir, err)
	}
	return set, nil
}

func (e Entry) open(ctx context.Context, dir string) (*Set, error) {
	found, missing := e.find(dir)
	if len(missing) > 0 {
		return nil, fmt.Errorf("%d of %d files missing: %s: %w; published at %s",
			len(missing), len(e.Files), words.Some(missing, 3), fs.ErrNotExist, e.URL)
	}
	files := &entryFiles{Entry: e, directory: dir, found: found, digests: make([]string, len(found))}
	set, err := formats[e.Format](ctx, files)
	if err != nil {
		return nil, err
	}
	set.Name, set.Title, set.Origin = e.Name, e.Title, Real
	set.Classes, set.Image = e.Classes, e.Image
	set.Files, set.Digest = found, e.Digest
	if err := e.check(set); err != nil {
		// With one file the fault can only lie there.
		if len(found) == 1 {
			return nil, fmt.Errorf("%s: %w", found[0], err)
		}
		return nil, err
	}
	return set, files.check(ctx, set)
}

// check compares a set with the shape and the class counts of its entry.
func (e Entry) check(set *Set) error {
	got := set.Describe()
	if got.Samples != e.Samples || got.Features != e.Features {
		return fmt.Errorf("%d samples of %d features, want %d of %d", got.Samples, got.Features, e.Samples, e.Features)
	}
	if got.Train != e.Train || got.Test != e.Test {
		return fmt.Errorf("split into %d training and %d test samples, want %d and %d",
			got.Train, got.Test, e.Train, e.Test)
	}
	for class, want := range e.ClassCounts {
		if got.ClassCounts[class] != want {
			return fmt.Errorf("class %q has %d samples, want %d", e.Classes[class], got.ClassCounts[class], want)
		}
	}
	return nil
}

type entryFiles struct {
	Entry
	directory string
	found     []string // for each File of the entry, the path that exists
	digests   []string // SHA-256 of each file that has been read, else ""
}

// parse reads a file, unpacked, with the reader of its format, and notes the digest of the bytes
// read. What it needs of memory follows from the size of the published set.
func parse[T any](ctx context.Context, f *entryFiles, file int, read func(io.Reader) (T, error)) (value T, err error) {
	path := filepath.Join(f.directory, filepath.FromSlash(f.found[file]))
	const beside = 64 << 20
	room := beside + 16*int64(f.Samples)*int64(f.Features+2)
	value, f.digests[file], err = unpack.ReadFile(ctx, path, room, read)
	if _, large := errors.AsType[unpack.TooLarge](err); large {
		err = fmt.Errorf("not the published file, which takes less memory: get it again from %s", f.URL)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", f.found[file], err)
	}
	return value, err
}

// check compares the SHA-256 of the files with the catalogue.
func (f *entryFiles) check(ctx context.Context, set *Set) error {
	for i, file := range f.Files {
		digest := f.digests[i]
		if digest == file.SHA256 {
			continue
		}
		unpacked, err := parse(ctx, f, i, func(r io.Reader) (string, error) {
			h := sha256.New()
			_, err := io.Copy(h, r)
			return hex.EncodeToString(h.Sum(nil)), err
		})
		if err != nil {
			return err
		}
		// A file that is published unpacked may be gzipped here.
		if unpacked == file.SHA256 || unpacked == file.Unpacked ||
			f.Values != "" && set.ValuesDigest("gpca values") == f.Values {
			continue
		}
		return fmt.Errorf("%s: not the published file, though its shape and class counts are right: "+
			"SHA-256 is %s, want %s; get it again from %s, or, if the data is your own, name it in a study file",
			f.found[i], digest, file.SHA256, f.URL)
	}
	return nil
}
