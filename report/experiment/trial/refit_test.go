package trial

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/noise"
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

// A wanderer finds the first training sample: it wanders, but for cells that are steady. It fails in some refits.
type wanderer struct {
	steady, failing []int
	found           []int // by every fit
	passes          atomic.Int64
}

type found struct {
	*wanderer
	row, refit int
}

func (w *wanderer) Fit(_ context.Context, _ Executor, p Part, _ []int, _ Fitted) (Fitted, error) {
	w.found = append(w.found, p.Train[0])
	return found{w, p.Train[0], len(w.found) - 1}, nil
}

func (f found) Outcome(cell int) Outcome {
	o := Outcome{Ends: ends, Same: slices.Contains(f.steady, cell)}
	if f.refit > 0 && slices.Contains(f.failing, f.refit) {
		o.Failure = fmt.Errorf("refit %d", f.refit)
	}
	return o
}

func (f found) Tester(cells []int) Tester {
	return func(_ context.Context, samples *mat.Dense, _ []int) (sums [][]float64, err error) {
		for _, cell := range cells {
			sums = append(sums, []float64{mat.Sum(samples) * float64(1+cell) * float64(1+f.row)})
		}
		return sums, nil
	}
}

func (f found) Together(fits []Fitted, cells [][]int) Tester {
	return func(ctx context.Context, samples *mat.Dense, rows []int) (sums [][]float64, err error) {
		f.passes.Add(1)
		for i, fit := range fits {
			some, _ := fit.Tester(cells[i])(ctx, samples, rows)
			sums = append(sums, some...)
		}
		return sums, nil
	}
}

func (*wanderer) Values(parts [][]float64, _ int) map[string]float64 {
	return map[string]float64{"sum": Total(parts)[0]}
}
func (*wanderer) TrainingCost(float64) (c experiment.Cost)    { return c }
func (*wanderer) TestSeconds(_, _ float64, _ int) (s float64) { return s }

// Refits take the orders that their numbers draw, and are tested in the pass of the first fit, on the same draws.
// A refit that fails is left out; one that finds what the first fit has found ends the refits of its cells.
func TestRefits(t *testing.T) {
	const repetitions = 3
	set := ofClasses(6, 6)
	set.Split = &dataset.Split{Train: []int{0, 1, 2, 3, 4, 5, 6}, Test: []int{7, 8, 9}}
	for _, c := range []struct {
		steady, failing []int
		fits            int
		refits          [2][]int // of each cell
	}{
		{fits: 5, refits: [2][]int{{1, 2, 3, 4}, {1, 2}}},
		{failing: []int{2}, fits: 5, refits: [2][]int{{1, 3, 4}, {1}}},
		{steady: []int{1}, fits: 5, refits: [2][]int{{1, 2, 3, 4}, nil}},
		{steady: []int{0, 1}, fits: 2},
	} {
		w := &wanderer{steady: c.steady, failing: c.failing}
		j := &Job{Learner: w}
		for cell, refits := range []int{4, 2} {
			s := Conditions{Split: "published", Noise: "gaussian", Level: 1}
			spec, _ := json.Marshal(s)
			j.Conditions = append(j.Conditions, s)
			j.Cells = append(j.Cells, experiment.Cell{Data: set.Name, Seed: 1, Repetitions: repetitions,
				Refits: refits, Spec: spec, Architecture: fmt.Sprint(cell)})
		}
		env := &alone{set: set, results: map[string]experiment.Result{}}
		if err := j.Run(t.Context(), env); err != nil {
			t.Fatal(err)
		}
		if len(w.found) != c.fits {
			t.Errorf("%v: %d fits, want %d", c, len(w.found), c.fits)
		}
		if together := slices.ContainsFunc(c.refits[:], func(r []int) bool { return r != nil }); together && w.passes.Load() != repetitions {
			t.Errorf("%v: %d passes over samples, want one for each of %d draws", c, w.passes.Load(), repetitions)
		}
		for cell := range j.Cells {
			r := env.results[j.Cells[cell].Key()]
			var want []float64
			for _, refit := range c.refits[cell] {
				train := slices.Clone(set.Split.Train)
				draw := noise.Draw{Seed: 1, Dataset: set.Name, Noise: "training order", Repetition: refit}
				draw.Rand().Shuffle(len(train), func(a, b int) { train[a], train[b] = train[b], train[a] })
				mean := 0.0
				for _, first := range r.Values["sum"] { // by row 0
					mean += first * float64(1+train[0]) / repetitions
				}
				want = append(want, mean)
			}
			if got := r.Refits["sum"]; !slices.EqualFunc(got, want, func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }) {
				t.Errorf("%v: cell %d has the refits %v, want %v", c, cell, got, want)
			}
		}
	}
}
