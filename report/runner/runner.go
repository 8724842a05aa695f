// Package runner computes cells on the processors and in the memory that there are.
//
// Cells that share a training set are a job; a job hands out units of work, each of
// which takes one processor for a while. Units of different jobs run side by side. The
// longest job is started first, and the next one as soon as a processor has nothing to
// do, so that no more data is held than keeps the processors busy. A set is released
// with the last job that needs it.
//
// Results do not depend on the number of processors, on the memory or on the order of
// the work.
package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gpca/report/dataset"
	"gpca/report/experiment"
)

// A Runner computes cells.
type Runner struct {
	// Kinds returns the computer of a kind by its name, nil for an unknown one.
	Kinds func(name string) experiment.Computer
	// Describe and Open say what is known of a data set and read it. A set is open
	// until release is called.
	Describe func(ctx context.Context, data string) (dataset.Description, error)
	Open     func(ctx context.Context, data string) (set *dataset.Set, release func(), err error)
	// Workers is how many processors to use, at least 1.
	Workers int
	// Memory is how many bytes data and units may take together, 0 for any number. A
	// unit that does not fit by itself fails its cells.
	Memory int64
	// Put stores a result as soon as it is there. It is never called twice at a time.
	Put func(experiment.Result) error
	// Progress, unless nil, is told what happens. It is never called twice at a time.
	Progress func(Event)
	// FailFast ends the run at the first failed cell.
	FailFast bool
	// Program is the version of the program and Processor the name of the multiply
	// kernel, for the record.
	Program, Processor string
	// Clock tells the time, for the record too; nil records none.
	Clock func() time.Time
}

// An Event tells how far a run is.
type Event struct {
	// Cell is the cell that is done, nil when only work was.
	Cell *experiment.Result
	// Unit is the unit of work that is done, nil when none was.
	Unit *Unit
	// Done is the processor time that units have taken, Left what the others are
	// expected to take, by what the units so far took of their estimates.
	Done, Left time.Duration
	// Doing names what is being computed.
	Doing string
}

// A Unit is a piece of work that took one processor.
type Unit struct {
	Job   string // what was computed
	Began time.Duration
	Took  time.Duration
}

// ErrFailedCell ends a run with FailFast.
var ErrFailedCell = errors.New("a cell failed")

// A Plan is the jobs of some cells, the longest first.
type Plan []Planned

// Planned is a job with its cells.
type Planned struct {
	Data  dataset.Description
	Cells []experiment.Cell
	Cost  experiment.Cost
	// Why the job cannot be run, nil when it can.
	Fault error

	job experiment.Job
}

// Plan divides cells into jobs.
func (r *Runner) Plan(ctx context.Context, cells []experiment.Cell) (Plan, error) {
	index := map[string]int{}
	var plan Plan
	for _, c := range cells {
		kind := r.Kinds(c.Kind)
		if kind == nil {
			return nil, fmt.Errorf("cell %s is of the unknown kind %q", c, c.Kind)
		}
		key := c.Kind + " " + kind.Training(c)
		at, known := index[key]
		if !known {
			at = len(plan)
			index[key] = at
			d, err := r.Describe(ctx, c.Data)
			if err != nil {
				return nil, err
			}
			plan = append(plan, Planned{Data: d})
		}
		plan[at].Cells = append(plan[at].Cells, c)
	}
	for i := range plan {
		p := &plan[i]
		if p.job, p.Fault = r.Kinds(p.Cells[0].Kind).Job(p.Cells, p.Data); p.Fault == nil {
			p.Cost = p.job.Cost()
			p.Cost.Seconds = max(p.Cost.Seconds, 1e-6) // no share is nothing
		}
	}
	slices.SortStableFunc(plan, func(a, b Planned) int { return cmp.Compare(b.Cost.Seconds, a.Cost.Seconds) })
	return plan, nil
}

// A run is a plan on its way.
type run struct {
	*Runner
	resources *resources
	began     time.Time

	mutex   sync.Mutex // of what follows, and of Put and Progress
	jobs    []*job
	held    map[string]*holding
	running int // jobs
	ended   chan struct{}
}

// A holding is a data set in use.
type holding struct {
	set     *dataset.Set
	release func()
	bytes   int64
	users   int
}

// Run computes all cells. A cell that fails is stored with its reason and the rest goes
// on; Run itself returns an error only when results cannot be stored, data cannot be
// opened, the context ends, or FailFast says so. What was stored by then stays valid.
func (r *Runner) Run(ctx context.Context, cells []experiment.Cell) error {
	plan, err := r.Plan(ctx, cells)
	if err != nil {
		return err
	}
	now := &run{
		Runner: r, resources: newResources(max(r.Workers, 1), r.Memory), began: time.Now(),
		held: map[string]*holding{}, ended: make(chan struct{}, len(plan)),
	}
	for i, p := range plan {
		now.jobs = append(now.jobs, newJob(now, i, p))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	g, ctx := errgroup.WithContext(ctx)
	for _, j := range now.jobs {
		started, err := now.admit(ctx, j)
		if err != nil {
			ended := ctx.Err() != nil
			cancel()
			if waited := g.Wait(); ended && waited != nil {
				return waited // what ended the context
			}
			return err
		}
		g.Go(func() error {
			defer now.end(j)
			defer started()
			return j.run(ctx)
		})
	}
	return g.Wait()
}

// admit waits until a processor has nothing to do and there is room for the data of a
// job, and reads the data. Started gives the processor back; the job calls it when it
// has work of its own for it.
func (r *run) admit(ctx context.Context, j *job) (started func(), err error) {
	idle := len(r.jobs) // after all units of all jobs
	for {
		if started, err = r.resources.take(ctx, idle, true, 0, func() {}); err != nil {
			return nil, err
		}
		if r.mayHold(j) {
			break
		}
		started()
		select {
		case <-r.ended:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if err := r.hold(ctx, j); err != nil {
		started()
		return nil, err
	}
	j.started = started
	return started, nil
}

// mayHold reports whether there is room for the data of a job, or no other job whose
// end could make some.
func (r *run) mayHold(j *job) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	_, held := r.held[j.Data.Name]
	if held || r.running == 0 || r.resources.room(bytesOf(j.Data)) {
		r.running++
		return true
	}
	return false
}

// bytesOf is the size of the samples of a set.
func bytesOf(d dataset.Description) int64 { return 8 * int64(d.Samples) * int64(d.Features) }

// hold opens the data of a job, unless it is open.
func (r *run) hold(ctx context.Context, j *job) error {
	name := j.Data.Name
	r.mutex.Lock()
	h := r.held[name]
	if h != nil {
		h.users++
	}
	r.mutex.Unlock()
	if h == nil {
		h = &holding{bytes: bytesOf(j.Data), users: 1}
		r.resources.hold(h.bytes)
		var err error
		if h.set, h.release, err = r.Open(ctx, name); err != nil {
			return err
		}
		if h.set.Digest != j.Cells[0].Digest {
			return fmt.Errorf("data set %s is not the one that the cells are about: its digest is %.12s, theirs %.12s", name, h.set.Digest, j.Cells[0].Digest)
		}
		r.mutex.Lock()
		r.held[name] = h
		r.mutex.Unlock()
	}
	j.holding = h
	return nil
}

// end releases the data of a job that is over.
func (r *run) end(j *job) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.running--
	if j.holding.users--; j.holding.users == 0 {
		delete(r.held, j.Data.Name)
		j.holding.release()
		j.holding.set = nil
		r.resources.drop(j.holding.bytes)
	}
	r.ended <- struct{}{}
}

// left is the processor time that is still to come. The mutex is held.
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
