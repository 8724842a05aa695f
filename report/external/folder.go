package external

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gpca/report/folder"
)

// prefix begins the names of the folders of this user on this machine: the locks of some
// file systems do not reach others.
func prefix() string {
	host, _ := os.Hostname() // a host without a name has none
	return fmt.Sprintf("gpca-%d-%s-", os.Getuid(), host)
}

// makeFolder makes a folder for a start of a program. It is locked for as long as it is open,
// and by the system, so that the lock ends with the report, however that ends.
func makeFolder() (*os.File, error) {
	path, err := os.MkdirTemp("", prefix())
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err == nil {
		err = folder.Flock(f, true)
	}
	if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		f.Close()
		return nil, errors.Join(err, os.Remove(path))
	}
	return f, nil
}

// sweep removes the folders of reports that were killed, as far as it can: those that nobody
// has locked. An empty one may be about to be locked, and has no data.
func sweep() {
	entries, _ := os.ReadDir(os.TempDir())
	for _, e := range entries {
		number, ours := strings.CutPrefix(e.Name(), prefix())
		if !ours || !e.IsDir() || strings.Trim(number, "0123456789") != "" {
			continue
		}
		path := filepath.Join(os.TempDir(), e.Name())
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		if names, _ := f.Readdirnames(1); len(names) > 0 && folder.Flock(f, true) == nil {
			os.RemoveAll(path)
		}
		f.Close()
	}
}
