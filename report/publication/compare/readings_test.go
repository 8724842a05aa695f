package compare_test

import (
	"bytes"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/claim"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/publication/audit"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
)

func written(t *testing.T, c *compare.Comparison) (text string, failure, skipped map[string]string) {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, c.Facts().WriteMarkdown(&b))
	failure, skipped = map[string]string{}, map[string]string{}
	for _, suite := range c.Facts().Tests() {
		for _, test := range suite.Cases {
			id, _, _ := strings.Cut(test.Name, ":")
			failure[id], skipped[id] = test.Failure, test.Skipped
		}
	}
	return b.String(), failure, skipped
}

// judgedBy compares a study with claims and a printed table.
func judgedBy(t *testing.T, s study, links audit.Links, claims string) *compare.Comparison {
	t.Helper()
	tables, err := printed.Read(strings.NewReader("table,title,axis,metric,row,column,value\n1,Digits,sigma,accuracy_pct,20,p=1,80.00\n"), "", "printed.csv", metrics)
	assert.NilError(t, err)
	all, err := claim.Read("claims.yaml", []byte(claims))
	assert.NilError(t, err)
	c, err := compare.Compare(s, compare.Options{Metrics: metrics, Title: "the book", Chapter: "4", Tables: tables, Links: links, Claims: all})
	assert.NilError(t, err)
	return c
}

// A claim with two readings has a verdict where they agree. Where they disagree that is the verdict; a reading
// without numbers leaves it open.
func TestReadings(t *testing.T) {
	s := tiny()
	other := reader{measure: split, data: []string{"usps"}, rows: []string{"20"}, values: map[string]exhibit.Value{
		"20 p=1": drawn(90, 90.1, 90, 90.2, 90.1), "20 p=2": drawn(85, 85.1, 85.3, 85.1, 85.2),
	}}
	s.readers["V: wide"], s.readers["V: more"] = other, reader{measure: split, data: []string{"usps"}, rows: []string{"20"}, values: map[string]exhibit.Value{
		"20 p=1": drawn(90, 90.1, 90, 90.2, 90.1), "20 p=2": drawn(95, 95.1, 95.3, 95.1, 95.2),
	}}
	c := judgedBy(t, s, audit.Links{}, string(golden.Get(t, "readings.yaml")))
	text, failure, skipped := written(t, c)
	golden.Assert(t, text, "readings.md")
	for id, want := range map[string]string{"disputed": "depends on the reading: As described: holds", "reversed": "depends on the reading: As described: fails", "lacking": "open: As described: fails"} {
		if failure[id] != "" || !strings.HasPrefix(skipped[id], want) {
			t.Errorf("the test of claim %s fails by %q and is skipped by %q, want it skipped by %q", id, failure[id], skipped[id], want)
		}
	}
	assert.Equal(t, failure["agreed"]+skipped["agreed"], "",
		"the test of a claim that holds either way says %q and %q", failure["agreed"], skipped["agreed"])
	golden.Assert(t, c.Facts().Conclusions()[2]+"\n", "readings.txt")
}

// Two samples in 8,000 do not make shares unequal when nothing is drawn; without a test no p is printed.
func TestEqualityOfSharesTakesATest(t *testing.T) {
	s := tiny()
	s.readers["E"] = reader{measure: split, data: []string{"usps"}, rows: []string{"0"}, values: map[string]exhibit.Value{
		"0 p=1": exact(96.425), "0 serial": exact(96.45), "0 far": exact(90),
	}}
	links := audit.Links{Samples: []audit.Samples{{Cells: audit.Cells{Tables: []string{"E"}, Rows: []string{"0"}}, Of: 8000, Repetitions: 1}}}
	text, failure, skipped := written(t, judgedBy(t, s, links, `
- {id: near, text: A., rule: equal, table: E, columns: [p=1, serial], rows: ["0"]}
- {id: far, text: B., rule: equal, table: E, columns: [p=1, far], rows: ["0"]}
- {id: within, text: C., rule: equal, table: "3", columns: [p=1, p=2], rows: [Balance], within: "0.5", source: Table 3}
`))
	golden.Assert(t, text, "shares.md")
	assert.Check(t, failure["near"] == "" && skipped["near"] != "" && failure["far"] != "",
		"tests: %q and %q", failure, skipped)
}

// A number with unsettled iterations of unknown effect matches or decides nothing, however many draws there are.
func TestUnmeasuredNumbersDecideNothing(t *testing.T) {
	s := tiny()
	unsettled := func(draws ...float64) exhibit.Value {
		v := drawn(draws...)
		v.Ends, v.Unmeasured = experiment.Ends{Stopped: 1}, true
		return v
	}
	values := s.readers["1"].values
	values["20 p=1"], values["20 p=2"] = unsettled(80.01, 80.02, 80, 80.01, 80), unsettled(70, 70.1, 70, 70.1, 70)
	for _, row := range []struct {
		printed string
		want    compare.Verdict
	}{{"80.00", compare.Match}, {"81.00", compare.Inconclusive}} {
		tables, err := printed.Read(strings.NewReader("table,title,axis,metric,row,column,value\n1,Digits,sigma,accuracy_pct,20,p=1,"+row.printed+"\n"), "", "printed.csv", metrics)
		assert.NilError(t, err)
		c, err := compare.Compare(s, compare.Options{Metrics: metrics, Title: "the book", Chapter: "4", Tables: tables})
		assert.NilError(t, err)
		assert.Check(t, is.Equal(c.Contrasts[0].Cells[0][0].Verdict, row.want), "%s in print", row.printed)
	}
	c := judgedBy(t, s, audit.Links{}, `- {id: x, text: A., rule: beats, table: "1", columns: [p=1], over: [p=2], rows: ["20"]}`)
	if k := c.Statements[0]; k.Reproduced.Outcome != claim.Undecided || !strings.Contains(k.Reproduced.Why(1), "p=1 80.01 ± 0.01† cannot be compared with p=2 70.04 ± 0.07†") {
		t.Errorf("the claim %s: %s", k.Reproduced.Outcome, k.Reproduced.Why(1))
	}
}
