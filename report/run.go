// Package report runs the studies and renders their reports: it ties together
// the packages below it and holds no mathematics, no drawing and no format.
//
//	study → cells → results → tables and figures → documents
//
// [Run] computes the cells that are missing and stores them; [Render] draws what
// is stored and never computes.
package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/store"
	"gpca/solver"
)

// Folders and files under the output folder.
const storeFolder = "cells"

// A Summary counts the cells of a plan.
type Summary struct {
	Done    int `json:"done"`
	Failed  int `json:"failed"`
	Missing int `json:"missing"`
}

// Count says how far the cells of a plan are.
func Count(p *Plan, results *store.Store) Summary {
	var s Summary
	for _, c := range p.Cells {
		r, ok := results.Get(c.Key())
		switch {
		case !ok:
			s.Missing++
		case r.Failure != "":
			s.Failed++
		default:
			s.Done++
		}
	}
	return s
}

// OpenStore opens the store under an output folder.
func OpenStore(out string) (*store.Store, store.Warnings, error) {
	return store.Open(filepath.Join(out, storeFolder))
}

// RunOptions steer Run.
type RunOptions struct {
	Workers int   // processors to use, at least 1
	Memory  int64 // bytes that data and training may take, 0 for any number
	// Shard and Shards, counted from 1, restrict the run to a part of the
	// cells; 0 and 0 stand for all.
	Shard, Shards int
	FailFast      bool // end at the first failed cell
	RetryFailed   bool // compute failed cells again
	Force         bool // compute all cells again
	Version       string
	// Started, unless nil, is told how many cells the run will compute.
	Started func(cells int)
	// Progress, unless nil, is told what happens, one call at a time.
	Progress func(grid.Event)
}

// Pending lists the cells of a plan that a run with these options computes.
func Pending(p *Plan, results *store.Store, options RunOptions) []grid.Cell {
	cells := p.Cells
	if options.Shards > 0 {
		cells = grid.Shard(cells, options.Shard, options.Shards)
	}
	if options.Force {
		return cells
	}
	var pending []grid.Cell
	for _, c := range cells {
		r, ok := results.Get(c.Key())
		if !ok || options.RetryFailed && r.Failure != "" {
			pending = append(pending, c)
		}
	}
	return pending
}

// Run computes the pending cells of a plan and stores them. Before the first is
// computed, all data they need is read and checked, and what Render is going to
// write is written to nowhere: a fault that shows only then must not cost hours.
func Run(ctx context.Context, p *Plan, data *Data, results *store.Store, options RunOptions) (err error) {
	pending := Pending(p, results, options)
	if options.Started != nil {
		options.Started(len(pending))
	}
	if len(pending) == 0 {
		return nil
	}
	if err := prepare(ctx, p, pending, data); err != nil {
		return err
	}
	name := "cells"
	if options.Shards > 0 {
		name = fmt.Sprintf("shard-%d-of-%d", options.Shard, options.Shards)
	}
	if err := results.Append(name); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, results.Close()) }()
	runner := grid.Runner{
		Workers: max(options.Workers, 1), Memory: options.Memory, FailFast: options.FailFast,
		Put: results.Put, Progress: options.Progress,
		Version: options.Version, Processor: solver.Processor(), Clock: time.Now,
	}
	return runner.Run(ctx, grid.Groups(pending), func(name string) (*dataset.Set, error) { return data.Open(ctx, name) })
}

// prepare reads and checks the data of the pending cells, and rehearses the report in
// the meantime. Of two faults it returns that of the data, whichever is found first.
func prepare(ctx context.Context, p *Plan, pending []grid.Cell, data *Data) error {
	rehearsed := make(chan error, 1)
	go func() { rehearsed <- rehearse(ctx, p, data) }()
	var faults error
	for _, c := range pending {
		set, err := data.Open(ctx, c.Data)
		if err == nil && set.Digest != c.Digest {
			err = fmt.Errorf("data set %s: the %s set is wanted but not there: give its folder with --data", c.Data, c.Origin)
		}
		if err != nil {
			faults = err
			break
		}
	}
	return cmp.Or(faults, <-rehearsed)
}
