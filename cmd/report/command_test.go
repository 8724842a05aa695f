package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A method may be a program: its failure keeps what it wrote, a changed script makes its
// cells run again and no other, and why tells both.
func TestMethodOfAProgram(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell to run a script: ", err)
	}
	folder := t.TempDir()
	study, script, out := filepath.Join(folder, "study.yaml"), filepath.Join(folder, "predict.sh"), filepath.Join(folder, "out")
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(study, `
name: programs
title: A program
repetitions: {real: 1, stand-in: 1}
methods: {name: mine, command: [sh, predict.sh], answers: predictions}
experiments: {name: iris, data: iris, split: {folds: 2}, components: 1, axis: Data set}
tables: {number: "1", caption: A program, experiment: iris, columns: [p=2, mine]}
`)
	write(script, "echo all of them; echo not one is right >&2; exit 4")
	do := func(args ...string) outcome {
		t.Helper()
		return execute(t, nil, append(args, "--study", study, "--out", out)...)
	}
	do("run").expect(t, exitFailed, 1, 1, 0)
	o := do("why", "mine")
	want := "failed, computed again with --retry-failed: repetition 1, fold 1: command sh predict.sh: exit status 4; its last words: all of them / not one is right; computed by"
	if !strings.Contains(o.stdout, want) || !strings.HasSuffix(o.stdout, "    | all of them\n    | not one is right\n") {
		t.Errorf("a failed program: %s", o.stdout)
	}

	write(script, "cd $1 && cp labels.npy predictions.npy") // both folds have as many samples
	do("run").expect(t, exitFine, 2, 0, 0)
	write(script, "cd $1 && cp labels.npy predictions.npy # as before")
	do("status").expect(t, exitFine, 1, 0, 1)
	o = do("why", "mine")
	if want := regexp.MustCompile(`missing: stored under another key, .*, which differs in\n    command_digest  [0-9a-f]{12} → [0-9a-f]{12}\n$`); !want.MatchString(o.stdout) {
		t.Errorf("a changed program: %s", o.stdout)
	}
	do("run").expect(t, exitFine, 2, 0, 0)

	o = execute(t, nil, "list", "methods", "--study", study)
	if want := regexp.MustCompile(`mine +sh predict.sh +does not apply +the study's own program`); !want.MatchString(o.stdout) {
		t.Errorf("methods: %s", o.stdout)
	}
}

// While a cell is computed, the report is drawn with the others. A report without gaps stays.
func TestPreview(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell to run a script: ", err)
	}
	folder := t.TempDir()
	study, out := filepath.Join(folder, "study.yaml"), filepath.Join(folder, "out")
	for path, text := range map[string]string{
		study: `
name: slow
title: A slow program
repetitions: 1
methods: {name: slow, command: [sh, slow.sh], answers: predictions}
experiments: {name: iris, data: iris, split: {folds: 2}, components: 1, axis: Data set}
tables: {number: "1", caption: A slow program, experiment: iris, columns: [p=2, slow]}
`,
		// It ends when there is a report, which it keeps, and gives up after a minute.
		filepath.Join(folder, "slow.sh"): `
for i in $(seq 600); do
  [ -e ` + out + `/report.md ] && cp ` + out + `/report.md ` + folder + `/seen && cd $1 && cp labels.npy predictions.npy && exit
  sleep 0.1
done
exit 1`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"--study", study, "--out", out, "--preview", "1ms"}
	o := execute(t, nil, args...)
	o.expect(t, exitFine, 2, 0, 0)
	seen, now, gap := read(t, folder, "seen"), read(t, out, "report.md"), "not computed yet"
	if !strings.Contains(seen, gap) || strings.Contains(now, gap) {
		t.Errorf("the report is\n%s\nwhile a program works, and then\n%s", seen, now)
	}
	o = execute(t, nil, append(args, "--force")...)
	if o.expect(t, exitFine, 2, 0, 0); strings.Contains(o.stderr, "so far") {
		t.Errorf("a whole report is drawn again with gaps: %s", o.stderr)
	}
}
