package exhibit_test

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/table"
)

// The mark says which numbers five draws cannot distinguish from the best. A kernel width is no method; a
// missing result leaves the others; a row without repetitions and one that all methods lead get no marks.
func TestLeadingGroups(t *testing.T) {
	built := build(t, builder(t, book{
		"flowers iris 0 p=1": values(90, 92, 91, 93, 90.5), "flowers iris 0 p=2": values(90.2, 91.9, 91.1, 92.9, 90.7), "flowers iris 0 tanh": values(80.1, 82, 81.2, 83, 80.4),
		"flowers balance 0 p=1": values(60.1, 63.4, 61.9, 58.8, 60.3), "flowers balance 0 p=2": values(61, 60.2, 62.2, 60.1, 59.8), "flowers balance 0 tanh": values(61.1, 61.5, 60.2, 58, 62.3),
		"flowers car 0 p=1": values(70.1, 73.4, 71.9, 68.8, 70.3), "flowers car 0 p=2": values(80, 83.5, 82, 78.7, 80.2),
	}), "3")
	checkText(t, built, "table_leading_groups.txt")
	if notes := strings.Join(built.Notes, "\n"); !strings.Contains(notes, table.LeadingMark+" Leading group: not significantly worse than another of its row. With 5 draws, the power is 80%") || strings.Contains(notes, "!") || !strings.Contains(notes, "In an average over data sets, the 3 sets are the unit.") {
		t.Errorf("the notes do not explain the mark: %q", notes)
	}
	plain := build(t, builder(t, book{"flowers iris 0 p=1": values(90), "flowers iris 0 p=2": values(80)}), "3")
	if text := text(plain); strings.Contains(text, table.LeadingMark) || len(plain.Notes) > 0 {
		t.Errorf("single values claim a leading group:\n%s%q", text, plain.Notes)
	}
}

// An average over data sets speaks of data sets: it has the mark only where a method is worse on enough of them,
// however far the folds tell the methods apart.
func TestLeadingGroupOverDataSets(t *testing.T) {
	names := []string{"iris", "balance", "ionosphere", "yeast", "phishing", "liver", "waveform", "letter"}
	source := "name: sets\nrepetitions: {real: 3, stand-in: 3}\nexperiments:\n  - {name: flowers, data: [" +
		strings.Join(names, ", ") + "], split: {folds: 3}, measure: accuracy, components: 1}\n" +
		"tables:\n  - {number: \"1\", caption: Rates, experiment: flowers, columns: [p=1, p=2], average: true, decimals: 1}\n"
	for worse, want := range map[int]string{ // sets on which p=2 is worse, by 1 each
		8: "Average | *71.0 ± 2.5•* | 70.0 ± 2.5", 6: "Average | *71.0 ± 2.5* | 70.5 ± 2.5",
	} {
		b := benchOf(t, source, nil)
		b.find = func(q exhibit.Query) (experiment.Result, bool) {
			v, wobble := 70.0, 0.0
			at := slices.Index(names, q.Point[experiment.Data])
			if q.Method.Name == "p=2" {
				if v, wobble = v-1, 0.01; at >= worse {
					v += 2
				}
			}
			return values(v, v+1+wobble, v+2), true
		}
		if got := text(build(t, b, "1")); !strings.Contains(got, want) || !strings.Contains(got, "Iris | *71.0 ± 2.5•*") {
			t.Errorf("got\n%s\nwithout %q", got, want)
		}
	}
}

// Methods down the page compete in a column.
func TestLeadingGroupOfMethods(t *testing.T) {
	built := build(t, builder(t, book{
		"flowers iris 0 p=1": values(90, 92, 91, 93, 90.5), "flowers iris 0 p=2": values(80.1, 82, 81.2, 83, 80.4),
	}), "7")
	checkText(t, built, "table_leading_group_of_methods.txt")
	assert.Check(t, len(built.Notes) == 1 && strings.Contains(built.Notes[0], "of its column"), "notes %q", built.Notes)
}

// What failed in some draws is shown with the number of the others, but neither bold nor leading, nor averaged.
func TestFailedInSomeDraws(t *testing.T) {
	some := values(99, 99, 99, 99)
	some.Failure = "failed in 1 of 5 draws: why"
	built := build(t, builder(t, book{
		"flowers iris 0 p=1": values(90, 92, 91, 93, 90.5), "flowers iris 0 p=2": some, "flowers iris 0 tanh": values(80.1, 82, 81.2, 83, 80.4),
		"flowers balance 0 p=1": values(60.1, 63.4, 61.9, 58.8, 60.3), "flowers balance 0 p=2": values(61, 60.2, 62.2, 60.1, 59.8), "flowers balance 0 tanh": values(61.1, 61.5, 60.2, 58, 62.3),
	}), "3")
	if got := text(built); !strings.Contains(got, "*91.30 ± 1.50•* | 99.00 ± 0.00 | 81.34 ± 1.47") || !strings.Contains(got, "Average |  | — | failed | —") {
		t.Errorf("got\n%s", got)
	}
}
