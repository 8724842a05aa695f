package report

import (
	"context"
	"errors"
	"slices"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/runner"
	"gpca/report/store"
	"gpca/report/words"
)

// Status says how far a plan is and what is left of it.
type Status struct {
	Cells    render.Count    `json:"cells"`
	Datasets []DatasetStatus `json:"datasets"`
	// Seconds is the expected time for what is missing on the workers asked
	// for, Bytes the expected peak of memory. Both are estimates.
	Seconds float64 `json:"expected_seconds"`
	Bytes   int64   `json:"expected_bytes"`
	// Kept counts pieces of unfinished cells that a stopped run has left, which the next run takes over.
	Kept int `json:"kept"`
}

// DatasetStatus is the part of a Status that one data set has.
type DatasetStatus struct {
	Name   string         `json:"name"`
	Title  string         `json:"title"`
	Origin dataset.Origin `json:"origin"`
	// Folder is where the real data set was found; empty for a stand-in.
	Folder string `json:"folder,omitempty"`
	Work
}

// Shards divide a plan among machines.
type Shards struct {
	Shards []ShardStatus `json:"shards"`
	// Floor is the expected time of the longest piece that cannot be divided, done or not.
	Floor float64 `json:"floor_seconds"`
}

// ShardStatus is what one of several machines has to do.
type ShardStatus struct {
	Shard int `json:"shard"` // from 1
	Work
}

// Work says how far cells are and what the rest of them is expected to take.
type Work struct {
	Cells int `json:"cells"`
	render.Count
	Seconds float64 `json:"expected_seconds"`
	Bytes   int64   `json:"expected_bytes"`
}

// ofProgram is the memory that the program takes whatever the data, most of it where it draws.
const ofProgram = 100 << 20

// NewStatus looks at a plan without computing anything.
func NewStatus(ctx context.Context, p *plan.Plan, results *store.Store, options RunOptions) (Status, error) {
	status := Status{Cells: render.CountCells(p.Cells, results), Kept: len(runner.Kept(results.Kept()))}
	pending, err := Pending(ctx, p, results, options)
	if err != nil {
		return Status{}, err
	}
	known, err := learn(ctx, p, results, options)
	if err != nil {
		return Status{}, err
	}
	for _, cells := range words.Grouped(p.Cells, func(c experiment.Cell) string { return c.Data }) {
		name := cells[0].Data
		d, err := p.Library.Describe(ctx, name)
		if err != nil {
			return Status{}, err
		}
		other := func(c experiment.Cell) bool { return c.Data != name }
		work, err := known.work(ctx, cells, slices.DeleteFunc(slices.Clone(pending), other))
		if err != nil {
			return Status{}, err
		}
		if work.Missing > 0 {
			work.Bytes += ofProgram
		}
		status.Seconds += work.Seconds
		status.Bytes = max(status.Bytes, work.Bytes)
		status.Datasets = append(status.Datasets, DatasetStatus{name, d.Title, d.Origin, d.Folder, work})
	}
	return status, nil
}

// NewShards divides a plan among machines with the workers asked for.
func NewShards(
	ctx context.Context, p *plan.Plan, results *store.Store, options RunOptions, machines int,
) (s Shards, err error) {
	if len(p.Cells) == 0 {
		return s, errors.New("there are no cells to divide")
	}
	parts, longest, err := options.runner(p).Divide(ctx, p.Cells, machines)
	if err != nil {
		return s, err
	}
	known, err := learn(ctx, p, results, options)
	if err != nil {
		return s, err
	}
	for i, cells := range parts {
		work, err := known.work(ctx, cells, options.pending(cells, results))
		if err != nil {
			return s, err
		}
		s.Shards = append(s.Shards, ShardStatus{i + 1, work})
	}
	s.Floor, _ = known.expect(runner.Plan{longest})
	return s, nil
}

// An experience is what stored cells took and what they were estimated at, by the title
// of their jobs.
type experience struct {
	options RunOptions
	runner  *runner.Runner
	results *store.Store
	spent   map[string]spent
}

// spent is what work took and what it was estimated at, in seconds of processors.
type spent struct{ taken, estimated float64 }

// learn gathers the experience of a store.
func learn(ctx context.Context, p *plan.Plan, results *store.Store, options RunOptions) (experience, error) {
	var cells []experiment.Cell
	for _, result := range results.Results() {
		c := result.Cell
		d, err := p.Library.Describe(ctx, c.Data)
		if err == nil && d.Digest == c.Digest && result.Failure == "" && computer(c.Kind) != nil {
			cells = append(cells, c)
		}
	}
	e := experience{options, options.runner(p), results, map[string]spent{}}
	jobs, err := e.runner.Plan(ctx, cells)
	for _, j := range jobs {
		sum := e.spent[j.Title()]
		sum.estimated += j.Cost.Seconds
		for _, c := range j.Cells {
			r, _ := results.Get(c.Key())
			sum.taken += r.Seconds
		}
		e.spent[j.Title()] = sum
	}
	return e, err
}

func (e experience) work(ctx context.Context, cells, pending []experiment.Cell) (Work, error) {
	jobs, err := e.runner.Plan(ctx, pending)
	seconds, bytes := e.expect(jobs)
	return Work{len(cells), render.CountCells(cells, e.results), seconds, bytes}, err
}

// expect returns the time that jobs will take and the memory at their peak.
func (e experience) expect(jobs runner.Plan) (seconds float64, bytes int64) {
	workers, memory := int64(max(e.options.Workers, 1)), e.options.Memory
	for _, j := range jobs {
		seconds += j.Cost.Seconds * e.slowness(j.Title()) / float64(workers)
		held := 8 * int64(j.Data.Samples) * int64(j.Data.Features)
		takes := held + workers*j.Cost.Bytes
		if memory > 0 {
			takes = min(takes, max(memory, held))
		}
		bytes = max(bytes, takes)
	}
	return seconds, bytes
}

// slowness is how many times longer than estimated a job is expected to take: as those of its
// title did, else as all together. What took less than a second is mostly noise.
func (e experience) slowness(title string) float64 {
	var all spent
	for _, s := range e.spent {
		all.taken += s.taken
		all.estimated += s.estimated
	}
	for _, s := range []spent{e.spent[title], all} {
		if s.taken >= 1 && s.estimated > 0 {
			return s.taken / s.estimated
		}
	}
	return 1
}
