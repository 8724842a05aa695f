package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckOut(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "out")
	if err := CheckOut(folder); err != nil {
		t.Fatalf("a folder that can be made: %v", err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) > 0 {
		t.Errorf("the folder holds %v (%v), want it empty", entries, err)
	}
	if err := CheckOut(folder); err != nil {
		t.Errorf("a folder that is there: %v", err)
	}
}

func TestCheckOutRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("taken"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{file, filepath.Join(file, "out")} {
		err := CheckOut(out)
		if err == nil {
			t.Fatalf("%s is taken for a folder", out)
		}
		if want := "out: " + out + ": not a directory"; !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %q, want it to begin with %q", err, want)
		}
	}
	if content, err := os.ReadFile(file); err != nil || string(content) != "taken" {
		t.Errorf("the file in the way holds %q (%v), want it untouched", content, err)
	}
}
