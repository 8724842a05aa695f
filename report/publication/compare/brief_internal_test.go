package compare

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/exhibit"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
)

// What is said of the best average follows the leading group of ours, with data sets as unit where rows are these.
func TestBriefFollowsTheLeadingGroup(t *testing.T) {
	number := func(inPrint float64, draws ...float64) Reproduction {
		return Reproduction{
			InPrint: statistics.Estimate{Centre: inPrint, Text: "x"}, Verdict: Match,
			Number: Number{Value: exhibit.Value{Estimate: statistics.Estimate{Draws: draws}}},
		}
	}
	tables, err := printed.Read(strings.NewReader("table,title,axis,metric,row,column,value\n1,,,m,iris,a,1\n1,,,m,car,b,1\n1,,,m,Average,a,1\n1,,,m,Average,b,1\n"),
		"", "a.csv", []printed.Metric{{Name: "m"}})
	assert.NilError(t, err)
	for _, c := range []struct {
		name, want string
		a, b       Reproduction // averages
		on         []string
	}{
		{"alone", "A has the best average, in print and here.", number(90, 91, 92, 93, 94), number(80, 81, 82.1, 83, 84), nil},
		{"among others", "In print A has the best average; here no method is shown to be better.", number(90, 91, 93, 92, 94), number(80, 92, 92.5, 93, 94), nil},
		{"behind", "In print A has the best average; here B leads, 92 against 83.", number(90, 81, 82.1, 83, 84), number(80, 91, 92, 93, 94), nil},
		{"on two data sets", "In print A has the best average; here no method is shown to be better.", number(90, 81, 82.1, 83, 84), number(80, 91, 92, 93, 94), []string{"iris", "car", ""}},
		{"without draws", "In print A has the best average; here B leads, 2 against 1.", number(90, 1), number(80, 2), nil},
	} {
		contrast := Contrast{Table: tables[0], Summary: Summary{Counts: Counts{Numbers: 2, Match: 2}}, ColumnTitles: []string{"A", "B"}, on: c.on, Cells: [][]Reproduction{{c.a, c.b}, {c.a, c.b}, {c.a, c.b}}}
		assert.Check(t,
			is.Contains(strings.Join((&Comparison{Contrasts: []Contrast{contrast}}).Facts().Paragraph("1"), ""), c.want),
			c.name)
	}
}
