package statistics_test

import (
	"math"
	"slices"
	"testing"

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
	if got := statistics.FalseDiscovery(nil); len(got) != 0 {
		t.Errorf("of none: %v", got)
	}
}

// Tests that cannot reach the level after a correction for the number of those that can are not worth making.
func TestAttainable(t *testing.T) {
	four, six, seven := statistics.LeastPermuted(4), statistics.LeastPermuted(6), statistics.LeastPermuted(7)
	if four != 1./24 || seven != 1./5040 || !math.IsNaN(statistics.LeastPermuted(9)) {
		t.Errorf("the least are %v and %v", four, seven)
	}
	for _, c := range []struct {
		least []float64
		want  []bool
	}{
		{[]float64{four}, []bool{true}}, {[]float64{four, four}, []bool{false, false}}, {nil, nil},
		{[]float64{four, seven, six, four}, []bool{false, true, true, false}},
		{[]float64{math.NaN(), 0.01, 0.02, 0.04}, []bool{false, true, true, false}},
	} {
		if got := statistics.Attainable(c.least, 0.05); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.least, got, c.want)
		}
	}
}
