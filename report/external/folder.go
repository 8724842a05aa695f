package external

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gpca/report/folder"
)

// prefix begins the names of the folders of this user on this machine. The host is part of it, since
// locks of some file systems do not reach other hosts.
func prefix() string {
	host, _ := os.Hostname() // empty on a host without a name
	return fmt.Sprintf("gpca-%d-%s-", os.Getuid(), host)
}

// makeFolder makes and locks a folder for one start of a program. The lock is the system's, so that
// it ends with the report, however that ends.
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

// sweep removes the unlocked folders of killed reports, as far as it can. An empty folder may be
// about to be locked, and has no data.
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
