package trial

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/experiment"
)

// A measure that a draw does not have, as where no cell of its test samples is missing, is none of the result: a 0 in
// its place would count as a value.
func TestMeasureThatADrawLacks(t *testing.T) {
	of := &test{setting: setting{repetitions: 2}, tasks: 1, left: 2, sums: make([]tally, 2),
		values: func(parts [][]float64, _ int) map[string]float64 {
			all := map[string]float64{"always": parts[0][0]}
			if parts[0][0] > 0 {
				all["sometimes"] = parts[0][0]
			}
			return all
		}}
	of.join(Fit{}, experiment.Cell{Repetitions: 2}, "key")
	var results []experiment.Result
	for repetition, sum := range []float64{3, 0} {
		of.add(repetition, 0, 1, [][]float64{{sum}}, 10)
		results = of.finish(repetition, nil)
	}
	v := results[0].Values
	assert.Check(t, len(v) == 1 && slices.Equal(v["always"], []float64{3, 0}), "the result has %v", v)
}
