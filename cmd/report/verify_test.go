package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/solver"
)

// Where bytes differ, it is said that other builds made them, if others did.
func TestOtherBuilds(t *testing.T) {
	first, second := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "out")
	execute(t, nil, "--study", tiny, "--out", first, "--table", "1.2").expect(t, exitFine, 3, 0, 0)
	assert.NilError(t, os.CopyFS(second, os.DirFS(first)))
	assert.NilError(t, os.WriteFile(filepath.Join(second, "summary.md"), nil, 0o600))
	named := `"architecture": "` + solver.Architecture() + `"`
	manifest := read(t, second, "manifest.json")
	for text, want := range map[string]bool{manifest: false, strings.Replace(manifest, named, `"architecture": "abacus"`, 1): true} {
		assert.NilError(t, os.WriteFile(filepath.Join(second, "manifest.json"), []byte(text), 0o600))
		for _, line := range [][]string{{"verify", "--study", tiny, "--out", second}, {"diff", first, second, "--check"}} {
			o := execute(t, nil, line...)
			if o.code != exitCheck || strings.Contains(o.stderr, "ran on other processors") != want || strings.Contains(o.stderr, "abacus") != want {
				t.Errorf("%q names the builds: %v, want %v:\n%s", line, !want, want, o.stderr)
			}
		}
	}
	if o := execute(t, nil, "version"); !strings.Contains(o.stdout, "/"+solver.Architecture()+"\n") {
		t.Errorf("version does not name the build:\n%s", o.stdout)
	}
}
