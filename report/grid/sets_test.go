package grid_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/study"
)

var inf = math.Inf(1)

// patterns returns images of 6 by 6 grey values in two classes that lie close
// to two planes: bright columns and bright rows, each image of a brightness of
// its own. Difficulty, from 0 up, is how far they stray.
func patterns(samples int, difficulty float64) *dataset.Set {
	const side = 6
	r := rand.New(rand.NewPCG(1, 2))
	values := mat.NewDense(samples, side*side, nil)
	set := &dataset.Set{
		Name: "patterns", Title: "Patterns", Origin: dataset.StandIn, Digest: "patterns",
		Samples: values, Classes: []string{"columns", "rows"}, Split: &dataset.Split{},
	}
	for i := range samples {
		class := i % 2
		set.Labels = append(set.Labels, class)
		if i < samples*2/3 {
			set.Split.Train = append(set.Split.Train, i)
		} else {
			set.Split.Test = append(set.Split.Test, i)
		}
		first, second := 40+80*r.Float64(), 40+80*r.Float64()
		for y := range side {
			for x := range side {
				along := x
				if class == 1 {
					along = y
				}
				v := 20 + first*float64(along%2) + second*float64(along/3) + difficulty*r.NormFloat64()
				values.Set(i, y*side+x, math.Round(min(max(v, 0), 255)))
			}
		}
	}
	return set
}

// experiment returns an experiment on patterns.
func experiment(protocol, metric string) *study.Experiment {
	return &study.Experiment{Name: "e", Data: []string{"patterns"}, Protocol: protocol, Metric: metric, Components: 2, Folds: 5, Noise: "gaussian"}
}

// cellsOf resolves all methods at all levels of an experiment on a set.
func cellsOf(t *testing.T, e *study.Experiment, set *dataset.Set, repetitions int, levels []float64, methods ...string) []grid.Cell {
	t.Helper()
	s := &study.Study{Seed: 3, Repetitions: study.Repetitions{Real: 1, StandIn: 1}}
	var cells []grid.Cell
	for _, l := range levels {
		for _, m := range methods {
			need := study.Need{Experiment: e, Data: set.Name, Level: l, Method: m}
			cells = append(cells, resolve(t, s, need, grid.Source{Origin: set.Origin, Digest: set.Digest}, repetitions))
		}
	}
	return cells
}

func opener(sets ...*dataset.Set) func(string) (*dataset.Set, error) {
	return func(name string) (*dataset.Set, error) {
		for _, s := range sets {
			if s.Name == name {
				return s, nil
			}
		}
		return nil, fmt.Errorf("no set %s", name)
	}
}

// results keeps what a run puts, by key. Put twice for a cell is an error, and
// so is Put at the same time.
type results struct {
	mutex sync.Mutex
	byKey map[string]grid.Result
}

func (r *results) put(result grid.Result) error {
	if !r.mutex.TryLock() {
		return errors.New("Put is called twice at a time")
	}
	defer r.mutex.Unlock()
	if r.byKey == nil {
		r.byKey = map[string]grid.Result{}
	}
	if _, twice := r.byKey[result.Key]; twice {
		return fmt.Errorf("%s is put twice", result.Cell)
	}
	r.byKey[result.Key] = result
	return nil
}

// get returns the result of a cell, which must be there and be good.
func (r *results) get(t *testing.T, c grid.Cell) grid.Result {
	t.Helper()
	result, ok := r.byKey[c.Key()]
	if !ok {
		t.Fatalf("no result for %s", c)
	}
	if result.Failure != "" {
		t.Fatalf("%s failed: %s", c, result.Failure)
	}
	return result
}

// bytes returns all results as JSON in the order of their keys, without the
// time they took.
func (r *results) bytes(t *testing.T) string {
	t.Helper()
	var list []grid.Result
	for _, key := range slices.Sorted(maps.Keys(r.byKey)) {
		result := r.byKey[key]
		result.Seconds = 0
		list = append(list, result)
	}
	b, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// run computes cells on a set with a number of workers; all must be answered.
func run(t *testing.T, set *dataset.Set, cells []grid.Cell, workers int) *results {
	t.Helper()
	var r results
	runner := grid.Runner{Workers: workers, Put: r.put}
	if err := runner.Run(t.Context(), grid.Groups(cells), opener(set)); err != nil {
		t.Fatal(err)
	}
	for _, c := range cells {
		if _, ok := r.byKey[c.Key()]; !ok {
			t.Errorf("no result for %s", c)
		}
	}
	return &r
}
