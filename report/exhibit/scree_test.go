package exhibit_test

import (
	_ "embed"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/experiment/lesson"
	"gpca/report/study"
)

//go:embed testdata/scree.yaml
var scree string

func parseScree(source string) (*study.Study, error) {
	return study.Parse("scree.yaml", []byte(source), study.Kinds{
		Experiments: []experiment.Kind{lesson.Spectrum}, Tables: exhibit.Kinds{exhibit.Projection}, Figures: exhibit.Kinds{exhibit.Scree}, Data: dataset.Names(),
	})
}

// A scree plot has a curve for each data set, of eigenvalues, their shares or sums of these, with the
// suggested number marked.
func TestScree(t *testing.T) {
	s, err := parseScree(scree)
	assert.NilError(t, err)
	b := &bench{study: s, asked: map[string]bool{}, find: func(q exhibit.Query) (experiment.Result, bool) {
		return experiment.Result{
			Values:    map[string][]float64{"by-elbow": {2}},
			Artifacts: map[string]experiment.Array{lesson.Eigenvalues: {Shape: []int{3}, Data: []float64{6, 3, 1}}},
		}, q.Point[experiment.Data] == "iris"
	}}
	for number, want := range map[string][]float64{"1": {6, 3, 1}, "2": {60, 30}, "3": {60, 90, 100}} {
		built, err := s.Figure(number).Build(b)
		assert.NilError(t, err)
		c, ok := built.(figures.Chart)
		assert.Check(t, ok && len(c.Series) == 1 && c.Series[0].Name == "Iris" && equal(c.Series[0].Y, want),
			"figure %s: %+v, want %g", number, built, want)
		assert.Check(t, is.Equal(len(c.Marks) == 1 && c.Marks[0] == (figures.Mark{X: 2, Y: 3, Label: "2"}),
			number == "1"), "figure %s: marks %+v", number, c.Marks)
	}
	b.find = func(exhibit.Query) (experiment.Result, bool) { return experiment.Result{}, false }
	if built, err := s.Figure("1").Build(b); err != nil || built == nil {
		t.Errorf("without results: %v, %v", built, err)
	} else if _, ok := built.(figures.Placeholder); !ok {
		t.Errorf("without results: %+v", built)
	}
}

func TestScreeFaults(t *testing.T) { checkFaults(t, scree, parseScree, "scree_faults.txt") }
