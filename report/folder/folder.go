// Package folder keeps an output folder whole on file systems that are shared and machines
// that die. One program works in it at a time, or several that agree to share it ([Take]). A
// file is there whole or as it was ([Replace]). What a killed program left half done goes at
// the next start of one that works alone ([Sweep]).
//
// The folder may be a symbolic link, since its user has named it. Nothing is written or removed
// through a link in it: what is behind that is not the folder's.
package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

// unfinished ends the names of files that are still being written.
const unfinished = ".unfinished"

// Replace writes a file, by its path under a folder with slashes, in one step: whoever reads
// it, also after a power cut, has the old bytes or the new ones. Its name is safe from a power
// cut after [Sync] of its folder.
//
// The file system must have the bytes before the name moves over to them: with delayed
// allocation a file is else empty after a crash (https://lwn.net/Articles/322823/).
func Replace(out, name string, content []byte) error {
	return within(out, name, func(root *os.Root) error {
		folder, file := path.Split(name)
		// Shards that share a folder may write one file at a time, hence a name for each.
		next := fmt.Sprintf("%s.%s.%08x%s", folder, file, rand.Uint32(), unfinished)
		err := root.MkdirAll(path.Clean(folder), 0o755)
		if err != nil {
			return err
		}
		f, err := root.OpenFile(next, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		_, err = f.Write(content)
		if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
			err = root.Rename(next, name)
		}
		if err != nil {
			_ = root.Remove(next)
		}
		return err
	})
}

// Remove removes a file, by its path under a folder with slashes, unless keep wants to keep what
// it holds, and then the folder it was in if that is empty. Anything but a regular file is kept.
func Remove(out, name string, keep func(content []byte) bool) (kept bool, err error) {
	return kept, within(out, name, func(root *os.Root) error {
		info, err := root.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		var content []byte
		if err == nil && info.Mode().IsRegular() {
			content, err = root.ReadFile(name)
		}
		if err != nil {
			return err
		}
		if kept = !info.Mode().IsRegular() || keep(content); kept {
			return nil
		}
		if err = root.Remove(name); err == nil {
			_ = root.Remove(path.Dir(name)) // a folder that is not empty stays
		}
		return err
	})
}

// Check returns an error when files are not to be written into a folder under another, whose
// path has slashes, for a symbolic link on the way.
func Check(out, folder string) error {
	return within(out, path.Join(folder, unfinished), func(*os.Root) error { return nil })
}

// within does something to a file of a folder. [os.Root] refuses links that lead out of it, and
// those that do not are refused here, so that one rule holds.
func within(out, name string, do func(*os.Root) error) error {
	if !fs.ValidPath(name) {
		return fmt.Errorf("%q lies outside %s", name, out)
	}
	root, err := os.OpenRoot(out)
	if err != nil {
		return err
	}
	defer root.Close()
	for at := path.Dir(name); at != "."; at = path.Dir(at) {
		if info, err := root.Lstat(at); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return linked(out, at)
		}
	}
	if err = do(root); err == nil {
		return nil
	}
	// The names of the operation and of the unfinished file are our business, the cause is the
	// user's.
	if fault, ok := errors.AsType[*fs.PathError](err); ok {
		err = fault.Err
	} else if fault, ok := errors.AsType[*os.LinkError](err); ok {
		err = fault.Err
	}
	return fmt.Errorf("%s: %w", filepath.Join(out, filepath.FromSlash(name)), err)
}

// linked is the error of a path that is a symbolic link.
func linked(out, name string) error {
	return fmt.Errorf("%s is a symbolic link, and nothing in an output folder is written or removed through one: "+
		"remove the link, or put what it leads to in its place", filepath.Join(out, filepath.FromSlash(name)))
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
func Sweep(out string) error {
	root, err := os.OpenRoot(out)
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		left, _ := path.Match(".*"+unfinished, path.Base(name))
		switch {
		case err != nil: // what cannot be read is none of ours
		case e.IsDir() && strings.Contains(name, "/"):
			return fs.SkipDir
		case left && !e.IsDir():
			return root.Remove(name)
		}
		return nil
	})
}

// Relative is the path, with slashes, by which a file in a folder names another: absolute where
// there is no way from there, and empty for no file.
func Relative(folder, path string) string {
	if path == "" {
		return ""
	}
	from, err := filepath.Abs(folder)
	to, fault := filepath.Abs(path)
	if err != nil || fault != nil {
		return filepath.ToSlash(path)
	}
	if relative, err := filepath.Rel(from, to); err == nil {
		to = relative
	}
	return filepath.ToSlash(to)
}
