package exhibit_test

import (
	_ "embed"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/exhibit"
	"gpca/report/experiment"
)

//go:embed testdata/pooled.yaml
var pooledSource string

// Levels are averaged on each data set. Each row stands below the numbers in print of its data set, with its own
// distance from these.
func TestPooledLevelsStandBelowTheirPrint(t *testing.T) {
	b := benchOf(t, pooledSource, nil)
	printed := map[string]float64{"usps": 80.5, "mnist": 94}
	ours := map[string]float64{"usps": 80, "usps 4": 82, "mnist": 90, "mnist 4": 95}
	b.find = func(q exhibit.Query) (experiment.Result, bool) {
		v := ours[strings.Join(append([]string{q.Point[experiment.Data]}, settings(q)...), " ")]
		return values(v, v), true
	}
	b.printed = exhibit.Printed{Source: "the book", At: func(_, data string, _ float64, _ string) (float64, bool) {
		return printed[data], true
	}}
	checkText(t, build(t, b, "1"), "table_pooled_levels_stand_below_their_print.txt")
}

func TestPooledLevelsThatDoNotFitPrint(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"{label: many, components: 4}", "{label: many, experiment: digits}", "have different levels or numbers of data sets"},
		{"columns: p=1, printed: \"2.5\"", "method: p=1", "a method makes a column of each: leave out pool"},
		{"pool: levels, columns: p=1, printed: \"2.5\"", "method: p=1", "tiny.yaml:9:5: column 10 stands twice"},
	} {
		_, err := parse(strings.Replace(pooledSource, c.old, c.new, 1))
		assert.Check(t, is.ErrorContains(err, c.want), c.new)
	}
}
