package grid_test

import (
	"math"
	"strings"
	"testing"

	"gpca/report/grid"
	"gpca/report/study"
)

// A bound on the memory makes fits wait for each other and changes nothing else.
// Where no two fit side by side, more workers than there is room for end all
// the same.
func TestMemoryDoesNotMatter(t *testing.T) {
	cells, set := everything(t)
	var want string
	for _, memory := range []int64{0, 1 << 30, 115_000} {
		var r results
		runner := grid.Runner{Workers: 4, Memory: memory, Put: r.put}
		if err := runner.Run(t.Context(), grid.Groups(cells), opener(set)); err != nil {
			t.Fatal(err)
		}
		if got := r.bytes(t); want == "" {
			want = got
		} else if got != want {
			t.Errorf("results with %d bytes differ", memory)
		}
	}
}

// What does not fit alone fails with the reason, and what is smaller is computed.
func TestTooLittleMemory(t *testing.T) {
	set := patterns(60, 20)
	kernel := experiment(study.Split, study.Accuracy)
	kernel.Kernel = &study.Kernel{Function: "gaussian", Sigma: 300}
	cells := cellsOf(t, kernel, set, 1, []float64{0}, "p=1")
	cells = append(cells, cellsOf(t, experiment(study.Split, study.Accuracy), set, 1, []float64{0}, "p=1")...)
	var r results
	// 60 images of 36 pixels take 17 kB, training on 20 of them 14 kB and in
	// feature space 20 kB.
	runner := grid.Runner{Workers: 2, Memory: 34_000, Put: r.put}
	if err := runner.Run(t.Context(), grid.Groups(cells), opener(set)); err != nil {
		t.Fatal(err)
	}
	for _, result := range r.byKey {
		switch feature := result.Cell.Kernel != ""; {
		case !feature && (result.Failure != "" || len(result.Values) != 1 || math.IsNaN(result.Values[0])):
			t.Errorf("in input space: %v, failure %q", result.Values, result.Failure)
		case feature && !strings.Contains(result.Failure, "20 samples: they take 1 MiB of memory and may take 0 MiB: allow more with --memory"):
			t.Errorf("in feature space: failure %q", result.Failure)
		}
	}
	if len(r.byKey) != 2 {
		t.Errorf("%d results", len(r.byKey))
	}
}
