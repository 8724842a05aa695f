package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cauchy is a study with a function that falls again, and one that has no number for the
// data that it meets.
const cauchy = `name: cauchy
seed: 1
repetitions: {real: 1, stand-in: 1}
methods:
  - {name: cauchy, expression: u / (1 + (u/c)^2), parameters: {c: [1, 10]}}
  - {name: fragile, expression: sqrt(1e6 - u)}
experiments:
  - {name: rates, data: iris, split: {folds: 3}, measure: accuracy, components: 1}
tables:
  - {number: "1", caption: Rates, experiment: rates, columns: [p=2, cauchy]}
  - {number: "2", caption: More, experiment: rates, columns: [p=2, fragile]}
`

// Own functions go by their own names wherever the program speaks: in warnings before a
// run, in progress, lists and what a shell completes.
func TestOwnScores(t *testing.T) {
	path, out := filepath.Join(t.TempDir(), "cauchy.yaml"), t.TempDir()
	if err := os.WriteFile(path, []byte(cauchy), 0o600); err != nil {
		t.Fatal(err)
	}
	ofCauchy := "warning: " + path + ":5:32: method cauchy c=1: Theorem 1 covers the ascent only while all projections " +
		"stay below u = 1: beyond, f′ falls"
	ofFragile := "warning: " + path + ":6:33: method fragile: Theorem 1 does not cover the ascent: f′ falls from u = 0 on, " +
		"so that f(|u|) is not convex and a step may lead down. f′ is not finite at u = 1.06e+06: a sample with so " +
		"large a projection makes a cell fail."
	for args, want := range map[string][3]bool{ // of the methods that are run alone
		"--table 1": {true, false, true}, "--table 2": {false, true, false}, "--table 2 --method p=2 --force": {},
	} {
		o := execute(t, nil, append(strings.Fields(args), "run", "--study", path, "--out", out, "-v")...)
		for i, text := range []string{ofCauchy, ofFragile, `cell="iris cauchy c=10, 3 folds"`} {
			if o.code != exitFine || strings.Contains(o.stderr, text) != want[i] {
				t.Errorf("%s: standard error has %q: %v, want %v:\n%s", args, text, !want[i], want[i], o.stderr)
			}
		}
	}
	// The author of a study that comes with the program is not who runs it.
	o := execute(t, nil, strings.Fields("run --study paper --table L.1 --method g1 --time-limit 1ns --out "+t.TempDir())...)
	if strings.Contains(o.stderr, "warning") {
		t.Errorf("a stranger is warned:\n%s", o.stderr)
	}
	if again := execute(t, nil, "render", "--study", path, "--out", out); strings.Contains(again.stderr, "Theorem 1") {
		t.Error("render repeats the warnings of the run")
	}
	if o := execute(t, nil, "list", "methods", "--study", path); !strings.Contains(o.stdout, "cauchy c=10           f′(u) = u / (1 + (u/c)^2); c=10  up to u = 10 (sampled)") {
		t.Errorf("the list is\n%s", o.stdout)
	}
	if o := execute(t, nil, "status", "--study", path, "--out", out, "--method", "cauchy"); o.last() != "report: 2 done, 0 failed, 0 missing; exit 0" {
		t.Errorf("the family selects %q", o.last())
	}
	o = execute(t, nil, "__complete", "run", "--study", path, "--method", "")
	if !slices.Contains(strings.Split(o.stdout, "\n"), "cauchy c=10") {
		t.Errorf("a shell completes with\n%s", o.stdout)
	}
	if o := execute(t, nil, "why", "cauchy c=10", "--study", path, "--out", out); !strings.Contains(o.stdout, "iris cauchy c=10, 3 folds") {
		t.Errorf("why answers %q", o.stdout)
	}
}
