package compare_test

import (
	"bytes"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/publication/audit"
	"gpca/report/publication/compare"
)

// Forced numbers are counted apart, with the reason, and are no evidence on methods.
func TestForcedNumbersAreCountedApart(t *testing.T) {
	for _, c := range []struct {
		name              string
		forced            audit.Forced
		matches, compared int
	}{
		{"none", audit.Forced{}, 0, 13},
		{"a column", audit.Forced{Cells: audit.Cells{Tables: []string{"1"}, Columns: []string{"p=1"}}, Why: "it is so"}, 3, 11},
		{"a row", audit.Forced{Cells: audit.Cells{Tables: []string{"1"}, Rows: []string{"10"}}, Why: "it is so"}, 2, 10},
		{"a table", audit.Forced{Cells: audit.Cells{Tables: []string{"3"}}, Why: "it is so"}, 3, 9},
		{"a table of one column", audit.Forced{Cells: audit.Cells{Tables: []string{"5"}}, Why: "it is so"}, 1, 11},
		{"all but a column", audit.Forced{Cells: audit.Cells{Tables: []string{"1"}, Columns: []string{"p=1", "tanh"}}, Why: "it is so"}, 3, 8},
	} {
		o := inPrint(t)
		o.Links.Forced = []audit.Forced{c.forced}
		of, err := compare.Compare(tiny("car"), o)
		assert.NilError(t, err)
		if got := of.Facts().Total; got.Forced != c.matches || got.Match+got.Forced != 9 || of.Null.Numbers != c.compared {
			t.Errorf("%s: %+v, %d numbers to compare methods by; want %d forced, %d numbers", c.name, got, of.Null.Numbers, c.matches, c.compared)
		}
		var text bytes.Buffer
		assert.NilError(t, of.Facts().WriteMarkdown(&text))
		for _, said := range []string{"matches that could not have come out otherwise (", "since it is so", "Reason: it is so", "| forced |"} {
			assert.Check(t, is.Equal(strings.Contains(text.String(), said), c.matches > 0),
				"%s: the comparison says, or does not say, %q", c.name, said)
		}
	}
}
