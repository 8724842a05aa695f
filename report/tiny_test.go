package report

import (
	_ "embed"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/store"
	"gpca/report/study"
)

// tiny is a study of three small sets, on their stand-ins a matter of
// milliseconds, with many kinds of tables and figures.
//
//go:embed testdata/tiny.yaml
var tiny string

func parse(t *testing.T, source string) *study.Study {
	t.Helper()
	s, err := study.Parse("tiny.yaml", []byte(source), kinds())
	assert.NilError(t, err)
	return s
}

// planOf is the plan of a selection; what real names counts as real data, all else is
// generated.
func planOf(t *testing.T, s *study.Study, selection plan.Selection, real ...string) *plan.Plan {
	t.Helper()
	library := OpenLibrary(s, nil, func(data string) bool { return slices.Contains(real, data) })
	p, err := plan.New(t.Context(), s, library, selection, 0)
	assert.NilError(t, err)
	return p
}

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // a quarter less time, for memory that tests need not save
	os.Exit(m.Run())
}

// long begins a test that takes half a second of a processor or more, which -short leaves out.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
}

// tinyPlan is the plan of a part of the tiny study on stand-ins.
func tinyPlan(t *testing.T, selection plan.Selection) *plan.Plan {
	t.Helper()
	return planOf(t, parse(t, tiny), selection)
}

func openStudy(t *testing.T, name string) *study.Study {
	t.Helper()
	s, err := OpenStudy(name)
	assert.NilError(t, err)
	return s
}

// memory is an empty store that results can be put into.
func memory(t *testing.T) *store.Store {
	t.Helper()
	s, _, err := OpenStore(t.TempDir())
	assert.NilError(t, err)
	assert.NilError(t, s.Append("cells"))
	t.Cleanup(func() {
		assert.Check(t, s.Close())
	})
	return s
}

// put stores values for a cell of a plan, by every measure that is shown of it.
func put(t *testing.T, p *plan.Plan, results *store.Store, c experiment.Cell, values ...float64) {
	t.Helper()
	r := experiment.Result{Key: c.Key(), Cell: c, Values: map[string][]float64{}, Ends: experiment.Ends{Converged: 6, MostIterations: 10}}
	for _, s := range p.Shown {
		if s.Key == r.Key {
			r.Values[s.Measure.Name] = values
		}
	}
	r.Artifacts = artifacts[c.Kind]
	assert.NilError(t, results.Put(r))
}

// artifacts are those of made-up results, by kind of experiment.
var artifacts = map[string]map[string]experiment.Array{
	"ascent":    {"objective": twoSteps, "energy": twoSteps, "a": twoSteps, "largest-projection": twoSteps},
	"specimens": {"pictures": {Shape: []int{1, 1, 2}, Data: []float64{0, 255}}},
}

var twoSteps = experiment.Array{Shape: []int{2}, Data: []float64{1, 2}}

// fill puts made-up results for some cells of a plan: the value of repetition r of cell
// i is 60+i+r.
func fill(t *testing.T, p *plan.Plan, results *store.Store, which func(i int) bool) {
	t.Helper()
	for i, c := range p.Cells {
		if !which(i) {
			continue
		}
		var values []float64
		for r := range c.Repetitions {
			values = append(values, float64(60+i%30+r))
		}
		put(t, p, results, c, values...)
	}
}

func all(int) bool  { return true }
func none(int) bool { return false }

func fail(t *testing.T, c experiment.Cell, results *store.Store, reason string) {
	t.Helper()
	assert.NilError(t, results.Put(experiment.Result{Key: c.Key(), Cell: c, Failure: reason}))
}

// contents are files by their paths.
func contents(files []render.File, err error) func(t *testing.T) map[string]string {
	return func(t *testing.T) map[string]string {
		t.Helper()
		assert.NilError(t, err)
		all := map[string]string{}
		for _, f := range files {
			all[f.Path] = string(f.Content)
		}
		return all
	}
}

// texts are the outputs that are text.
func texts(t *testing.T, p *plan.Plan, results *store.Store) map[string]string {
	t.Helper()
	return contents(render.Text(t.Context(), p, results))(t)
}

// drawn are all outputs.
func drawn(t *testing.T, p *plan.Plan, results *store.Store) map[string]string {
	t.Helper()
	return contents(render.Draw(t.Context(), p, results, render.DefaultCreated(), ""))(t)
}

// headings are the lines of a Markdown text that begin chapters.
func headings(text string) []string {
	var found []string
	for line := range strings.Lines(text) {
		if title, ok := strings.CutPrefix(line, "## "); ok && title != "Contents\n" {
			found = append(found, strings.TrimSpace(title))
		}
	}
	return found
}

// placed fails the test unless every exhibit of a plan stands in its report once.
func placed(t *testing.T, p *plan.Plan, text string) {
	t.Helper()
	for _, number := range p.Tables {
		n := strings.Count(text, "\n**Table "+number+":**")
		assert.Check(t, is.Equal(n, 1), "table %s stands in the report %d times", number, n)
	}
	for _, number := range p.Figures {
		n := strings.Count(text, "](figures/fig-"+number+".svg)")
		assert.Check(t, is.Equal(n, 1), "figure %s stands in the report %d times", number, n)
	}
}

// write leaves a file in a folder and returns its path.
func write(t *testing.T, folder, name, content string) string {
	t.Helper()
	path := filepath.Join(folder, filepath.FromSlash(name))
	assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	assert.NilError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func names(p *plan.Plan) []string {
	var n []string
	for _, c := range p.Cells {
		n = append(n, c.String())
	}
	return n
}
