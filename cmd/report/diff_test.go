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
	if want := "the check does not hold: 6 cells are not the same"; !strings.Contains(o.stderr, want) {
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
		"diff a":         "diff takes two output folders, but got 1 (see report diff --help)",
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
