package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpca/solver"
)

// A report verifies with the study alone, whatever it was drawn with; the date,
// the selection and the repetitions come from the manifest.
func TestVerify(t *testing.T) {
	out := t.TempDir()
	epoch := map[string]string{"SOURCE_DATE_EPOCH": "1000000000"}
	execute(t, epoch, "--study", tiny, "--out", out, "--table", "1.2", "--repetitions", "2", "-j", "1").expect(t, exitFine, 3, 0, 0)
	o := execute(t, nil, "verify", "--study", tiny, "--out", out)
	o.expect(t, exitFine, 3, 0, 0)
	if want := "files, each as in the manifest and the same when drawn again\n"; !strings.HasSuffix(o.stdout, want) || strings.Count(o.stdout, "\n") != 1 {
		t.Errorf("standard output %q, want one line that ends in %q", o.stdout, want)
	}

	if err := os.WriteFile(filepath.Join(out, "results.csv"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := filepath.Join(t.TempDir(), "verify.xml")
	o = execute(t, nil, "verify", "--study", tiny, "--out", out, "--junit", tests)
	o.expect(t, exitCheck, 3, 0, 0)
	if text := read(t, tests); !strings.Contains(text, `failures="1" errors="0" skipped="0"`) || !strings.Contains(text, "name=\"results.csv\">\n      <failure message=\"altered\">") {
		t.Errorf("the tests are %s", text)
	}
	if want := "FILE         FAULT    WHERE\nresults.csv  altered  -\n"; o.stdout != want {
		t.Errorf("standard output %q, want %q", o.stdout, want)
	}
	if !strings.Contains(o.stderr, "1 of ") || !strings.Contains(o.stderr, "not as they should be") {
		t.Errorf("standard error %q", o.stderr)
	}
	var answer struct {
		Files         int
		Discrepancies []struct{ Path, Fault string }
	}
	o = execute(t, nil, "verify", "--study", tiny, "--out", out, "--json")
	if err := json.Unmarshal([]byte(o.stdout), &answer); err != nil || answer.Files < 5 || len(answer.Discrepancies) != 1 || answer.Discrepancies[0].Path != "results.csv" {
		t.Errorf("the answer in JSON is %+v (%v)", answer, err)
	}
}

// A study's own file may lie where only --data or REPORT_DATA says.
func TestVerifyFindsOwnData(t *testing.T) {
	data, out := t.TempDir(), t.TempDir()
	study := filepath.Join(t.TempDir(), "own.yaml")
	if err := os.WriteFile(study, []byte(treesStudy), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(data)
	writeSamples(t)
	t.Chdir(out)
	execute(t, nil, "--study", study, "--data", data, "--out", out).expect(t, exitFine, 8, 0, 0)
	execute(t, nil, "verify", "--study", study, "--data", data, "--out", out).expect(t, exitFine, 8, 0, 0)
	execute(t, map[string]string{"REPORT_DATA": data}, "verify", "--study", study, "--out", out).expect(t, exitFine, 8, 0, 0)
}

func TestVerifyErrors(t *testing.T) {
	out := t.TempDir()
	o := execute(t, nil, "verify", "--study", tiny, "--out", out)
	if o.code != exitError || !strings.Contains(o.stderr, "no report was drawn into") {
		t.Errorf("without a report: exit code %d, %s", o.code, o.stderr)
	}
	execute(t, nil, "render", "--study", tiny, "--out", out, "--table", "1.2")
	o = execute(t, nil, "verify", "--study", failing, "--out", out)
	if o.code != exitError || !strings.Contains(o.stderr, "belongs to study tiny (") || !strings.Contains(o.stderr, "not to failing (testdata/failing.yaml): name the study, or its file, with --study") {
		t.Errorf("the wrong study: exit code %d, %s", o.code, o.stderr)
	}
}

// Where bytes differ, it is said that other builds made them, if others did.
func TestOtherBuilds(t *testing.T) {
	first, second := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "out")
	execute(t, nil, "--study", tiny, "--out", first, "--table", "1.2").expect(t, exitFine, 3, 0, 0)
	if err := os.CopyFS(second, os.DirFS(first)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(second, "summary.md"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	named := `"architecture": "` + solver.Architecture() + `"`
	manifest := read(t, second, "manifest.json")
	for text, want := range map[string]bool{manifest: false, strings.Replace(manifest, named, `"architecture": "abacus"`, 1): true} {
		if err := os.WriteFile(filepath.Join(second, "manifest.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, line := range [][]string{{"verify", "--study", tiny, "--out", second}, {"diff", first, second, "--check"}} {
			o := execute(t, nil, line...)
			if o.code != exitCheck || strings.Contains(o.stderr, "ran on other processors") != want || strings.Contains(o.stderr, "abacus") != want {
				t.Errorf("%q names the builds: %v, want %v:\n%s", line, !want, want, o.stderr)
			}
		}
	}
	if o := execute(t, nil, "version"); !strings.Contains(o.stdout, "/"+solver.Architecture()+"\n") {
		t.Errorf("version does not name the build:\n%s", o.stdout)
	}
}
