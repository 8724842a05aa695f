package library

import (
	"context"
	"fmt"

	"gpca/report/dataset"
	"gpca/report/dataset/standin"
)

// A Source is one data set that can be opened.
type Source struct {
	// Description is that of a set of the catalogue, nil for sets that are to be read.
	Description *dataset.Description
	// Open reads or generates the set. It is safe for concurrent use.
	Open func(context.Context) (*dataset.Set, error)
}

// A Provider finds sources in a list of names.
type Provider struct {
	names []string
	find  func(at int) Source
}

// Catalogue provides the data sets of the catalogue: the real set from the first folder that has it, else
// its stand-in. Where real reports true there is no stand-in, so that results on both are not mixed:
// Open fails for a missing set.
func Catalogue(folders []string, real func(name string) bool) Provider {
	entries := dataset.Catalogue()
	return Provider{dataset.Names(), func(at int) Source {
		e := entries[at]
		folder, found := e.Locate(folders)
		d := e.Description
		switch d.Folder = folder; {
		case found:
			return Source{&d, func(ctx context.Context) (*dataset.Set, error) { return e.Open(ctx, folder) }}
		case real != nil && real(e.Name):
			return Source{&d, func(context.Context) (*dataset.Set, error) {
				return nil, fmt.Errorf("data set %s: the real set is wanted but not there: give its folder with --data",
					e.Name)
			}}
		}
		generate := func(context.Context) (*dataset.Set, error) { return standin.Generate(e.Name) }
		if d, ok := standin.Describe(e); ok {
			return Source{&d, generate}
		}
		return Source{nil, generate}
	}}
}

// Drawn provides data sets that are generated each time they are opened.
func Drawn(names []string, draw func(name string) *dataset.Set) Provider {
	return Provider{names, func(at int) Source {
		return Source{nil, func(context.Context) (*dataset.Set, error) { return draw(names[at]), nil }}
	}}
}
