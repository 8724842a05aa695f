package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report"
)

// thorough makes the tests of this file what a release has to pass; else they are samples.
var thorough = flag.Bool("thorough", false,
	"kill 50 runs and 20 renders, interrupt 40, and start 30 pairs of runs at once")

// asProgram makes the tests' executable the program.
const asProgram = "REPORT_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	debug.SetGCPercent(400) // a quarter less time, for memory that tests need not save
	testscript.Main(sharing{m}, map[string]func(){"report": main})
}

// sharing are the tests and what they share.
type sharing struct{ *testing.M }

func (s sharing) Run() int {
	var err error
	if shared, err = os.MkdirTemp("", "report"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(shared)
	return s.M.Run()
}

// long begins a test that takes half a second of a processor or more, which -short leaves out.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
}

// sampled is a number of attempts, a fifteenth of it unless they are to be thorough.
func sampled(n int) int {
	if *thorough {
		return n
	}
	return (n + 14) / 15
}

// start starts the program in a process of its own.
func start(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], args...)
	c.Env = append(os.Environ(), asProgram+"=1", "XDG_CACHE_HOME="+t.TempDir(), "REPORT_DATA=")
	var says bytes.Buffer
	c.Stderr = &says
	assert.NilError(t, c.Start())
	return c, &says
}

// moments signals the program to end, at random moments of the time that it takes when nobody
// does, each time on a folder that prepare fills, and then has after look at the folder and
// at the time from the signal to the end.
func moments(
	t *testing.T, s os.Signal, attempts int, args []string,
	prepare func(out string), after func(out string, took time.Duration),
) {
	t.Helper()
	r := rand.New(rand.NewPCG(13, 4))
	whole := time.Hour
	killed := 0
	for i := range attempts + 1 {
		out := filepath.Join(t.TempDir(), "out")
		prepare(out)
		began := time.Now()
		c, says := start(t, append(args, "--out", out)...)
		if i > 0 {
			time.Sleep(time.Duration(r.Float64() * float64(whole)))
			_ = c.Process.Signal(s) // unless it has ended
		}
		signalled := time.Now()
		err := c.Wait()
		took := time.Since(signalled)
		if i == 0 { // nobody has
			took = 0
		}
		switch {
		case err == nil:
			whole = min(whole, time.Since(began))
		case i == 0:
			t.Fatal(err, says)
		default:
			killed++
		}
		after(out, took)
		assert.Assert(t, !t.Failed(), "%v %d of %d", s, i, attempts)
	}
	t.Logf("%d of %d were ended before they ended, which took %v", killed, attempts, whole)
}

// same checks that a folder has the files of another, byte for byte but for the times in
// store and manifest, and that the store has each of its cells once.
func same(t *testing.T, got, want map[string]string, cells int) {
	t.Helper()
	if changed := changedFiles(want, got); changed != "" && changed != "cells" || len(got) != len(want) {
		t.Errorf("other files are %q; %d files, want %d", changed, len(got), len(want))
	}
	if n := strings.Count(got["cells"], `"key":`); n != cells || strings.Contains(got["cells"], `"again":`) {
		t.Errorf("%d results are stored for %d cells", n, cells)
	}
}

// A run that is killed goes on where it stopped: it computes what is not stored and
// nothing else, leaves no file behind, and ends with the same bytes.
func TestKilledRuns(t *testing.T) {
	long(t)
	args := []string{"--study", tiny, "--repetitions", "20"}
	whole := t.TempDir()
	execute(t, nil, append(args, "--out", whole)...).expect(t, exitFine, 6, 0, 0)
	want := snapshot(t, whole)
	left := regexp.MustCompile(`computing cells=(\d+)`)
	run := append([]string{"run", "-j", "1"}, args...)
	moments(t, os.Kill, sampled(50), run, func(string) {}, func(out string, _ time.Duration) {
		results, warnings, err := report.OpenStore(out)
		if err != nil || len(warnings) > 1 {
			t.Fatal(err, warnings)
		}
		o := execute(t, nil, append(args, "--out", out)...)
		o.expect(t, exitFine, 6, 0, 0)
		computed := 0
		if m := left.FindStringSubmatch(o.stderr); m != nil {
			computed, _ = strconv.Atoi(m[1])
		}
		assert.Check(t, is.Equal(computed, 6-results.Len()),
			"%d of 6 cells are computed when %d are stored", computed, results.Len())
		aside, _ := filepath.Glob(filepath.Join(out, "cells", "*.damaged"))
		for _, name := range aside {
			_ = os.Remove(name) // a line cut short, kept for who wants to know
		}
		same(t, snapshot(t, out), want, 6)
	})
}

// A render that is killed leaves files as they were or as they will be, and nothing else
// once the next one is done.
func TestKilledRenders(t *testing.T) {
	long(t)
	args, whole := []string{"--study", tiny}, whole(t)
	want := snapshot(t, whole)
	prepare := func(out string) {
		assert.NilError(t, os.CopyFS(filepath.Join(out, "cells"), os.DirFS(filepath.Join(whole, "cells"))))
	}
	moments(t, os.Kill, sampled(20), append([]string{"render"}, args...), prepare, func(out string, _ time.Duration) {
		for name, content := range snapshot(t, out) {
			if !strings.Contains(name, "unfinished") && name != ".lock" && name != "manifest.json" && content != want[name] {
				t.Errorf("%s is neither as it was nor as it will be", name)
			}
		}
		execute(t, nil, append(args, "render", "--out", out)...).expect(t, exitFine, 6, 0, 0)
		same(t, snapshot(t, out), want, 6)
	})
}

// Of two runs that start at once in one folder, one waits for the other and then has
// nothing to do, or says who is there.
func TestPairsOfRuns(t *testing.T) {
	long(t)
	want, refused := snapshot(t, whole(t)), 0
	for i := range sampled(30) {
		out := filepath.Join(t.TempDir(), "out")
		args := []string{"--study", tiny, "--out", out}
		if i%2 == 0 {
			args = append(args, "--wait")
		}
		one, oneSays := start(t, args...)
		two, twoSays := start(t, args...)
		err, fault := one.Wait(), two.Wait()
		said := oneSays.String() + twoSays.String()
		if err = errors.Join(err, fault); err != nil {
			inUse := regexp.MustCompile(`(?m)^report: out: .*out is in use by report, process \d+ on .* since .*: wait for it with --wait, or name another folder with --out$`)
			if refused++; i%2 == 0 || strings.Count(said, "; exit 0") != 1 || !inUse.MatchString(said) {
				t.Fatalf("%v: %s", err, said)
			}
		}
		same(t, snapshot(t, out), want, 6)
		execute(t, nil, "verify", "--study", tiny, "--out", out).expect(t, exitFine, 6, 0, 0)
		assert.Assert(t, !t.Failed(), "pair %d: %s", i, said)
	}
	t.Logf("%d of %d were refused", refused, sampled(30)/2)
}
