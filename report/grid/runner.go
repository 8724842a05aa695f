package grid

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gpca/report/dataset"
	"gpca/report/study"
	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/score"
)

// A Runner computes groups of cells.
type Runner struct {
	// Workers is how many processors to use, at least 1. Results do not depend
	// on it.
	Workers int
	// Put stores a result as soon as it is there. It is never called twice at a
	// time.
	Put func(Result) error
	// Progress, unless nil, is told what happens. It is never called twice at a
	// time.
	Progress func(Event)
	// FailFast ends the run at the first failed cell.
	FailFast bool
	// Version of the program and name of the multiply kernel, for the record.
	Version, Processor string
}

// An Event tells how far a run is.
type Event struct {
	// Cell is the cell that is done, nil when only work was.
	Cell *Result
	// Work is the estimated share of the run, 0 to 1, that is done.
	Work float64
	// Doing names what is being computed.
	Doing string
}

// ErrFailedCell ends a run with FailFast.
var ErrFailedCell = errors.New("a cell failed")

// Run computes all groups. Open returns the data set of a name. A cell that
// fails is stored with its reason and the rest goes on; Run itself returns an
// error only when results cannot be stored, data cannot be opened, the context
// ends, or FailFast says so.
func (r *Runner) Run(ctx context.Context, groups []Group, open func(data string) (*dataset.Set, error)) error {
	sets := make([]*dataset.Set, len(groups))
	total := 0.0
	for i, g := range groups {
		set, err := open(g.Cells[0].Data)
		if err != nil {
			return err
		}
		sets[i] = set
		total += g.Cost(SizeOf(set))
	}
	done := 0.0
	for i, g := range groups {
		cost := g.Cost(SizeOf(sets[i]))
		j := &job{
			runner: r, group: g, set: sets[i],
			tokens: make(chan struct{}, max(r.Workers, 1)),
			start:  done / total, share: cost / total,
		}
		if err := j.run(ctx); err != nil {
			return err
		}
		done += cost
	}
	return nil
}

// A job is one group on its way.
type job struct {
	runner       *Runner
	group        Group
	set          *dataset.Set
	training     training
	names        []string       // of the scores, in the order of training.scores
	index        map[string]int // of a score in names
	tokens       chan struct{}  // one for each processor in use
	start, share float64        // of the run's work

	mutex   sync.Mutex
	seconds float64 // processor time spent and not yet charged to a cell
	work    float64 // share of the job that is done
}

// run computes the group's cells. Whatever keeps it from it becomes the reason
// of all cells that are still missing.
func (j *job) run(ctx context.Context) error {
	var missing sync.Map // key → Cell, of cells without a result
	for _, c := range j.group.Cells {
		missing.Store(c.Key(), c)
	}
	emit := func(r Result) error {
		missing.Delete(r.Key)
		return j.put(r)
	}
	err := j.prepare()
	if err == nil {
		switch j.group.Cells[0].Protocol {
		case study.Split:
			err = j.split(ctx, emit)
		case study.CrossValidation:
			err = j.crossValidate(ctx, emit)
		case study.Contamination:
			err = j.contaminate(ctx, emit)
		default:
			err = fmt.Errorf("unknown protocol %q", j.group.Cells[0].Protocol)
		}
	}
	if err == nil || ctx.Err() != nil {
		return errors.Join(ctx.Err())
	}
	if _, stored := errors.AsType[*storeError](err); stored || errors.Is(err, ErrFailedCell) {
		return err
	}
	for _, c := range j.group.Cells {
		if _, ok := missing.Load(c.Key()); !ok {
			continue
		}
		if err := j.put(Result{Key: c.Key(), Cell: c, Failure: err.Error()}); err != nil {
			return err
		}
	}
	return nil
}

// prepare resolves the names in the group's cells.
func (j *job) prepare() error {
	c := j.group.Cells[0]
	j.names = j.group.scores()
	j.index = map[string]int{}
	for i, name := range j.names {
		s, err := score.Parse(name)
		if err != nil {
			return err
		}
		j.index[name] = i
		j.training.scores = append(j.training.scores, s)
	}
	if c.Kernel != "" {
		k, err := kernel.Parse(c.Kernel)
		if err != nil {
			return err
		}
		j.training.kernel = k
	}
	j.training.centre = c.Centring != "none"
	j.training.settings = solver.Settings{Components: c.Components, Tolerance: c.Tolerance, MaxIterations: c.MaxIterations}
	if c.Protocol != study.Contamination && j.set.Labels == nil {
		return fmt.Errorf("data set %s has no classes, which protocol %s needs", j.set.Name, c.Protocol)
	}
	return nil
}

// storeError marks an error of Put, which ends the run.
type storeError struct{ err error }

func (e *storeError) Error() string { return e.err.Error() }
func (e *storeError) Unwrap() error { return e.err }

// put stores a result and charges it with the time spent since the last one.
func (j *job) put(r Result) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	r.Seconds, j.seconds = j.seconds, 0
	r.Processor, r.Version = j.runner.Processor, j.runner.Version
	if err := j.runner.Put(r); err != nil {
		return &storeError{err}
	}
	j.tell(&r)
	if r.Failure != "" && j.runner.FailFast {
		return fmt.Errorf("%w: %s: %s", ErrFailedCell, r.Cell, r.Failure)
	}
	return nil
}

// tell reports progress. The mutex is held.
func (j *job) tell(r *Result) {
	if j.runner.Progress == nil {
		return
	}
	c := j.group.Cells[0]
	doing := j.set.Title
	if c.Kernel != "" {
		doing += ", kernel"
	}
	j.runner.Progress(Event{Cell: r, Work: j.start + j.share*min(j.work, 1), Doing: doing})
}

// on runs work on one of the processors and adds part, a share of the job, to
// what is done. A panic in it, which only a fault of the program can cause,
// becomes an error: other cells must not die of it.
func (j *job) on(ctx context.Context, part float64, work func() error) (err error) {
	select {
	case j.tokens <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	began := time.Now()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
		<-j.tokens
		j.mutex.Lock()
		defer j.mutex.Unlock()
		j.seconds += time.Since(began).Seconds()
		j.work += part
		j.tell(nil)
	}()
	return work()
}

// fitClasses fits every class of the training rows, each on a processor of its
// own. Part is the share of the job that all of it is.
func (j *job) fitClasses(ctx context.Context, train []int, part float64) (classFits, error) {
	rows := byClass(train, j.set.Labels, len(j.set.Classes))
	var c classFits
	for class, r := range rows {
		if len(r) > 0 {
			c.classes = append(c.classes, class)
		}
	}
	c.fits = make([]*fitted, len(c.classes))
	g, ctx := errgroup.WithContext(ctx)
	for i, class := range c.classes {
		g.Go(func() error {
			return j.on(ctx, part/float64(len(c.classes)), func() (err error) {
				c.fits[i], err = j.training.fit(ctx, rowsOf(j.set.Samples, rows[class]))
				if err != nil {
					return fmt.Errorf("class %s: %w", j.set.Classes[class], err)
				}
				return nil
			})
		})
	}
	return c, g.Wait()
}
