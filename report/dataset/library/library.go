// Package library opens data sets by name: those of the catalogue, real or as a stand-in, generated
// ones (package toy), and those of a study's own files.
//
// Concurrent callers share a set. It leaves memory when the last of them releases it.
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

// keepBytes bounds the size of a set that stays in memory after it was read for its description.
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
	users     atomic.Int32                        // callers of Open that hold the set or wait for it
	lock      chan struct{}                       // holds one element while set is read or dropped
	set       *dataset.Set                        // nil if it is not in memory
	dropped   weak.Pointer[dataset.Set]           // to a set that memory may still hold
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

// Describe describes a data set, which is read only if its source has no description. The error
// for an unknown name suggests the nearest names.
func (l *Library) Describe(ctx context.Context, name string) (dataset.Description, error) {
	it, err := l.find(name)
	if err != nil {
		return dataset.Description{}, err
	}
	if it.description() == nil {
		set, err := it.read(ctx)
		if err != nil {
			return dataset.Description{}, err
		}
		if samples, features := set.Samples.Dims(); 8*samples*features > keepBytes {
			it.drop()
		}
	}
	return *it.description(), nil
}

// Open returns a data set that all callers share and must not change. The caller calls release
// when it no longer needs the set; further calls do nothing.
func (l *Library) Open(ctx context.Context, name string) (set *dataset.Set, release func(), err error) {
	it, err := l.find(name)
	if err != nil {
		return nil, nil, err
	}
	it.users.Add(1)
	release = sync.OnceFunc(func() {
		if it.users.Add(-1) == 0 {
			it.drop()
		}
	})
	if set, err = it.read(ctx); err != nil {
		release()
		return nil, nil, err
	}
	return set, release, nil
}

func (it *item) description() *dataset.Description {
	return cmp.Or(it.source().Description, it.described.Load())
}

// read returns the set. Only one caller reads at a time; if its reading fails or its context ends,
// the next one reads again.
func (it *item) read(ctx context.Context) (*dataset.Set, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case it.lock <- struct{}{}:
		defer func() { <-it.lock }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if it.set == nil {
		it.set = it.dropped.Value()
	}
	if it.set != nil {
		return it.set, nil
	}
	set, err := it.source().Open(ctx)
	if err != nil {
		return nil, err
	}
	if it.description() == nil {
		d := set.Describe()
		it.described.Store(&d)
	}
	if set.Digest != it.description().Digest {
		return nil, fmt.Errorf("data set %s: its files changed while they were in use: start again", set.Name)
	}
	it.set = set
	return set, nil
}

func (it *item) drop() {
	it.lock <- struct{}{}
	if it.users.Load() == 0 {
		it.dropped, it.set = weak.Make(it.set), nil
	}
	<-it.lock
}
