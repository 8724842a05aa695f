package input

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A file that is too long to be read whole is refused by its name; this one holds nothing and takes no disk.
func TestLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "study.yaml")
	if err := errors.Join(os.WriteFile(path, nil, 0o644), os.Truncate(path, MaxBytes+1)); err != nil {
		t.Fatal(err)
	}
	_, err := Read(path)
	want := "read " + path + ": more than 1024 MiB, which no file has that is wanted here"
	if !errors.Is(err, ErrLarge) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
