package audit_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/claim"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
)

// Two means of 10 draws with standard deviation 0.04 decide no difference below 2.101·0.04·√(2/10) = 0.0376.
func TestDifferenceThatRepetitionsDoNotDecide(t *testing.T) {
	metrics := []printed.Metric{{Name: "angle", Better: printed.Smaller}}
	layout := printed.Layout{Number: "1", Metric: "angle", File: "a.csv"}
	const undecided = "page 7: means of 10 draws with standard deviation 0.04 decide no difference below 0.038: Table 1, row Iris: A 0."
	for _, c := range []struct{ name, cells, spread, want string }{
		{"too small", "0.500 ± 0.04,0.530 ± 0.04", "spread: deviation", undecided},
		{"large", "0.500 ± 0.04,0.540 ± 0.04", "spread: deviation", ""},
		{"other marks", "0.500 +/- 0.04,$0.530_{\\pm 0.04}$", "spread: deviation", undecided},
		{"decimal commas", "\"0,500 ± 0,04\",\"0,530 ± 0,04\"", "spread: deviation", undecided},
		{"standard error", "0.500 ± 0.01265,0.530 ± 0.01265", "spread: error", undecided},
		{"not said", "0.500 ± 0.04,0.530 ± 0.04", "decimals: 6", ""},
		{"no spread", "0.500,0.530", "spread: deviation", ""},
		{"one draw", "0.500 ± 0.04,0.530 ± 0.04", "spread: deviation, columns: [C]", ""},
	} {
		table, err := layout.Read([]byte("Data,A,B\nIris,"+c.cells+"\n"), "", "a.csv", metrics)
		assert.NilError(t, err)
		links, err := audit.ReadLinks("links.yaml", []byte("repetitions: [{tables: [\"1\"], of: 10, "+c.spread+"}]"))
		assert.NilError(t, err)
		claims, err := claim.Read("claims.yaml", []byte("[{id: a, place: page 7, text: A is better., rule: beats, table: \"1\", columns: [A], over: [B], rows: [Iris]}]"))
		assert.NilError(t, err)
		r, err := audit.Run([]printed.Table{table}, audit.Options{Links: links, Claims: claims})
		assert.NilError(t, err)
		got := ""
		for _, f := range r.Findings {
			got += f.Message
		}
		assert.Check(t, strings.HasPrefix(got, c.want) && (c.want != "" || got == "") && r.Errors() == 0,
			"%s: %q, want %q", c.name, got, c.want)
	}
}

// A claim that one number is better than another is undecided where nothing says which way numbers improve.
func TestClaimWithoutADirectionIsUndecided(t *testing.T) {
	layout := printed.Layout{Number: "1", Metric: "angle", File: "a.csv"}
	table, err := layout.Read([]byte("Data,A,B\nIris,0.5,0.6\n"), "", "a.csv", []printed.Metric{{Name: "angle"}})
	assert.NilError(t, err)
	claims, err := claim.Read("claims.yaml", []byte("[{id: a, place: p, text: t, rule: beats, table: \"1\", columns: [A], over: [B], rows: [Iris]}, "+
		"{id: b, place: p, text: t, rule: equal, table: \"1\", columns: [A, B], rows: [Iris]}]"))
	assert.NilError(t, err)
	r, err := audit.Run([]printed.Table{table}, audit.Options{Claims: claims})
	assert.NilError(t, err)
	assert.Check(t, len(r.Findings) == 1 && r.Claims[0].Printed.Outcome == claim.Undecided &&
		r.Claims[1].Printed.Outcome == claim.Fails, "%v: %v", r.Findings, r.Claims)
	var page strings.Builder
	assert.NilError(t, r.WriteMarkdown(&page, alone))
	assert.Check(t, is.Contains(page.String(), "Table 1: claim a is undecided: say in publication.yaml under metrics"))
}
