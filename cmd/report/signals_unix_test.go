//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// process starts the program as a process of its own, under the limits that a shell sets
// first. It ends with an exit code and its last line.
func process(t *testing.T, limits string, args ...string) (cmd *exec.Cmd, end func() (code int, said string)) {
	t.Helper()
	program, err := os.Executable()
	assert.NilError(t, err)
	cmd = exec.CommandContext(t.Context(), "sh", append([]string{"-c", limits + `exec "$0" "$@"`, program}, args...)...)
	cmd.Env = append(os.Environ(), asProgram+"=1", "REPORT_DATA=", "XDG_CACHE_HOME="+t.TempDir())
	var said bytes.Buffer
	cmd.Stderr = &said
	assert.NilError(t, cmd.Start())
	return cmd, func() (int, string) {
		cmd.Wait() // its error is the exit code
		return cmd.ProcessState.ExitCode(), said.String()
	}
}

// signalled runs a slow program, and sends a signal when that has started, none for 0.
func signalled(t *testing.T, s syscall.Signal, args ...string) (code int, said string) {
	t.Helper()
	folder := t.TempDir()
	study, started := filepath.Join(folder, "study.yaml"), filepath.Join(folder, "started")
	for path, text := range map[string]string{
		study:                            string(golden.Get(t, "signals_unix_signalled.yaml")),
		filepath.Join(folder, "slow.sh"): "touch " + started + "; sleep 3; cd $1 && cp labels.npy predictions.npy",
	} {
		assert.NilError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	cmd, end := process(t, "", append([]string{"run", "-j", "1", "--study", study}, args...)...)
	for _, err := os.Stat(started); err != nil && s != 0; _, err = os.Stat(started) {
		time.Sleep(10 * time.Millisecond)
	}
	if s != 0 {
		cmd.Process.Signal(s)
	}
	return end()
}

// Signals end a run in order, and the next run goes on from there. One that asks for a stop
// lets the unit in hand end; so does a limit of time, as far as it goes.
func TestSignals(t *testing.T) {
	for _, test := range []struct {
		name   string
		signal syscall.Signal
		args   []string
		code   int
		says   string
	}{
		{"interrupt", syscall.SIGINT, nil, exitError, "interrupted; "},
		{"terminate", syscall.SIGTERM, nil, exitError, "interrupted; "},
		{"hang up", syscall.SIGHUP, nil, exitError, "interrupted; "},
		{"stop", syscall.SIGUSR2, nil, exitStopped, "stopped before the end; "},
		{"limit", 0, []string{"--time-limit", "2s"}, exitStopped, "stopped before the end; "},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.code == exitStopped {
				long(t)
				t.Parallel() // they wait for the slow program; the others have to end within a second
			}
			if test.signal != 0 && signal.Ignored(test.signal) {
				t.Skip("the tests run under nohup, and so does what they start")
			}
			out := filepath.Join(t.TempDir(), "out")
			code, said := signalled(t, test.signal, append([]string{"--out", out}, test.args...)...)
			if code != test.code || !strings.Contains(said, test.says) || !strings.Contains(said, "0 done, 0 failed, 1 missing") {
				t.Errorf("exit code %d, want %d; it says\n%s", code, test.code, said)
			}
			kept, _ := filepath.Glob(filepath.Join(out, "cells", "kept", "*"))
			assert.Equal(t, len(kept) > 0, test.signal == syscall.SIGUSR2, "%d units are kept", len(kept))
		})
	}
}

// A crash is told from failed cells by its code, and no job of ours takes it for them.
func TestCrashIsNoFailedCell(t *testing.T) {
	t.Parallel()
	code, said := signalled(t, syscall.SIGQUIT, "--out", t.TempDir())
	assert.Check(t, strings.Contains(said, "goroutine") && code != exitFailed,
		"exit code %d of a crash, and %d of failed cells; it says\n%.300s", code, exitFailed, said)
	allowed := strconv.Itoa(exitFailed)
	for file, want := range map[string]string{
		"manual/ci.md":                       "allow_failure: {exit_codes: " + allowed + "}",
		"../../.github/workflows/study.yaml": "|| test $? -eq " + allowed + "\n",
	} {
		assert.Check(t, strings.Contains(read(t, file), want), "%s does not have %q", file, want)
	}
}
