package input

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// A file that is too long to be read whole is refused by its name; this one holds nothing and takes no disk.
func TestLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "study.yaml")
	assert.NilError(t, errors.Join(os.WriteFile(path, nil, 0o644), os.Truncate(path, MaxBytes+1)))
	_, err := Read(path)
	want := "read " + path + ": more than 1024 MiB, which no file has that is wanted here"
	assert.Check(t, errors.Is(err, ErrLarge) && err.Error() == want, "got %v, want %s", err, want)
}
