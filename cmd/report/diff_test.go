package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	t.Chdir(folderOfTestdata(t))
	execute(t, nil, "run", "--study", tiny, "--out", "a", "-j", "1").expect(t, exitFine, 6, 0, 0)
	execute(t, nil, "run", "--study", tiny, "--out", "b", "-j", "2").expect(t, exitFine, 6, 0, 0)
	o := execute(t, nil, "diff", "a", "b", "--check")
	o.expectCode(t, exitFine)
	if want := "6 cells the same, 0 with other values, 0 only in a, 0 only in b\n"; o.stdout != want {
		t.Errorf("two runs of one study: %q, want %q", o.stdout, want)
	}

	execute(t, nil, "run", "--study", tiny, "--out", "c", "--repetitions", "3", "--table", "1.1").expect(t, exitFine, 4, 0, 0)
	execute(t, nil, "diff", "a", "c").expectCode(t, exitFine)
	o = execute(t, nil, "diff", "a", "c", "--check")
	o.expectCode(t, exitCheck)
	if want := "the check does not hold: 6 cells and 0 files are not the same"; !strings.Contains(o.stderr, want) {
		t.Errorf("standard error %q lacks %q", o.stderr, want)
	}
	for _, want := range []string{"differs, computed with repetitions 2 → 3\n", "only in a\n", "0 cells the same, 4 with other values, 2 only in a, 0 only in c\n"} {
		if !strings.Contains(o.stdout, want) {
			t.Errorf("standard output lacks %q:\n%s", want, o.stdout)
		}
	}
	var answer struct {
		Same, Differ int
		Cells        []struct {
			Cell, Measure string
			First, Second struct{ Mean *float64 }
			P             *float64
		}
	}
	o = execute(t, nil, "diff", "a", "c", "--json")
	if err := json.Unmarshal([]byte(o.stdout), &answer); err != nil || answer.Differ != 4 || len(answer.Cells) != 6 || answer.Cells[0].Measure != "accuracy" || answer.Cells[0].P == nil || answer.Cells[0].First.Mean == nil {
		t.Errorf("the answer in JSON is %s (%v)", o.stdout, err)
	}

	if err := os.Mkdir("empty", 0o700); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"diff a b c":     "diff takes two output folders, but got 3 (see report diff --help)",
		"diff a nowhere": "diff: there is no folder nowhere",
		"diff empty a":   "diff: there are no results in " + filepath.Join("empty", "cells") + ": report run computes some",
	} {
		o := execute(t, nil, strings.Fields(line)...)
		o.expectCode(t, exitError)
		if o.lines()[0] != "report: "+want {
			t.Errorf("%s says %q, want %q", line, o.lines()[0], want)
		}
	}
}

// Against a report that is kept for reference, values come first and then bytes, in a check
// and in the summary for the page of a CI run. A part of a report will do.
func TestCheckAgainstAReference(t *testing.T) {
	long(t)
	t.Chdir(folderOfTestdata(t))
	for _, out := range []string{"reference", "out"} {
		execute(t, nil, "--study", tiny, "--out", out, "-j", "2").expect(t, exitFine, 6, 0, 0)
	}
	o := execute(t, nil, "--check", "reference")
	if o.expect(t, exitFine, 6, 0, 0); !strings.HasPrefix(o.stdout, "6 cells the same") || !strings.HasSuffix(o.stdout, " files the same, 0 not\n") {
		t.Errorf("two runs of one study: %s", o.stdout)
	}
	table, summary := filepath.Join("reference", "tables", "table-1.1.csv"), read(t, "out", "summary.md")
	if err := os.WriteFile(table, []byte(strings.Replace(read(t, table), "\n", "\n\n", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	o = execute(t, nil, "--check", "reference")
	o.expect(t, exitCheck, 6, 0, 0)
	if want := "FILE                  FAULT    WHERE\ntables/table-1.1.csv  differs  line 2\n"; !strings.Contains(o.stdout, "only in out\n"+want) || !strings.Contains(o.stderr, "0 cells and 1 files are not the same") {
		t.Errorf("another table: %s%s", o.stdout, o.stderr)
	}

	o = execute(t, nil, "diff", "reference", "--summary", "--check")
	o.expectCode(t, exitCheck)
	verdict, rest, _ := strings.Cut(summary, "\n## ")
	changes := "\n## Changes since reference\n\n6 cells the same, 0 with other values, 0 only in reference, 0 only in out.\n\n"
	if !strings.HasPrefix(o.stdout, verdict+changes) || !strings.HasSuffix(o.stdout, "| tables/table-1.1.csv | differs | line 2 |\n\n## "+rest) || !strings.HasPrefix(verdict, "# A tiny study\n") || !strings.HasSuffix(verdict, "**Complete: 6 cells, none failed.**\n") {
		t.Errorf("the summary with changes is\n%s", o.stdout)
	}

	if err := os.MkdirAll(filepath.Join("part", "tables"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(table, filepath.Join("part", "tables", "table-1.1.csv")); err != nil {
		t.Fatal(err)
	}
	o = execute(t, nil, "--check", "part")
	if o.expect(t, exitCheck, 6, 0, 0); !strings.HasSuffix(o.stdout, "tables/table-1.1.csv  differs  line 2\n0 files the same, 1 not\n") {
		t.Errorf("against a part of a report: %s", o.stdout)
	}
}

// A folder that is as it was kept does not hold when the study has changed, or is another.
func TestCheckOfAStaleFolder(t *testing.T) {
	text := read(t, tiny)
	t.Chdir(t.TempDir())
	write := func(study string) {
		t.Helper()
		if err := os.WriteFile("mine.yaml", []byte(study), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(text)
	for _, out := range []string{"kept", "out"} {
		execute(t, nil, "--study", "mine.yaml", "--out", out, "--table", "1.1", "--repetitions", "1").expect(t, exitFine, 4, 0, 0)
	}
	o := execute(t, nil, "--check", "kept")
	o.expect(t, exitFine, 4, 0, 0)
	o = execute(t, nil, "--check", "kept", "--table", "1.1,1.2")
	o.expect(t, exitCheck, 4, 0, 2)

	write(strings.Replace(text, "components: 1", "components: 2", 1))
	o = execute(t, nil, "--check", "kept")
	o.expect(t, exitCheck, 0, 0, 4)
	if want := "the check does not hold: out lacks 4 cells of study tiny (iris p=2, 3 folds, "; !strings.Contains(o.stderr, want) {
		t.Errorf("after an edit it says %q, want %q", o.stderr, want)
	}
	if err := os.RemoveAll(filepath.Join("out", "cells")); err != nil { // results.csv is there
		t.Fatal(err)
	}
	execute(t, nil, "--check", "kept").expect(t, exitCheck, 0, 0, 4)

	inData := strings.Replace(text, "experiments:", "data: [{name: my, file: my.csv, class: species}]\nexperiments:", 1)
	write(strings.Replace(inData, "data: [iris, balance]", "data: [my, iris]", 1))
	if err := os.Mkdir("samples", 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir("samples")
	writeSamples(t)
	t.Chdir("..")
	run := []string{"--study", "mine.yaml", "--table", "1.1", "--data", "samples"}
	execute(t, nil, append(run, "--out", "out")...).expect(t, exitFine, 4, 0, 0)
	execute(t, nil, append(run, "--check", "out")...).expect(t, exitFine, 4, 0, 0)

	write(strings.Replace(text, "name: tiny", "name: huge", 1))
	execute(t, nil, "--study", "mine.yaml", "--out", "huge", "--table", "1.1", "--repetitions", "1").expect(t, exitFine, 4, 0, 0)
	for line, want := range map[string]string{
		"--check kept --study thesis":    "out belongs to study tiny (mine.yaml), not to thesis",
		"--check kept --out huge":        "kept belongs to study tiny, not to huge",
		"--check huge --study mine.yaml": "out belongs to study tiny (mine.yaml), not to huge (mine.yaml)",
	} {
		o := execute(t, nil, strings.Fields(line)...)
		if o.code != exitCheck || !strings.Contains(o.stderr, "the check does not hold: "+want) {
			t.Errorf("%s: exit code %d, %q, want %q", line, o.code, o.stderr, want)
		}
	}
}
