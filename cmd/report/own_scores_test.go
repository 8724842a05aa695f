package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cauchy is a study with a score that falls again, and one that has no number for the
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
`

// Own scores go by their own names wherever the program speaks: in warnings before a
// run, in progress, lists and what a shell completes.
func TestOwnScores(t *testing.T) {
	path, out := filepath.Join(t.TempDir(), "cauchy.yaml"), t.TempDir()
	if err := os.WriteFile(path, []byte(cauchy), 0o600); err != nil {
		t.Fatal(err)
	}
	o := execute(t, nil, "run", "--study", path, "--out", out, "-v")
	o.expect(t, exitFine, 3, 0, 0)
	for _, want := range []string{
		"warning: " + path + ":5:32: method cauchy c=1: Theorem 1 covers the ascent only while all projections stay below u = 1: beyond, f′ falls",
		"warning: " + path + ":6:33: method fragile: Theorem 1 does not cover the ascent: f′ falls from u = 0 on",
		"f′ is not finite at u = 1.06e+06: a sample with so large a projection makes a cell fail.",
		`cell="iris cauchy c=10, 3 folds"`,
	} {
		if !strings.Contains(o.stderr, want) {
			t.Errorf("standard error lacks %q:\n%s", want, o.stderr)
		}
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
