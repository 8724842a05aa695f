package grid_test

import (
	"slices"
	"testing"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/study"
	"gpca/solver"
)

// A variation takes the place of the experiment's own setting, and one that is the
// same as this is the same cell.
func TestResolveVariations(t *testing.T) {
	s := &study.Study{Repetitions: study.Repetitions{Real: 5, StandIn: 2}}
	source := grid.Source{Origin: dataset.Real, Digest: "d"}
	cell := func(own study.Experiment, v study.Variation) grid.Cell {
		own.Protocol, own.Metric, own.Components, own.Noise = study.Split, study.Accuracy, 3, "gaussian"
		return resolve(t, s, study.Need{Experiment: &own, Data: "usps", Method: "p=1", Variation: v}, source, 0)
	}
	plain := cell(study.Experiment{}, study.Variation{})
	if plain.Start != solver.LargestSample || plain.Tolerance != solver.DefaultTolerance || plain.MaxIterations != solver.DefaultMaxIterations {
		t.Errorf("without a variation: %+v", plain)
	}
	same := cell(study.Experiment{Start: "largest-sample"}, study.Variation{Start: "largest-sample", Tolerance: 1e-10, MaxIterations: 1000})
	if same.Key() != plain.Key() {
		t.Errorf("the default settings by their names are another cell: %+v", same)
	}
	got := cell(study.Experiment{Start: "best-sample", Tolerance: 1e-5, MaxIterations: 7}, study.Variation{Start: "random-3"})
	if got.Start != solver.RandomStart(3) || got.Tolerance != 1e-5 || got.MaxIterations != 7 {
		t.Errorf("a varied start: %+v", got)
	}
	if want := "usps p=1 clean from random-3 to 1e-05 in 7 iterations"; got.String() != want {
		t.Errorf("cell is named %q, want %q", got, want)
	}
	got = cell(study.Experiment{Start: "best-sample", Tolerance: 1e-5}, study.Variation{Tolerance: 1e-3, MaxIterations: 50})
	if got.Start != solver.BestSample || got.Tolerance != 1e-3 || got.MaxIterations != 50 {
		t.Errorf("a varied tolerance and limit: %+v", got)
	}
}

// Cells that start differently train differently, and the runner trains each as
// its cell says: one component of p=1 from another start is another component.
func TestStartsAreTrainedApart(t *testing.T) {
	set := patterns(60, 80)
	e := experiment(study.Contamination, study.ReconstructionError)
	e.Components, e.MaxIterations = 1, 1
	var cells []grid.Cell
	for _, start := range []string{"", "smallest-sample", "random-1", "random-2"} {
		e := *e
		e.Start = start
		cells = append(cells, cellsOf(t, &e, set, 1, []float64{0}, "p=1", "p=2")...)
	}
	if n := len(grid.Groups(cells)); n != 4 {
		t.Fatalf("%d groups, want one for each of 4 starts", n)
	}
	found := run(t, set, cells, 2)
	var errors []float64
	for i := 0; i < len(cells); i += 2 {
		one, two := found.byKey[cells[i].Key()], found.byKey[cells[i+1].Key()]
		if !slices.Equal(two.Values, found.byKey[cells[1].Key()].Values) {
			t.Errorf("%s: p=2 depends on its start: %v", cells[i+1], two.Values)
		}
		if !slices.Contains(errors, one.Values[0]) {
			errors = append(errors, one.Values[0])
		}
	}
	if len(errors) != 4 {
		t.Errorf("4 starts give the errors %v: they do not reach the solver", errors)
	}
}
