package trial

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/statistics"
)

// An alone is an Env without other jobs.
type alone struct {
	Serial
	set     *dataset.Set
	mutex   sync.Mutex
	results map[string]experiment.Result // by key
}

func (e *alone) Set() *dataset.Set { return e.set }
func (*alone) Memory() int64       { return 0 }

func (*alone) Do(_ context.Context, _ experiment.Cost, unit func() error) error { return unit() }
func (*alone) Reserve(context.Context, int64) (free func(), err error)          { return func() {}, nil }

func (e *alone) Emit(results []experiment.Result) error {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	for _, r := range results {
		e.results[r.Key] = r
	}
	return nil
}

// ends is how the fits of a cell end.
var ends = experiment.Ends{Wandered: 1}

// A wanderer wanders, but for cells that are steady. It fails in some refits, or in a whole call.
type wanderer struct {
	steady, failing []int
	broken          int     // number of the call of refits that fails; 0 for none
	refits          [][]Fit // of each call
	passes          atomic.Int64
}

func (w *wanderer) Fit(context.Context, Executor, Part, []int) (Fitted, error) { return w, nil }

func (w *wanderer) Refit(_ context.Context, _ Executor, refits []Fit) error {
	w.refits = append(w.refits, refits)
	if len(w.refits) == w.broken {
		return errors.New("out of memory")
	}
	return nil
}

func (w *wanderer) Outcome(f Fit) Outcome {
	o := Outcome{Ends: ends, Same: slices.Contains(w.steady, f.Cell)}
	if f.Refit > 0 && slices.Contains(w.failing, f.Refit) {
		o.Failure = fmt.Errorf("refit %d", f.Refit)
	}
	return o
}

func (w *wanderer) Tester(fits []Fit) Tester {
	return func(_ context.Context, samples *mat.Dense, _ []int) (sums [][]float64, err error) {
		w.passes.Add(1)
		for _, f := range fits {
			sums = append(sums, []float64{mat.Sum(samples) * float64(1+f.Cell) * float64(1+f.Refit)})
		}
		return sums, nil
	}
}

func (*wanderer) Values(parts [][]float64, _ int) map[string]float64 {
	return map[string]float64{"sum": Total(parts)[0]}
}
func (*wanderer) TrainingCost(float64) (c experiment.Cost)    { return c }
func (*wanderer) TestSeconds(_, _ float64, _ int) (s float64) { return s }

// Refits are tested in the pass of the first fit, on the same draws. Those behind the first of each cell run together.
// One that fails is left out, as is a whole
// call; one that finds what the first fit has found ends the refits of its cell.
func TestRefits(t *testing.T) {
	const repetitions = 3
	set := ofClasses(6, 6)
	set.Split = &dataset.Split{Train: []int{0, 1, 2, 3, 4, 5, 6}, Test: []int{7, 8, 9}}
	both, further := []Fit{{0, 1}, {1, 1}}, []Fit{{0, 2}, {0, 3}, {0, 4}}
	for _, c := range []struct {
		steady, failing []int
		broken          int
		calls           [][]Fit
		refits          [2][]int // of each cell
	}{
		{calls: [][]Fit{both, append(further, Fit{1, 2})}, refits: [2][]int{{1, 2, 3, 4}, {1, 2}}},
		{failing: []int{2}, calls: [][]Fit{both, append(further, Fit{1, 2})}, refits: [2][]int{{1, 3, 4}, {1}}},
		{steady: []int{1}, calls: [][]Fit{both, further}, refits: [2][]int{{1, 2, 3, 4}, nil}},
		{steady: []int{0, 1}, calls: [][]Fit{both}},
		{broken: 1, calls: [][]Fit{both}},
		{steady: []int{1}, broken: 2, calls: [][]Fit{both, further}, refits: [2][]int{{1}, nil}},
	} {
		w := &wanderer{steady: c.steady, failing: c.failing, broken: c.broken}
		j := &Job{Learner: w}
		for cell, refits := range []int{4, 2} {
			s := Conditions{Split: "published", Noise: "gaussian", Level: 1}
			spec, _ := json.Marshal(s)
			j.Conditions = append(j.Conditions, s)
			j.Cells = append(j.Cells, experiment.Cell{Data: set.Name, Seed: 1, Repetitions: repetitions,
				Refits: refits, Spec: spec, Architecture: fmt.Sprint(cell)})
		}
		env := &alone{set: set, results: map[string]experiment.Result{}}
		assert.NilError(t, j.Run(t.Context(), env))
		assert.Check(t, slices.EqualFunc(w.refits, c.calls, slices.Equal),
			"%v: refits %v, want %v", c, w.refits, c.calls)
		assert.Check(t, is.Equal(w.passes.Load(), int64(repetitions)), c)
		for cell := range j.Cells {
			r := env.results[j.Cells[cell].Key()]
			var want []float64
			for _, refit := range c.refits[cell] {
				want = append(want, float64(1+refit)*statistics.Mean(r.Values["sum"]))
			}
			if got := r.Refits["sum"]; !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
				t.Errorf("%v: cell %d has the refits %v, want %v", c, cell, got, want)
			}
		}
	}
}
