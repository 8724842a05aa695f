package grid_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/study"
)

// everything is a grid with all protocols, a kernel and a failing score, on sets
// that are hard enough for results to differ.
func everything(t *testing.T) (cells []grid.Cell, set *dataset.Set) {
	t.Helper()
	set = patterns(60, 80)
	methods := []string{"p=1", "p=2", "tanh", failing}
	kernel := experiment(study.Split, study.Accuracy)
	kernel.Kernel = &study.Kernel{Function: "gaussian", Sigma: 300}
	for _, e := range []*study.Experiment{
		experiment(study.Split, study.Accuracy), kernel,
		experiment(study.CrossValidation, study.Misclassification), experiment(study.Contamination, study.ReconstructionError),
	} {
		levels := []float64{0, 50}
		if e.Protocol == study.CrossValidation {
			levels = levels[:1]
		}
		cells = append(cells, cellsOf(t, e, set, 3, levels, methods...)...)
	}
	return cells, set
}

// failing is a function that a study may name, since it is sound up to u = 10⁴,
// but that gives no number for projections such as those of shifted.
const failing = "f'=sqrt(20000 - u)"

// shifted is patterns with the images of one class so bright that failing fails
// on them.
func shifted(samples int) *dataset.Set {
	set := patterns(samples, 10)
	for i, class := range set.Labels {
		if class == 1 {
			row := set.Samples.RawRowView(i)
			for j := range row {
				row[j] *= 1000
			}
		}
	}
	return set
}

// The number of workers changes nothing, not even the reason of a failure.
func TestWorkersDoNotMatter(t *testing.T) {
	cells, set := everything(t)
	want := run(t, set, cells, 1).bytes(t)
	for workers := 2; workers <= 4; workers++ {
		if got := run(t, set, cells, workers).bytes(t); got != want {
			t.Errorf("%d workers gave\n%s\none gave\n%s", workers, got, want)
		}
	}
	// With one bright image among the columns, the reason differs from fold to
	// fold: the columns fail, except where that image is left out, and the rows.
	far := shifted(60)
	for j, row := 0, far.Samples.RawRowView(0); j < len(row); j++ {
		row[j] *= 1000
	}
	failures := cellsOf(t, experiment(study.CrossValidation, study.Accuracy), far, 3, []float64{0}, "p=1", failing)
	want = run(t, far, failures, 1).bytes(t)
	for range 5 {
		if got := run(t, far, failures, 4).bytes(t); got != want {
			t.Fatalf("4 workers gave\n%s\none gave\n%s", got, want)
		}
	}
}

// Methods see the same draws, whether they are computed together, alone or in
// another shard: u is p=2 under another name, found by iteration.
func TestDrawsArePaired(t *testing.T) {
	set := patterns(90, 60)
	for _, e := range []*study.Experiment{experiment(study.Split, study.Accuracy), experiment(study.CrossValidation, study.Accuracy)} {
		levels := []float64{150}
		if e.Protocol == study.CrossValidation {
			levels = []float64{0}
			set = patterns(53, 200)
		}
		cells := cellsOf(t, e, set, 3, levels, "p=2", "f'=u", "p=1", "tanh")
		together := run(t, set, cells, 2)
		first, second := together.get(t, cells[0]), together.get(t, cells[1])
		if first.Ends.Exact == 0 || second.Ends.Converged == 0 {
			t.Fatalf("p=2 ended %+v and u %+v, want exact and converged", first.Ends, second.Ends)
		}
		if !slices.Equal(first.Values, second.Values) {
			t.Errorf("%s: p=2 gives %v, u gives %v", e.Protocol, first.Values, second.Values)
		}
		if v := first.Values; v[0] == v[1] && v[1] == v[2] {
			t.Errorf("%s: all repetitions give %v: they draw the same", e.Protocol, v)
		}
		for _, c := range cells {
			alone := run(t, set, []grid.Cell{c}, 1)
			if a, b := together.get(t, c).Values, alone.get(t, c).Values; !slices.Equal(a, b) {
				t.Errorf("%s is %v among others and %v alone", c, a, b)
			}
		}
	}
}

// A function that gives no number fails alone, with the class it failed in.
func TestFailingScore(t *testing.T) {
	set := shifted(60)
	for _, c := range []struct {
		experiment *study.Experiment
		want       string
	}{
		{experiment(study.Split, study.Accuracy), "class rows: score " + failing + ": component 1: "},
		{experiment(study.CrossValidation, study.Accuracy), "class rows: score " + failing + ": component 1: "},
		{experiment(study.Contamination, study.ReconstructionError), "score " + failing + ": component 1: "},
	} {
		cells := cellsOf(t, c.experiment, set, 2, []float64{0}, "p=1", failing, "tanh")
		r := run(t, set, cells, 2)
		if got := r.byKey[cells[1].Key()]; !strings.HasPrefix(got.Failure, c.want) || got.Values != nil {
			t.Errorf("%s: values %v, failure %q, want one that begins with %q", c.experiment.Protocol, got.Values, got.Failure, c.want)
		}
		r.get(t, cells[0])
		r.get(t, cells[2])
	}
}

func TestFailFast(t *testing.T) {
	set := shifted(60)
	split := cellsOf(t, experiment(study.Split, study.Accuracy), set, 1, []float64{0}, "p=1", failing, "f'=sqrt(20001 - u)", "tanh")
	later := cellsOf(t, experiment(study.Contamination, study.ReconstructionError), set, 1, []float64{0}, "p=1")
	var r results
	runner := grid.Runner{Workers: 1, Put: r.put, FailFast: true}
	err := runner.Run(t.Context(), grid.Groups(slices.Concat(split, later)), opener(set))
	if !errors.Is(err, grid.ErrFailedCell) || !strings.Contains(err.Error(), split[1].String()) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, want one line that names %s", err, split[1])
	}
	// What was computed with the failed cell is kept, a second failure is not, and
	// what comes after is not begun.
	r.get(t, split[0])
	r.get(t, split[3])
	if len(r.byKey) != 3 {
		t.Errorf("%d results, want 2 good ones and a failure", len(r.byKey))
	}
}

// A context that ends stops the run; what was put by then is what an
// uninterrupted run puts, and a second run adds exactly the rest.
func TestCancelAndResume(t *testing.T) {
	cells, set := everything(t)
	want := run(t, set, cells, 1)
	for _, workers := range []int{1, 3} {
		for stop := 1; stop < len(cells); stop += 5 {
			ctx, cancel := context.WithCancel(t.Context())
			var r results
			runner := grid.Runner{Workers: workers, Put: func(result grid.Result) error {
				defer func() {
					if len(r.byKey) == stop {
						cancel()
					}
				}()
				return r.put(result)
			}}
			err := runner.Run(ctx, grid.Groups(cells), opener(set))
			cancel()
			// The cells of a test are put together, and those of a test that is
			// over when the context ends are put too.
			if done := len(r.byKey); !errors.Is(err, context.Canceled) && done < len(cells) {
				t.Errorf("stopped after %d of %d: error %v", done, len(cells), err)
			} else if done > stop+4*(workers+1) {
				t.Errorf("%d results were put after the context had ended", done-stop)
			}
			var rest []grid.Cell
			for _, c := range cells {
				if _, done := r.byKey[c.Key()]; !done {
					rest = append(rest, c)
				}
			}
			if err := runner.Run(t.Context(), grid.Groups(rest), opener(set)); err != nil {
				t.Fatal(err)
			}
			if r.bytes(t) != want.bytes(t) {
				t.Fatalf("%d workers: a run stopped after %d results and taken up again differs from one in one go", workers, stop)
			}
		}
	}
}

func TestContextThatHasEnded(t *testing.T) {
	cells, set := everything(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var r results
	runner := grid.Runner{Workers: 2, Put: r.put}
	if err := runner.Run(ctx, grid.Groups(cells), opener(set)); !errors.Is(err, context.Canceled) || len(r.byKey) > 0 {
		t.Errorf("error %v, %d results", err, len(r.byKey))
	}
}

// Errors that are nobody's cell end the run as they are.
func TestErrorsThatEndARun(t *testing.T) {
	cells, set := everything(t)
	full := errors.New("disk full")
	runner := grid.Runner{Workers: 3, Put: func(grid.Result) error { return full }}
	if err := runner.Run(t.Context(), grid.Groups(cells), opener(set)); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
	var r results
	runner.Put = r.put
	if err := runner.Run(t.Context(), grid.Groups(cells), opener()); err == nil || len(r.byKey) > 0 {
		t.Errorf("error %v and %d results without data", err, len(r.byKey))
	}
	runner.Workers = 0 // as good as 1
	if err := runner.Run(t.Context(), grid.Groups(cells), opener(set)); err != nil || len(r.byKey) != len(cells) {
		t.Errorf("error %v and %d of %d results", err, len(r.byKey), len(cells))
	}
}

func TestProgress(t *testing.T) {
	cells, set := everything(t)
	far := shifted(60)
	far.Name, far.Title = "far", "Far"
	cells = append(cells, cellsOf(t, experiment(study.Split, study.Accuracy), far, 2, []float64{0, 5}, "p=1")...)
	broken := *set
	broken.Name, broken.Split = "broken", nil
	cells = append(cells, cellsOf(t, experiment(study.Split, study.Accuracy), &broken, 2, []float64{0, 5}, "p=1")...)
	for _, workers := range []int{1, 3} {
		var r results
		var events []grid.Event
		runner := grid.Runner{Workers: workers, Put: r.put, Progress: func(e grid.Event) { events = append(events, e) }}
		if err := runner.Run(t.Context(), grid.Groups(cells), opener(set, far, &broken)); err != nil {
			t.Fatal(err)
		}
		work, done := 0.0, 0
		for i, e := range events {
			if !(e.Work >= work && e.Work <= 1) {
				t.Fatalf("event %d: work %v after %v", i, e.Work, work)
			}
			work = e.Work
			if e.Doing == "" {
				t.Errorf("event %d does not say what is being done", i)
			}
			if e.Cell != nil {
				done++
			}
		}
		if done != len(cells) {
			t.Errorf("%d cells were reported, want %d", done, len(cells))
		}
		if work < 0.999 {
			t.Errorf("%d workers: work ends at %v, want 1", workers, work)
		}
		if first := events[0].Work; first > 0.5 {
			t.Errorf("work begins at %v", first)
		}
	}
}

// The record says who computed a result and charges all of its time.
func TestRecord(t *testing.T) {
	set := patterns(60, 10)
	cells := cellsOf(t, experiment(study.Split, study.Accuracy), set, 2, []float64{0, 5}, "p=1", "p=2")
	var r results
	runner := grid.Runner{Workers: 1, Put: r.put, Version: "v1", Processor: "abacus"}
	if err := runner.Run(t.Context(), grid.Groups(cells), opener(set)); err != nil {
		t.Fatal(err)
	}
	for _, c := range cells {
		got := r.get(t, c)
		if got.Version != "v1" || got.Processor != "abacus" || !(got.Seconds > 0) || got.Cell != c {
			t.Errorf("record %+v", got)
		}
		if got.Ends.Total() != 4 {
			t.Errorf("%s counts %d components, want 2 for each of 2 classes", c, got.Ends.Total())
		}
	}
	if a, b := r.get(t, cells[2]).Seconds, r.get(t, cells[3]).Seconds; a != b {
		t.Errorf("methods tested together are charged %v and %v seconds", a, b)
	}
}

func ExampleRunner() {
	set := &dataset.Set{
		Name: "crosses", Title: "Crosses", Digest: "…",
		// Two classes along two diagonals.
		Samples: mat.NewDense(8, 2, []float64{1, 1, 2, 2, -1, -1, -3, -3, 1, -1, 2, -2, -1, 1, -3, 3}),
		Labels:  []int{0, 0, 0, 0, 1, 1, 1, 1}, Classes: []string{"/", "\\"},
		Split: &dataset.Split{Train: []int{0, 1, 2, 4, 5, 6}, Test: []int{3, 7}},
	}
	s := &study.Study{Repetitions: study.Repetitions{Real: 1, StandIn: 1}}
	e := &study.Experiment{Protocol: study.Split, Metric: study.Accuracy, Components: 1, Noise: "none"}
	cell, err := grid.Resolve(s, study.Need{Experiment: e, Data: "crosses", Method: "p=1"}, grid.Source{Digest: set.Digest}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	runner := grid.Runner{Workers: 2, Put: func(r grid.Result) error {
		fmt.Println(r.Cell, r.Values)
		return nil
	}}
	err = runner.Run(context.Background(), grid.Groups([]grid.Cell{cell}), func(string) (*dataset.Set, error) { return set, nil })
	fmt.Println(err)
	// Output:
	// crosses p=1 clean [100]
	// <nil>
}
