package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// again is a study of 3 cells that repeats a publication.
const again = "testdata/again.yaml"

// changedFiles lists the files that are not the same in two snapshots, the manifest aside.
func changedFiles(before, after map[string]string) string {
	names := map[string]bool{}
	for name, content := range before {
		names[name] = after[name] != content
	}
	for name, content := range after {
		names[name] = before[name] != content
	}
	var all []string
	for name, differs := range names {
		if differs && name != "manifest.json" {
			all = append(all, name)
		}
	}
	return strings.Join(slices.Sorted(slices.Values(all)), " ")
}

// Verify holds after every step of any sequence of verbs.
func TestVerifyHoldsAfterAnySequence(t *testing.T) {
	long(t)
	for seed := range uint64(2) {
		r := rand.New(rand.NewPCG(seed, 9))
		pick := func(from ...string) string { return from[r.IntN(len(from))] }
		out := t.TempDir()
		owner := pick(again, tiny)
		var line []string
		drawn := false
		for range 10 {
			next := owner
			verb := pick("", "run", "render", "render", "compare", "audit")
			switch r.IntN(6) {
			case 0:
				next = pick(again, tiny)
				verb += " --force"
			case 1:
				next = pick(again, tiny)
			}
			if verb != "audit" && verb != "audit --force" {
				verb += pick("", "", " --table *.1", " --figure *", " --method p=1", " --dataset iris", " --repetitions 1")
			}
			verb += " --study " + next
			line = append(line, verb)
			o := execute(t, nil, strings.Fields(verb+" --out "+out)...)
			if refused := strings.Contains(o.stderr, "take this one over with --force"); !refused {
				owner = next
			}
			assert.Check(t, o.code != exitCheck && !strings.Contains(o.stderr, "panic"),
				"seed %d, %q: exit code %d, %s", seed, line, o.code, o.stderr)
			v := execute(t, nil, "verify", "--out", out)
			nothing := strings.Contains(v.stderr, "no report was drawn")
			assert.Assert(t, v.code == exitFine || nothing,
				"seed %d, after %q: exit code %d\n%s%s", seed, line, v.code, v.stdout, v.stderr)
			drawn = drawn || !nothing
			if files := len(snapshot(t, out)); nothing && files > 2 { // cells and manifest
				t.Errorf("seed %d, after %q: %d files and nothing was drawn", seed, line, files)
			}
		}
		assert.Check(t, drawn, "seed %d: %q drew nothing", seed, line)
	}
}
