// Package runner computes cells within given processors and memory. Results do not depend on
// either, nor on the order of the work.
//
// Cells that share a training set are a job. A job issues units of work, each of which takes one
// processor for a while. Units of different jobs run side by side. When a processor is idle, the
// longest job starts whose data is open or fits into memory. A set is released after the last job that
// needs it, or earlier if memory is needed.
package runner

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/words"
)

// A Runner computes cells.
type Runner struct {
	// Kinds returns the computer of a kind by its name, nil for an unknown one.
	Kinds func(name string) experiment.Computer
	// Describe and Open describe and read a data set.
	Describe func(ctx context.Context, data string) (dataset.Description, error)
	Open     func(ctx context.Context, data string) (*dataset.Set, error)
	// Workers is the number of processors to use, at least 1.
	Workers int
	// Memory bounds the bytes of data and units together, 0 for no limit.
	Memory int64
	// Put stores a result as soon as it is ready. Calls do not overlap.
	Put func(experiment.Result) error
	// Kept is the folder for findings of units, for the next run, until the results of their job
	// are stored; empty for none. Findings that took less than KeepFrom are not kept.
	Kept     string
	KeepFrom time.Duration
	// Progress, unless nil, receives events. Calls do not overlap.
	Progress func(Event)
	// Stop, unless nil, is closed when no more units may begin. Running ones end.
	Stop <-chan struct{}
	// FailFast ends the run at the first failed cell.
	FailFast bool
	// Program is the program version and Processor the multiply kernel, to record in results.
	Program, Processor string
	// Clock gives the time to record; nil records none.
	Clock func() time.Time
}

// An Event says how far a run is.
type Event struct {
	// Cell is the finished cell, nil after a unit of work.
	Cell *experiment.Result
	// Done is the processor time of finished units, Left the estimate for the others.
	Done, Left time.Duration
	// Doing names the current work.
	Doing string
}

// ErrFailedCell ends a run with FailFast.
var ErrFailedCell = errors.New("a cell failed")

// ErrStopped ends a run that was stopped with cells left to compute.
var ErrStopped = errors.New("stopped before the end; what is computed is kept, and the same command goes on from there")

// A Plan is a list of jobs, the longest first.
type Plan []Planned

// Planned is a job with its cells.
type Planned struct {
	Data  dataset.Description
	Cells []experiment.Cell
	Cost  experiment.Cost
	// Fault is why the job cannot run, else nil.
	Fault error

	job experiment.Job
}

// Plan divides cells into jobs.
func (r *Runner) Plan(ctx context.Context, cells []experiment.Cell) (Plan, error) {
	for _, c := range cells {
		if r.Kinds(c.Kind) == nil {
			return nil, fmt.Errorf("cell %s is of the unknown kind %q", c, c.Kind)
		}
	}
	var plan Plan
	for _, of := range words.Grouped(cells, r.training) {
		d, err := r.Describe(ctx, of[0].Data)
		if err != nil {
			return nil, err
		}
		plan = append(plan, r.planned(of, d))
	}
	slices.SortStableFunc(plan, func(a, b Planned) int { return bySeconds(b, a) })
	return plan, nil
}

func (r *Runner) planned(cells []experiment.Cell, data dataset.Description) (p Planned) {
	p = Planned{Data: data, Cells: cells}
	defer words.Caught(&p.Fault)
	if p.job, p.Fault = r.Kinds(cells[0].Kind).Job(cells, data); p.Fault == nil {
		p.Cost = p.job.Cost()
		p.Cost.Seconds = max(p.Cost.Seconds, 1e-6) // every job has a share
	}
	return p
}

func (r *Runner) training(c experiment.Cell) string {
	return c.Kind + " " + r.Kinds(c.Kind).Training(c)
}

// Title says what the job computes, empty for one with a Fault.
func (p Planned) Title() string {
	if p.job == nil {
		return ""
	}
	return p.job.Title()
}

type run struct {
	*Runner
	resources *resources

	mutex sync.Mutex // guards what the jobs have done, and Put and Progress
	jobs  []*job
}

// Run computes all cells. A cell that fails is stored with its reason and the others go on. The
// error says that a result cannot be stored, data cannot be opened, the context ended, or Stop or
// FailFast ended the run. Stored results stay valid.
func (r *Runner) Run(ctx context.Context, cells []experiment.Cell) error {
	plan, err := r.Plan(ctx, cells)
	if err != nil {
		return err
	}
	now := &run{Runner: r, resources: &resources{
		processors: max(r.Workers, 1), memory: r.Memory, bounded: r.Memory > 0,
		holdings: map[string]*holding{}, freed: make(chan struct{}, 1), busy: map[int]int{},
	}}
	for i, p := range plan {
		now.jobs = append(now.jobs, &job{Planned: p, of: now, number: i, stored: map[string]bool{}})
	}
	defer now.resources.evict(math.MaxInt64)
	for _, c := range cells {
		defer c.Command.Close()
	}
	stoppable, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		select {
		case <-r.Stop:
			now.resources.stop(func() { stop(ErrStopped) })
		case <-stoppable.Done():
		}
	}()
	g, ctx := errgroup.WithContext(stoppable)
	g.Go(func() error {
		for waiting := slices.Clone(now.jobs); len(waiting) > 0; {
			j, err := now.admit(ctx, &waiting)
			if err != nil {
				return err
			}
			g.Go(func() error {
				defer now.resources.leave(j)
				defer j.started()
				return j.run(ctx)
			})
		}
		return nil
	})
	if err = g.Wait(); errors.Is(err, context.Canceled) && context.Cause(stoppable) == ErrStopped {
		err = ErrStopped
	}
	return err
}

// admit waits until a processor is idle and the data of a waiting job has room, then reads the
// data. The job returns the processor when it asks for one itself.
func (r *run) admit(ctx context.Context, waiting *[]*job) (*job, error) {
	for {
		started, err := r.resources.take(ctx, admission, true, 0, func() {})
		if err != nil {
			return nil, err
		}
		if i, h := r.resources.pick(*waiting); h != nil {
			j := (*waiting)[i]
			*waiting = slices.Delete(*waiting, i, i+1)
			j.holding, j.started = h, started
			if err := r.open(ctx, j); err != nil {
				r.resources.leave(j)
				return nil, err
			}
			return j, nil
		}
		started()
		select {
		case <-r.resources.freed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (r *run) open(ctx context.Context, j *job) (err error) {
	h := j.holding
	if h.set == nil {
		if h.set, err = r.Open(ctx, j.Data.Name); err != nil {
			return err
		}
	}
	if h.set.Digest != j.Cells[0].Digest {
		return fmt.Errorf("data set %s is not the one that the cells are about: its digest is %.12s, theirs %.12s",
			j.Data.Name, h.set.Digest, j.Cells[0].Digest)
	}
	return nil
}

// left is the processor time spent and to come. The caller holds the mutex.
func (r *run) left() (done, left time.Duration) {
	var taken, estimated, rest float64
	for _, j := range r.jobs {
		taken, estimated = taken+j.taken, estimated+j.estimated
	}
	ratio := 1.0
	if estimated > 0 && taken > 0 {
		ratio = taken / estimated
	}
	for _, j := range r.jobs {
		own := ratio
		if j.estimated > j.Cost.Seconds/20 && j.taken > 0 {
			own = j.taken / j.estimated
		}
		if !j.over {
			rest += max(j.Cost.Seconds-j.estimated, 0) * own
		}
	}
	return seconds(taken), seconds(rest)
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
