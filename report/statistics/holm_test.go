package statistics_test

import (
	"math"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/statistics"
)

// p.adjust(p, "BH") of R 4.2.2.
func TestFalseDiscovery(t *testing.T) {
	got := statistics.FalseDiscovery([]float64{0.01, 0.04, 0.03, 0.005, 0.2, 1})
	want := []float64{0.03, 0.06, 0.06, 0.03, 0.24, 1}
	for i, p := range got {
		if math.Abs(p-want[i]) > 1e-12 {
			t.Errorf("corrected p-values %v, want %v", got, want)
			break
		}
	}
	assert.Equal(t, len(statistics.FalseDiscovery(nil)), 0)
}

// Tests that cannot reach the level after a correction for the number of those that can are not worth making.
func TestAttainable(t *testing.T) {
	four, six, seven := statistics.LeastPermuted(4), statistics.LeastPermuted(6), statistics.LeastPermuted(7)
	assert.Check(t, four == 1./24 && seven == 1./5040 && math.IsNaN(statistics.LeastPermuted(9)),
		"the least are %v and %v", four, seven)
	for _, c := range []struct {
		least []float64
		want  []bool
	}{
		{[]float64{four}, []bool{true}}, {[]float64{four, four}, []bool{false, false}}, {nil, []bool{}},
		{[]float64{four, seven, six, four}, []bool{false, true, true, false}},
		{[]float64{math.NaN(), 0.01, 0.02, 0.04}, []bool{false, true, true, false}},
	} {
		assert.Check(t, is.DeepEqual(statistics.Attainable(c.least, 0.05), c.want), c.least)
	}
}
