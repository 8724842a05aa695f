package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/store"
)

func TestOneLine(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"out: a: full", "out: a: full"},
		{"out: a: full\nstore: closed", "out: a: full; store: closed"},
		{"a cell failed: iris: panic: index\ngoroutine 7 [running]:\nmain.main()", "a cell failed: iris: panic: index"},
	} {
		if got := oneLine(textError(test.text)); got != test.want {
			t.Errorf("%q becomes %q, want %q", test.text, got, test.want)
		}
	}
}

type textError string

func (e textError) Error() string { return string(e) }

// Status counts what a stopped run has kept of cells that are not complete.
func TestStatusOfKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out")
	kept := filepath.Join(folder, "cells", store.KeptFolder)
	assert.NilError(t, os.MkdirAll(kept, 0o700))
	for _, name := range []string{"a", "b", ".c"} {
		assert.NilError(t, os.WriteFile(filepath.Join(kept, name), nil, 0o600))
	}
	o := execute(t, nil, "status", "--study", "atlas", "--table", "AT.1", "--out", folder)
	if want := "2 pieces of missing cells kept from a stopped run"; o.code != 0 || !strings.Contains(o.stdout, want) {
		t.Errorf("exit code %d, says\n%s%s", o.code, o.stdout, o.stderr)
	}
}
