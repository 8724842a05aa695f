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
	Folder  string  `json:"folder,omitempty"`
	Cells   int     `json:"cells"`
	Done    int     `json:"done"`
	Failed  int     `json:"failed"`
	Missing int     `json:"missing"`
	Seconds float64 `json:"expected_seconds"`
	Bytes   int64   `json:"expected_bytes"`
}

// NewStatus looks at a plan without computing anything.
func NewStatus(ctx context.Context, p *plan.Plan, results *store.Store, options RunOptions) (Status, error) {
	status := Status{Cells: render.CountCells(p, results)}
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
		d := DatasetStatus{Name: name, Title: description.Title, Origin: description.Origin, Folder: description.Folder}
		for _, c := range p.Cells {
			if c.Data != name {
				continue
			}
			d.Cells++
			switch r, ok := results.Get(c.Key()); {
			case !ok:
				d.Missing++
			case r.Failure != "":
				d.Failed++
			default:
				d.Done++
			}
		}
		seconds := 0.0
		held := 8 * int64(description.Samples) * int64(description.Features)
		for _, j := range jobs {
			if j.Data.Name == name {
				seconds += j.Cost.Seconds
				d.Bytes = max(d.Bytes, held+int64(workers)*j.Cost.Bytes)
			}
		}
		if options.Memory > 0 {
			d.Bytes = min(d.Bytes, max(options.Memory, held))
		}
		if seconds > 0 {
			slow, err := slowness(ctx, r.Plan, results, name, description.Digest)
			if err != nil {
				return Status{}, err
			}
			d.Seconds = seconds * slow / float64(workers)
		}
		status.Seconds += d.Seconds
		status.Bytes = max(status.Bytes, d.Bytes)
		status.Datasets = append(status.Datasets, d)
	}
	return status, nil
}

// slowness is how many times longer than estimated the cells took that the store has of
// a data set; 1 where it has too few to tell.
func slowness(ctx context.Context, jobs planner, results *store.Store, name, digest string) (float64, error) {
	estimated, taken := 0.0, 0.0
	cells := results.Cells(name)
	cells = slices.DeleteFunc(cells, func(c experiment.Cell) bool { return c.Digest != digest || computer(c.Kind) == nil })
	plan, err := jobs(ctx, cells)
	if err != nil {
		return 1, err
	}
	for _, j := range plan {
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

// A planner divides cells into jobs.
type planner func(context.Context, []experiment.Cell) (runner.Plan, error)
