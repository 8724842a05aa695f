package experiment

import (
	"context"
	"encoding/json"
	"fmt"

	"gpca/report/dataset"
	"gpca/report/strictyaml"
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

// Block describes the block of a study file.
func (k kind[E, S, P]) Block() strictyaml.Shape {
	return strictyaml.Describe(k.about.Does, *new(E))
}

// Decode reads an experiment from its block, with the defaults of [Kind.Block].
func (k kind[E, S, P]) Decode(block strictyaml.Node, scope Scope) (Experiment, error) {
	e := P(new(E))
	if err := block.Complete(k.Block()).Decode(e); err != nil {
		return nil, err
	}
	if err := e.Begin(block, scope); err != nil {
		return nil, err
	}
	if err := e.Resolve(block, scope); err != nil {
		return nil, err
	}
	return e, nil
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

// Draws names the random draws that a cell is tested under.
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
	results := make([]Result, len(w.Cells))
	for i, c := range w.Cells {
		results[i] = Result{Key: c.Key(), Cell: c}
	}
	return results
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
