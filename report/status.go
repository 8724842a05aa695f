package report

import (
	"context"
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
	r := options.runner(p)
	jobs, err := r.Plan(ctx, Pending(p, results, options))
	if err != nil {
		return Status{}, err
	}
	workers := max(options.Workers, 1)
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
		held := 8 * int64(description.Samples) * int64(description.Features)
		for _, j := range jobs {
			if j.Data.Name == name {
				d.Seconds += j.Cost.Seconds / float64(workers)
				d.Bytes = max(d.Bytes, held+int64(workers)*j.Cost.Bytes)
			}
		}
		if options.Memory > 0 {
			d.Bytes = min(d.Bytes, max(options.Memory, held))
		}
		if d.Seconds > 0 {
			slow, err := slowness(ctx, r, results, name, description.Digest)
			if err != nil {
				return Status{}, err
			}
			d.Seconds *= slow
		}
		status.Seconds += d.Seconds
		status.Bytes = max(status.Bytes, d.Bytes)
		status.Datasets = append(status.Datasets, d)
	}
	return status, nil
}

// slowness is how many times longer than estimated the cells took that the store has of
// a data set; 1 where it has too few to tell.
func slowness(ctx context.Context, r *runner.Runner, results *store.Store, name, digest string) (float64, error) {
	cells := slices.DeleteFunc(results.Cells(name), func(c experiment.Cell) bool { return c.Digest != digest || computer(c.Kind) == nil })
	jobs, err := r.Plan(ctx, cells)
	if err != nil {
		return 1, err
	}
	estimated, taken := 0.0, 0.0
	for _, j := range jobs {
		estimated += j.Cost.Seconds
		for _, c := range j.Cells {
			r, _ := results.Get(c.Key())
			taken += r.Seconds
		}
	}
	if taken < 1 || estimated == 0 {
		return 1, nil
	}
	return taken / estimated, nil
}
