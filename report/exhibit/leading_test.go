package exhibit_test

import (
	"slices"
	"strings"
	"testing"

	"gpca/report/exhibit"
	"gpca/report/experiment"
)

// The mark says which numbers five draws cannot distinguish from the best. A kernel width is no method; a
// missing result leaves the others; a row without repetitions and one that all methods lead get no marks.
func TestLeadingGroups(t *testing.T) {
	checkText(t, build(t, builder(t, book{
		"flowers iris 0 p=1": values(90, 92, 91, 93, 90.5), "flowers iris 0 p=2": values(90.2, 91.9, 91.1, 92.9, 90.7), "flowers iris 0 tanh": values(80.1, 82, 81.2, 83, 80.4),
		"flowers balance 0 p=1": values(60.1, 63.4, 61.9, 58.8, 60.3), "flowers balance 0 p=2": values(61, 60.2, 62.2, 60.1, 59.8), "flowers balance 0 tanh": values(61.1, 61.5, 60.2, 58, 62.3),
		"flowers car 0 p=1": values(70.1, 73.4, 71.9, 68.8, 70.3), "flowers car 0 p=2": values(80, 83.5, 82, 78.7, 80.2),
	}), "3"), "table_leading_groups.txt")
	plain := builder(t, book{"flowers iris 0 p=1": values(90), "flowers iris 0 p=2": values(80)})
	checkText(t, build(t, plain, "3"), "table_no_leading_group.txt")
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
	checkText(t, build(t, builder(t, book{
		"flowers iris 0 p=1": values(90, 92, 91, 93, 90.5), "flowers iris 0 p=2": values(80.1, 82, 81.2, 83, 80.4),
	}), "7"), "table_leading_group_of_methods.txt")
}

// What failed in some draws is shown with the number of the others, but neither bold nor leading, nor averaged.
func TestFailedInSomeDraws(t *testing.T) {
	some := values(99, 99, 99, 99)
	some.Failure = "failed in 1 of 5 draws: why"
	checkText(t, build(t, builder(t, book{
		"flowers iris 0 p=1": values(90, 92, 91, 93, 90.5), "flowers iris 0 p=2": some, "flowers iris 0 tanh": values(80.1, 82, 81.2, 83, 80.4),
		"flowers balance 0 p=1": values(60.1, 63.4, 61.9, 58.8, 60.3), "flowers balance 0 p=2": values(61, 60.2, 62.2, 60.1, 59.8), "flowers balance 0 tanh": values(61.1, 61.5, 60.2, 58, 62.3),
	}), "3"), "table_failed_in_some_draws.txt")
}
