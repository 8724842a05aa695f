// Package library opens data sets by name: those of the catalogue, real or as a
// stand-in, those that are drawn, and those of a study's own files.
//
// A library reads a set once however many callers want it at the same time, and
// drops it when the last of them has released it. Sets that few callers want at
// a time thus take the memory of few sets.
package library

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"gpca/report/dataset"
	"gpca/solver/typo"
)

// keepBytes bounds the size of a set that is kept after it was read for its
// description alone. A larger one is read again by Open: descriptions are asked
// for many sets in a row, and their samples would fill the memory.
const keepBytes = 64 << 20

// A Library opens the data sets of its providers. It is safe for concurrent use.
type Library struct {
	names []string
	items map[string]*item
}

// An item is what the library knows of one data set.
type item struct {
	// locate asks the provider for the source, at the first call.
	locate func()
	open   func(context.Context) (*dataset.Set, error) // of the source

	mutex     sync.Mutex           // guards all that follows
	described *dataset.Description // nil until known
	users     int                  // callers that hold the set or wait for it
	opened    bool                 // a caller of Open has got the set before
	read      *reading             // of the set that the users hold or wait for; nil without one
}

// A reading is one call of a source's Open.
type reading struct {
	done   chan struct{} // closed after set and err are there
	cancel context.CancelFunc
	set    *dataset.Set
	err    error
}

// New returns a library of the providers' data sets. Of two with one name the first counts.
func New(providers ...Provider) *Library {
	l := &Library{items: map[string]*item{}}
	for _, p := range providers {
		for at, name := range p.names {
			if l.items[name] != nil {
				continue
			}
			it := new(item)
			it.locate = sync.OnceFunc(func() {
				source := p.find(at)
				it.open, it.described = source.Open, source.Description
			})
			l.names = append(l.names, name)
			l.items[name] = it
		}
	}
	return l
}

// Names returns the names of all data sets in the order of the providers.
func (l *Library) Names() []string { return slices.Clone(l.names) }

// find returns the item of a name, whose source is known then.
func (l *Library) find(name string) (*item, error) {
	it := l.items[name]
	if it == nil {
		return nil, fmt.Errorf("unknown data set %q: %s", name, typo.DidYouMean(name, l.names))
	}
	it.locate()
	return it, nil
}

// Describe describes a data set, at the cost of reading it only if its source has no
// description. The description is kept.
//
// The error for an unknown name suggests the nearest names.
func (l *Library) Describe(ctx context.Context, name string) (dataset.Description, error) {
	it, err := l.find(name)
	if err != nil {
		return dataset.Description{}, err
	}
	it.mutex.Lock()
	described := it.described
	it.mutex.Unlock()
	if described != nil {
		return *described, nil
	}
	if _, err := it.acquire(ctx); err != nil {
		return dataset.Description{}, err
	}
	defer it.leave(true)
	return *it.described, nil // which nobody changes once it is known
}

// Open returns a data set. The caller calls release when it needs the set no more; to call
// it again does nothing. All callers share one set, which nobody changes. A caller whose
// context ends stops waiting, and the reading goes on for the others.
//
// The error for an unknown name suggests the nearest names.
func (l *Library) Open(ctx context.Context, name string) (set *dataset.Set, release func(), err error) {
	it, err := l.find(name)
	if err != nil {
		return nil, nil, err
	}
	set, err = it.acquire(ctx)
	if err != nil {
		return nil, nil, err
	}
	it.mutex.Lock()
	it.opened = true
	it.mutex.Unlock()
	return set, sync.OnceFunc(func() { it.leave(false) }), nil
}

func bytesOf(set *dataset.Set) int64 {
	samples, features := set.Samples.Dims()
	return 8 * int64(samples) * int64(features)
}

// acquire returns the set of an item, and counts the caller among its users if it succeeds.
func (it *item) acquire(ctx context.Context) (*dataset.Set, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	it.mutex.Lock()
	it.users++
	if it.read == nil {
		it.start(ctx)
	}
	read := it.read
	it.mutex.Unlock()

	var err error
	select {
	case <-read.done:
		if read.err == nil {
			return read.set, nil
		}
		err = read.err
	case <-ctx.Done():
		err = ctx.Err()
	}
	it.leave(false)
	return nil, err
}

// start begins a reading of an item. It has the values of the context but not
// its end, as other callers may come to wait for the same reading: it ends when
// the last of them has left.
func (it *item) start(ctx context.Context) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	read := &reading{done: make(chan struct{}), cancel: cancel}
	it.read = read
	go func() {
		defer cancel()
		set, err := it.open(ctx)
		it.mutex.Lock()
		defer it.mutex.Unlock()
		defer close(read.done)
		if it.read != read {
			return // nobody waits any more
		}
		if err == nil {
			err = it.check(set)
		}
		if err != nil {
			it.read = nil // the next caller tries again
		}
		read.set, read.err = set, err
	}()
}

// check compares a set that was read with the description given before, or notes its
// description.
func (it *item) check(set *dataset.Set) error {
	if it.described == nil {
		d := set.Describe()
		it.described = &d
	}
	if set.Digest != it.described.Digest {
		return fmt.Errorf("data set %s: its files changed while they were in use: start again", set.Name)
	}
	return nil
}

// leave takes one user away and, after the last one, drops the set. A set that
// was read for its description is kept for the first caller of Open.
func (it *item) leave(described bool) {
	it.mutex.Lock()
	defer it.mutex.Unlock()
	it.users--
	if it.users > 0 || described && !it.opened && bytesOf(it.read.set) <= keepBytes {
		return
	}
	if it.read != nil {
		it.read.cancel()
		it.read = nil
	}
}
