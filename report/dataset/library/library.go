// Package library opens data sets by name: those of the catalogue, real or as a stand-in, generated
// ones (package toy), and those of a study's own files.
//
// Callers share a set. It leaves memory when none of them refers to it any more.
package library

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"weak"

	"gpca/report/dataset"
	"gpca/solver/typo"
)

// keepBytes bounds the size of a set that stays in memory from its description until it is opened.
// Descriptions of many sets are needed in a row; Open reads a larger set again unless memory still holds it.
const keepBytes = 64 << 20

// A Library opens the data sets of its providers. It is safe for concurrent use.
type Library struct {
	names []string
	items map[string]*item
}

type item struct {
	source    func() Source                       // asks the provider once
	described atomic.Pointer[dataset.Description] // nil until the set was read
	lock      chan struct{}                       // holds one element while what follows is in use
	kept      *dataset.Set                        // that was read for its description, until it is opened
	opened    weak.Pointer[dataset.Set]           // to a set that memory may still hold
}

// New returns a library of the providers' data sets. Of two with one name the first counts.
func New(providers ...Provider) *Library {
	l := &Library{items: map[string]*item{}}
	for _, p := range providers {
		for at, name := range p.names {
			if l.items[name] == nil {
				l.names = append(l.names, name)
				source := sync.OnceValue(func() Source { return p.find(at) })
				l.items[name] = &item{source: source, lock: make(chan struct{}, 1)}
			}
		}
	}
	return l
}

// Names returns the names of all data sets in the order of the providers.
func (l *Library) Names() []string { return slices.Clone(l.names) }

func (l *Library) find(name string) (*item, error) {
	if it := l.items[name]; it != nil {
		return it, nil
	}
	return nil, fmt.Errorf("unknown data set %q: %s", name, typo.DidYouMean(name, l.names))
}

// Loaded lets the first one who opens a set of the library have it as it was read before.
func (l *Library) Loaded(set *dataset.Set) {
	if it := l.items[set.Name]; it != nil {
		d := set.Describe()
		it.described.Store(&d)
		it.kept, it.opened = set, weak.Make(set)
	}
}

// Describe describes a data set, which is read only if its source has no description. The error
// for an unknown name suggests the nearest names.
func (l *Library) Describe(ctx context.Context, name string) (dataset.Description, error) {
	it, err := l.find(name)
	if err != nil {
		return dataset.Description{}, err
	}
	if it.description() == nil {
		if _, err := it.read(ctx, false); err != nil {
			return dataset.Description{}, err
		}
	}
	return *it.description(), nil
}

// Open returns a data set that all callers share and must not change.
func (l *Library) Open(ctx context.Context, name string) (*dataset.Set, error) {
	it, err := l.find(name)
	if err != nil {
		return nil, err
	}
	return it.read(ctx, true)
}

func (it *item) description() *dataset.Description {
	return cmp.Or(it.source().Description, it.described.Load())
}

// read returns the set, to be opened or described. Only one caller reads at a time; if its reading fails or its
// context ends, the next one reads again.
func (it *item) read(ctx context.Context, open bool) (*dataset.Set, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case it.lock <- struct{}{}:
		defer func() { <-it.lock }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	set := cmp.Or(it.kept, it.opened.Value())
	if set == nil {
		var err error
		if set, err = it.source().Open(ctx); err != nil {
			return nil, err
		}
		if it.description() == nil {
			d := set.Describe()
			it.described.Store(&d)
		}
		if set.Digest != it.description().Digest {
			return nil, fmt.Errorf("data set %s: its files changed while they were in use: start again", set.Name)
		}
		it.opened = weak.Make(set)
	}
	it.kept = nil
	if samples, features := set.Samples.Dims(); !open && 8*samples*features <= keepBytes {
		it.kept = set
	}
	return set, nil
}
