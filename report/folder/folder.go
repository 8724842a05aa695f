// Package folder keeps an output folder consistent on shared file systems and across crashes. One program
// works in it at a time, or several shards ([Take]). Files are replaced atomically ([Replace]). The next
// program that works alone removes the unfinished files of a killed one ([Sweep]).
//
// The folder itself may be a symbolic link. Links inside it are never written or removed through: what
// they point to does not belong to the folder.
package folder

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

const unfinished = ".unfinished"

// Replace writes a file, by its path with slashes under a folder, atomically: readers find the old
// bytes or the new ones, also after a power cut. Its name is safe after [Sync] of its folder.
//
// The bytes must be on disk before the renaming: with delayed allocation a file is otherwise empty
// after a crash (https://lwn.net/Articles/322823/).
func Replace(out, name string, content []byte) error {
	return replace(out, name, whole(content), (*os.File).Sync)
}

// Stream is Replace of a file that need not be in memory: write writes it. A file that has the same bytes stands.
func Stream(out, name string, write func(io.Writer) error) error {
	err := replace(out, name, write, func(f *os.File) error {
		file := filepath.Join(out, filepath.FromSlash(name))
		if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
			return f.Sync()
		}
		if there, err := os.Open(file); err == nil {
			defer there.Close()
			if same(there, f) {
				return errStands
			}
		}
		return f.Sync()
	})
	if errors.Is(err, errStands) {
		return nil
	}
	return err
}

var errStands = errors.New("the file has these bytes already")

// same reports whether two files have the same bytes. One that cannot be read has not.
func same(a, b *os.File) bool {
	var sums [2][]byte
	for i, f := range []*os.File{a, b} {
		sum := sha256.New()
		if _, err := io.Copy(sum, io.NewSectionReader(f, 0, math.MaxInt64)); err != nil {
			return false
		}
		sums[i] = sum.Sum(nil)
	}
	return bytes.Equal(sums[0], sums[1])
}

func whole(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
}

// ReplaceChecked is Replace of a file that carries a checksum: after a power cut it may be cut or empty. It
// does not wait for the disk.
func ReplaceChecked(out, name string, content []byte) error {
	return replace(out, name, whole(content), func(*os.File) error { return nil })
}

func replace(out, name string, write func(io.Writer) error, settle func(*os.File) error) error {
	return within(out, name, func(root *os.Root) error {
		folder, file := path.Split(name)
		// Shards may write the same file at once, so each needs a name of its own.
		next := fmt.Sprintf("%s.%s.%08x%s", folder, file, rand.Uint32(), unfinished)
		err := root.MkdirAll(path.Clean(folder), 0o755)
		if err != nil {
			return err
		}
		f, err := root.OpenFile(next, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		if err = errors.Join(write(f), settle(f), f.Close()); err == nil {
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
			_ = root.Remove(path.Dir(name)) // fails if the folder is not empty
		}
		return err
	})
}

// Check returns an error when the path, with slashes, of a folder under out has a symbolic link on
// the way.
func Check(out, folder string) error {
	return within(out, path.Join(folder, unfinished), func(*os.Root) error { return nil })
}

// within calls do with the root of out, unless a folder of name is a link. [os.Root] refuses only links
// that lead out.
func within(out, name string, do func(*os.Root) error) error {
	if !fs.ValidPath(name) {
		return fmt.Errorf("%q lies outside %s", name, out)
	}
	root, err := openRoot(out)
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
	// The user needs the cause, not the operation and the unfinished file.
	if fault, ok := errors.AsType[*fs.PathError](err); ok {
		err = fault.Err
	} else if fault, ok := errors.AsType[*os.LinkError](err); ok {
		err = fault.Err
	}
	return fmt.Errorf("%s: %w", filepath.Join(out, filepath.FromSlash(name)), err)
}

// openRoot opens a folder. Opening a pipe would wait for its writer.
func openRoot(path string) (*os.Root, error) {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: syscall.ENOTDIR}
	}
	return os.OpenRoot(path)
}

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

// Sweep removes unfinished files in a folder and its subfolders. No other program may work there.
func Sweep(out string) error {
	root, err := openRoot(out)
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		left, _ := path.Match(".*"+unfinished, path.Base(name))
		switch {
		case err != nil: // skip what cannot be read
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
