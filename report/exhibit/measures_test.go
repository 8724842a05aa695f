package exhibit_test

import (
	_ "embed"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/experiment/apply"
	"gpca/report/experiment/lesson"
	"gpca/report/study"
)

//go:embed testdata/measures_lessons.yaml
var lessons string

func parseLessons(source string) (*study.Study, error) {
	return study.Parse("lessons.yaml", []byte(source), study.Kinds{
		Experiments: []experiment.Kind{lesson.Identities},
		Tables:      exhibit.Kinds{exhibit.Projection},
		Data:        dataset.Names(),
	})
}

func onLessons(t *testing.T, find func(exhibit.Query) (experiment.Result, bool)) *bench {
	t.Helper()
	s, err := parseLessons(lessons)
	assert.NilError(t, err)
	return &bench{study: s, find: find, asked: map[string]bool{}}
}

// A table of measures has a row for each value of its axis, and formats values as their measure does.
func TestMeasures(t *testing.T) {
	b := onLessons(t, func(q exhibit.Query) (experiment.Result, bool) {
		if q.Point["identity"] == "truncated" {
			return experiment.Result{}, false
		}
		return experiment.Result{Values: map[string][]float64{"difference": {2.25e-15}, "tolerance": {1e-10}, "holds": {1}}}, true
	})
	for _, number := range []string{"1", "2"} {
		checkText(t, build(t, b, number), "table_of_measures_"+number+".txt")
	}
}

func TestMeasuresFaults(t *testing.T) {
	checkFaults(t, lessons, parseLessons, "measures_faults.txt")
}

// No value of a measure that only describes is the best.
func TestDescriptiveMeasure(t *testing.T) {
	s, err := study.Parse("tables.yaml", golden.Get(t, "measures_descriptive_measure.yaml"), study.Kinds{Experiments: []experiment.Kind{apply.Kind}, Tables: exhibit.Kinds{exhibit.Projection},
		Data: dataset.Names()})
	assert.NilError(t, err)
	b := &bench{study: s, asked: map[string]bool{}, find: func(q exhibit.Query) (experiment.Result, bool) {
		outliers := map[string]float64{"robpca": 3, "grid": 7}[q.Method.Name]
		return experiment.Result{Values: map[string][]float64{"outliers": {outliers}}}, true
	}}
	checkText(t, build(t, b, "1"), "table_of_descriptive_measures.txt")
}
