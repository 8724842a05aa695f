package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
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

// A folder with a report, or with cells alone, is refused to every verb that writes for
// another study, and nothing in it changes.
func TestAnotherStudyIsRefused(t *testing.T) {
	long(t)
	other := filepath.Join(t.TempDir(), "other.yaml")
	assert.NilError(t, os.WriteFile(other, []byte(strings.Replace(read(t, again), "name: again", "name: other", 1)), 0o600))
	for _, first := range []string{"", "run", "render", "compare", "audit"} {
		out := t.TempDir()
		execute(t, nil, strings.Fields(first+" --study "+again+" --out "+out)...)
		before := snapshot(t, out)
		verbs := []string{"render"}
		if first == "" { // what wrote a folder does not matter to who is refused
			verbs = []string{"", "run", "render", "compare", "audit"}
		}
		for _, verb := range verbs {
			o := execute(t, nil, strings.Fields(verb+" --study "+other+" --out "+out)...)
			if want := "report: out: " + out + " belongs to study again ("; o.code != exitError || !strings.HasPrefix(o.lines()[0], want) {
				t.Errorf("%q after %q: exit code %d, %s", verb, first, o.code, o.stderr)
			}
			if want := "again.yaml), not to other (" + other + "): name another folder with --out, or take this one over with --force"; !strings.HasSuffix(o.lines()[0], want) {
				t.Errorf("%q after %q says %s", verb, first, o.lines()[0])
			}
		}
		o := execute(t, nil, "status", "--out", out)
		if want := "not to all: name that study with --study, or another folder with --out"; !strings.HasPrefix(o.stderr, "warning: ") || !strings.Contains(o.stderr, want) {
			t.Errorf("status after %q says %s", first, o.stderr)
		}
		if changed := changedFiles(before, snapshot(t, out)); changed != "" || before["manifest.json"] != read(t, out, "manifest.json") {
			t.Errorf("after %q, what was refused changed %s or the manifest", first, changed)
		}
	}
}

// A report from real data is not replaced by one from stand-ins because the folder of the
// data was left out.
func TestRealDataIsNotReplaced(t *testing.T) {
	out := t.TempDir()
	args := []string{"--study", again, "--out", out}
	execute(t, nil, args...).expect(t, exitFine, 3, 0, 0)
	manifest := strings.Replace(read(t, out, "manifest.json"), `"stand-in"`, `"real"`, 1)
	assert.NilError(t, os.WriteFile(filepath.Join(out, "manifest.json"), []byte(manifest), 0o600))
	before := snapshot(t, out)
	o := execute(t, nil, args...)
	want := out + " was drawn from real data (iris) that is not here now: give its folder with --data, name another folder with --out, or put a report on stand-ins in its place with --force"
	if o.code != exitError || !strings.Contains(o.stderr, want) || changedFiles(before, snapshot(t, out)) != "" {
		t.Errorf("exit code %d: %s", o.code, o.stderr)
	}
	if o := execute(t, nil, append(args, "--force")...); o.code != exitFine || strings.Contains(read(t, out, "manifest.json"), `"real"`) {
		t.Errorf("with --force: exit code %d: %s", o.code, o.stderr)
	}
}

// With --force, the report of the other study goes, but for a file that was edited; its
// cells stay and count again.
func TestTakingOver(t *testing.T) {
	out := t.TempDir()
	execute(t, nil, "--study", again, "--out", out).expect(t, exitFine, 3, 0, 0)
	edited := filepath.Join(out, "tables", "table-9.1.md")
	assert.NilError(t, os.WriteFile(edited, []byte("mine"), 0o600))
	o := execute(t, nil, "--study", tiny, "--out", out, "--force")
	o.expect(t, exitFine, 6, 0, 0)
	for _, want := range []string{
		"warning: the folder belonged to another study, whose report is removed; its cells are kept folder=" + out,
		"warning: not drawn any more, and left because it was edited file=" + edited,
		"computing cells=5", // what both studies have is not computed again
	} {
		if !strings.Contains(o.stderr, want) {
			t.Errorf("standard error lacks %q:\n%s", want, o.stderr)
		}
	}
	files := snapshot(t, out)
	if files["tables/table-2.13.csv"]+files["audit.md"] != "" || files["tables/table-9.1.md"] != "mine" || files["tables/table-1.1.csv"] == "" {
		t.Error("the folder does not hold the second study and the edited file alone")
	}
	o = execute(t, nil, "verify", "--out", out)
	if want := "tables/table-9.1.md  not in the manifest  -\n"; o.code != exitCheck || !strings.Contains(o.stdout, want) || strings.Count(o.stdout, "\n") != 2 {
		t.Errorf("verify: exit code %d, %s", o.code, o.stdout)
	}
	execute(t, nil, "render", "--study", again, "--out", out, "--force").expect(t, exitFine, 3, 0, 0)
}

// A study is its name and its file: an edited file is the same study, as is one that was
// moved; a copy, or one that comes with the program, is another. A folder without
// a manifest is anybody's.
func TestWhoseFolder(t *testing.T) {
	folder := t.TempDir()
	out := filepath.Join(folder, "out")
	file := filepath.Join(folder, "tiny.yaml")
	source := read(t, tiny)
	write := func(path, content string) {
		t.Helper()
		assert.NilError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	render := func(study string, code int) {
		t.Helper()
		if o := execute(t, nil, "render", "--study", study, "--out", out, "--table", "1.1"); o.code != code {
			t.Errorf("%s: exit code %d, want %d: %s", study, o.code, code, o.stderr)
		}
	}
	write(file, source)
	render(file, exitFine)
	write(file, strings.Replace(source, "A tiny study", "An edited study", 1))
	render(file, exitFine)
	render(filepath.Join(folder, ".", "out", "..", "tiny.yaml"), exitFine)
	copied := filepath.Join(folder, "copy.yaml")
	write(copied, source)
	render(copied, exitError)
	assert.NilError(t, os.Remove(file))
	render(copied, exitFine) // moved
	write(file, strings.Replace(source, "name: tiny", "name: other", 1))
	render(file, exitError)

	var manifest map[string]any
	if err := json.Unmarshal([]byte(read(t, out, "manifest.json")), &manifest); err != nil || manifest["study_file"] != "../copy.yaml" {
		t.Fatalf("the manifest has the file %v (%v)", manifest["study_file"], err)
	}
	assert.NilError(t, os.Remove(filepath.Join(out, "manifest.json")))
	render(file, exitFine)
	write(filepath.Join(out, "manifest.json"), "{")
	render(file, exitError)
}

// A selection draws its own tables and figures and leaves the rest, the manifest's lines
// included; a selection of data draws what is there of all.
func TestSelectionLeavesTheRest(t *testing.T) {
	long(t)
	out := t.TempDir()
	args := []string{"--study", tiny, "--out", out}
	execute(t, nil, append(args, "run", "--table", "1.2")...).expect(t, exitFine, 3, 0, 0)
	execute(t, nil, append(args, "render")...).expect(t, exitFine, 3, 0, 3)
	for _, c := range []struct{ line, changed string }{
		{"render --figure 1.1", ""},
		{"render --table 1.1", ""},
		{"run --dataset iris", "cells"},
		{"render --table 1.2", ""}, // has all its cells already
		{"render --table 1.1 --figure 1.1", "tables/table-1.1-tabular.tex tables/table-1.1.csv tables/table-1.1.md tables/table-1.1.tex"},
		{"render --method mine", "report.html report.md report.pdf results.csv summary.md tables/macros.tex"},
		{"render --table 1.1 --dataset iris", ""},
		{"--table 1.1 --repetitions 1", "cells tables/table-1.1-tabular.tex tables/table-1.1.csv tables/table-1.1.md tables/table-1.1.tex"},
		{"", "cells report.html report.md report.pdf results.csv summary.md tables/macros.tex tables/table-1.1-tabular.tex tables/table-1.1.csv tables/table-1.1.md tables/table-1.1.tex"},
	} {
		before := snapshot(t, out)
		if o := execute(t, nil, append(args, strings.Fields(c.line)...)...); o.code != exitFine {
			t.Fatalf("%s: exit code %d: %s", c.line, o.code, o.stderr)
		}
		if got := changedFiles(before, snapshot(t, out)); got != c.changed {
			t.Errorf("%q changed %q, want %q", c.line, got, c.changed)
		}
		if o := execute(t, nil, "verify", "--out", out); o.code != exitFine {
			t.Errorf("verify after %q: exit code %d: %s", c.line, o.code, o.stdout+o.stderr)
		}
	}
	if strings.Contains(read(t, out, "manifest.json"), `"parts"`) {
		t.Error("a whole report has parts that are drawn for themselves")
	}
}

// A selection does not take the place of a report of another selection either, but adds
// its files to it. The same selection draws its report again.
func TestSelectionBesideAnother(t *testing.T) {
	long(t)
	out := t.TempDir()
	args := []string{"render", "--study", tiny, "--out", out, "--table"}
	execute(t, nil, append(args, "1.1")...).expect(t, exitFine, 0, 0, 4)
	before := snapshot(t, out)
	execute(t, nil, append(args, "1.2")...).expect(t, exitFine, 0, 0, 3)
	if got, want := changedFiles(before, snapshot(t, out)), "tables/table-1.2-tabular.tex tables/table-1.2.csv tables/table-1.2.md tables/table-1.2.tex"; got != want {
		t.Errorf("another selection changed %q, want %q", got, want)
	}
	execute(t, nil, "run", "--study", tiny, "--out", out).expect(t, exitFine, 6, 0, 0)
	before = snapshot(t, out)
	execute(t, nil, append(args, "1.1")...).expect(t, exitFine, 4, 0, 0)
	if got, want := changedFiles(before, snapshot(t, out)), "report.html report.md report.pdf results.csv summary.md tables/macros.tex tables/table-1.1-tabular.tex tables/table-1.1.csv tables/table-1.1.md tables/table-1.1.tex"; got != want {
		t.Errorf("the same selection changed %q, want %q", got, want)
	}
	o := execute(t, nil, "verify", "--out", out)
	if want := "4 of them are from before some cells were computed"; o.code != exitFine || !strings.Contains(o.stdout, want) {
		t.Errorf("verify: exit code %d, %s", o.code, o.stdout)
	}
}

// What a study does not show any more goes, but for what was edited.
func TestWhatIsNotDrawnAnyMore(t *testing.T) {
	out, file := t.TempDir(), filepath.Join(t.TempDir(), "tiny.yaml")
	source := read(t, tiny)
	table := source[strings.Index(source, "  - number: \"1.2\""):strings.Index(source, "figures:")]
	for i, text := range []string{source, strings.Replace(source, table, "", 1)} {
		assert.NilError(t, os.WriteFile(file, []byte(text), 0o600))
		o := execute(t, nil, "render", "--study", file, "--out", out)
		if i == 0 {
			assert.NilError(t, os.WriteFile(filepath.Join(out, "tables", "table-1.2.csv"), nil, 0o600))
		} else if want := "warning: not drawn any more, and left because it was edited file=" + filepath.Join(out, "tables", "table-1.2.csv"); o.lines()[1] != want {
			t.Errorf("says %q, want %q", o.lines()[1], want)
		}
	}
	files := snapshot(t, out)
	_, left := files["tables/table-1.2.csv"]
	_, gone := files["tables/table-1.2.tex"]
	if !left || gone {
		t.Errorf("the edited file is there: %v; the other: %v", left, gone)
	}
}

// Verify holds after every step of any sequence of verbs.
func TestVerifyHoldsAfterAnySequence(t *testing.T) {
	long(t)
	for seed := range uint64(3) {
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
			if o.code == exitCheck || strings.Contains(o.stderr, "panic") {
				t.Errorf("seed %d, %q: exit code %d, %s", seed, line, o.code, o.stderr)
			}
			v := execute(t, nil, "verify", "--out", out)
			nothing := strings.Contains(v.stderr, "no report was drawn")
			if v.code != exitFine && !nothing {
				t.Fatalf("seed %d, after %q: exit code %d\n%s%s", seed, line, v.code, v.stdout, v.stderr)
			}
			drawn = drawn || !nothing
			if files := len(snapshot(t, out)); nothing && files > 2 { // cells and manifest
				t.Errorf("seed %d, after %q: %d files and nothing was drawn", seed, line, files)
			}
		}
		if !drawn {
			t.Errorf("seed %d: %q drew nothing", seed, line)
		}
	}
}
