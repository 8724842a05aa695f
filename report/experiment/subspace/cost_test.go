package subspace

import (
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/dataset"
	"gpca/solver"
)

// Estimated times are within a factor of eight of seconds that were measured on one processor: for functions, fits to
// the ten classes of USPS or the three of waveform; for robust methods, one fit to normal samples.
func TestFitMeasured(t *testing.T) {
	usps := dataset.Description{Features: 256, Samples: 7291, ClassCounts: make([]int, 10)}
	waveform := dataset.Description{Features: 21, Samples: 10000, ClassCounts: make([]int, 3)}
	for _, d := range []dataset.Description{usps, waveform} {
		for i := range d.ClassCounts {
			d.ClassCounts[i] = d.Samples / len(d.ClassCounts)
		}
	}
	normal := func(samples, features int) dataset.Description {
		return dataset.Description{Features: features, Samples: samples}
	}
	for _, test := range []struct {
		data       dataset.Description
		score      string
		robust     string
		components int
		seconds    float64
	}{
		{usps, "f'=3 - 3/cosh(u/100)", "", 30, 8.4},
		{usps, "f'=u / (1 + u/3)^1.5", "", 10, 24.6},
		{usps, "f'=exp(-u/100)", "", 10, 17},
		{waveform, "f'=u / (1 + u/3)", "", 5, 1.5},
		{waveform, "f'=tanh(u)", "", 5, 0.9},

		{normal(300, 20), "", "spherical", 2, 0.0009},
		{normal(300, 20), "", "robpca", 10, 0.033},
		{normal(2000, 256), "", "robpca", 10, 0.100},
		{normal(300, 20), "", "grid", 2, 0.0050},
		{normal(1000, 50), "", "grid", 20, 0.420},
		{normal(30, 4), "", "mcd", 2, 0.0040},
		{normal(300, 20), "", "mcd alpha=0.75", 2, 0.053},
		{normal(2000, 256), "", "mcd", 10, 3.2},
		{normal(300, 20), "", "tyler", 2, 0.0015},
		{normal(200, 2000), "", "tyler", 5, 3.3},
		{normal(300, 20), "", "r1", 10, 0.0068},
		{normal(300, 20), "", "fms", 10, 0.0093},
		{normal(50, 200), "", "fms", 2, 0.0070},
	} {
		spec := Spec{Components: test.components, MaxIterations: solver.DefaultMaxIterations, Robust: test.robust}
		load := NewLoad(spec, test.data, true)
		if test.score != "" {
			load = load.By(test.score)
		}
		got := load.Fit(float64(test.data.Samples)).Seconds
		assert.Check(t, got >= test.seconds/8 && got <= test.seconds*8,
			"%s%s, %d samples: %.3g s, measured %.3g", test.score, test.robust, test.data.Samples, got, test.seconds)
	}
}
