package report

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/plan"
)

// owner is a study of functions of its own, of which some are those of the program written
// out.
//
//go:embed testdata/own_functions_owner.yaml
var owner string

// A family of the study gives the numbers of the program's own, bit by bit: in columns,
// chosen from, and swept over; all under the names that the study has for them.
func TestOwnScores(t *testing.T) {
	long(t)
	p := planOf(t, parse(t, owner), plan.Selection{})
	out := t.TempDir()
	got, err := runInto(t.Context(), t, out, p, RunOptions{Workers: 2})
	assert.NilError(t, err)
	rows, err := csv.NewReader(strings.NewReader(got)).ReadAll()
	assert.NilError(t, err)
	values := map[string]string{} // by method and data set
	column := func(row []string, name string) string { return row[slices.Index(rows[0], name)] }
	for _, row := range rows[1:] {
		values[column(row, "method")+" "+column(row, "data")] = fmt.Sprint(column(row, "values"), column(row, "converged"), column(row, "most_iterations"))
	}
	for own, theirs := range map[string]string{"bend k=0.25": "a=0.25", "bend k=2": "a=2", "best k": "best a"} {
		for _, data := range []string{" iris", " liver"} {
			if v := values[own+data]; v == "" || v != values[theirs+data] {
				t.Errorf("%s: %q, want that of %s: %q", own+data, v, theirs, values[theirs+data])
			}
		}
	}
	for _, name := range []string{"iris bend k=2, 3 folds", "liver best k, 3 folds", "iris cauchy s=1 c=0.5 uncentred, 3 folds"} {
		assert.Check(t, slices.Contains(names(p), name), "no cell is called %q: %q", name, names(p))
	}

	results, _, err := OpenStore(out)
	assert.NilError(t, err)
	files := drawn(t, p, results)
	renamed := strings.NewReplacer("Bend k", "a", "Bend", "a", "k", "a").Replace(files["figures/fig-2.csv"])
	assert.Equal(t, renamed, strings.ReplaceAll(files["figures/fig-1.csv"], "k", "a"),
		"the two sweeps are\n%s\n%s", files["figures/fig-1.csv"], files["figures/fig-2.csv"])
	for name, want := range map[string]string{
		"tables/table-1.md":        "| Bend k = 0.25 | Bend k = 2 | best a | best k | cauchy s = 1, c = 30 | Bend k = 2, best of 4 among bend k=0.25, bend k=2 |",
		"tables/table-3.md":        "| Bend k = 0.25 | Bend k = 2 | Best fixed in hindsight | best k | Chosen value |",
		"figures/function-F2b.csv": "cauchy s = 1, c = 30",
		"figures/function-F3a.svg": "<svg",
	} {
		assert.Check(t, is.Contains(strings.Join(strings.Fields(files[name]), " "), want), "%s lacks", name)
	}
	assert.Check(t, files["figures/function-F3b.svg"] == "", "an f that is infinite is drawn")
	_, section, _ := strings.Cut(files["report.md"], "### Own functions\n")
	section, _, _ = strings.Cut(section, "### Chosen parameters\n")
	golden.Assert(t, section, "own-functions.md")
}
