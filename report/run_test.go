package report

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/store"
)

// runInto runs a plan into the store under a folder and returns results.csv as
// it would be rendered.
func runInto(ctx context.Context, t *testing.T, out string, p *Plan, options RunOptions) (string, error) {
	t.Helper()
	results, warnings, err := OpenStore(out)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	runError := Run(ctx, p, NewData(nil), results, options)
	return resultsOf(t, p, results), runError
}

func resultsOf(t *testing.T, p *Plan, results *store.Store) string {
	t.Helper()
	var b bytes.Buffer
	if err := newRenderer(p, results, RenderOptions{}).writeResults(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The results are the same bytes for any number of workers, for a run that was
// stopped and taken up again, and for shards that were merged by copying.
func TestResultsAreReproducible(t *testing.T) {
	p := plan(t, Selection{})
	want, err := runInto(t.Context(), t, t.TempDir(), p, RunOptions{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(want, "missing") || strings.Contains(want, "failed") {
		t.Fatalf("not all cells are done:\n%s", want)
	}

	if got, err := runInto(t.Context(), t, t.TempDir(), p, RunOptions{Workers: 2}); err != nil || got != want {
		t.Errorf("two workers (%v) gave\n%swant\n%s", err, got, want)
	}

	out := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	done := 0
	options := RunOptions{Workers: 2, Progress: func(e grid.Event) {
		if e.Cell != nil {
			if done++; done == 5 {
				cancel()
			}
		}
	}}
	if got, err := runInto(ctx, t, out, p, options); !errors.Is(err, context.Canceled) || !strings.Contains(got, "missing") {
		t.Errorf("stopped after 5 cells: error %v", err)
	}
	started := -1
	options = RunOptions{Workers: 1, Started: func(cells int) { started = cells }}
	if got, err := runInto(t.Context(), t, out, p, options); err != nil || got != want {
		t.Errorf("taken up again (%v) it gave\n%swant\n%s", err, got, want)
	}
	if started <= 0 || started > len(p.Cells)-5 {
		t.Errorf("%d cells were left after 5 of %d", started, len(p.Cells))
	}

	merged := filepath.Join(t.TempDir(), storeFolder)
	for shard := 1; shard <= 3; shard++ {
		folder := t.TempDir()
		if _, err := runInto(t.Context(), t, folder, p, RunOptions{Workers: 1, Shard: shard, Shards: 3}); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(merged, os.DirFS(filepath.Join(folder, storeFolder))); err != nil {
			t.Fatal(err)
		}
	}
	results, _, err := OpenStore(filepath.Dir(merged))
	if err != nil {
		t.Fatal(err)
	}
	if got := resultsOf(t, p, results); got != want {
		t.Errorf("three shards gave\n%swant\n%s", got, want)
	}
}

// A second run has nothing to do and touches nothing; --force does all again and
// finds the same.
func TestRunAgain(t *testing.T) {
	p := plan(t, Selection{Tables: []string{"10"}})
	out := t.TempDir()
	want, err := runInto(t.Context(), t, out, p, RunOptions{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(out, storeFolder, "cells.jsonl")
	stored, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	computed := 0
	count := func(e grid.Event) {
		if e.Cell != nil {
			computed++
		}
	}
	if got, err := runInto(t.Context(), t, out, p, RunOptions{Workers: 1, Progress: count}); err != nil || got != want || computed != 0 {
		t.Errorf("the second run (%v) computed %d cells and gave\n%swant\n%s", err, computed, got, want)
	}
	if after, err := os.ReadFile(file); err != nil || !bytes.Equal(after, stored) {
		t.Errorf("the second run changed the store (%v)", err)
	}
	if got, err := runInto(t.Context(), t, out, p, RunOptions{Workers: 1, Force: true, Progress: count}); err != nil || got != want || computed != len(p.Cells) {
		t.Errorf("forced (%v) it computed %d of %d cells and gave\n%swant\n%s", err, computed, len(p.Cells), got, want)
	}
}

// A failed cell is left alone until it is asked for again.
func TestRetryFailed(t *testing.T) {
	p := plan(t, Selection{Tables: []string{"10"}})
	out := t.TempDir()
	results, _, err := OpenStore(out)
	if err != nil {
		t.Fatal(err)
	}
	if err := results.Append("cells"); err != nil {
		t.Fatal(err)
	}
	fail(t, p.Cells[0], results, "a fault since mended")
	if err := results.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := runInto(t.Context(), t, out, p, RunOptions{Workers: 1}); err != nil || !strings.Contains(got, "a fault since mended") {
		t.Errorf("the failed cell was computed again (%v):\n%s", err, got)
	}
	if got, err := runInto(t.Context(), t, out, p, RunOptions{Workers: 1, RetryFailed: true}); err != nil || strings.Contains(got, "a fault since mended") {
		t.Errorf("the failed cell was not computed again (%v):\n%s", err, got)
	}
}

// What cannot end well does not begin.
func TestRunRefuses(t *testing.T) {
	nothing := func(e grid.Event) { t.Errorf("%s was computed", e.Cell.Cell) }

	// Results on the real set are there, but the set is not.
	e, err := dataset.Find("iris")
	if err != nil {
		t.Fatal(err)
	}
	results := memory(t)
	c := grid.Cell{Data: "iris", Origin: dataset.Real, Digest: e.Digest(), Repetitions: 1}
	if err := results.Put(grid.Result{Key: c.Key(), Cell: c, Values: []float64{1}}); err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan(t.Context(), parse(t, tiny), NewData(nil), results, Selection{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	err = Run(t.Context(), p, NewData(nil), memory(t), RunOptions{Progress: nothing})
	if err == nil || !strings.Contains(err.Error(), "data set iris: the real set is wanted but not there: give its folder with --data") {
		t.Errorf("without the real data: error %v", err)
	}

	// A report that could not be written in the end.
	for want, source := range map[string]string{
		`no text "nowhere"`:       strings.Replace(tiny, "seed: 7", "text: nowhere", 1),
		`there is no table`:       strings.Replace(tiny, "seed: 7", "text: thesis", 1),
		`have the same key "p-1"`: strings.Replace(tiny, "p=2: L2", `p=2: "p: 1"`, 1),
	} {
		p, err := NewPlan(t.Context(), parse(t, source), NewData(nil), nil, Selection{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		out := t.TempDir()
		if _, err := runInto(t.Context(), t, out, p, RunOptions{Workers: 1, Progress: nothing}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
