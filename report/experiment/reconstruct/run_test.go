package reconstruct_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/experiment"
	"gpca/report/experiment/reconstruct"
	"gpca/report/runner"
)

// Neither the number of workers nor a bound on memory changes a result or the reason of a failure. Under the
// tightest bound, fits do not run in parallel.
func TestWorkersAndMemoryDoNotMatter(t *testing.T) {
	cells, set := everything(t)
	want := run(t, set, cells, 1).bytes(t)
	for _, c := range []struct {
		workers int
		memory  int64
	}{{2, 0}, {4, 0}, {4, 1 << 30}, {4, 120_000}} {
		r := &results{}
		all := onSet(set, r, c.workers)
		all.Memory = c.memory
		assert.NilError(t, all.Run(t.Context(), cells))
		assert.Check(t, is.Equal(r.bytes(t), want), "%d workers in %d bytes", c.workers, c.memory)
	}
	// With one bright image among the columns, the reason depends on the fold: columns fail unless that image
	// is left out, else rows do.
	far := shifted(60)
	for j, row := 0, far.Samples.RawRowView(0); j < len(row); j++ {
		row[j] *= 1000
	}
	failures := cellsOf(t, far.Describe(), 3, crossed, "p=1", failing)
	want = run(t, far, failures, 1).bytes(t)
	for range 5 {
		got := run(t, far, failures, 4).bytes(t)
		assert.Equal(t, got, want, "4 workers gave\n%s\none gave\n%s", got, want)
	}
}

// What does not fit into memory fails with the reason, and what is smaller is computed: 60 images of 36 pixels
// take 17 kB, training on 20 of them 14 kB, and in feature space 20 kB.
func TestTooLittleMemory(t *testing.T) {
	set := patterns(60, 20)
	cells := cellsOf(t, set.Describe(), 1, published+", kernel: [none, {function: gaussian, sigma: 300}]", "p=1")
	r := &results{}
	all := onSet(set, r, 2)
	all.Memory = 34_000
	assert.NilError(t, all.Run(t.Context(), cells))
	r.get(t, cells[0])
	contains(t, "in feature space", r.failure(t, cells[1]), "they take 1 MiB of memory and may take 0 MiB: allow more with --memory")
}

// Methods see the same draws, whether computed together, alone or in another shard: f'=u is p=2 by iteration.
func TestDrawsArePaired(t *testing.T) {
	set := patterns(90, 60)
	for _, block := range []string{published + withGaussians + "[150]", crossed + withGaussians + "[150]", "split: {per-class: 9}, components: 2" + withGaussians + "[150]"} {
		cells := cellsOf(t, set.Describe(), 3, block, "p=2", "f'=u", "p=1", "tanh")
		together := run(t, set, cells, 2)
		first, second := together.get(t, cells[0]), together.get(t, cells[1])
		assert.Assert(t, first.Ends.Exact != 0 && second.Ends.Converged != 0,
			"p=2 ended %+v and u %+v, want exact and converged", first.Ends, second.Ends)
		a, b := first.Values["accuracy"], second.Values["accuracy"]
		assert.Check(t, is.DeepEqual(a, b), "%s: p=2 gives %v, u gives %v", block, a, b)
		assert.Check(t, a[0] != a[1] || a[1] != a[2], "%s: all repetitions give %v: they draw the same", block, a)
		for _, c := range cells {
			a, b := together.get(t, c).Values["accuracy"], run(t, set, []experiment.Cell{c}, 1).get(t, c).Values["accuracy"]
			assert.Check(t, is.DeepEqual(a, b), "%s is %v among others and %v alone", c, a, b)
		}
	}
}

// Cells of fewer repetitions are the first of those of more, and run together with them.
func TestRepetitionsAreNested(t *testing.T) {
	set := patterns(53, 200)
	for _, block := range []string{published + withGaussians + "[50]", crossed, "split: {per-class: 9}, components: 2", contaminated + ", levels: [9]"} {
		cells := append(cellsOf(t, set.Describe(), 2, block, "p=1"), cellsOf(t, set.Describe(), 5, block, "p=1")...)
		r := run(t, set, cells, 2)
		for measure, few := range r.get(t, cells[0]).Values {
			if more := r.get(t, cells[1]).Values[measure]; len(few) != 2 || len(more) != 5 || !slices.Equal(few, more[:2]) {
				t.Errorf("%s: %v of two repetitions, %v of five", block, few, more)
			}
		}
	}
}

// A function that yields no number fails alone, with the class it failed in.
func TestFailingScore(t *testing.T) {
	set := shifted(60)
	for block, want := range map[string]string{
		published: "class rows: function " + failing + ": component 1: ", crossed: "class rows: function " + failing + ": component 1: ",
		contaminated + ", levels: [0]": "function " + failing + ": component 1: ",
	} {
		cells := cellsOf(t, set.Describe(), 2, block, "p=1", failing, "tanh")
		r := run(t, set, cells, 2)
		got := r.failure(t, cells[1])
		assert.Check(t, strings.HasPrefix(got, want), "%s: failure %q, want one that begins with %q", block, got, want)
		r.get(t, cells[0])
		r.get(t, cells[2])
	}
}

// Results beside the first failed cell are kept, a second failure is not.
func TestFailFast(t *testing.T) {
	set := shifted(60)
	cells := cellsOf(t, set.Describe(), 1, published, "p=1", failing, "f'=sqrt(20001 - u)", "tanh")
	r := &results{}
	all := onSet(set, r, 1)
	all.FailFast = true
	err := all.Run(t.Context(), cells)
	assert.Check(t, errors.Is(err, runner.ErrFailedCell) && strings.Contains(err.Error(), cells[1].String()) &&
		!strings.Contains(err.Error(), "\n"), "error %v, want one line that names %s", err, cells[1])
	r.get(t, cells[0])
	r.get(t, cells[3])
	assert.Equal(t, len(r.ByKey), 3, "%d results, want 2 good ones and a failure", len(r.ByKey))
}

// A context that ends stops the run. Results until then are those of an uninterrupted run, and a second run
// adds exactly the others.
func TestCancelAndResume(t *testing.T) {
	cells, set := everything(t)
	want := run(t, set, cells, 1)
	for _, workers := range []int{1, 3} {
		step := 7
		if testing.Short() {
			step = 28
		}
		for stop := 1; stop < len(cells); stop += step {
			ctx, cancel := context.WithCancel(t.Context())
			r := &results{}
			all := onSet(set, r, workers)
			all.Put = func(result experiment.Result) error {
				defer func() {
					if len(r.ByKey) == stop {
						cancel()
					}
				}()
				return r.Put(result)
			}
			err := all.Run(ctx, cells)
			cancel()
			if done := len(r.ByKey); !errors.Is(err, context.Canceled) && done < len(cells) {
				t.Errorf("stopped after %d of %d: error %v", done, len(cells), err)
			}
			rest := slices.DeleteFunc(slices.Clone(cells), func(c experiment.Cell) bool { return r.ByKey[c.Key()].Key != "" })
			assert.NilError(t, all.Run(t.Context(), rest))
			assert.Equal(t, r.bytes(t), want.bytes(t),
				"%d workers: a run stopped after %d results and taken up again differs from one in one go", workers,
				stop)
		}
	}
}

// The runner trains each cell from its own start: a component of p=1 from another start differs.
func TestStartsAreTrainedApart(t *testing.T) {
	set := patterns(60, 80)
	cells := cellsOf(t, set.Describe(), 1, "split: contamination, levels: [0], components: 1, max-iterations: 1, start: [largest-sample, smallest-sample, random-1, random-2]", "p=1", "p=2")
	plan, err := onSet(set, &results{}, 1).Plan(t.Context(), cells)
	assert.NilError(t, err)
	assert.Equal(t, len(plan), 4, "%d jobs, want one for each of 4 starts", len(plan))
	r := run(t, set, cells, 2)
	found := map[float64]bool{}
	for i := 0; i < len(cells); i += 2 {
		found[r.ByKey[cells[i].Key()].Values["reconstruction-error"][0]] = true
		two, first := r.ByKey[cells[i+1].Key()], r.ByKey[cells[1].Key()]
		assert.Check(t, is.DeepEqual(two.Values["reconstruction-error"], first.Values["reconstruction-error"]),
			"%s: p=2 depends on its start: %v", cells[i+1], two.Values)
	}
	assert.Equal(t, len(found), 4, "4 starts give the errors %v: they do not reach the solver", found)
}

// Larger work is estimated to cost more, and one fit serves every level of noise.
func TestJobs(t *testing.T) {
	set := patterns(600, 20)
	d := set.Describe()
	for _, block := range []string{published + withGaussians + "[0, 5, 9]", published + gaussian300 + withGaussians + "[0, 5, 9]", crossed, "split: {per-class: 9}, components: 2", contaminated + ", levels: [0, 5]"} {
		cells := cellsOf(t, d, 3, block, "p=1", "p=2", "chosen", "p=0.5")
		cost := func(cells []experiment.Cell, factor int) experiment.Cost {
			d := d
			d.Samples, d.Train, d.Test = factor*d.Samples, factor*d.Train, factor*d.Test
			d.ClassCounts = slices.Clone(d.ClassCounts)
			for i := range d.ClassCounts {
				d.ClassCounts[i] *= factor
			}
			if strings.Contains(block, "per-class") {
				d.Features *= factor
			}
			j, err := reconstruct.Kind.Job(cells, d)
			assert.NilError(t, err)
			return j.Cost()
		}
		all, fewer, more := cost(cells, 1), cost(cells[:1], 1), cost(cells, 2)
		if !(0 < fewer.Seconds && fewer.Seconds < all.Seconds && all.Seconds < more.Seconds) || !(0 < fewer.Bytes && fewer.Bytes < all.Bytes && all.Bytes < more.Bytes) {
			t.Errorf("%s costs %v, one cell %v, more samples %v", block, all, fewer, more)
		}
		plan, err := onSet(set, &results{}, 1).Plan(t.Context(), cells)
		assert.Check(t, err == nil && len(plan) == 1, "%s: %d jobs, error %v", block, len(plan), err)
	}
}
