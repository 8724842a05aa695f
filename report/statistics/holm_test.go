package statistics_test

import (
	"math"
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
