package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
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
	assert.Assert(t, o.code == code && said == last,
		"exit code %d, want %d; last line %q, want %q; standard error:\n%s", o.code, code, o.last(), last, o.stderr)
}

// expectCode is expect for a command that is not about cells, and so does not count any.
func (o outcome) expectCode(t *testing.T, code int) {
	t.Helper()
	assert.Assert(t, o.code == code && !strings.Contains(o.stderr, "exit "),
		"exit code %d, want %d and no last line; standard error:\n%s", o.code, code, o.stderr)
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	assert.NilError(t, err)
	return string(content)
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
	assert.Check(t, code == exitError, "exit code %d, want %d", code, exitError)
	assert.Check(t, is.Contains(o.stderr, "report: interrupted; "), "standard error does not speak of an interrupt")
	var done, failed, missing int
	_, err := fmt.Sscanf(o.last(), "report: %d done, %d failed, %d missing;", &done, &failed, &missing)
	assert.NilError(t, err, "last line %q", o.last())
	assert.Check(t, done != 0 && failed <= 0 && missing != 0 && done+missing == 6,
		"%d done, %d failed, %d missing, want some of 6 done, some missing", done, failed, missing)
	_, err = os.Stat(filepath.Join(out, "report.md"))
	assert.Check(t, err != nil, "an interrupted run drew a report")

	execute(t, nil, "status", "--study", tiny, "--out", out).expect(t, exitFine, done, 0, missing)
	execute(t, nil, args...).expect(t, exitFine, 6, 0, 0)
}
