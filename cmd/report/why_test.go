package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/solver"
)

// Processors with other last digits have other keys, so that their cells do not mix; all others give the same bytes.
func TestProcessors(t *testing.T) {
	long(t)
	out := t.TempDir()
	keys := regexp.MustCompile(`[0-9a-f]{64}`)
	results := map[string]string{}
	for _, off := range []string{"none", "fma", "avx2", "avx512", "avx512f"} {
		t.Setenv("GODEBUG", "cpu."+off+"=off")
		c, says := start(t, "--study", tiny, "--out", filepath.Join(out, off), "--table", "1.2", "-j", "1")
		err := c.Wait()
		assert.NilError(t, err, "without %s: %v\n%s", off, err, says)
		results[off] = read(t, out, off, "results.csv")
	}
	for off, got := range results {
		same := off != "fma" || solver.Architecture() != "amd64" // others always fuse, or never
		if same != (got == results["none"]) || same != strings.Contains(got, keys.FindString(results["none"])) {
			t.Errorf("without %s, keys and bytes are to be the same: %v; they are\n%s", off, same, got)
		}
	}
	if solver.Architecture() != "amd64" {
		return
	}
	o := execute(t, nil, "why", "--study", tiny, "--out", filepath.Join(out, "fma"), "iris tanh, 3 folds")
	want := "which differs in\n    architecture  amd64 without FMA → amd64\n"
	assert.Check(t, strings.HasSuffix(o.stdout, want), "it says %q, want %q", o.stdout, want)
}
