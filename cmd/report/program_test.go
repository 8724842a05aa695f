package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	tiny    = "testdata/tiny.yaml"    // 6 cells on stand-ins, all of which succeed
	failing = "testdata/failing.yaml" // 4 cells, 2 of which fail
)

// An outcome is what a command line leaves behind for its caller.
type outcome struct {
	code           int
	stdout, stderr string
}

// lines are those of standard error.
func (o outcome) lines() []string { return strings.Split(strings.TrimSuffix(o.stderr, "\n"), "\n") }

func (o outcome) last() string { return o.lines()[len(o.lines())-1] }

// execute runs a command line in an environment of its own: no data, neither
// named nor in a cache.
func execute(t *testing.T, environment map[string]string, args ...string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := executeTo(t, t.Context(), &stdout, &stderr, environment, args...)
	return outcome{code, stdout.String(), stderr.String()}
}

func executeTo(t *testing.T, ctx context.Context, stdout, stderr io.Writer, environment map[string]string, args ...string) int {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(t.TempDir(), "cache"))
	return run(ctx, args, stdout, stderr, func(name string) string { return environment[name] })
}

// expect fails the test unless the command ended as told. The last line of
// standard error is part of the interface, so it is compared in full.
func (o outcome) expect(t *testing.T, code int, done, failed, missing int) {
	t.Helper()
	last := fmt.Sprintf("report: %d done, %d failed, %d missing; exit %d", done, failed, missing, code)
	said := strings.NewReplacer(" descriptions done", " done", " description done", " done").Replace(o.last()) // of apply
	if o.code != code || said != last {
		t.Fatalf("exit code %d, want %d; last line %q, want %q; standard error:\n%s", o.code, code, o.last(), last, o.stderr)
	}
}

// expectCode is expect for a command that is not about cells, and so does not count any.
func (o outcome) expectCode(t *testing.T, code int) {
	t.Helper()
	if o.code != code || strings.Contains(o.stderr, "exit ") {
		t.Fatalf("exit code %d, want %d and no last line; standard error:\n%s", o.code, code, o.stderr)
	}
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestEverything(t *testing.T) {
	out := t.TempDir()
	first := execute(t, nil, "--study", tiny, "--out", out, "-j", "1")
	first.expect(t, exitFine, 6, 0, 0)
	if first.stdout != "" {
		t.Errorf("standard output holds %q, want nothing", first.stdout)
	}
	for _, file := range []string{"report.pdf", "report.md", "results.csv", "manifest.json", "tables/table-1.1.tex", "figures/fig-1.1.svg"} {
		if read(t, out, file) == "" {
			t.Errorf("%s is empty", file)
		}
	}

	cells, manifest := snapshot(t, out)["cells"], read(t, out, "manifest.json")
	second := execute(t, nil, "--study", tiny, "--out", out)
	second.expect(t, exitFine, 6, 0, 0)
	if !strings.Contains(second.stderr, "nothing to compute") {
		t.Errorf("the second run says %q, want it to have nothing to compute", second.stderr)
	}
	if snapshot(t, out)["cells"] != cells {
		t.Error("the second run computed cells again")
	}
	if read(t, out, "manifest.json") != manifest { // it says when the report was drawn
		t.Error("the second run drew the same results again")
	}

	forced := execute(t, nil, "run", "--study", tiny, "--out", out, "--force", "--table", "1.2")
	forced.expect(t, exitFine, 3, 0, 0)
	if got := strings.Count(snapshot(t, out)["cells"], `"key":`); got != 6+3 {
		t.Errorf("--force on 3 of 6 cells left %d results", got)
	}
}

// Neither the number of processors nor the folder, the language or the time zone may show
// in what a run leaves behind, but for the cells, which say how long they took.
func TestPlaceDoesNotShow(t *testing.T) {
	one, two := t.TempDir(), filepath.Join(t.TempDir(), "a place", "ü")
	execute(t, nil, "--study", tiny, "--out", one, "--jobs", "1").expect(t, exitFine, 6, 0, 0)
	home := time.Local
	t.Cleanup(func() { time.Local = home })
	time.Local = time.FixedZone("elsewhere", 19800)
	for _, name := range []string{"LANG", "LC_ALL"} {
		t.Setenv(name, "tr_TR.UTF-8")
	}
	execute(t, nil, "--study", tiny, "--out", two, "--jobs", "2").expect(t, exitFine, 6, 0, 0)
	if got := changedFiles(snapshot(t, one), snapshot(t, two)); got != "cells" {
		t.Errorf("in another place there differ %s", got)
	}
}

func TestFailedCells(t *testing.T) {
	out := t.TempDir()
	o := execute(t, nil, "--study", failing, "--out", out)
	o.expect(t, exitFailed, 2, 2, 0)
	if want := `warning: cell failed cell="ionosphere p=1 gaussian 10" cause="`; !strings.Contains(o.stderr, want) {
		t.Errorf("standard error lacks %q:\n%s", want, o.stderr)
	}
	var manifest struct{ Exit int }
	if err := json.Unmarshal([]byte(read(t, out, "manifest.json")), &manifest); err != nil || manifest.Exit != exitFailed {
		t.Errorf("the manifest says exit %d (%v), want %d", manifest.Exit, err, exitFailed)
	}
	if summary := read(t, out, "summary.md"); !strings.Contains(summary, "**Incomplete: of 4 cells 2 failed and 0 are missing.**\n") || !strings.Contains(summary, "\n## Failed cells\n\n- ionosphere p=1 gaussian 10: ") {
		t.Errorf("the summary is\n%s", summary)
	}
	again := execute(t, nil, "run", "--study", failing, "--out", out, "--quiet")
	again.expect(t, exitFailed, 2, 2, 0)
	if want := "report: failed: ionosphere p=1 gaussian 10: "; !strings.HasPrefix(again.stderr, want) {
		t.Errorf("standard error lacks %q:\n%s", want, again.stderr)
	}
	execute(t, nil, "render", "--study", failing, "--out", out).expect(t, exitFailed, 2, 2, 0)
	// Telling of failed cells is no failure, nor is leaving them out.
	execute(t, nil, "status", "--study", failing, "--out", out).expect(t, exitFine, 2, 2, 0)
	execute(t, nil, "run", "--study", failing, "--out", out, "--table", "1.2").expect(t, exitFine, 2, 0, 0)

	retried := execute(t, nil, "run", "--study", failing, "--out", out, "--retry-failed")
	retried.expect(t, exitFailed, 2, 2, 0)
	if strings.Count(retried.stderr, "cell failed") != 2 {
		t.Errorf("--retry-failed did not compute the failed cells again:\n%s", retried.stderr)
	}
}

func TestFailFast(t *testing.T) {
	out := t.TempDir()
	o := execute(t, nil, "--study", failing, "--out", out, "--fail-fast", "-j", "1")
	o.expect(t, exitFailed, 0, 1, 3)
	if want := "report: a cell failed: ionosphere p=1 gaussian 10: "; !strings.Contains(o.stderr, want) {
		t.Errorf("standard error lacks %q:\n%s", want, o.stderr)
	}
	if read(t, out, "report.md") == "" {
		t.Error("there is no report")
	}
}

// A trigger calls a function once when a text is written to it.
type trigger struct {
	text string
	call func()
	once sync.Once
	bytes.Buffer
}

func (w *trigger) Write(b []byte) (int, error) {
	n, err := w.Buffer.Write(b)
	if strings.Contains(w.String(), w.text) {
		w.once.Do(w.call)
	}
	return n, err
}

func TestInterrupt(t *testing.T) {
	out := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	stderr := &trigger{text: "cell computed", call: cancel}
	args := []string{"--study", tiny, "--out", out, "-j", "1"}
	code := executeTo(t, ctx, io.Discard, stderr, nil, append(args, "--verbose")...)
	o := outcome{code: code, stderr: stderr.String()}
	if code != exitError {
		t.Errorf("exit code %d, want %d", code, exitError)
	}
	if !strings.Contains(o.stderr, "report: interrupted; ") {
		t.Errorf("standard error does not speak of an interrupt:\n%s", o.stderr)
	}
	var done, failed, missing int
	if _, err := fmt.Sscanf(o.last(), "report: %d done, %d failed, %d missing;", &done, &failed, &missing); err != nil {
		t.Fatalf("last line %q: %v", o.last(), err)
	}
	if done == 0 || failed > 0 || missing == 0 || done+missing != 6 {
		t.Errorf("%d done, %d failed, %d missing, want some of 6 done, some missing", done, failed, missing)
	}
	if _, err := os.Stat(filepath.Join(out, "report.md")); err == nil {
		t.Error("an interrupted run drew a report")
	}

	execute(t, nil, "status", "--study", tiny, "--out", out).expect(t, exitFine, done, 0, missing)
	execute(t, nil, args...).expect(t, exitFine, 6, 0, 0)
}

// Shards compute parts that, copied together, are the whole.
func TestShards(t *testing.T) {
	merged := t.TempDir()
	total := 0
	for _, part := range []string{"1", "2"} {
		out := t.TempDir()
		o := execute(t, nil, "run", "--study", tiny, "--out", out, "--shard", part+"/2")
		var done, missing int
		if _, err := fmt.Sscanf(o.last(), "report: %d done, 0 failed, %d missing; exit 0", &done, &missing); err != nil || done+missing != 6 || missing == 0 {
			t.Fatalf("last line %q (%v), want a part of 6 done and exit 0", o.last(), err)
		}
		total += done
		if err := os.CopyFS(filepath.Join(merged, "cells"), os.DirFS(filepath.Join(out, "cells"))); err != nil {
			t.Fatal(err)
		}
	}
	if total != 6 {
		t.Errorf("the shards did %d cells, want 6", total)
	}
	execute(t, nil, "render", "--study", tiny, "--out", merged).expect(t, exitFine, 6, 0, 0)
	whole := t.TempDir()
	execute(t, nil, "--study", tiny, "--out", whole).expect(t, exitFine, 6, 0, 0)
	if read(t, merged, "results.csv") != read(t, whole, "results.csv") {
		t.Error("merged shards give other results than one run")
	}
}

// A results.csv is enough to draw the report again, elsewhere.
func TestRenderFrom(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	execute(t, nil, "--study", tiny, "--out", first, "--repetitions", "4").expect(t, 0, 6, 0, 0)
	file := filepath.Join(first, "results.csv")
	execute(t, nil, "render", "--from", file, "--study", tiny, "--out", second).expect(t, 0, 6, 0, 0)
	for _, name := range []string{"report.pdf", "report.html", "results.csv", "tables/table-1.1.tex", "figures/fig-1.1.svg"} {
		if read(t, first, name) != read(t, second, name) {
			t.Errorf("%s is not the same", name)
		}
	}
	execute(t, nil, "verify", "--out", second).expect(t, exitFine, 6, 0, 0)
	before := snapshot(t, second)
	execute(t, nil, "render", "--study", tiny, "--out", second).expect(t, exitFine, 6, 0, 0)
	if changed := changedFiles(before, snapshot(t, second)); changed != "" {
		t.Errorf("drawn again without cells, other files are %q", changed)
	}
	reseeded := filepath.Join(t.TempDir(), "tiny.yaml")
	text := regexp.MustCompile(`(?m)^seed: .*$`).ReplaceAllString(read(t, tiny), "seed: 99")
	if err := os.WriteFile(reseeded, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]struct{ file, study string }{
		"no such file or directory":                                {filepath.Join(second, "none.csv"), tiny},
		"is of study tiny, not of thesis: name its study with":     {file, "thesis"},
		"has no cell of study tiny as this version of the program": {file, reseeded},
	} {
		o := execute(t, nil, "render", "--from", c.file, "--study", c.study, "--out", t.TempDir())
		if o.code != 1 || !strings.Contains(o.stderr, want) {
			t.Errorf("exit code %d and %q, want 1 and %q", o.code, o.stderr, want)
		}
	}
}

func TestDryRun(t *testing.T) {
	for _, verb := range [][]string{{}, {"run"}} {
		out := filepath.Join(t.TempDir(), "out")
		dry := execute(t, nil, append(verb, "-n", "--study", tiny, "--out", out, "-j", "1")...)
		dry.expect(t, exitFine, 0, 0, 6)
		status := execute(t, nil, "status", "--study", tiny, "--out", out, "-j", "1")
		if dry.stdout != status.stdout || dry.stdout == "" {
			t.Errorf("%v -n says\n%sstatus says\n%s", verb, dry.stdout, status.stdout)
		}
		if _, err := os.Stat(out); !os.IsNotExist(err) {
			t.Errorf("%v -n made the output folder", verb)
		}
	}
}

func TestQuiet(t *testing.T) {
	for study, want := range map[string]int{tiny: 1, failing: 2} { // which says why
		o := execute(t, nil, "run", "--quiet", "--study", study, "--out", t.TempDir())
		if lines := o.lines(); len(lines) != want {
			t.Errorf("%s: %d lines, want %d:\n%s", study, len(lines), want, o.stderr)
		}
	}
}

func TestVerbose(t *testing.T) {
	o := execute(t, nil, "run", "--verbose", "--study", tiny, "--out", t.TempDir())
	if n := strings.Count(o.stderr, "cell computed"); n != 6 {
		t.Errorf("%d cells are told of, want 6:\n%s", n, o.stderr)
	}
}

// Every line of standard error is an object, and so is the last, whose message
// is the last line of the other forms.
func TestJSONProgress(t *testing.T) {
	o := execute(t, nil, "--json", "--study", failing, "--out", t.TempDir())
	var last struct {
		Message                     string `json:"msg"`
		Done, Failed, Missing, Exit int
	}
	for _, line := range o.lines() {
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
	if want := "report: 2 done, 2 failed, 0 missing; exit 5"; last.Message != want {
		t.Errorf("last message %q, want %q", last.Message, want)
	}
	if last.Done != 2 || last.Failed != 2 || last.Missing != 0 || last.Exit != exitFailed {
		t.Errorf("last object %+v, want 2 done, 2 failed, exit 5", last)
	}
}

func TestUnwritableOut(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("taken"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, verb := range [][]string{{}, {"run"}, {"render"}} {
		for _, out := range []string{file, filepath.Join(file, "out")} {
			o := execute(t, nil, append(verb, "--study", tiny, "--out", out)...)
			o.expect(t, exitError, 0, 0, 6)
			if want := "report: out: " + out + ": not a directory; name another folder with --out"; o.lines()[0] != want {
				t.Errorf("%v says %q, want %q", verb, o.lines()[0], want)
			}
		}
	}
	if content := read(t, file); content != "taken" {
		t.Errorf("the file in the way holds %q, want it untouched", content)
	}
}

// A damaged line of the store costs its cell, not the run, and once that is computed again
// the store is sound.
func TestDamagedStore(t *testing.T) {
	long(t)
	out := t.TempDir()
	execute(t, nil, "--study", tiny, "--out", out).expect(t, exitFine, 6, 0, 0)
	names, err := filepath.Glob(filepath.Join(out, "cells", "*"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	path, sound := names[0], snapshot(t, out)
	if err := os.WriteFile(path, []byte(strings.Replace(sound["cells"], `"accuracy":[9`, `"accuracy":[8`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	const line = `cells-[^ ]*\.jsonl:[2-7]`
	o := execute(t, nil, "verify", "--study", tiny, "--out", out)
	o.expect(t, exitCheck, 5, 0, 1)
	if !regexp.MustCompile(`(?m)^cells/` + line + ` +damaged +its checksum is wrong`).MatchString(o.stdout) {
		t.Errorf("verify says\n%s", o.stdout)
	}
	o = execute(t, nil, "--study", tiny, "--out", out)
	o.expect(t, exitFine, 6, 0, 0)
	if !regexp.MustCompile(`(?m)^warning: .*`+line+`: not a result, skipped: its checksum is wrong`).MatchString(o.stderr) || !strings.Contains(o.stderr, "computing cells=1") {
		t.Errorf("the run says\n%s", o.stderr)
	}
	execute(t, nil, "verify", "--study", tiny, "--out", out).expect(t, exitFine, 6, 0, 0)
	if changed := changedFiles(sound, snapshot(t, out)); changed != "cells" {
		t.Errorf("it changes %s", changed)
	}
}

func TestSourceDate(t *testing.T) {
	out := t.TempDir()
	// 2001-09-09T01:46:40Z, the well-known billionth second.
	o := execute(t, map[string]string{"SOURCE_DATE_EPOCH": "1000000000"}, "render", "--study", tiny, "--out", out)
	o.expect(t, exitFine, 0, 0, 6)
	if want := "D:20010909014640"; !strings.Contains(read(t, out, "report.pdf"), want) {
		t.Errorf("the PDF does not hold the date %s", want)
	}
}

// A full disk behind standard output is an error, whatever prints.
func TestFullOutput(t *testing.T) {
	for _, line := range []string{"--help", "apply --help", "help apply", "help words", "list", "version", "completion bash"} {
		var stderr bytes.Buffer
		if code := executeTo(t, t.Context(), full{}, &stderr, nil, strings.Fields(line)...); code != exitError ||
			!strings.Contains(stderr.String(), "standard output: no space left on device") {
			t.Errorf("%s: exit code %d, %s", line, code, &stderr)
		}
	}
}

// full is a device without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }
