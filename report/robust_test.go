package report

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/statistics"
)

//go:embed testdata/robust_outliers.yaml
var outliers string

// writeCloud writes 150 normal samples of 6 columns, of which two have nearly all variance.
func writeCloud(t *testing.T, folder string) {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("a,b,c,d,e,f\n")
	for range 150 {
		for j, s := range []float64{10, 6, 1, 1, 0.5, 0.5} {
			fmt.Fprintf(&b, "%s%.4f", strings.Repeat(",", min(j, 1)), 10+s*r.NormFloat64())
		}
		b.WriteString("\n")
	}
	write(t, folder, "cloud.csv", b.String())
}

// A study of twenty lines on a table without classes: one fifth of outliers carries the plane of L2 and of L1 away,
// and ROBPCA keeps it. Where a method is not applicable, its cells say so and the run has not failed.
func TestRobustMethodsHoldTheSubspace(t *testing.T) {
	long(t)
	folder := t.TempDir()
	writeCloud(t, folder)
	write(t, folder, "outliers.yaml", outliers)
	s, err := OpenStudy(filepath.Join(folder, "outliers.yaml"))
	assert.NilError(t, err)
	p, err := plan.New(t.Context(), s, OpenLibrary(s, nil, nil), plan.Selection{}, 0)
	assert.NilError(t, err)
	results, _, err := OpenStore(t.TempDir())
	assert.NilError(t, err)
	assert.NilError(t, Run(t.Context(), p, results, RunOptions{Workers: 2}))
	found := map[string]experiment.Result{}
	for _, c := range p.Cells {
		r, ok := results.Get(c.Key())
		assert.Assert(t, ok && r.Failure == "", "%s: %q", c, r.Failure)
		found[c.String()] = r
	}
	value := func(name, measure string) float64 {
		r, ok := found[name]
		assert.Assert(t, ok && len(r.Values[measure]) == 3, "no %s of %s in %v", measure, name, found)
		return statistics.Mean(r.Values[measure])
	}
	const dirty = " orthogonal 0.2 at γ = 10"
	for method, holds := range map[string]bool{"p=2": false, "p=1": false, "robpca": true, "robpca alpha=0.5": true} {
		clean, spoiled := value("mine "+method+", 5 folds", "angle"), value("mine "+method+dirty, "angle")
		assert.Check(t, clean <= 5 && holds == (spoiled < 5) && (holds || spoiled >= 60),
			"%s: angle %g without outliers, %g with them", method, clean, spoiled)
	}
	l2, robpca := value("mine p=2"+dirty, "residual-median"), value("mine robpca"+dirty, "residual-median")
	assert.Check(t, robpca <= l2/2, "median residual %g of p=2, %g of robpca", l2, robpca)
	few := found["mine mcd, 11 random training and 50 test samples"]
	assert.Check(t, strings.Contains(few.Inapplicable, "not applicable") && few.Values == nil,
		"mcd on 11 samples: %+v", few)
	n := render.CountCells(p.Cells, results)
	assert.Check(t, n.Failed+n.Missing <= 0, "%d cells failed and %d missing", n.Failed, n.Missing)
	drawn := texts(t, p, results)
	for file, want := range map[string]string{
		"tables/table-3.md": "- No bold: of the samples it is fitted to, p = 2 has the best value by construction.",
		"tables/table-4.md": "n/a¹", "results.csv": ",not applicable,", "tables/table-4.csv": ",not applicable,",
	} {
		assert.Check(t, is.Contains(drawn[file], want), file)
	}
	if strings.Contains(drawn["tables/table-3.md"], "**9") || !strings.Contains(drawn["tables/table-1.md"], "**1.") {
		t.Errorf("bold type:\n%s\n%s", drawn["tables/table-3.md"], drawn["tables/table-1.md"])
	}
}
