package grid_test

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/study"
)

func aCell() grid.Cell {
	return grid.Cell{
		Schema: 1, Algorithm: 1, Architecture: "amd64",
		Data: "usps", Origin: dataset.Real, Digest: "0123",
		Protocol: study.Split, Metric: study.Accuracy, Scale: 1, Folds: 0, Noise: "gaussian", Level: 0.05,
		Kernel: "gaussian(sigma=2500)", Score: "f'=u < 1 ? u : 1", Centring: "mean",
		Components: 30, Tolerance: 1e-10, MaxIterations: 1000,
		Seed: 18446744073709551615, Repetitions: 5,
	}
}

// The key must never change for the same cell: stored results are found by it.
// It was computed apart from Go, with Python's hashlib over the JSON written out.
func TestKeyIsPinned(t *testing.T) {
	const want = "2a0fac2f25b3dfaddc639f68d2c4fd86722e88c1b676274b886db94cb24e3316"
	if got := aCell().Key(); got != want {
		t.Errorf("key %s, want %s: results stored so far would be lost", got, want)
	}
}

// Whatever field differs, the key does.
func TestEveryFieldIsInTheKey(t *testing.T) {
	keys := map[string]string{aCell().Key(): "none"}
	for i := range reflect.TypeFor[grid.Cell]().NumField() {
		c := aCell()
		field := reflect.ValueOf(&c).Elem().Field(i)
		switch field.Kind() {
		case reflect.String:
			field.SetString(field.String() + "x")
		case reflect.Int:
			field.SetInt(field.Int() + 1)
		case reflect.Uint64:
			field.SetUint(field.Uint() - 1)
		case reflect.Float64:
			field.SetFloat(field.Float() * (1 + 0x1p-52))
		default:
			t.Fatalf("field %d is a %v", i, field.Kind())
		}
		name, key := reflect.TypeOf(c).Field(i).Name, c.Key()
		if other, taken := keys[key]; taken {
			t.Errorf("a change of %s gives the key of a change of %s", name, other)
		}
		keys[key] = name
	}
}

func TestCellString(t *testing.T) {
	c := aCell()
	for want, change := range map[string]func(*grid.Cell){
		"usps gaussian(sigma=2500) f'=u < 1 ? u : 1 gaussian 0.05": func(*grid.Cell) {},
		"usps p=1 uncentred clean": func(c *grid.Cell) {
			c.Kernel, c.Score, c.Centring, c.Noise, c.Level = "", "p=1", "none", "none", 0
		},
		"yale p=1 15 dummy images": func(c *grid.Cell) {
			c.Kernel, c.Score, c.Data, c.Protocol, c.Level = "", "p=1", "yale", study.Contamination, 15
		},
		"iris p=1": func(c *grid.Cell) {
			c.Kernel, c.Score, c.Data, c.Protocol = "", "p=1", "iris", study.CrossValidation
		},
	} {
		changed := c
		change(&changed)
		if got := changed.String(); got != want {
			t.Errorf("cell is named %q, want %q", got, want)
		}
	}
}

func TestResolveFillsInDefaults(t *testing.T) {
	s := &study.Study{Seed: 7, Repetitions: study.Repetitions{Real: 5, StandIn: 2}}
	e := &study.Experiment{Name: "e", Protocol: study.Split, Metric: study.Accuracy, Components: 3, Noise: "gaussian"}
	got := resolve(t, s, study.Need{Experiment: e, Data: "usps", Level: 10, Method: "p=2.0"}, grid.Source{Origin: dataset.Real, Digest: "d"}, 0)
	want := grid.Cell{
		Schema: got.Schema, Algorithm: got.Algorithm, Architecture: runtime.GOARCH,
		Data: "usps", Origin: dataset.Real, Digest: "d",
		Protocol: study.Split, Metric: study.Accuracy, Scale: 1, Noise: "gaussian", Level: 10,
		Score: "p=2", Centring: "mean", Components: 3, Tolerance: 1e-10, MaxIterations: 1000,
		Seed: 7, Repetitions: 5,
	}
	if got != want {
		t.Errorf("resolved to\n%+v, want\n%+v", got, want)
	}
}

// Clean is clean: the cell without noise is one cell, however many noises start
// from it, and is computed once.
func TestCleanCellsAreShared(t *testing.T) {
	s := &study.Study{Repetitions: study.Repetitions{Real: 5, StandIn: 2}}
	source := grid.Source{Origin: dataset.Real, Digest: "d"}
	keys := map[string]bool{}
	for _, n := range []string{"gaussian", "salt-and-pepper", "speckle"} {
		e := &study.Experiment{Protocol: study.Split, Metric: study.Accuracy, Components: 3, Noise: n, Folds: len(n), Scale: 7}
		for _, zero := range []float64{0, -1 / inf} {
			c := resolve(t, s, study.Need{Experiment: e, Data: "usps", Level: zero, Method: "p=1"}, source, 0)
			if c.Noise != "none" || c.Repetitions != 1 {
				t.Errorf("clean cell %+v", c)
			}
			keys[c.Key()] = true
		}
	}
	if len(keys) != 1 {
		t.Errorf("%d clean cells, want 1", len(keys))
	}
	e := &study.Experiment{Protocol: study.Contamination, Metric: study.ReconstructionError, Components: 3, Scale: 0.5}
	if c := resolve(t, s, study.Need{Experiment: e, Data: "yale", Method: "p=1"}, source, 0); c.Noise != "none" || c.Repetitions != 1 || c.Scale != 0.5 {
		t.Errorf("without dummy images: %+v", c)
	}
	if c := resolve(t, s, study.Need{Experiment: e, Data: "yale", Level: 3, Method: "p=1"}, source, 0); c.Noise != "dummy-images" || c.Repetitions != 5 {
		t.Errorf("with dummy images: %+v", c)
	}
}

func TestRepetitionsByOrigin(t *testing.T) {
	s := &study.Study{Repetitions: study.Repetitions{Real: 5, StandIn: 2}}
	e := &study.Experiment{Protocol: study.CrossValidation, Metric: study.Accuracy, Components: 1, Folds: 10}
	need := study.Need{Experiment: e, Data: "iris", Method: "p=1"}
	for _, c := range []struct {
		origin         dataset.Origin
		override, want int
	}{{dataset.Real, 0, 5}, {dataset.StandIn, 0, 2}, {dataset.Real, 3, 3}, {dataset.StandIn, 9, 9}} {
		if got := resolve(t, s, need, grid.Source{Origin: c.origin}, c.override).Repetitions; got != c.want {
			t.Errorf("%s data, %d asked for: %d repetitions, want %d", c.origin, c.override, got, c.want)
		}
	}
	if _, err := grid.Resolve(s, need, grid.Source{}, -1); err == nil {
		t.Error("−1 repetitions are accepted")
	}
}

func TestResolveKernelAndMethod(t *testing.T) {
	s := &study.Study{
		Repetitions: study.Repetitions{Real: 1, StandIn: 1},
		Methods:     []study.Method{{Name: "mine", Expression: "3  -  3/cosh(u)", Centring: "none"}},
	}
	e := &study.Experiment{
		Name: "e", Protocol: study.CrossValidation, Metric: study.Accuracy, Components: 1, Folds: 10, Tolerance: 1e-6, MaxIterations: 9,
		Kernel: &study.Kernel{Function: "gaussian", Sigma: 1, Sigmas: map[string]float64{"yeast": 0.5}},
	}
	c := resolve(t, s, study.Need{Experiment: e, Data: "yeast", Method: "mine"}, grid.Source{}, 0)
	if c.Kernel != "gaussian(sigma=0.5)" || c.Score != "f'=3 - 3/cosh(u)" || c.Centring != "none" || c.Tolerance != 1e-6 || c.MaxIterations != 9 {
		t.Errorf("resolved to %+v", c)
	}
	for want, need := range map[string]study.Need{
		"unknown score":  {Experiment: e, Data: "iris", Method: "yours"},
		"unknown kernel": {Experiment: &study.Experiment{Kernel: &study.Kernel{Function: "cubic"}}, Data: "iris", Method: "p=1"},
	} {
		if _, err := grid.Resolve(s, need, grid.Source{}, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// Patience is part of the cell of a score that may wander and of no other, and
// only where it is not what the solver does anyway: keys of old results stay.
func TestResolvePatience(t *testing.T) {
	s := &study.Study{Repetitions: study.Repetitions{Real: 1, StandIn: 1}}
	for _, c := range []struct {
		method         string
		patience, want int
	}{{"p=0.5", 0, 0}, {"p=0.5", 100, 0}, {"p=0.5", 5000, 5000}, {"p=1", 5000, 0}, {"tanh", 5000, 0}} {
		e := &study.Experiment{Protocol: study.CrossValidation, Metric: study.Accuracy, Components: 1, Folds: 10, Patience: c.patience}
		if got := resolve(t, s, study.Need{Experiment: e, Data: "iris", Method: c.method}, grid.Source{}, 0).Patience; got != c.want {
			t.Errorf("%s with patience %d resolves to %d, want %d", c.method, c.patience, got, c.want)
		}
	}
}

// The method's own centring comes before the experiment's, and its repetitions
// before the study's.
func TestResolveOverrides(t *testing.T) {
	s := &study.Study{
		Repetitions: study.Repetitions{Real: 5, StandIn: 2},
		Methods:     []study.Method{{Name: "centred", Score: "tanh", Centring: "mean"}},
	}
	e := &study.Experiment{
		Protocol: study.CrossValidation, Metric: study.Accuracy, Components: 1, Folds: 10,
		Centring: "none", Repetitions: study.Repetitions{Real: 7, StandIn: 3},
	}
	for method, want := range map[string]string{"tanh": "none", "centred": "mean"} {
		c := resolve(t, s, study.Need{Experiment: e, Data: "iris", Method: method}, grid.Source{Origin: dataset.Real}, 0)
		if c.Centring != want || c.Repetitions != 7 {
			t.Errorf("%s: centring %s with %d repetitions, want %s with 7", method, c.Centring, c.Repetitions, want)
		}
	}
}

func ExampleResolve() {
	s := &study.Study{Repetitions: study.Repetitions{Real: 5, StandIn: 2}}
	e := &study.Experiment{Protocol: study.Split, Metric: study.Accuracy, Components: 30, Noise: "gaussian"}
	need := study.Need{Experiment: e, Data: "usps", Level: 50, Method: "3-3sech"}
	cell, err := grid.Resolve(s, need, grid.Source{Origin: dataset.StandIn, Digest: "…"}, 0)
	fmt.Println(cell, cell.Repetitions, err)
	// Output: usps 3-3sech gaussian 50 2 <nil>
}

func resolve(t *testing.T, s *study.Study, need study.Need, source grid.Source, repetitions int) grid.Cell {
	t.Helper()
	c, err := grid.Resolve(s, need, source, repetitions)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
