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

//go:embed testdata/convergence_source.yaml
var convergenceSource string

// The counts of a part are those of all its cells. A method without other exhibits or without
// iterations is blank.
func TestConvergence(t *testing.T) {
	b := benchOf(t, convergenceSource, book{
		"digits usps 0 p=0.5": ended(experiment.Ends{Converged: 1, Wandered: 29}, 90),
		"digits usps 0 p=1":   ended(experiment.Ends{Converged: 30}, 95),
		"digits usps 10 p=1":  ended(experiment.Ends{Cycled: 30}, 95, 96), // in another part
		"digits usps 0 tanh":  failure("no fit"),
		"faces yale 0 p=1":    ended(experiment.Ends{Converged: 3}, 1),
		"faces yale 15 p=1":   ended(experiment.Ends{Converged: 4, Cycled: 1}, 1, 2),
		"faces yale 0 tanh":   values(1),
	})
	found := b.find
	b.find = func(q exhibit.Query) (experiment.Result, bool) {
		assert.Check(t, q.Optional, "the table has %s computed", keyOf(q))
		return found(q)
	}
	checkSheet(t, build(t, b, "C.1"), "table_convergence.txt")
	b.find = found
	read := b.study.Table("C.1").(exhibit.Reader)
	v := read.Read(b, "faces", "p=1")
	assert.Check(t, v.Mean() == 87.5 && !v.Random, "read %v of faces, p=1", v)
	v = read.Read(b, "mnist", "p=1")
	assert.Check(t, is.Contains(v.Reason, `no row "mnist"`), "a row that is not there is read as %v", v)
}

func TestConvergenceFaults(t *testing.T) {
	for change, want := range map[string]string{
		"rows: [{experiment: digts}]":                      "tiny.yaml:8:108: unknown experiment \"digts\": did you mean digits? (table C.1)",
		"rows: [{experiment: faces}, {experiment: faces}]": "tiny.yaml:8:116: row faces stands twice: give each a label (table C.1)",
	} {
		from, to := strings.Index(convergenceSource, "rows:"), strings.LastIndex(convergenceSource, "}")
		_, err := parse(convergenceSource[:from] + change + convergenceSource[to:])
		assert.Check(t, is.Error(err, want), change)
	}
	_, err := parse(strings.Replace(convergenceSource, "p=0.5, p=1, tanh", "p=1, tnah", 1))
	assert.ErrorContains(t, err, "did you mean tanh?", "a method that")
}
