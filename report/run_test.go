package report

import (
	"context"
	_ "embed"
	"encoding/csv"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/runner"
)

// runInto runs a plan into the store under a folder and returns results.csv.
func runInto(ctx context.Context, t *testing.T, out string, p *plan.Plan, options RunOptions) (string, error) {
	t.Helper()
	results, warnings, err := OpenStore(out)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	ran := Run(ctx, p, results, options)
	if ran != nil && ctx.Err() == nil {
		return "", ran
	}
	return texts(t, p, results)["results.csv"], ran
}

// A run that ends inside a long group loses what is in hand, and the next one finds the
// rest; a damaged file costs what is in it.
func TestWorkInsideAGroupIsKept(t *testing.T) {
	source := string(golden.Get(t, "run_work_inside_a_group_is_kept.yaml"))
	for _, table := range []string{"1", "2"} {
		p := planOf(t, parse(t, source), plan.Selection{Tables: []string{table}})
		// run ends after so many units, 0 for never.
		run := func(units int, out string) string {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			csv, err := runInto(ctx, t, out, p, RunOptions{Workers: 1, Progress: func(e runner.Event) {
				if units--; units == 0 {
					cancel()
				}
			}})
			assert.Assert(t, err == nil || ctx.Err() != nil, err)
			return csv
		}
		want, out := run(0, t.TempDir()), t.TempDir()
		run(3, out)
		files, err := filepath.Glob(filepath.Join(out, storeFolder, "kept", "*"))
		assert.Assert(t, err == nil && files != nil, "nothing is kept of table %s (%v)", table, err)
		content, err := os.ReadFile(files[0])
		assert.NilError(t, err)
		content[len(content)/2] ^= 4
		assert.NilError(t, os.WriteFile(files[0], content, 0o600))
		got := run(0, out)
		assert.Check(t, is.Equal(got, want), "taken up again it gave\n%swant\n%s", got, want)
		left, _ := filepath.Glob(filepath.Join(out, storeFolder, "kept"))
		assert.Check(t, left == nil, "it leaves %q", left)
	}
}

// Files of kept work whose contents are exchanged are not used, and verifying names both.
func TestExchangedKeptFiles(t *testing.T) {
	source := string(golden.Get(t, "run_exchanged_kept_files.yaml"))
	p := planOf(t, parse(t, source), plan.Selection{})
	want, err := runInto(t.Context(), t, t.TempDir(), p, RunOptions{Workers: 1})
	assert.NilError(t, err)
	stopped := filepath.Join(t.TempDir(), "out")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	units := 0
	_, err = runInto(ctx, t, stopped, p, RunOptions{Workers: 1, Progress: func(runner.Event) {
		if units++; units == 10 {
			cancel()
		}
	}})
	assert.Assert(t, err != nil, "the run was not stopped")
	random := rand.New(rand.NewPCG(16, 24))
	for i := range 20 {
		out := filepath.Join(t.TempDir(), "out")
		assert.NilError(t, os.CopyFS(out, os.DirFS(stopped)))
		files, err := filepath.Glob(filepath.Join(out, storeFolder, "kept", "*"))
		assert.Assert(t, err == nil && len(files) >= 5, "%d files are kept (%v)", len(files), err)
		random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		aside := filepath.Join(out, "aside")
		assert.NilError(t, errors.Join(os.Rename(files[0], aside), os.Rename(files[1], files[0]), os.Rename(aside, files[1])))
		results, _, err := OpenStore(out)
		assert.NilError(t, err)
		v, err := Verify(t.Context(), out, p.Study, nil, results, render.Manifest{})
		var damaged []string
		for _, d := range v.Discrepancies {
			damaged = append(damaged, filepath.Join(out, filepath.FromSlash(d.Path)))
		}
		slices.Sort(files[:2])
		assert.Check(t, err == nil && slices.Equal(damaged, files[:2]),
			"exchange %d: verifying finds %q (%v), want %q", i+1, damaged, err, files[:2])
		if got, err := runInto(t.Context(), t, out, p, RunOptions{Workers: 1}); err != nil || got != want {
			t.Errorf("exchange %d: taken up again (%v) it gave\n%swant\n%s", i+1, err, got, want)
		}
	}
}

// A run refuses what could not be reported in the end.
func TestRunRefuses(t *testing.T) {
	for want, c := range map[string]struct{ source, real string }{
		`data set iris: the real set is wanted but not there: give its folder with --data`: {tiny, "iris"},
		`no text "nowhere"`: {strings.Replace(tiny, "seed: 7", "text: nowhere", 1), ""},
		`there is no table`: {strings.Replace(tiny, "seed: 7", "text: thesis", 1), ""},
		`figure C3: figures/chart-3 has that number already`: {strings.Replace(tiny, "number: C9", "number: C3", 1), ""},
	} {
		p := planOf(t, parse(t, c.source), plan.Selection{}, c.real)
		// A fault of the text is found beside the first cells, one of the data before them.
		progress := func(runner.Event) {
			assert.Check(t, c.real == "", "%s: something was computed", want)
		}
		_, err := runInto(t.Context(), t, t.TempDir(), p, RunOptions{Workers: 1, Progress: progress})
		assert.Check(t, is.ErrorContains(err, want), "error %v, want one with %q", err, want)
	}
}

// sensitive is a study with a table and what its optimiser's settings matter.
//
//go:embed testdata/run_sensitive.yaml
var sensitive string

// A mark needs the cells of both tables to be the same, as the plan resolves them. Cells
// are not computed for marks alone: without the table of ranges there are none.
func TestMarksFollowThePlan(t *testing.T) {
	for _, c := range []struct {
		tables []string
		cells  int
		marks  int // rows of table 1 with one
	}{
		// Two methods, clean and spoilt, and clean under three other settings: the
		// experiment's own are computed once.
		{nil, 4 + 2*3, 1},
		{[]string{"1"}, 4, 0},
	} {
		p := planOf(t, parse(t, sensitive), plan.Selection{Tables: c.tables})
		assert.Check(t, is.Equal(len(p.Cells), c.cells),
			"tables %q: %d cells, want %d: %q", c.tables, len(p.Cells), c.cells, names(p))
		results := memory(t)
		fill(t, p, results, all) // each cell another value
		marks := 0
		for line := range strings.Lines(texts(t, p, results)["tables/table-1.md"]) {
			if strings.HasPrefix(line, "|") && strings.Contains(line, "≈") {
				marks++
			}
		}
		assert.Check(t, marks == c.marks, "tables %q: %d rows are marked, want %d", c.tables, marks, c.marks)
	}
}

// The whole way, on generated data: every cell is computed, from every start.
func TestRunSettings(t *testing.T) {
	p := planOf(t, parse(t, sensitive), plan.Selection{})
	text, err := runInto(t.Context(), t, t.TempDir(), p, RunOptions{Workers: 2})
	assert.NilError(t, err)
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	assert.NilError(t, err)
	settings := map[string]int{}
	for _, row := range rows[1:] {
		at := func(column string) string { return row[slices.Index(rows[0], column)] }
		assert.Check(t, is.Equal(at("state"), "done"), "%s of %s", at("score"), at("start"))
		settings[at("start")+" "+at("tolerance")+" "+at("level")]++
	}
	want := map[string]int{"largest-sample 1e-10 0": 2, "largest-sample 1e-10 5": 2, "smallest-sample 1e-10 0": 2, "random-1 1e-10 0": 2, "largest-sample 0.001 0": 2}
	assert.Check(t, maps.Equal(settings, want), "computed %v, want %v", settings, want)
}
