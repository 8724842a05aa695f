package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/runner"
)

// A script is a job of units in phases, one phase after the other, that only take time, by a clock that
// tests control. It is the Spec of its only cell.
type script struct {
	Name    string
	Phases  [][]int // seconds of each unit
	Bytes   int64   // of each unit
	Reserve int64   // throughout the last phase
	Late    int     // estimates are too small by this factor, 0 for none
	Do      string  // what else: "fail", "panic", "panic in a unit", "panic early", "nothing"
}

// A unit is one that was run.
type unit struct {
	job               string
	ready, began, end time.Duration
}

type bench struct {
	runner.Runner
	mutex   sync.Mutex
	start   time.Time
	units   []unit
	results map[string]experiment.Result // by the name of the script
	sets    []weak.Pointer[dataset.Set]  // that were opened
	opened  []string
	bytes   int64 // of units and reserved
	most    int64 // together with samples
}

const rows, features = 100, 10 // of every set: 8000 bytes

func newBench(workers int, memory int64) *bench {
	b := &bench{start: time.Now(), results: map[string]experiment.Result{}}
	b.Runner = runner.Runner{
		Kinds: func(name string) experiment.Computer {
			if name == "script" {
				return kind{b}
			}
			return nil
		},
		Describe: func(_ context.Context, data string) (dataset.Description, error) {
			return dataset.Description{Name: data, Title: strings.ToUpper(data), Samples: rows, Features: features}, nil
		},
		Open: func(_ context.Context, data string) (*dataset.Set, error) {
			if data == "absent" {
				return nil, errors.New("no such data")
			}
			b.mutex.Lock()
			defer b.mutex.Unlock()
			set := &dataset.Set{Name: data, Digest: "digest of " + data, Samples: mat.NewDense(1, 1, nil)}
			b.sets, b.opened = append(b.sets, weak.Make(set)), append(b.opened, data)
			b.takes(0)
			return set, nil
		},
		Workers: workers, Memory: memory,
		Put: func(r experiment.Result) error {
			var s script
			if err := r.Cell.Decode(&s); err != nil {
				return err
			}
			b.results[s.Name] = r
			return nil
		},
	}
	return b
}

func (b *bench) takes(bytes int64) {
	b.bytes += bytes
	if all := func(sets int) int64 { return b.bytes + 8*rows*features*int64(sets) }; all(len(b.sets)) > b.most {
		b.most = max(b.most, all(b.held()))
	}
}

// held counts the sets that something still refers to.
func (b *bench) held() int {
	runtime.GC()
	b.sets = slices.DeleteFunc(b.sets, func(p weak.Pointer[dataset.Set]) bool { return p.Value() == nil })
	return len(b.sets)
}

func cell(data string, s script) experiment.Cell {
	spec, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return experiment.Cell{Kind: "script", Data: data, Digest: "digest of " + data, Repetitions: 1, Spec: spec, Name: s.Name}
}

// balanced checks that nothing refers to a set any more.
func (b *bench) balanced(t *testing.T) {
	t.Helper()
	n := b.held()
	assert.Equal(t, n, 0, "%d sets are in memory after the run", n)
}

type kind struct{ b *bench }

func (kind) Version() int                      { return 1 }
func (kind) Training(c experiment.Cell) string { return c.Name }
func (kind) Draws(c experiment.Cell) string    { return c.Name }
func (k kind) Job(cells []experiment.Cell, _ dataset.Description) (experiment.Job, error) {
	j := job{b: k.b, cell: cells[0]}
	if err := cells[0].Decode(&j.script); err != nil {
		return nil, err
	}
	if j.Do == "panic early" {
		panic("no plan")
	}
	return j, nil
}

type job struct {
	script
	b    *bench
	cell experiment.Cell
}

func (j job) Title() string { return "job " + j.Name }

func (j job) seconds(unit int) float64 { return float64(unit) / float64(max(j.Late, 1)) }

func (j job) Cost() experiment.Cost {
	c := experiment.Cost{Bytes: j.Bytes + j.Reserve}
	for _, phase := range j.Phases {
		for _, u := range phase {
			c.Seconds += j.seconds(u)
		}
	}
	return c
}

func (j job) Run(ctx context.Context, env experiment.Env) error {
	for i, phase := range j.Phases {
		if i == len(j.Phases)-1 && j.Reserve > 0 {
			free, err := env.Reserve(ctx, j.Reserve)
			if err != nil {
				return err
			}
			j.takes(j.Reserve)
			defer func() {
				j.takes(-j.Reserve)
				free()
			}()
		}
		ready := time.Since(j.b.start)
		// Units of equal length go together, beside those of other lengths.
		var group sync.WaitGroup
		var fault error
		for seconds, n := range lengths(phase) {
			group.Go(func() {
				err := env.Each(ctx, n, experiment.Cost{Seconds: j.seconds(seconds), Bytes: j.Bytes}, func(int) error {
					if env.Set().Name != j.cell.Data {
						return errors.New("the data is that of another job")
					}
					j.takes(j.Bytes)
					defer j.takes(-j.Bytes)
					u := unit{job: j.Name, ready: ready, began: time.Since(j.b.start)}
					time.Sleep(time.Duration(seconds) * time.Second)
					u.end = time.Since(j.b.start)
					j.b.mutex.Lock()
					j.b.units = append(j.b.units, u)
					j.b.mutex.Unlock()
					if j.Do == "panic in a unit" {
						panic("no unit")
					}
					return nil
				})
				if err != nil {
					fault = err
				}
			})
		}
		group.Wait()
		if fault != nil {
			return fault
		}
	}
	switch j.Do {
	case "fail":
		return errors.New("no luck")
	case "panic":
		panic("no job")
	case "nothing":
		return nil
	}
	return env.Emit([]experiment.Result{{Key: j.cell.Key(), Cell: j.cell, Values: map[string][]float64{"x": {1}}}})
}

func (j job) takes(bytes int64) {
	j.b.mutex.Lock()
	defer j.b.mutex.Unlock()
	j.b.takes(bytes)
}

func lengths(phase []int) map[int]int {
	n := map[int]int{}
	for _, seconds := range phase {
		n[seconds]++
	}
	return n
}

func repeat(n, seconds int) []int { return slices.Repeat([]int{seconds}, n) }

// mixed has typical jobs: few long fits, then many short tests.
func mixed() []experiment.Cell {
	var cells []experiment.Cell
	add := func(data string, s script) { cells = append(cells, cell(data, s)) }
	for i := range 6 {
		add("yale", script{Name: fmt.Sprint("yale ", i), Phases: [][]int{{200 + 10*i}, repeat(10, 2)}})
	}
	for i := range 9 {
		add("iris", script{Name: fmt.Sprint("iris ", i), Phases: [][]int{{30, 31, 32}, repeat(5, 1)}})
	}
	add("usps", script{Name: "usps", Phases: [][]int{repeat(10, 60), repeat(80, 7)}})
	add("car", script{Name: "car", Phases: [][]int{repeat(100, 3)}})
	return cells
}

// No processor idles while a unit can run or a job can start, although most jobs have fewer units than
// there are processors, and nothing takes longer than it must.
func TestProcessorsDoNotIdle(t *testing.T) {
	for _, workers := range []int{1, 3, 16} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(workers, 0)
			assert.NilError(t, b.Run(t.Context(), mixed()))
			b.balanced(t)
			total, longest, end := time.Duration(0), time.Duration(0), time.Duration(0)
			for _, u := range b.units {
				total += u.end - u.began
				longest = max(longest, u.end-u.began)
				end = max(end, u.end)
				// What starts in between could have started then.
				for _, at := range b.units {
					moment := at.began
					if moment < u.ready || moment >= u.began {
						continue
					}
					running := 0
					for _, v := range b.units {
						if v.began <= moment && moment < v.end {
							running++
						}
					}
					if running < workers {
						t.Fatalf("%d workers: at %s %d units run, while one of %s waits from %s to %s", workers, moment, running, u.job, u.ready, u.began)
					}
				}
			}
			// Graham's bound for lists of units, with the longest chain of two phases.
			if bound := total/time.Duration(workers) + longest + 7*time.Second; end > bound {
				t.Errorf("%d workers: the run takes %s, %s of work need at most %s", workers, end, total, bound)
			}
			assert.Check(t, len(b.results) == len(mixed()), "%d results", len(b.results))
			want := []string{"car", "iris", "usps", "yale"}
			assert.Check(t, is.DeepEqual(slices.Sorted(slices.Values(b.opened)), want),
				"opened %v, want each set once", b.opened)
		})
	}
}

// The longest job starts first, and units of earlier jobs come before those of later ones.
func TestLongestJobFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(1, 0)
		cells := []experiment.Cell{
			cell("a", script{Name: "short", Phases: [][]int{{1}, {1}}}), cell("b", script{Name: "long", Phases: [][]int{{3}, {3}}}), cell("c", script{Name: "middle", Phases: [][]int{{2}, {2}}}),
		}
		assert.NilError(t, b.Run(t.Context(), cells))
		var order []string
		for _, u := range b.units {
			order = append(order, u.job)
		}
		assert.Check(t, is.Equal(strings.Join(order, " "), "long long middle middle short short"), "order")
	})
}

// Data, units and reservations stay within the bound; sets that do not fit together take turns, and no
// run hangs, which the bubble would report.
func TestMemoryIsBounded(t *testing.T) {
	const set, unit = 8 * rows * features, 1000
	var cells []experiment.Cell
	for i := range 4 {
		for _, data := range []string{"a", "b", "c"} {
			cells = append(cells, cell(data, script{Name: fmt.Sprint(data, i), Phases: [][]int{repeat(3, 5+i), repeat(4, 1)}, Bytes: unit, Reserve: 2000}))
		}
	}
	for _, c := range []struct{ memory, most int64 }{
		{0, 0}, {100 * set, 100 * set}, {set + 3000, set + 3000},
		// Held memory may leave no room: then one unit at a time runs.
		{4 * set, 4*set + unit}, {3 * set, 3*set + unit}, {2 * set, 2*set + unit}, {set + 2500, set + 5000},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(8, c.memory)
			assert.NilError(t, b.Run(t.Context(), cells))
			b.balanced(t)
			for name, r := range b.results {
				assert.Check(t, r.Failure == "", "%d bytes: %s fails with %q", c.memory, name, r.Failure)
			}
			assert.Check(t, is.Equal(len(b.results), len(cells)), "%d bytes", c.memory)
			assert.Check(t, c.memory <= 0 || b.most <= c.most, "%d bytes are taken, %d were allowed", b.most, c.memory)
			assert.Check(t, c.memory < 100*set || len(b.opened) == 3, "%d bytes: opened %v", c.memory, b.opened)
		})
	}
	// A unit or a reservation that never fits fails its cells alone.
	synctest.Test(t, func(t *testing.T) {
		b := newBench(2, set+1000)
		if err := b.Run(t.Context(), []experiment.Cell{
			cell("a", script{Name: "unit", Phases: [][]int{{1}}, Bytes: 1001}),
			cell("a", script{Name: "reservation", Phases: [][]int{{1}}, Reserve: 1001}),
			cell("b", script{Name: "good", Phases: [][]int{{1}}, Bytes: 1000}),
		}); err != nil {
			t.Fatal(err)
		}
		b.balanced(t)
		for name, want := range map[string]string{"unit": "allow more with --memory", "reservation": "allow more with --memory", "good": ""} {
			got := b.results[name].Failure
			assert.Check(t, strings.Contains(got, want) && (want != "" || got == ""), "%s: failure %q", name, got)
		}
	})
}

// A job that asks for memory before its first unit returns the processor that it was admitted on, since
// it may be served only when no unit runs.
func TestReservationBeforeTheFirstUnit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(1, 8*rows*features+2000)
		var cells []experiment.Cell
		for i := range 3 {
			cells = append(cells, cell("a", script{Name: fmt.Sprint(i), Phases: [][]int{{1}}, Bytes: 1500, Reserve: 1500}))
		}
		err := b.Run(t.Context(), cells)
		assert.Check(t, err == nil && len(b.results) == 3, "error %v, %d results", err, len(b.results))
	})
}

// While the next data set has no room, jobs on open sets start.
func TestJobsWithoutRoomAreOvertaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(2, 8*rows*features+100)
		if err := b.Run(t.Context(), []experiment.Cell{
			cell("a", script{Name: "first", Phases: [][]int{{9}}}), cell("b", script{Name: "other data", Phases: [][]int{{8}}}), cell("a", script{Name: "same data", Phases: [][]int{{7}}}),
		}); err != nil {
			t.Fatal(err)
		}
		if want := []string{"a", "b"}; !slices.Equal(b.opened, want) || b.units[0].job != "same data" || b.units[2].end != 17*time.Second {
			t.Errorf("opened %v, units %v", b.opened, b.units)
		}
	})
}

// A fault in a job fails its own cells only.
func TestFailuresStayAlone(t *testing.T) {
	want := map[string]string{
		"fail": "no luck", "panic": "panic: no job (in gpca/report/runner_test.job.Run, runner_test.go:", "panic in a unit": "panic: no unit (in gpca/report/runner_test.job.Run.",
		"panic early": "panic: no plan (in gpca/report/runner_test.kind.Job, runner_test.go:", "nothing": "its job ended without a result for it", "": "",
	}
	var cells []experiment.Cell
	for do := range want {
		cells = append(cells, cell("a", script{Name: do, Phases: [][]int{repeat(2, 1)}, Do: do}))
	}
	cells = append(cells, experiment.Cell{Kind: "script", Data: "a", Digest: "digest of a", Spec: []byte(`{"Unknown": 1}`), Name: "broken"})
	for _, workers := range []int{1, 4} {
		b := newBench(workers, 0)
		put := b.Put
		broken := ""
		b.Put = func(r experiment.Result) error {
			if r.Cell.Name == "broken" {
				broken = r.Failure
				return nil
			}
			return put(r)
		}
		// No clock is moved here: units of no length.
		for i := range cells[:len(want)] {
			var s script
			assert.NilError(t, cells[i].Decode(&s))
			s.Phases = [][]int{{0, 0}}
			cells[i] = cell("a", s)
		}
		assert.NilError(t, b.Run(t.Context(), cells))
		b.balanced(t)
		for do, failure := range want {
			if got := b.results[do].Failure; !strings.HasPrefix(got, failure) || failure == "" && got != "" || strings.Contains(got, "\n") {
				t.Errorf("%s: failure %q, want %q", do, got, failure)
			}
		}
		assert.Check(t, strings.Contains(broken, "unknown field"), "a broken cell fails with %q", broken)
	}
}

// Faults of no cell end the run unchanged, and leave nothing open.
func TestErrorsThatEndARun(t *testing.T) {
	full := errors.New("disk full")
	changed := cell("a", script{Name: "changed", Phases: [][]int{{1}}})
	changed.Digest = "another digest"
	for _, c := range []struct {
		name   string
		cell   experiment.Cell
		change func(*bench)
		want   string
	}{
		{"Put", cell("b", script{Name: "b", Phases: [][]int{{1}}}), func(b *bench) { b.Put = func(experiment.Result) error { return full } }, "disk full"},
		{"Open", cell("absent", script{Name: "x", Phases: [][]int{{1}}}), func(*bench) {}, "no such data"},
		{"the digest", changed, func(*bench) {}, "data set a is not the one that the cells are about: its digest is digest of a, theirs another dige"},
		{"FailFast", cell("b", script{Name: "x", Phases: [][]int{{1}}, Do: "fail"}), func(b *bench) { b.FailFast = true }, "a cell failed: x: no luck"},
		{"the kind", experiment.Cell{Kind: "other", Name: "x"}, func(*bench) {}, `cell x is of the unknown kind "other"`},
	} {
		for _, workers := range []int{1, 4} {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(workers, 0)
				c.change(b)
				err := b.Run(t.Context(), []experiment.Cell{cell("a", script{Name: "a", Phases: [][]int{{20}, {20}}}), c.cell, cell("a", script{Name: "last", Phases: [][]int{{0}}})})
				assert.Check(t, is.Error(err, c.want), "%s, %d workers", c.name, workers)
				b.balanced(t)
			})
		}
	}
}

// A context that ends stops the run at the next unit; what was put stays.
func TestCancel(t *testing.T) {
	for _, after := range []time.Duration{0, time.Second, 25 * time.Second, 100 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			defer cancel()
			b := newBench(4, 0)
			assert.Check(t, is.ErrorIs(b.Run(ctx, mixed()), context.DeadlineExceeded), "after %s", after)
			b.balanced(t)
			for _, u := range b.units {
				assert.Check(t, u.began <= after, "a unit begins at %s, %s after the end", u.began, u.began-after)
			}
			for name, r := range b.results {
				assert.Check(t, r.Failure == "", "%s fails with %q for want of time", name, r.Failure)
			}
			assert.Check(t, after != 0 || len(b.opened) <= 0, "data is opened for nothing")
		})
	}
}

// The time left is scaled by actual over estimated time, for each job by itself once it has begun. The
// record names who computed a result and charges all of its time.
func TestProgressAndRecord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(2, 0)
		b.Program, b.Processor, b.Clock = "v1", "abacus", time.Now
		var last runner.Event
		done, units := 0, 0
		b.Progress = func(e runner.Event) {
			assert.Check(t, e.Done >= last.Done && e.Doing != "", "event %+v after %+v", e, last)
			last = e
			if e.Cell != nil {
				done++
			}
			if e.Cell == nil {
				units++
				// Both jobs are late by their factors; until the second begins, it has the factor of the first.
				if want := 400*time.Second - e.Done; e.Done > 20*time.Second && (e.Left-want).Abs() > time.Second {
					t.Errorf("after %s: %s left, want %s", e.Done, e.Left, want)
				}
			}
		}
		if err := b.Run(t.Context(), []experiment.Cell{
			cell("a", script{Name: "a", Phases: [][]int{repeat(20, 10)}, Late: 3}), cell("b", script{Name: "b", Phases: [][]int{repeat(20, 10)}, Late: 3}),
		}); err != nil {
			t.Fatal(err)
		}
		assert.Check(t, done == 2 && units == 40 && last.Left == 0 && last.Done == 400*time.Second,
			"%d cells, %d units, last event %+v", done, units, last)
		for _, name := range slices.Sorted(maps.Keys(b.results)) {
			r := b.results[name]
			assert.Check(t, r.Seconds == 200 && r.Program == "v1" && r.Processor == "abacus" && !r.Computed.IsZero(),
				"record %+v", r)
		}
	})
}

// A stopped run begins no more units, lets running ones end, and stores what is complete.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(2, 0)
		stop := make(chan struct{})
		b.Stop = stop
		time.AfterFunc(5*time.Second, func() { close(stop) })
		err := b.Run(t.Context(), []experiment.Cell{
			cell("usps", script{Name: "long", Phases: [][]int{{9}, {9}}}),
			cell("usps", script{Name: "done", Phases: [][]int{{7}}}),
			cell("iris", script{Name: "late", Phases: [][]int{{1}}}),
		})
		assert.Check(t, errors.Is(err, runner.ErrStopped) && len(b.units) == 2 && time.Since(b.start) == 9*time.Second,
			"error %v after %s, with units %v", err, time.Since(b.start), b.units)
		_, ok := b.results["done"]
		assert.Check(t, ok && len(b.results) == 1, "results %v, want that of the job which was done", b.results)
		b.balanced(t)
	})
}
