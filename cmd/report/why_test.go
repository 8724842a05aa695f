package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gpca/solver"
)

func TestWhy(t *testing.T) {
	out := t.TempDir()
	why := func(args ...string) string {
		t.Helper()
		o := execute(t, nil, append([]string{"why", "--study", tiny, "--out", out}, args...)...)
		if o.code != exitFine {
			t.Fatalf("why %q: exit code %d: %s", args, o.code, o.stderr)
		}
		return o.stdout
	}
	if got, want := why("iris", "p=2"), "iris p=2, 3 folds\n  missing: no cell of iris is stored\n"; got != want {
		t.Errorf("before a run: %q, want %q", got, want)
	}
	if entries, err := os.ReadDir(out); err != nil || len(entries) > 0 {
		t.Errorf("it wrote %v (%v)", entries, err)
	}
	execute(t, nil, "run", "--study", tiny, "--out", out, "--table", "1.1", "-j", "1").expect(t, exitFine, 4, 0, 0)
	stored := regexp.MustCompile(`^iris p=2, 3 folds\n  stored, nothing to do: computed by \S+.* \(\w+\) at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n$`)
	if got := why("iris p=2"); !stored.MatchString(got) {
		t.Errorf("after a run: %q", got)
	}
	got := why("--method", "p=2", "--repetitions", "7")
	if !strings.HasPrefix(got, "iris p=2, 3 folds, balance p=2, 3 folds\n  missing: stored under another key, computed by") || !strings.HasSuffix(got, "which differs in\n    repetitions  2 → 7\n") {
		t.Errorf("with more repetitions: %q", got)
	}
	if got := why("iris", "tanh", "uncentred"); !strings.Contains(got, "never computed; the nearest stored cell is iris tanh, 3 folds, which differs in\n    centring  mean → none\n") {
		t.Errorf("a cell that was never computed: %q", got)
	}
	if got := why("--table", "1.2"); !strings.Contains(got, "iris tanh uncentred, 3 folds\n  missing: never computed; name one of them to see the nearest stored cell\n") {
		t.Errorf("several of them: %q", got)
	}

	var answer []struct {
		Cell, State string
		Nearest     struct {
			Differences []struct{ Field, Old, New string }
		}
	}
	text := why("iris p=2", "--repetitions", "7", "--json")
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatal(err)
	}
	if len(answer) != 1 || answer[0].State != "missing" || len(answer[0].Nearest.Differences) != 1 || answer[0].Nearest.Differences[0].New != "7" {
		t.Errorf("the answer in JSON is %s", text)
	}
	o := execute(t, nil, "why", "irris", "p=2, 3 folds", "--study", tiny, "--out", out)
	if o.code != exitError || !strings.Contains(o.stderr, "did you mean iris p=2, 3 folds") {
		t.Errorf("a mistyped cell: exit code %d, %s", o.code, o.stderr)
	}
}

// Processors with other last digits have other keys, so that their cells do not mix; all others give the same bytes.
func TestProcessors(t *testing.T) {
	long(t)
	out := t.TempDir()
	keys := regexp.MustCompile(`[0-9a-f]{64}`)
	results := map[string]string{}
	for _, off := range []string{"none", "fma", "avx2", "avx512", "avx512f"} {
		t.Setenv("GODEBUG", "cpu."+off+"=off")
		c, says := start(t, "--study", tiny, "--out", filepath.Join(out, off), "--table", "1.2", "-j", "1")
		if err := c.Wait(); err != nil {
			t.Fatalf("without %s: %v\n%s", off, err, says)
		}
		results[off] = read(t, out, off, "results.csv")
	}
	for off, got := range results {
		same := off != "fma" || solver.Architecture() != "amd64" // others always fuse, or never
		if same != (got == results["none"]) || same != strings.Contains(got, keys.FindString(results["none"])) {
			t.Errorf("without %s, keys and bytes are to be the same: %v; they are\n%s", off, same, got)
		}
	}
	if solver.Architecture() != "amd64" {
		return
	}
	o := execute(t, nil, "why", "--study", tiny, "--out", filepath.Join(out, "fma"), "iris tanh, 3 folds")
	if want := "which differs in\n    architecture  amd64 without FMA → amd64\n"; !strings.HasSuffix(o.stdout, want) {
		t.Errorf("it says %q, want %q", o.stdout, want)
	}
}
