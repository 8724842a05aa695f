package report

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// What is refused, tests of the program say.
func TestCheckOut(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "out")
	if err := CheckOut(folder); err != nil {
		t.Fatalf("a folder that can be made: %v", err)
	}
	entries, err := os.ReadDir(folder)
	assert.Check(t, err == nil && len(entries) == 0, "the folder holds %v (%v), want it empty", entries, err)
	if err := CheckOut(folder); err != nil {
		t.Errorf("a folder that is there: %v", err)
	}
}
