package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/golden"

	"gpca/report"
)

// What is written without data, in full: it runs, and so does the study with every key
// explained, in which every key stands.
func TestInit(t *testing.T) {
	folder := t.TempDir()
	small, full := filepath.Join(folder, "mine.yaml"), filepath.Join(folder, "full.yaml")
	o := execute(t, nil, "init", small)
	o.expectCode(t, exitFine)
	if want := small + " is written, on iris: 150 samples, 4 features, 3 classes\nnext: report --study " + small + "\n"; o.stdout != want {
		t.Errorf("says\n%swant\n%s", o.stdout, want)
	}
	golden.Assert(t, strings.ReplaceAll(read(t, small), folder+"/", ""), "init.golden")
	execute(t, nil, "--study", small, "--out", filepath.Join(folder, "out"), "--repetitions", "1").expect(t, exitFine, 12, 0, 0)

	execute(t, nil, "init", "--full", full).expectCode(t, exitFine)
	text := read(t, full)
	for _, name := range report.DescribeStudy().Names() {
		if !strings.Contains(text, name) {
			t.Errorf("the full study does not speak of %s", name)
		}
	}
	// The cells are those of the small study.
	execute(t, nil, "--study", full, "--out", filepath.Join(folder, "out"), "--repetitions", "1", "-n").expect(t, exitFine, 12, 0, 0)

	before := read(t, small)
	if o := execute(t, nil, "init", "--full", small); o.code != exitError || read(t, small) != before {
		t.Errorf("exit code %d, want %d and the file as it was", o.code, exitError)
	}
	execute(t, nil, "init", "--full", "--force", small).expectCode(t, exitFine)
	if read(t, small) == before {
		t.Error("--force did not write the file")
	}
}

// Whatever lies in a file, the study on it can be planned.
func TestInitData(t *testing.T) {
	table := "a,b,class\n" + strings.Repeat("1,2,x\n2,3,y\n3,5,x\n4,4,y\n", 2)
	for _, test := range []struct{ name, content, want string }{
		{"classes.csv", table, "components: [1, 2]"},
		{"none.csv", "a,b,c\n" + strings.Repeat("1.5,2,3.1\n2.5,3,1.7\n3.25,5,9.2\n4.75,4,5.3\n", 9), "kind: embed"},
		{"iris.csv", table, "data: my-iris"},
		{"2019.csv", table, "{folds: 4}"},
		{"train.csv", table, "split: published"},
		{"null.csv", strings.NewReplacer("x", "no", "y", "yes").Replace(table), `data: "null"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			file, study := filepath.Join(folder, test.name), filepath.Join(folder, "studies", "mine.yaml")
			if err := os.Mkdir(filepath.Dir(study), 0o755); err != nil {
				t.Fatal(err)
			}
			for _, path := range []string{file, filepath.Join(folder, "test.csv")} {
				if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			execute(t, nil, "init", "--data", file, study).expectCode(t, exitFine)
			text := read(t, study)
			if !strings.Contains(text, test.want) || !strings.Contains(text, "file: ../"+test.name) {
				t.Errorf("the study lacks %q or the path of the file:\n%s", test.want, text)
			}
			if o := execute(t, nil, "status", "--study", study, "--out", filepath.Join(folder, "out")); o.code != exitFine {
				t.Errorf("the study cannot be planned: %s", o.stderr)
			}
		})
	}
	file := filepath.Join(t.TempDir(), "one.csv")
	if err := os.WriteFile(file, []byte("a,class\n1,x\n2,y\n3,x\n4,y\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := execute(t, nil, "init", "--data", file, filepath.Join(t.TempDir(), "mine.yaml"))
	if want := file + ": 1 feature and 1 sample to train on, of the smallest class if there are classes: two components need 2 and 3"; o.code != exitError || !strings.Contains(o.stderr, want) {
		t.Errorf("says %q, want %q", o.stderr, want)
	}
}

// The help narrows to a section, a kind or a key, and the shell completes their names.
func TestHelpStudy(t *testing.T) {
	for name, want := range map[string][2]string{ // what it holds, and what not
		"tables":      {"wins:", "\nmethods:"},
		"reconstruct": {"max-iterations:", "classifier:"},
		"sensitivity": {"S.1", "chosen:"}, // a kind of figures, and a key of tables
		"sigma":       {"kernel:", "split:"},
	} {
		o := execute(t, nil, "help", "study", name)
		o.expectCode(t, exitFine)
		if !strings.Contains(o.stdout, want[0]) || strings.Contains(o.stdout, want[1]) {
			t.Errorf("help study %s holds no %q, or it holds %q:\n%s", name, want[0], want[1], o.stdout)
		}
	}
	o := execute(t, nil, "__complete", "help", "study", "")
	if offered := strings.Split(o.stdout, "\n"); !slices.Contains(offered, "sweep") || !slices.Contains(offered, "components") {
		t.Errorf("the shell is offered\n%s", o.stdout)
	}
}

func TestSchema(t *testing.T) {
	var schema map[string]any
	o := execute(t, nil, "schema")
	if err := json.Unmarshal([]byte(o.stdout), &schema); err != nil || schema["$schema"] != "https://json-schema.org/draft/2020-12/schema" {
		t.Errorf("the schema is one of %v, %v", schema["$schema"], err)
	}
}
