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

//go:embed testdata/breaks_source.yaml
var breaksSource string

// A cell has the first level at which more than half of the draws are lost, between those that are shown to hold and
// to be lost.
func TestBreaks(t *testing.T) {
	b := benchOf(t, breaksSource, nil)
	b.find = func(q exhibit.Query) (experiment.Result, bool) {
		lost := map[string][]int{ // of ten draws, by level
			"p=2": {0, 10, 10, 10}, "p=1": {0, 3, 6, 9}, "robpca": {0, 0, 0, 1}, "tyler": {6, 6, 6, 6},
		}[q.Method.Name]
		if lost == nil {
			return experiment.Result{Inapplicable: "few samples"}, true
		}
		draws := make([]float64, 10)
		for i := range lost[map[string]int{"0": 0, "0.05": 1, "0.2": 2, "0.4": 3}[q.Point[experiment.Level]]] {
			draws[i] = 45.1
		}
		return experiment.Result{Values: map[string][]float64{"angle": draws}}, q.Point["gamma"] == "10" || q.Method.Name != "p=1"
	}
	checkText(t, build(t, b, "1"), "table_breaks.txt")
	for wrong, cause := range map[string]string{
		"data: iris, gamma":      "data: [iris, liver], gamma",
		"levels: [0, 0.05, 0.2,": "levels: [0.2, 0.05, 0,",
		"[angle, accuracy]":      "[accuracy, angle]",
		"pool: all, ":            "",
	} {
		_, err := parse(strings.Replace(breaksSource, wrong, cause, 1))
		assert.Check(t, is.ErrorContains(err, "breaks needs rows"), cause)
	}
	_, err := parse(strings.Replace(breaksSource, "tyler]", "tylor]", 1))
	assert.ErrorContains(t, err, "tyler", "an unknown method")
}
