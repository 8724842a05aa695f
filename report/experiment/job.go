package experiment

import (
	"context"
	"time"

	"gpca/report/dataset"
)

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
