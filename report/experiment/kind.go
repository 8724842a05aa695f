package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gpca/report/dataset"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// described is what a kind needs of a pointer to an experiment.
type described[E any] interface {
	*E
	Experiment
	// Begin and then Resolve check and complete what was decoded from the block of a study file: first the options
	// that kinds share, then those of the kind.
	Begin(block strictyaml.Node, scope Scope) error
	Resolve(block strictyaml.Node, scope Scope) error
}

// An About describes a kind.
type About[S any] struct {
	// Name is for study files; Does says what the kind does, as words after the name.
	Name, Does string
	// Version goes up when results change.
	Version int
	// Free clears what cells of one training may differ in; nil if each cell has its own.
	Free func(*S)
	// Draws names the random draws that a cell is tested under; nil for none.
	Draws func(Cell) string
	Job   func(Work[S]) (Job, error)
}

// NewKind returns the kind of experiments of type E, whose cells have specs of type S.
func NewKind[E, S any, P described[E]](about About[S]) Kind { return kind[E, S, P]{about} }

type kind[E, S any, P described[E]] struct{ about About[S] }

func (k kind[E, S, P]) Name() string { return k.about.Name }
func (k kind[E, S, P]) Version() int { return k.about.Version }

func (k kind[E, S, P]) Block() strictyaml.Shape {
	return strictyaml.Describe(k.about.Does, *new(E))
}

// Decode reads an experiment from its block, with the defaults of [Kind.Block].
func (k kind[E, S, P]) Decode(block strictyaml.Node, scope Scope) (Experiment, error) {
	e := P(new(E))
	return e, words.InTurn(
		func() error { return block.Complete(k.Block()).Decode(e) },
		func() error { return e.Begin(block, scope) },
		func() error { return e.Resolve(block, scope) })
}

// Training returns the data, the seed, and what the specs of one training share.
func (k kind[E, S, P]) Training(c Cell) string {
	var spec S
	if err := c.Decode(&spec); err != nil {
		return c.Key() // Job reports the error
	}
	if free := k.about.Free; free != nil {
		free(&spec)
	}
	name, _ := json.Marshal(spec)
	return fmt.Sprintf("%s %s %d %s", c.Data, c.Digest, c.Seed, name)
}

func (k kind[E, S, P]) Draws(c Cell) string {
	if draws := k.about.Draws; draws != nil {
		return draws(c)
	}
	return ""
}

// Job plans the work on cells of one training.
func (k kind[E, S, P]) Job(cells []Cell, data dataset.Description) (Job, error) {
	w := Work[S]{cells, data, make([]S, len(cells))}
	for i, c := range cells {
		if err := c.Decode(&w.Specs[i]); err != nil {
			return nil, err
		}
	}
	return k.about.Job(w)
}

// A Work has the cells of one training and their Specs.
type Work[S any] struct {
	Cells []Cell
	Data  dataset.Description
	Specs []S
}

// Results returns results of the cells without values.
func (w Work[S]) Results() []Result {
	return words.Each(w.Cells, func(c Cell) Result { return Result{Key: c.Key(), Cell: c} })
}

// InOne returns a job of one unit, in which compute fills in the results. What completes the title.
func (w Work[S]) InOne(
	what string, cost Cost, compute func(ctx context.Context, set *dataset.Set, results []Result) error,
) Job {
	return &unit{w.Data.Title + ", " + what, cost, w.Results(), compute}
}

type unit struct {
	title   string
	cost    Cost
	results []Result
	compute func(ctx context.Context, set *dataset.Set, results []Result) error
}

func (u *unit) Title() string { return u.title }
func (u *unit) Cost() Cost    { return u.cost }

func (u *unit) Run(ctx context.Context, env Env) error {
	err := env.Do(ctx, u.cost, func() error { return u.compute(ctx, env.Set(), u.results) })
	if err != nil {
		return err
	}
	return env.Emit(u.results)
}

// A Computer computes the cells of a kind.
type Computer interface {
	// Version goes up when results change, so that stored ones are not taken for new.
	Version() int
	// Training names the training of a cell. Cells of one job have the same.
	Training(c Cell) string
	// Draws names the random draws that test a cell. Cells of a job with the same name stay on one machine.
	Draws(c Cell) string
	// Job plans the work on cells of one training.
	Job(cells []Cell, data dataset.Description) (Job, error)
}

// A Job computes the cells of one training.
type Job interface {
	// Title is for the progress line: "USPS, kernel".
	Title() string
	Cost() Cost
	// Run works on the processors of env and emits results once ready. An error fails the cells without one.
	Run(ctx context.Context, env Env) error
}

// A Cost is an estimate for a piece of work.
type Cost struct {
	Seconds float64 // on one processor
	Bytes   int64   // of memory while it runs, beside the data
}

// An Env is what a job runs in. Processors and memory are shared with other jobs.
type Env interface {
	Set() *dataset.Set
	// Workers is the number of processors, Memory their bytes beside the data, 0 for no limit. Jobs may divide
	// work by them, without effect on results.
	Workers() int
	Memory() int64
	// Do runs a unit once a processor and memory are free. A panic becomes an error. A unit must not call Env.
	Do(ctx context.Context, c Cost, unit func() error) error
	// Each runs a unit, at cost c, for every i < n on free processors. It returns the error of the lowest i.
	Each(ctx context.Context, n int, c Cost, unit func(i int) error) error
	// Reserve waits for memory beyond one unit and returns its release. A holder must not reserve more.
	Reserve(ctx context.Context, bytes int64) (free func(), err error)
	Keeper
	// Emit stores results that are ready together. An error ends the run.
	Emit(results []Result) error
}

// A Keeper keeps intermediate results until final results are stored, also for a later run.
type Keeper interface {
	// Recall decodes what was kept under a name, if anything. The name identifies all that counts.
	Recall(name string, into any) bool
	// Keep stores, in gob format, what took some time to compute, if possible and worthwhile.
	Keep(name string, took time.Duration, found any)
}
