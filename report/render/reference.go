package render

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"slices"

	"gpca/report/dataset/library"
	"gpca/report/dataset/toy"
	"gpca/report/plan"
)

// referenceFile is the results.csv of the reference run, on the real data. It is embedded so
// that a report on generated data can say what the real data gave; out may be deleted, so
// that it cannot be read from there.
//
//go:embed reference.csv.gz
var referenceFile []byte

// Reference reads the results of the reference run.
func Reference() (*Export, error) {
	z, err := gzip.NewReader(bytes.NewReader(referenceFile))
	if err != nil {
		return nil, fmt.Errorf("reference: %w", err)
	}
	return ReadExport("reference.csv", z)
}

// compareReference holds what the reference run has of a plan against print, where the
// results of the plan cannot be, since their data is generated. There is nothing for a study
// of the user's, or of which the run has nothing.
func compareReference(ctx context.Context, p *plan.Plan, without []Comparison) ([]Comparison, error) {
	if p.Study.File() != "" || !slices.ContainsFunc(without, func(c Comparison) bool { return c.Generated() }) {
		return nil, nil
	}
	x, err := Reference()
	if err != nil {
		return nil, err
	}
	data := library.New(library.Catalogue(nil, x.IsReal), library.Drawn(toy.Names(), toy.Draw))
	p, results, err := x.Plan(ctx, p.Study, data, p.Selection)
	if err != nil || results.Len() == 0 {
		return nil, err
	}
	all, err := Compare(p, results)
	return slices.DeleteFunc(all, func(c Comparison) bool { return !c.Judged() }), err
}
