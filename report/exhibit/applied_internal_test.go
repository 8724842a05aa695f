package exhibit

import (
	"testing"

	"gpca/figures"
	"gpca/report/experiment/apply"
)

// A type of rows looks the same in the outlier map and the biplot, and no arrow looks like one.
func TestTypesHaveOneLook(t *testing.T) {
	found := &apply.Findings{Model: apply.Model{Columns: []string{"a", "b"}, Components: [][]float64{{1, 0}, {0, 1}},
		Eigenvalues: []float64{1, 1}, ScoreCutOff: 3, OrthogonalCutOff: 1, Null: &apply.Null{}}}
	found.Score, found.Orthogonal = []float64{1, 1, 4}, []float64{0, 0.5, 2}
	for i := range found.Len() {
		found.Scores = append(found.Scores, []float64{float64(i), 1})
	}
	looks := map[int]string{}
	for _, figure := range []figures.Figure{outlierMap(found), biplot(found)} {
		for _, s := range figure.(figures.Chart).Series {
			if other := looks[s.Look]; s.Look != figures.Faint && other != "" && other != s.Name {
				t.Errorf("%s looks like %s", s.Name, other)
			}
			looks[s.Look] = s.Name
		}
	}
	if len(looks) != 4 { // two types, the cut-offs and the arrows
		t.Errorf("looks are %v", looks)
	}
}
