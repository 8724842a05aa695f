package exhibit_test

import (
	_ "embed"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/experiment/detect"
	"gpca/report/experiment/lesson"
	"gpca/report/study"
)

//go:embed testdata/ranked.yaml
var ranked string

func parseRanked(source string) (*study.Study, error) {
	return study.Parse("ranked.yaml", []byte(source), study.Kinds{
		Experiments: []experiment.Kind{detect.Kind, lesson.Spectrum}, Figures: exhibit.Kinds{exhibit.ROC},
		Data: dataset.Names(),
	})
}

// A curve is the mean of those of the draws, from the origin on, with its interval where there are few methods. The
// area is that of the cell. What is missing is left out.
func TestROC(t *testing.T) {
	s, err := parseRanked(ranked)
	assert.NilError(t, err)
	b := &bench{study: s, asked: map[string]bool{}, find: func(q exhibit.Query) (experiment.Result, bool) {
		return experiment.Result{
			Cell:      experiment.Cell{Random: true, Repetitions: 2},
			Values:    map[string][]float64{"auc": {0.8, 0.8}},
			Artifacts: map[string]experiment.Array{detect.Curves: {Shape: []int{2, 3}, Data: []float64{0.4, 0.8, 1, 0.4, 0.6, 1}}},
		}, q.Method.Name != "p=2"
	}}
	for number, want := range map[string][]string{
		"1": {"L1: 0.800 ± 0.000", "chance"},
		"2": {"L1: 0.800 ± 0.000", "tanh: 0.800 ± 0.000", "a = 1: 0.800 ± 0.000", "chance"},
	} {
		built, err := s.Figure(number).Build(b)
		assert.NilError(t, err)
		c := upper(t, built)
		var names []string
		for _, line := range c.Series {
			names = append(names, line.Name)
		}
		assert.Check(t, is.DeepEqual(names, want), "figure %s: lines", number)
		first, chance := c.Series[0], c.Series[len(c.Series)-1]
		assert.Check(t, equal(first.X, []float64{0, 0, 0.5, 1}) && equal(first.Y, []float64{0, 0.4, 0.7, 1}) &&
			equal(chance.Y, []float64{0, 1}) && chance.Look == figures.Faint, "figure %s: %+v, %+v", number, first,
			chance)
		assert.Check(t, (number != "1" || (first.Low[1] == 0.4 && first.Low[2] == 0 && first.High[2] == 1)) &&
			(number != "2" || first.Low == nil), "figure %s: intervals from %v to %v", number, first.Low, first.High)
	}
	found := b.find
	b.find = func(q exhibit.Query) (experiment.Result, bool) {
		if r, ok := found(q); ok {
			return r, ok
		}
		return experiment.Result{Inapplicable: "not applicable: too few samples"}, true
	}
	built, err := s.Figure("1").Build(b)
	assert.NilError(t, err)
	notes := upper(t, built).Notes
	assert.Check(t, slices.Contains(notes, "p = 2 is not drawn. Not applicable: too few samples."), "notes %q", notes)
	b.find = func(exhibit.Query) (experiment.Result, bool) { return experiment.Result{Failure: "no fit"}, true }
	built, err = s.Figure("1").Build(b)
	assert.NilError(t, err)
	assert.Equal(t, built, figures.Placeholder{Text: "The computation failed: no fit"}, "after failures")
}

func TestROCFaults(t *testing.T) { checkFaults(t, ranked, parseRanked, "roc_faults.txt") }
