package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report"
)

// stuck is where the program says something that nobody ever reads.
type stuck struct{ written chan struct{} }

func (s stuck) Write([]byte) (int, error) {
	s.written <- struct{}{}
	select {}
}

// An interrupt ends what never looks whether it shall end, and says so where it can.
func TestInterruptEndsWhatGoesOn(t *testing.T) {
	t.Parallel()
	nowhere := stuck{make(chan struct{})}
	said := new(bytes.Buffer)
	for _, c := range []struct {
		args           []string
		stdout, stderr io.Writer
	}{
		{[]string{"list", "methods"}, nowhere, said},
		{[]string{"nonsense"}, io.Discard, nowhere},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		go func() {
			<-nowhere.written
			interrupt()
		}()
		code := run(ctx, c.args, c.stdout, c.stderr, func(string) string { return "" })
		assert.Check(t, is.Equal(code, exitError), "%s: exit code", c.args)
	}
	want := "report: interrupted; "
	assert.Check(t, strings.HasPrefix(said.String(), want), "it says %q, want %q", said, want)
}

// A text that takes minutes is left behind by an interrupt, and the results are there for one
// that does.
func TestInterruptEndsLongText(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent an interrupt")
	}
	folder := t.TempDir()
	study, out := filepath.Join(folder, "endless.yaml"), filepath.Join(folder, "out")
	write := func(name, content string) {
		assert.NilError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	write("endless.yaml", string(golden.Get(t, "signals_interrupt_ends_endless_text.yaml")))
	write("text.md", `# Text

{{$x := printf "%999d" 1}}{{range 9}}{{$x = print $x $x}}{{end}}{{range 90000}}{{$y := html $x}}{{end}}::table[1]
`)
	c, says := start(t, "--study", study, "--out", out)
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for stored := 0; stored < 2; {
		select {
		case err := <-ended:
			t.Fatal(err, says)
		case <-time.After(10 * time.Millisecond):
		}
		if results, _, err := report.OpenStore(out); err == nil {
			stored = results.Len()
		}
	}
	_ = c.Process.Signal(os.Interrupt)
	swallowed := time.AfterFunc(time.Minute, func() { _ = c.Process.Kill() })
	<-ended // with an error, which is the exit code
	swallowed.Stop()
	want := "report: interrupted; what is computed is kept, and the same command goes on from there\n" +
		"report: 2 done, 0 failed, 0 missing; exit 1\n"
	if code := c.ProcessState.ExitCode(); code != exitError || !strings.HasSuffix(says.String(), want) {
		t.Errorf("exit code %d, it says\n%s", code, says)
	}
	write("text.md", "# Text\n\n::table[1]\n")
	o := execute(t, nil, "--study", study, "--out", out)
	o.expect(t, exitFine, 2, 0, 0)
	assert.Check(t, is.Contains(o.stderr, "nothing to compute"), "it")
}

// A run that is interrupted, while it reads, computes or draws, ends soon, and the next one
// ends with the same bytes.
func TestInterruptedRuns(t *testing.T) {
	long(t)
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent an interrupt")
	}
	folder := t.TempDir()
	rows := new(strings.Builder)
	for i := range 40000 {
		fmt.Fprintf(rows, "%d,%d,%d,class %d\n", i%7, i*i%11, i*i*i%13, i%3)
	}
	for name, content := range map[string]string{
		"samples.csv": rows.String(),
		"text.md":     "# Text\n\n" + strings.Repeat("A word and another.\n\n", 4000) + "::table[1]\n",
		"long.yaml":   string(golden.Get(t, "signals_interrupted_runs.yaml")),
	} {
		assert.NilError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	args := []string{"--study", filepath.Join(folder, "long.yaml")}
	whole := t.TempDir()
	execute(t, nil, append(args, "--out", whole)...).expect(t, exitFine, 3, 0, 0)
	want := snapshot(t, whole)
	var longest time.Duration
	moments(t, os.Interrupt, sampled(40), args, func(string) {}, func(out string, took time.Duration) {
		longest = max(longest, took)
		if took > 20*time.Second { // a second, and what a machine does beside
			t.Errorf("it ended %v after the interrupt", took)
		}
		execute(t, nil, append(args, "--out", out)...).expect(t, exitFine, 3, 0, 0)
		same(t, snapshot(t, out), want, 3)
		aside, _ := filepath.Glob(filepath.Join(out, "cells", "*.damaged"))
		assert.Check(t, aside == nil, "the store was damaged: %s", aside)
	})
	t.Logf("the longest took %v to end", longest)
}
