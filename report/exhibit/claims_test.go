package exhibit_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/table"
)

// A claim on the best method of another table is about that method, as long as it is not known about none.
func TestClaimOnTheBest(t *testing.T) {
	const claims = `claims: {text: The best wins., columns: "best of 1 among p=1, tanh", over: p=2}`
	claimed := strings.Replace(source, `columns: [{best-of: "1", among: [p=1, tanh]}, p=1], chart: true`,
		`columns: [{best-of: "1", among: [p=1, tanh]}, p=2], `+claims, 1)
	results := book{}
	for _, level := range []string{"0", "10", "20"} {
		results["digits usps "+level+" p=1"] = values(80, 80, 80.1, 80, 79.9)
		results["digits usps "+level+" tanh"] = values(90, 90.1, 90.2, 89.9, 90)
		results["digits usps "+level+" p=2"] = values(85, 85.1, 85, 84.9, 85)
	}
	b := benchOf(t, claimed, results)
	notes := func() string { return strings.Join(build(t, b, "9").Notes, " ") }
	assert.Check(t, is.Contains(notes(), "The text says: “The best wins.” It holds."))
	delete(results, "digits usps 20 tanh")
	assert.Check(t, is.Contains(notes(), "The text says: “The best wins.” It is undecided"))
}

// Columns that follow from others are missing where the best method is not known, and count it where it is.
func TestSettledWithTheBest(t *testing.T) {
	settled := strings.Replace(source, `columns: [{best-of: "1", among: [p=1, tanh]}, p=1], chart: true`,
		`columns: [{best-of: "1", among: [p=1, tanh]}, p=2, settled]`, 1)
	results := book{"digits usps 0 p=2": values(85)}
	first := func() []table.Cell { return build(t, benchOf(t, settled, results), "9").Rows[0].Cells }
	if c := first(); c[0].Reason != "known once Table 1 is complete" || c[2].State != table.Missing {
		t.Errorf("without the best: %+v", c)
	}
	for _, level := range []string{"0", "10", "20"} {
		results["digits usps "+level+" p=1"], results["digits usps "+level+" tanh"] = values(80), stopped(90)
	}
	c := first()
	assert.Check(t, c[0].Value == 90 && c[2].State == table.Filled && c[2].Value < 100, "with the best: %+v", c)
}
