package experiment

import (
	"context"
	"time"

	"gpca/report/dataset"
)

// A Computer computes the cells of a kind.
type Computer interface {
	// Version is raised with every change of results, so that stored ones are not mistaken for new.
	Version() int
	// Training names what the cell is trained on and how: the same for all cells of one job.
	Training(c Cell) string
	// Draws names the random draws that a cell is tested under. Cells of one job with
	// the same name stay together when a grid is divided among machines.
	Draws(c Cell) string
	// Job plans the work on cells of one training, on data that is described.
	Job(cells []Cell, data dataset.Description) (Job, error)
}

// A Job computes the cells of one training.
type Job interface {
	// Title says what is computed, for the progress line: "USPS, kernel".
	Title() string
	// Cost estimates the processor time that the job takes.
	Cost() Cost
	// Run computes the cells. It hands every piece of work that takes time to
	// processors of env, and results to env as soon as they are there. An error is the
	// failure of all cells that are still without a result.
	Run(ctx context.Context, env Env) error
}

// A Cost is an estimate for a piece of work.
type Cost struct {
	Seconds float64 // of one processor
	Bytes   int64   // of memory that it takes while it runs, beside the data
}

// An Env is what a job runs in. Its processors and memory are shared with other jobs.
type Env interface {
	// Set is the data set of the job's cells.
	Set() *dataset.Set
	// Workers is the number of processors, Memory what they may take together beside
	// the data, 0 for any amount: for a job that divides its work by them. Results must
	// not depend on either.
	Workers() int
	Memory() int64
	// Do runs a unit of work on one processor, as soon as one is free and there is memory for
	// it. A panic in it becomes an error. A unit must not call Env itself: it might wait for
	// what it holds.
	Do(ctx context.Context, c Cost, unit func() error) error
	// Each runs a unit for every number below n, at the cost of each, on as many processors
	// as are free. It returns the error of the lowest number.
	Each(ctx context.Context, n int, c Cost, unit func(i int) error) error
	// Reserve waits for memory that outlasts a unit, and returns the function that gives
	// it back. Who holds some must not wait for more of it.
	Reserve(ctx context.Context, bytes int64) (free func(), err error)
	Keeper
	// Emit stores results that became ready together. An error ends the run.
	Emit(results []Result) error
}

// A Keeper keeps what units have found until their results are stored, also for a next run.
type Keeper interface {
	// Recall decodes what an earlier run has kept under a name, if any: it says all that counts.
	Recall(name string, into any) bool
	// Keep keeps what was found in some time, by package gob, if that is possible and worth it.
	Keep(name string, took time.Duration, found any)
}
