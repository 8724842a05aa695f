package grid

import (
	"context"
	"errors"
	"fmt"
	"path"
	"runtime"
	"strings"
	"sync"
	"time"

	"gpca/report/choice"
	"gpca/report/dataset"
	"gpca/report/study"
	"gpca/solver"
	"gpca/solver/kernel"
)

// A Runner computes groups of cells.
type Runner struct {
	// Workers is how many processors to use, at least 1. Results do not depend
	// on it.
	Workers int
	// Memory is how many bytes the data and the training may take, 0 for any
	// number. Fewer classes are trained on at a time where they do not fit side by
	// side, and one that does not fit alone fails its cells. Results do not depend
	// on it.
	Memory int64
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
	// Clock tells the time, for the record too; nil records none.
	Clock func() time.Time
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
// ends, or FailFast says so. What was stored by then stays valid.
func (r *Runner) Run(ctx context.Context, groups []Group, open func(data string) (*dataset.Set, error)) error {
	sets := make([]*dataset.Set, len(groups))
	costs := make([]float64, len(groups))
	total := 0.0
	for i, g := range groups {
		set, err := open(g.Cells[0].Data)
		if err != nil {
			return err
		}
		sets[i] = set
		costs[i] = max(g.Cost(SizeOf(set)), 1e-6) // no share is nothing
		total += costs[i]
	}
	progress := r.progress()
	done := 0.0
	for i, g := range groups {
		if err := ctx.Err(); err != nil {
			return err
		}
		j := newJob(r, g, sets[i], progress)
		j.start, j.share = done/total, costs[i]/total
		if err := j.run(ctx); err != nil {
			return err
		}
		done += costs[i]
	}
	return nil
}

// progress returns a function that reports an event whose work never falls,
// whatever rounding did to it.
func (r *Runner) progress() func(Event) {
	if r.Progress == nil {
		return func(Event) {}
	}
	most := 0.0
	return func(e Event) {
		most = max(most, min(e.Work, 1))
		e.Work = most
		r.Progress(e)
	}
}

// A job is one group on its way.
type job struct {
	runner       *Runner
	progress     func(Event)
	workers      int
	group        Group
	set          *dataset.Set
	training     training
	choices      map[string]choice.Choice // by Cell.Choice
	tokens       chan struct{}            // one for each processor in use
	room         *room                    // for training
	start, share float64                  // of the run's work

	mutex   sync.Mutex
	missing map[string]bool // keys of cells without a result
	seconds float64         // processor time spent and not yet charged to a cell
	work    float64         // share of the job that is done
}

func newJob(r *Runner, g Group, set *dataset.Set, progress func(Event)) *job {
	j := &job{
		runner: r, progress: progress, workers: max(r.Workers, 1), group: g, set: set,
		tokens: make(chan struct{}, max(r.Workers, 1)), missing: map[string]bool{},
		room: newRoom(r.Memory, set),
	}
	for _, c := range g.Cells {
		j.missing[c.Key()] = true
	}
	return j
}

// run computes the group's cells. Whatever keeps it from it becomes the reason
// of all cells that are still missing.
func (j *job) run(ctx context.Context) error {
	err := j.compute(ctx)
	if _, stored := errors.AsType[*storeError](err); err == nil || stored || errors.Is(err, ErrFailedCell) {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var failed []Result
	for _, c := range j.group.Cells {
		if key := c.Key(); j.missing[key] {
			failed = append(failed, Result{Key: key, Cell: c, Failure: err.Error()})
		}
	}
	j.work = 1
	return j.put(failed)
}

func (j *job) compute(ctx context.Context) (err error) {
	defer caught(&err)
	if err := j.prepare(); err != nil {
		return err
	}
	switch protocol := j.group.Cells[0].Protocol; protocol {
	case study.Split:
		return j.split(ctx)
	case study.CrossValidation:
		return j.crossValidate(ctx)
	case study.Contamination:
		return j.contaminate(ctx)
	default:
		return fmt.Errorf("unknown protocol %q", protocol)
	}
}

// prepare resolves the names in the group's cells.
func (j *job) prepare() error {
	c := j.group.Cells[0]
	for _, name := range j.group.scores() {
		var err error
		if j.training, err = j.training.with(name); err != nil {
			return err
		}
	}
	if err := j.prepareChoices(); err != nil {
		return err
	}
	if c.Kernel != "" && c.Kernel != chosenKernel {
		k, err := kernel.Parse(c.Kernel)
		if err != nil {
			return err
		}
		j.training.kernel = k
	}
	j.training.centre = c.Centring != "none"
	j.training.settings = solver.Settings{
		Components: c.Components, Tolerance: c.Tolerance, MaxIterations: c.MaxIterations, Patience: c.Patience, Start: c.Start,
	}
	if c.Protocol != study.Contamination && j.set.Labels == nil {
		return fmt.Errorf("data set %s has no classes, which protocol %s needs", j.set.Name, c.Protocol)
	}
	return nil
}

// storeError marks an error of Put, which ends the run.
type storeError struct{ err error }

func (e *storeError) Error() string { return e.err.Error() }
func (e *storeError) Unwrap() error { return e.err }

// put stores results that became ready together and charges each with an equal
// share of the time spent since the last ones. With FailFast, the first that
// failed is the last that failed: others like it stay missing, while what was
// computed is kept.
func (j *job) put(results []Result) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	seconds := j.seconds / float64(max(len(results), 1))
	j.seconds = 0
	var failed error
	for _, r := range results {
		if r.Failure != "" && failed != nil {
			continue
		}
		r.Seconds, r.Processor, r.Version = seconds, j.runner.Processor, j.runner.Version
		if j.runner.Clock != nil {
			r.Computed = j.runner.Clock().UTC().Truncate(time.Second)
		}
		if err := j.runner.Put(r); err != nil {
			return &storeError{err}
		}
		delete(j.missing, r.Key)
		j.tell(&r)
		if r.Failure != "" && j.runner.FailFast && failed == nil {
			failed = fmt.Errorf("%w: %s: %s", ErrFailedCell, r.Cell, r.Failure)
		}
	}
	return failed
}

// tell reports progress. The mutex is held.
func (j *job) tell(r *Result) {
	doing := j.set.Title
	if j.group.Cells[0].Kernel != "" {
		doing += ", kernel"
	}
	j.progress(Event{Cell: r, Work: j.start + j.share*min(j.work, 1), Doing: doing})
}

// on runs work on one of the processors and adds part, a share of the job, to
// what is done. A panic in it becomes an error: other cells must not die of it.
func (j *job) on(ctx context.Context, part float64, work func() error) (err error) {
	select {
	case j.tokens <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	began := time.Now()
	defer func() {
		<-j.tokens
		j.mutex.Lock()
		defer j.mutex.Unlock()
		j.seconds += time.Since(began).Seconds()
		j.work += part
		j.tell(nil)
	}()
	defer caught(&err)
	return work()
}

// each runs work for every number below n, on as many processors as there are,
// and adds part to what is done. It returns the error of the lowest number, so
// that the reason of a failure does not depend on which worker was faster.
func (j *job) each(ctx context.Context, n int, part float64, work func(int) error) error {
	errs := make([]error, n)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			errs[i] = j.on(ctx, part/float64(n), func() error { return work(i) })
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// caught, deferred, turns a panic into an error. Only a fault of the program
// can cause one, so the error says where it is, and says the same on every
// machine.
func caught(err *error) {
	p := recover()
	if p == nil {
		return
	}
	where := ""
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	for panicking := false; ; {
		frame, more := frames.Next()
		if internal := strings.HasPrefix(frame.Function, "runtime."); panicking && !internal {
			where = fmt.Sprintf(" (in %s, %s:%d)", frame.Function, path.Base(frame.File), frame.Line)
			break
		}
		panicking = panicking || frame.Function == "runtime.gopanic"
		if !more {
			break
		}
	}
	*err = fmt.Errorf("panic: %v%s", p, where)
}

// fitClasses fits every class of the training rows, each on a processor of its
// own. Part is the share of the job that all of it is.
func (j *job) fitClasses(ctx context.Context, t training, train []int, part float64) (classFits, error) {
	rows := byClass(train, j.set.Labels, len(j.set.Classes))
	var c classFits
	for class, r := range rows {
		if len(r) > 0 {
			c.classes = append(c.classes, class)
		}
	}
	c.fits = make([]*fitted, len(c.classes))
	err := j.each(ctx, len(c.classes), part, func(i int) (err error) {
		class := c.classes[i]
		c.fits[i], err = j.fit(ctx, t, rowsOf(j.set.Samples, rows[class]))
		if err != nil {
			return fmt.Errorf("class %s: %w", j.set.Classes[class], err)
		}
		return nil
	})
	return c, err
}
