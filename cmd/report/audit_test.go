package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder is audited without a study and a run, with annotations at the lines of its tables.
func TestAuditFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "note")
	for name, text := range map[string]string{
		"publication.yaml": "title: On tables\nmetrics:\n  - {name: accuracy, unit: percent, better: larger}\n" +
			"tables:\n  - {file: one.csv, number: \"1\", title: Ours, axis: dataset, metric: accuracy}\n",
		"printed/one.csv": "Data,L1,Ours\nIris,95.3,**98.5**\nWine,**97.8**,97.2\nMean,96.6,**97.9**\n",
		"links.yaml":      "samples:\n  - {tables: [\"1\"], rows: [Iris], of: 150, repetitions: 1}\n",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o := execute(t, map[string]string{"GITHUB_ACTIONS": "true"}, "audit", folder, "--check")
	o.expectCode(t, exitCheck)
	for _, want := range []string{"On tables\n\n# Audit", "| granularity | 2 | 1 |", "Of 150 tests, 147 are 98.0 and 148 are 98.7"} {
		if !strings.Contains(o.stdout, want) {
			t.Errorf("the audit does not say %q:\n%s", want, o.stdout)
		}
	}
	if want := "one.csv,line=2,title=granularity::Table 1: of 150 tests"; !strings.Contains(o.stderr, want) {
		t.Errorf("no annotation %q: %s", want, o.stderr)
	}
	o = execute(t, nil, "audit", folder, "--json")
	o.expectCode(t, 0)
	if !strings.Contains(o.stdout, `"chance": "0, if the number of samples is right"`) {
		t.Errorf("no chance: %s", o.stdout)
	}
	o = execute(t, nil, "audit", filepath.Join(folder, "printed"))
	o.expectCode(t, exitError)
	if !strings.Contains(o.stderr, "publication.yaml: there is no such file") {
		t.Errorf("error %s", o.stderr)
	}
}
