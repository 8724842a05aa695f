package report

import (
	_ "embed"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/experiment"
	"gpca/report/plan"
)

// accounted is a study of somebody's own, with names that Markdown would take for markup.
//
//go:embed testdata/account_accounted.yaml
var accounted string

var fewLeaves = "length,width,height,species\n" + strings.Repeat("1,2,3,oak\n2,3,1,oak\n3,1,1,oak\n4,2,2,fern|x\n5,1,2,fern|x\n6,2,4,fern|x\n", 2)

// The report of a study of one's own says what was done, in words that a stranger
// understands, and no word about the thesis's experiments.
func TestAccount(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "leaves.csv", fewLeaves)
	p := planOf(t, openStudy(t, write(t, folder, "mine.yaml", accounted)), plan.Selection{})
	results := memory(t)
	for i, c := range p.Cells {
		r := experiment.Result{Key: c.Key(), Cell: c, Values: map[string][]float64{"accuracy": make([]float64, c.Repetitions)}}
		if strings.Contains(string(c.Spec), `"choice":"c`) || strings.Contains(string(c.Spec), `"choice":"l`) {
			r.Chosen, r.Shared = []string{"a=1", "a=2.5", "a=2.5", "a=1"}[:3+i%2], strings.Contains(c.Name, "optdigits")
		}
		assert.NilError(t, results.Put(r))
	}
	report := texts(t, p, results)["report.md"]
	account := report[strings.Index(report, "## Data, protocol and methods"):]
	d, err := p.Library.Describe(t.Context(), "leaves")
	assert.NilError(t, err)
	assert.Check(t, is.Contains(account, d.Digest), "the account has not got the digest")
	golden.Assert(t, strings.Replace(account, d.Digest, "of the leaves", 1), "account.md")
	if begin := report[:300]; strings.Contains(begin, "repeated") || !strings.Contains(begin, "F. Author") {
		t.Errorf("the report of a study that repeats nothing begins\n%s", begin)
	}
}
