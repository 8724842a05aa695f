package compare_test

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report"
	"gpca/report/exhibit"
	"gpca/report/plan"
	"gpca/report/publication/audit"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
	"gpca/report/render"
	"gpca/solver/objective"
)

var (
	bound  = regexp.MustCompile(`the difference is at most (√\(M² \+ h²\)),`)
	margin = regexp.MustCompile(`M = (max\(.*?, w\))\.`)
)

// A ruling is the printed rule: the largest difference that matches, in the letters of the text.
type ruling string

func ruleOf(t *testing.T, c *compare.Comparison) ruling {
	t.Helper()
	for line := range strings.Lines(c.Facts().Chapter(compare.Behind)) {
		most, m := bound.FindStringSubmatch(line), margin.FindStringSubmatch(line)
		if most != nil && m != nil {
			written := strings.ReplaceAll(most[1], "M", "("+m[1]+")")
			return ruling(strings.NewReplacer("√", "sqrt", "·", "*", "²", "^2").Replace(written))
		}
	}
	t.Fatal("no chapter prints the rule")
	return ""
}

// letters are the values of the rule's letters for a number.
func letters(cell compare.Reproduction) map[string]float64 {
	of := map[string]float64{"t": 0, "s": 0, "r": float64(max(1, cell.Readings)), "n": float64(len(cell.Draws)), "o": cell.OptimiserHalfWidth(), "h": cell.InPrint.HalfWidth, "w": 0}
	if cell.Random {
		of["w"] = cell.Step
		if s := stat.StdDev(cell.Draws, nil); s > 1e-12 { // equal draws differ by what binary fractions miss
			of["t"], of["s"] = distuv.StudentsT{Sigma: 1, Nu: of["n"] - 1}.Quantile(0.975), s
		}
	}
	return of
}

func (r ruling) judge(t *testing.T, cell compare.Reproduction, of map[string]float64) compare.Verdict {
	t.Helper()
	switch {
	case cell.Count && (cell.Low > cell.InPrint.Centre || cell.High < cell.InPrint.Centre):
		return compare.Differs
	case cell.Count && cell.Low == cell.High:
		return compare.Match
	case cell.Count, cell.Random && len(cell.Draws) == 1:
		return compare.Inconclusive
	}
	written := string(r)
	for _, name := range slices.Sorted(maps.Keys(of)) {
		written = regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(written, fmt.Sprintf("(%.17g)", of[name]))
	}
	most, err := objective.Expression(written + " + 1") // a score is not 0 throughout
	assert.NilError(t, err)
	switch {
	case math.Abs(cell.Difference) <= most.Derivative(0)-1+1e-9*max(1, math.Abs(cell.Mean())):
		return compare.Match
	case cell.Unmeasured, !cell.Random && cell.Unsettled() && len(cell.Refits) == 0:
		return compare.Inconclusive
	}
	return compare.Differs
}

// Each term of the printed rule makes a number match that would differ without it.
func TestRuleAsPrinted(t *testing.T) {
	tables, err := printed.Read(strings.NewReader("table,title,axis,metric,row,column,value\n"+
		"1,D,sigma,accuracy_pct,draws,p=1,91.50\n1,D,sigma,accuracy_pct,optimiser,p=1,91.50\n1,D,sigma,accuracy_pct,both,p=1,91.90\n"+
		"1,D,sigma,accuracy_pct,sample,p=1,90.90\n1,D,sigma,accuracy_pct,digits,p=1,90.00\n1,D,sigma,accuracy_pct,none,p=1,90.01\n"), "", "t.csv", metrics)
	assert.NilError(t, err)
	refitted := func(v exhibit.Value) exhibit.Value { v.Refits = []float64{91, 89, 91, 89}; return v }
	s := study{readers: map[string]reader{"1": {measure: split, data: []string{"usps"}, values: map[string]exhibit.Value{
		"draws p=1": drawn(89.5, 90.5, 89.4, 90.6, 90), "optimiser p=1": refitted(exact(90)), "both p=1": refitted(drawn(89.8, 90.2, 89.8, 90.2, 90)),
		"sample p=1": drawn(90, 90, 90, 90, 90), "digits p=1": exact(90.005), "none p=1": exact(90),
	}}}}
	c, err := compare.Compare(s, compare.Options{Metrics: metrics, Tables: tables, Links: audit.Links{Samples: []audit.Samples{{Cells: audit.Cells{Tables: []string{"1"}}, Of: 100}}}})
	assert.NilError(t, err)
	rule := ruleOf(t, c)
	for i, without := range []string{"s", "o", "o", "w", "h", ""} {
		cell := c.Contrasts[0].Cells[i][0]
		of := letters(cell)
		if got := rule.judge(t, cell, of); got != cell.Verdict || (got == compare.Match) != (without != "") {
			t.Errorf("%s: %s by the rule as printed, %s by the one used: %v", cell.Row, got, cell.Verdict, of)
		}
		if without == "" {
			continue
		}
		of[without] = 0
		got := rule.judge(t, cell, of)
		assert.Check(t, is.Equal(got, compare.Differs),
			"%s: %s by the rule as printed with %s = 0: %v", cell.Row, got, without, of)
	}
}

// The printed rule and the program judge every number of the reference run alike.
func TestRuleAsPrintedJudgesTheReference(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	x, err := render.OpenExport("../../../out/reference/results.csv")
	assert.NilError(t, err)
	s, err := report.OpenStudy(x.Study)
	assert.NilError(t, err)
	p, results, err := x.Plan(t.Context(), s, report.OpenLibrary(s, nil, x.IsReal), plan.Selection{})
	assert.NilError(t, err)
	comparisons, err := render.Compare(p, results)
	assert.NilError(t, err)
	judged := 0
	for _, c := range comparisons {
		rule := ruleOf(t, c.Comparison)
		for _, k := range c.Contrasts {
			for _, cell := range slices.Concat(k.Cells...) {
				if cell.Verdict == compare.None {
					continue
				}
				judged++
				got := rule.judge(t, cell, letters(cell))
				assert.Check(t, is.Equal(got, cell.Verdict),
					"%v: %s by the rule as printed, %s by the one used", cell.Place, got, cell.Verdict)
			}
		}
	}
	assert.Check(t, judged >= 1000, "the reference run judges %d numbers", judged)
}
