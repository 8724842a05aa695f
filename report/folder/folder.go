// Package folder keeps an output folder whole on file systems that are shared and machines
// that die. One program works in it at a time, or several that agree to share it ([Take]). A
// file is there whole or as it was ([Replace]). What a killed program left half done goes at
// the next start of one that works alone ([Sweep]).
package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// unfinished ends the names of files that are still being written.
const unfinished = ".unfinished"

// Replace writes a file in one step: whoever reads it, also after a power cut, has the old
// bytes or the new ones. Its name is safe from a power cut after [Sync] of its folder.
//
// The file system must have the bytes before the name moves over to them: with delayed
// allocation a file is else empty after a crash (https://lwn.net/Articles/322823/).
func Replace(path string, content []byte) error {
	// Shards that share a folder may write one file at a time, hence a name for each.
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*"+unfinished)
	if err == nil {
		next := f.Name()
		_, err = f.Write(content)
		err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
		if err == nil {
			err = os.Rename(next, path)
		}
		if err != nil {
			_ = os.Remove(next)
		}
	}
	if err == nil {
		return nil
	}
	// The name of the unfinished file is our business, the cause is the user's.
	if fault, ok := errors.AsType[*fs.PathError](err); ok {
		err = fault.Err
	} else if fault, ok := errors.AsType[*os.LinkError](err); ok {
		err = fault.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// Sync makes the names in a folder safe from a power cut. Windows has no such call.
func Sync(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Sweep removes what killed programs left half done in a folder and the folders in it.
// Nobody else may be at work there.
func Sweep(path string) error {
	var all error
	for _, pattern := range []string{"", "*"} {
		left, err := fs.Glob(os.DirFS(path), filepath.ToSlash(filepath.Join(pattern, ".*"+unfinished)))
		all = errors.Join(all, err)
		for _, name := range left {
			all = errors.Join(all, remove(filepath.Join(path, filepath.FromSlash(name))))
		}
	}
	return all
}

// Probe proves that files can be made in a folder.
func Probe(path string) error {
	probe, err := os.CreateTemp(path, ".probe-*"+unfinished)
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), remove(probe.Name()))
}

// remove removes a file. A program that probes a folder has not got it yet: the one that
// has may sweep the probe away, and find it gone.
func remove(name string) error {
	err := os.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
