package exhibit_test

import (
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/figures"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/experiment/detect"
	"gpca/report/study"
)

// A box shows the draws of a method at a level, with their median; where there is one level, each method has its place.
// A method without a result has none, and the ends of the axis are those that the study asks for.
func TestBoxes(t *testing.T) {
	s, err := study.Parse("boxes.yaml", golden.Get(t, "boxes.yaml"), study.Kinds{Experiments: []experiment.Kind{detect.Kind}, Figures: exhibit.Kinds{exhibit.Boxes, exhibit.Network}, Data: []string{"iris"}})
	assert.NilError(t, err)
	b := &bench{study: s, asked: map[string]bool{}, find: func(q exhibit.Query) (experiment.Result, bool) {
		draws := []float64{0.9, 0.7, 0.6}
		return experiment.Result{Cell: experiment.Cell{Random: true, Repetitions: 3},
			Values: map[string][]float64{"auc": draws, q.Measure: draws}}, q.Method.Name != "p=2"
	}}
	chart := func(number string) figures.Chart {
		built, err := s.Figure(number).Build(b)
		if err == nil {
			built, err = s.Figure(number).Head().Within(built)
		}
		assert.NilError(t, err)
		return built.(figures.Chart)
	}
	checkChart(t, chart("1"), "boxes.txt")
	checkChart(t, chart("2"), "boxes_of_one_level.txt")
	_, err = s.Figure("3").Head().Within(figures.Network{})
	assert.ErrorContains(t, err, "no axis of values", "a network takes an ordinate")
}
