package report

import (
	"context"
	"slices"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/store"
)

// Status tells how far a plan is and what is left of it.
type Status struct {
	Summary  Summary         `json:"cells"`
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
func NewStatus(ctx context.Context, p *Plan, data *Data, results *store.Store, options RunOptions) (Status, error) {
	status := Status{Summary: Count(p, results)}
	groups := grid.Groups(Pending(p, results, options))
	for _, name := range p.Datasets() {
		d := DatasetStatus{Name: name, Title: Title(name), Origin: p.Origin(name)}
		d.Folder, _ = data.Found(name)
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
		size, err := sizeOf(ctx, name, p, data)
		if err != nil {
			return Status{}, err
		}
		for _, g := range groups {
			if g.Cells[0].Data != name {
				continue
			}
			d.Seconds += g.Cost(size) * slowness(results, name, d.Origin, size) / float64(max(options.Workers, 1))
			d.Bytes = max(d.Bytes, g.Memory(size, max(options.Workers, 1), options.Memory))
		}
		status.Seconds += d.Seconds
		status.Bytes = max(status.Bytes, d.Bytes)
		status.Datasets = append(status.Datasets, d)
	}
	return status, nil
}

// sizeOf is the size of a data set, from the catalogue where the set is real:
// reading 70,000 images to say how long it takes would be a poor joke.
func sizeOf(ctx context.Context, name string, p *Plan, data *Data) (grid.Size, error) {
	e, err := dataset.Find(name)
	if err != nil {
		return grid.Size{}, err
	}
	if p.Origin(name) == dataset.StandIn {
		set, err := data.Open(ctx, name)
		if err != nil {
			return grid.Size{}, err
		}
		return grid.SizeOf(set), nil
	}
	return realSize(e), nil
}

// realSize is the size of a real data set by the catalogue.
func realSize(e dataset.Entry) grid.Size {
	size := grid.Size{Samples: e.Samples, Features: e.Features, Classes: len(e.ClassNames), Train: e.Samples, Test: e.Samples, Imbalance: grid.Imbalance(e.ClassCounts)}
	if e.Train > 0 {
		size.Train, size.Test = e.Train, e.Test
	}
	return size
}

// slowness is how many times longer than estimated the cells took that the store
// has of a data set of that origin and size; 1 where it has too few to tell.
func slowness(results *store.Store, name string, origin dataset.Origin, size grid.Size) float64 {
	cost, seconds := 0.0, 0.0
	cells := slices.DeleteFunc(results.Cells(name), func(c grid.Cell) bool { return c.Origin != origin })
	for _, g := range grid.Groups(cells) {
		cost += g.Cost(size)
		for _, c := range g.Cells {
			r, _ := results.Get(c.Key())
			seconds += r.Seconds
		}
	}
	if seconds < 1 || cost == 0 {
		return 1
	}
	return seconds / cost
}
