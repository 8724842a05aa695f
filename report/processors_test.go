package report

import (
	"cmp"
	"context"
	"flag"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/plan"
)

var (
	simulatedStudy      = flag.String("simulate", "", "simulate a run of this study on many processors")
	simulatedData       = flag.String("simulated-data", "", "of these data sets only, separated by commas")
	simulatedProcessors = flag.Int("processors", 16, "how many processors -simulate has")
	simulatedDraws      = flag.Int("simulated-repetitions", 0, "0 for those of the study")
)

// A simulation runs a study on as many processors as one likes, by a clock of its own. Units of work and the reading
// of data are done one at a time, and each then takes its processor time on that clock. All else is the program's.
type simulation struct {
	mutex sync.Mutex
	start time.Time
	units []simulatedUnit
}

type simulatedUnit struct {
	job                 *simulatedEnv
	wanted, began, over time.Duration
}

func (u simulatedUnit) took() time.Duration { return u.over - u.began }

// unit takes note of when a unit was asked for, and returns it as one that takes time.
func (e *simulatedEnv) unit(do func() error) func() error {
	u := simulatedUnit{job: e, wanted: time.Since(e.start)}
	return func() error {
		u.began = time.Since(e.start)
		e.mutex.Lock()
		before := processorTime()
		err := do()
		took := processorTime() - before
		e.mutex.Unlock()
		time.Sleep(took)
		u.over = time.Since(e.start)
		e.mutex.Lock()
		defer e.mutex.Unlock()
		e.units = append(e.units, u)
		return err
	}
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

type simulatedKind struct {
	experiment.Computer
	*simulation
}

func (k simulatedKind) Job(cells []experiment.Cell, data dataset.Description) (experiment.Job, error) {
	j, err := k.Computer.Job(cells, data)
	return simulatedJob{j, k.simulation}, err
}

type simulatedJob struct {
	experiment.Job
	*simulation
}

func (j simulatedJob) Run(ctx context.Context, env experiment.Env) error {
	return j.Job.Run(ctx, &simulatedEnv{env, j.simulation, j.Title()})
}

type simulatedEnv struct {
	experiment.Env
	*simulation
	title string
}

func (e *simulatedEnv) Do(ctx context.Context, c experiment.Cost, unit func() error) error {
	return e.Env.Do(ctx, c, e.unit(unit))
}

func (e *simulatedEnv) Each(ctx context.Context, n int, c experiment.Cost, unit func(int) error) error {
	units := make([]func() error, n)
	for i := range units {
		units[i] = e.unit(func() error { return unit(i) })
	}
	return e.Env.Each(ctx, n, c, func(i int) error { return units[i]() })
}

// With -simulate, measures all units of work of a study, and fails if a run would leave more than 15 % of many
// processors idle. The log names the jobs that end last.
func TestManyProcessors(t *testing.T) {
	if *simulatedStudy == "" {
		t.Skip("-simulate names no study")
	}
	study, err := OpenStudy(*simulatedStudy)
	assert.NilError(t, err)
	selection := plan.Selection{}
	if *simulatedData != "" {
		selection.Datasets = strings.Split(*simulatedData, ",")
	}
	p, err := plan.New(t.Context(), study, OpenLibrary(study, dataset.Directories("", os.Getenv), nil), selection,
		*simulatedDraws)
	assert.NilError(t, err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	synctest.Test(t, func(t *testing.T) {
		s := &simulation{start: time.Now()}
		const memory = 2 << 30 // of a processor: half of what machines with many have
		r := RunOptions{Workers: *simulatedProcessors, Memory: memory * int64(*simulatedProcessors)}.runner(p)
		kinds, open := r.Kinds, r.Open
		r.Kinds = func(name string) experiment.Computer { return simulatedKind{kinds(name), s} }
		r.Open = func(ctx context.Context, data string) (set *dataset.Set, err error) {
			e := &simulatedEnv{simulation: s, title: "reading " + data}
			err = e.unit(func() (err error) {
				set, err = open(ctx, data)
				return err
			})()
			return set, err
		}
		r.Put = func(experiment.Result) error { return nil }
		before := processorTime()
		assert.NilError(t, r.Run(t.Context(), p.Cells))
		t.Logf("%.1f s of processors, of which:", (processorTime() - before).Seconds())
		if busy := s.report(t); busy < 0.85 {
			t.Errorf("%d processors are busy for %.3f of the time", *simulatedProcessors, busy)
		}
	})
}

// report returns the share of the time in which the processors are busy.
func (s *simulation) report(t *testing.T) float64 {
	type job struct {
		*simulatedEnv
		count                      int
		began, over, took, longest time.Duration
		path                       time.Duration                   // the time on processors without end
		paths                      map[time.Duration]time.Duration // to units, by their ends
	}
	of := map[*simulatedEnv]*job{}
	var jobs []*job
	total := time.Duration(0)
	slices.SortFunc(s.units, func(a, b simulatedUnit) int { return cmp.Compare(a.over, b.over) })
	for _, u := range s.units {
		j := of[u.job]
		if j == nil {
			j = &job{simulatedEnv: u.job, began: u.began, paths: map[time.Duration]time.Duration{}}
			of[u.job] = j
			jobs = append(jobs, j)
		}
		total += u.took()
		j.count, j.took, j.longest = j.count+1, j.took+u.took(), max(j.longest, u.took())
		j.began, j.over = min(j.began, u.began), u.over
		// A unit is wanted at the moment at which the last one that it waits for is over.
		path := j.paths[u.wanted] + u.took()
		j.paths[u.over] = max(j.paths[u.over], path)
		j.path = max(j.path, path)
	}
	end := s.units[len(s.units)-1].over
	busy := total.Seconds() / end.Seconds() / float64(*simulatedProcessors)
	t.Logf("%.1f s of %d units on %d processors in %.2f s: busy %.1f %%", total.Seconds(), len(s.units),
		*simulatedProcessors, end.Seconds(), 100*busy)
	show := func(what string, by func(*job) time.Duration) {
		t.Log(what)
		slices.SortFunc(jobs, func(a, b *job) int { return cmp.Compare(by(b), by(a)) })
		for _, j := range jobs[:min(10, len(jobs))] {
			t.Logf("  %-50s from %7.2f to %7.2f: %8.2f s of %d units, the longest %.2f, the path %.2f", j.title,
				j.began.Seconds(), j.over.Seconds(), j.took.Seconds(), j.count, j.longest.Seconds(), j.path.Seconds())
		}
	}
	show("jobs that end last", func(j *job) time.Duration { return j.over })
	show("jobs that would take longest on processors without end", func(j *job) time.Duration { return j.path })
	return busy
}
