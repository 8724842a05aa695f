package render_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/render"
	"gpca/report/study"
)

// FuzzManifest holds that whatever a manifest says, reading it ends, and nothing outside of
// its folder is removed.
func FuzzManifest(f *testing.F) {
	// The SHA-256 of no bytes, which outside.txt has.
	const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	f.Add(`{"study": "s", "files": [{"path": "inside.txt", "bytes": 0, "sha256": "` + empty + `"}]}`)
	f.Add(`{"files": [{"path": "../outside.txt", "bytes": 0, "sha256": "` + empty + `"}, {"path": "tables/../../outside.txt", "sha256": "` + empty + `"}]}`)
	f.Add(`{"study_file": "../../../../x", "parts": [{"files": [{"path": ""}, {"path": "."}]}]}`)
	f.Fuzz(func(t *testing.T, manifest string) {
		folder := t.TempDir()
		out, outside := filepath.Join(folder, "out"), filepath.Join(folder, "outside.txt")
		assert.NilError(t, os.Mkdir(out, 0o755))
		for name, content := range map[string]string{outside: "", filepath.Join(out, "inside.txt"): "", filepath.Join(out, render.ManifestFile): manifest} {
			assert.NilError(t, os.WriteFile(name, []byte(content), 0o600))
		}
		m, err := render.ReadManifest(out)
		if err != nil {
			assert.Check(t, strings.HasPrefix(err.Error(), "manifest: "), err)
			return
		}
		_ = m.Check(out, &study.Study{Head: study.Head{Name: "s"}}) // of another study
		for _, d := range m.Drawings() {
			_, _ = render.Remove(out, d.Files) // of a folder
		}
		_, err = os.Stat(outside)
		assert.NilError(t, err)
	})
}
