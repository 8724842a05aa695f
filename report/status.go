package report

import (
	"context"
	"math"
	"slices"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/runner"
	"gpca/report/store"
)

// Status tells how far a plan is and what is left of it.
type Status struct {
	Cells    render.Count    `json:"cells"`
	Datasets []DatasetStatus `json:"datasets"`
	// Seconds is the expected time for what is missing on the workers asked
	// for, Bytes the expected peak of memory. Both are estimates.
	Seconds float64 `json:"expected_seconds"`
	Bytes   int64   `json:"expected_bytes"`
}

// DatasetStatus is the part of a Status that one data set has.
type DatasetStatus struct {
	Name   string         `json:"name"`
	Title  string         `json:"title"`
	Origin dataset.Origin `json:"origin"`
	// Folder is where the real data set was found; empty for a stand-in.
	Folder string `json:"folder,omitempty"`
	Cells  int    `json:"cells"`
	render.Count
	Seconds float64 `json:"expected_seconds"`
	Bytes   int64   `json:"expected_bytes"`
}

// NewStatus looks at a plan without computing anything.
func NewStatus(ctx context.Context, p *plan.Plan, results *store.Store, options RunOptions) (Status, error) {
	status := Status{Cells: render.CountCells(p.Cells, results)}
	pending, err := Pending(ctx, p, results, options)
	if err != nil {
		return Status{}, err
	}
	r := options.runner(p)
	jobs, err := r.Plan(ctx, pending)
	if err != nil {
		return Status{}, err
	}
	known, err := learn(ctx, r, results)
	if err != nil {
		return Status{}, err
	}
	for _, name := range p.Datasets() {
		description, err := p.Library.Describe(ctx, name)
		if err != nil {
			return Status{}, err
		}
		cells := slices.DeleteFunc(slices.Clone(p.Cells), func(c experiment.Cell) bool { return c.Data != name })
		d := DatasetStatus{
			Name: name, Title: description.Title, Origin: description.Origin, Folder: description.Folder,
			Cells: len(cells), Count: render.CountCells(cells, results),
		}
		own := slices.DeleteFunc(slices.Clone(jobs), func(j runner.Planned) bool { return j.Data.Name != name })
		d.Seconds, d.Bytes = options.expect(own, known)
		status.Seconds += d.Seconds
		status.Bytes = max(status.Bytes, d.Bytes)
		status.Datasets = append(status.Datasets, d)
	}
	return status, nil
}

// expect returns the time that jobs will take and the memory at their peak.
func (o RunOptions) expect(jobs runner.Plan, known experience) (seconds float64, bytes int64) {
	workers := max(o.Workers, 1)
	for _, j := range jobs {
		seconds += j.Cost.Seconds * known.slowness(j.Title()) / float64(workers)
		held := 8 * int64(j.Data.Samples) * int64(j.Data.Features)
		takes := held + int64(workers)*j.Cost.Bytes
		if o.Memory > 0 {
			takes = min(takes, max(o.Memory, held))
		}
		bytes = max(bytes, takes)
	}
	return seconds, bytes
}

// A ShardStatus is what one of several machines has to do.
type ShardStatus struct {
	Shard int `json:"shard"` // from 1
	Cells int `json:"cells"`
	render.Count
	Seconds float64 `json:"expected_seconds"`
	Bytes   int64   `json:"expected_bytes"`
}

// NewShards divides a plan among machines with the workers asked for. Floor is the
// expected time of the longest piece that cannot be divided, done or not.
func NewShards(
	ctx context.Context, p *plan.Plan, results *store.Store, options RunOptions, machines int,
) (shards []ShardStatus, floor float64, err error) {
	r := options.runner(p)
	parts, longest, err := r.Divide(ctx, p.Cells, machines)
	if err != nil {
		return nil, 0, err
	}
	known, err := learn(ctx, r, results)
	if err != nil {
		return nil, 0, err
	}
	for i, cells := range parts {
		jobs, err := r.Plan(ctx, options.pending(cells, results))
		if err != nil {
			return nil, 0, err
		}
		s := ShardStatus{Shard: i + 1, Cells: len(cells), Count: render.CountCells(cells, results)}
		s.Seconds, s.Bytes = options.expect(jobs, known)
		shards = append(shards, s)
	}
	floor, _ = options.expect(runner.Plan{longest}, known)
	return shards, floor, nil
}

// An experience is what stored cells took and what they were estimated at, by the title
// of their jobs.
type experience map[string]spent

// spent is what work took and what it was estimated at, in seconds of processors.
type spent struct{ taken, estimated float64 }

// logarithm is that of the ratio, 0 where there is none.
func (s spent) logarithm() float64 {
	if s.taken <= 0 || s.estimated <= 0 {
		return 0
	}
	return math.Log(s.taken / s.estimated)
}

// learn gathers the experience of a store.
func learn(ctx context.Context, r *runner.Runner, results *store.Store) (experience, error) {
	var cells []experiment.Cell
	for _, result := range results.Results() {
		c := result.Cell
		d, err := r.Describe(ctx, c.Data)
		if err == nil && d.Digest == c.Digest && result.Failure == "" && computer(c.Kind) != nil {
			cells = append(cells, c)
		}
	}
	jobs, err := r.Plan(ctx, cells)
	if err != nil {
		return nil, err
	}
	e := experience{}
	for _, j := range jobs {
		sum := e[j.Title()]
		sum.estimated += j.Cost.Seconds
		for _, c := range j.Cells {
			r, _ := results.Get(c.Key())
			sum.taken += r.Seconds
		}
		e[j.Title()] = sum
	}
	return e, nil
}

// slowness is how many times longer than estimated a job is expected to take: as those of
// its title did, the more so the longer they took, else the mean of all titles, in which
// the estimate itself counts for a quarter of one. Means are geometric, since estimates
// are off by factors, and seconds weigh: what took less than one is mostly noise.
func (e experience) slowness(title string) float64 {
	weight := func(s spent) float64 { return s.taken / (s.taken + 1) }
	total, weights := 0.0, 0.25
	for _, s := range e {
		total += weight(s) * s.logarithm()
		weights += weight(s)
	}
	own := e[title]
	return math.Exp(weight(own)*own.logarithm() + (1-weight(own))*total/weights)
}
