package exhibit_test

import (
	_ "embed"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/experiment/ascent"
	"gpca/report/study"
)

//go:embed testdata/paths.yaml
var paths string

func parsePaths(source string) (*study.Study, error) {
	return study.Parse("paths.yaml", []byte(source), study.Kinds{
		Experiments: []experiment.Kind{ascent.Kind}, Tables: exhibit.Kinds{exhibit.Projection}, Figures: exhibit.Kinds{exhibit.Path}, Data: dataset.Names(),
	})
}

// A path has a line for each value of an axis from step 0 on, in its unit or in percent of its largest
// size. Methods have the labels of the study.
func TestPath(t *testing.T) {
	s, err := parsePaths(paths)
	assert.NilError(t, err)
	b := &bench{study: s, asked: map[string]bool{}, find: func(q exhibit.Query) (experiment.Result, bool) {
		return experiment.Result{
			Values: map[string][]float64{"steps": {2}},
			Artifacts: map[string]experiment.Array{
				"objective": {Shape: []int{3}, Data: []float64{5, 10, 20}},
				"energy":    {Shape: []int{3}, Data: []float64{-1, -2, -4}},
			},
		}, true
	}}
	for number, want := range map[string][][]float64{"1": {{25, 50, 100}, {25, 50, 100}}, "2": {{-1, -2}}} {
		built, err := s.Figure(number).Build(b)
		assert.NilError(t, err)
		c, ok := built.(figures.Chart)
		assert.Assert(t, ok && len(c.Series) == len(want), "figure %s: %+v", number, built)
		for i, y := range want {
			assert.Check(t, equal(c.Series[i].Y, y) && c.Series[i].X[0] == 0 && c.Series[i].X[1] == 1,
				"figure %s: %+v, want %g", number, c.Series[i], y)
		}
		assert.Check(t, number != "1" || c.Series[0].Name == "L1", "the first line is called %q", c.Series[0].Name)
	}
	_, err = s.Figure("3").Build(b)
	assert.Error(t, err, "experiment climbs keeps no a for p=1", "a path that is not there")
	checkText(t, build(t, b, "1"), "table_beside_paths.txt")
	b.find = func(exhibit.Query) (experiment.Result, bool) { return experiment.Result{}, false }
	if built, err := s.Figure("1").Build(b); err != nil {
		t.Error(err)
	} else if _, ok := built.(figures.Placeholder); !ok {
		t.Errorf("without results: %+v", built)
	}
}

func TestPathFaults(t *testing.T) { checkFaults(t, paths, parsePaths, "path_faults.txt") }
