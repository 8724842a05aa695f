// Package report runs the studies and renders their reports: it ties together
// the packages below it and holds no mathematics, no drawing and no format.
//
//	study → cells → results → tables and figures → documents
//
// [Run] computes the cells that are missing and stores them; package render draws what
// is stored and never computes. The kinds of experiments, tables and figures that a
// study file may name are listed in kinds.go.
package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"gpca/report/dataset"
	"gpca/report/dataset/library"
	"gpca/report/dataset/toy"
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/runner"
	"gpca/report/store"
	"gpca/report/study"
	"gpca/report/words"
	"gpca/solver"
)

const storeFolder = "cells"

// OpenStore opens the store under an output folder.
func OpenStore(out string) (*store.Store, []store.Damage, error) {
	return store.Open(filepath.Join(out, storeFolder))
}

// OpenLibrary returns the data of a study: its own files, and the data sets of the
// catalogue, each from the first folder that has it, else generated. Real, unless nil,
// reports whether a data set that is not there counts as real all the same: so that
// results computed elsewhere can be drawn here.
func OpenLibrary(s *study.Study, folders []string, real func(data string) bool) *library.Library {
	return openLibrary(s, library.Catalogue(folders, real), folders)
}

func openLibrary(s *study.Study, catalogue library.Provider, folders []string) *library.Library {
	files := slices.Concat(words.Each(s.Parts(), func(p *study.Study) []library.FileSet { return p.Files })...)
	return library.New(catalogue, library.Drawn(toy.Names(), toy.Draw), library.Files(folders, files))
}

type RunOptions struct {
	Workers int   // processors to use, at least 1
	Memory  int64 // bytes that data and units of work may take, 0 for any number
	// Shard and Shards, counted from 1, restrict the run to a part of the
	// cells; 0 and 0 stand for all.
	Shard, Shards int
	FailFast      bool // end at the first failed cell
	RetryFailed   bool // compute failed cells again
	Force         bool // compute all cells again
	// KeepFrom is the time from which on work in hand is worth keeping on disk.
	KeepFrom time.Duration
	// Stop, unless nil, is closed when no more work shall begin.
	Stop    <-chan struct{}
	Version string
	// Started, unless nil, gets the number of cells that the run will compute.
	Started func(cells int)
	// Progress, unless nil, gets what happens, one call at a time.
	Progress func(runner.Event)
}

func (o RunOptions) runner(p *plan.Plan) *runner.Runner {
	return &runner.Runner{
		Kinds: computer, Describe: p.Library.Describe, Open: p.Library.Open,
		Workers: max(o.Workers, 1), Memory: o.Memory, KeepFrom: o.KeepFrom,
		Stop: o.Stop, FailFast: o.FailFast, Progress: o.Progress,
		Program: o.Version, Processor: solver.Processor(), Clock: time.Now,
	}
}

// Pending lists the cells of a plan that a run with these options computes.
func Pending(ctx context.Context, p *plan.Plan, results *store.Store, options RunOptions) ([]experiment.Cell, error) {
	cells := p.Cells
	if options.Shards > 0 {
		shards, _, err := options.runner(p).Divide(ctx, cells, options.Shards)
		if err != nil {
			return nil, err
		}
		cells = shards[options.Shard-1]
	}
	return options.pending(cells, results), nil
}

// pending keeps the cells that a run with these options computes.
func (o RunOptions) pending(cells []experiment.Cell, results *store.Store) []experiment.Cell {
	if o.Force {
		return cells
	}
	return slices.DeleteFunc(slices.Clone(cells), func(c experiment.Cell) bool {
		r, ok := results.Get(c.Key())
		return ok && !(o.RetryFailed && r.Failure != "")
	})
}

// Run computes the pending cells of a plan and stores them. The caller has the lock of the
// output folder (see package folder), alone unless it runs a shard. Before the first is
// computed, all data they need is read and checked. Beside the first, the text of a
// report without results is written to nowhere: a fault that shows only in a rendering
// must not cost hours.
func Run(ctx context.Context, p *plan.Plan, results *store.Store, options RunOptions) (err error) {
	pending, err := Pending(ctx, p, results, options)
	if err != nil {
		return err
	}
	if options.Started != nil {
		options.Started(len(pending))
	}
	if len(pending) == 0 {
		return options.forget(results)
	}
	alone, err := checkData(ctx, p, pending)
	if err != nil {
		return err
	}
	defer runtime.KeepAlive(alone) // so that the run need not read it again
	name := "cells"
	if options.Shards > 0 {
		name = fmt.Sprintf("shard-%d-of-%d", options.Shard, options.Shards)
	}
	if err := results.Append(name); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, results.Close()) }()
	r := options.runner(p)
	r.Put = results.Put
	r.Kept = results.Kept()
	if options.Force {
		if err := os.RemoveAll(r.Kept); err != nil {
			return err
		}
	}
	rehearsal, computing := errgroup.WithContext(ctx)
	rehearsal.Go(func() (err error) {
		defer words.Caught(&err)
		_, err = render.Text(ctx, p, new(store.Store))
		if errors.As(err, new(render.Undrawn)) {
			return nil // the others are worth the hours
		}
		return err
	})
	if err = r.Run(computing, pending); err == nil {
		err = options.forget(results)
	}
	return cmp.Or(rehearsal.Wait(), err)
}

// forget removes what runs that were stopped, under whatever division, have kept. A shard
// leaves it: others may be at work on it.
func (o RunOptions) forget(results *store.Store) error {
	if o.Shards > 0 {
		return nil
	}
	return os.RemoveAll(results.Kept())
}

// checkData reads and checks the real data of the pending cells. All sets together may not fit into memory: it
// returns one that is alone.
func checkData(ctx context.Context, p *plan.Plan, pending []experiment.Cell) (alone *dataset.Set, err error) {
	sets := words.Grouped(pending, func(c experiment.Cell) string { return c.Data })
	for _, cells := range sets {
		if cells[0].Origin != dataset.Real {
			continue
		}
		set, err := p.Library.Open(ctx, cells[0].Data)
		if err != nil {
			return nil, err
		}
		if len(sets) == 1 {
			alone = set
		}
	}
	return alone, nil
}
