package library

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
)

// A slow source takes a minute to open and counts its openings.
type slow struct {
	name   string
	rows   int
	fault  error
	opened atomic.Int32
	ended  atomic.Int32 // openings that their context ended
	digest atomic.Value // of the next set, if not ""
}

func (s *slow) Open(ctx context.Context) (*dataset.Set, error) {
	s.opened.Add(1)
	select {
	case <-time.After(time.Minute):
	case <-ctx.Done():
		s.ended.Add(1)
		return nil, ctx.Err()
	}
	if s.fault != nil {
		return nil, s.fault
	}
	digest, _ := s.digest.Load().(string)
	return &dataset.Set{Name: s.name, Samples: mat.NewDense(s.rows, 2, nil), Digest: digest}, nil
}

func (s *slow) described() Source {
	return Source{&dataset.Description{Name: s.name, Samples: s.rows}, s.Open}
}

func (s *slow) drawn() Source { return Source{nil, s.Open} }

func provide(names string, sources ...Source) Provider {
	return Provider{strings.Fields(names), func(at int) Source { return sources[at] }}
}

// held reports whether a set that no caller refers to any more is in memory.
func held(l *Library, name string) bool {
	runtime.GC()
	it := l.items[name]
	it.lock <- struct{}{}
	defer func() { <-it.lock }()
	return it.opened.Value() != nil
}

func TestNames(t *testing.T) {
	first, second := &slow{name: "a", rows: 1}, &slow{name: "a", rows: 2}
	l := New(provide("a b", first.described(), Source{}), provide("c a", Source{}, second.described()))
	assert.DeepEqual(t, l.Names(), []string{"a", "b", "c"})
	d, err := l.Describe(t.Context(), "a")
	assert.NilError(t, err)
	assert.Equal(t, d.Samples, 1, "got %d samples, %v; want the first provider's set of 1", d.Samples, err)
}

func TestUnknownName(t *testing.T) {
	l := New(Catalogue(nil, nil))
	const want = `unknown data set "ionosfere": did you mean ionosphere?`
	_, err := l.Describe(t.Context(), "ionosfere")
	assert.Error(t, err, want, "Describe")
	_, err = l.Open(t.Context(), "ionosfere")
	assert.Error(t, err, want, "Open")
}

// Ten concurrent callers share one reading, two sets are read side by side, and a set that nobody refers to any more
// leaves memory.
func TestOpenIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := &slow{name: "a", rows: 3}, &slow{name: "b", rows: 4}
		l := New(provide("a b", a.described(), b.described()))
		start := time.Now()
		var group sync.WaitGroup
		for i := range 10 {
			group.Go(func() {
				set, err := l.Open(t.Context(), []string{"a", "b"}[i%2])
				if err != nil {
					t.Error(err)
					return
				}
				time.Sleep(time.Second)
				again, err := l.Open(t.Context(), set.Name)
				assert.Check(t, again == set && err == nil, "%s: another set, %v", set.Name, err)
			})
		}
		group.Wait()
		took := time.Since(start)
		assert.Check(t, is.Equal(took, time.Minute+time.Second),
			"took %v: the two sets were not read at the same time", took)
		assert.Check(t, a.opened.Load() == 1 && b.opened.Load() == 1,
			"read %d and %d times, want once", a.opened.Load(), b.opened.Load())
		assert.Check(t, !held(l, "a") && !held(l, "b"), "a set is held by nobody")
		if _, err := l.Open(t.Context(), "a"); err != nil || a.opened.Load() != 2 {
			t.Errorf("read %d times, %v; want a second reading", a.opened.Load(), err)
		}
	})
}

// A reading ends when its caller leaves, and the next caller begins again.
func TestOpenIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &slow{name: "a", rows: 1}
		l := New(provide("a", a.described()))
		brief, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var group sync.WaitGroup
		group.Go(func() {
			_, err := l.Open(brief, "a")
			assert.Check(t, is.ErrorIs(err, context.DeadlineExceeded), "got %v, want the end of the context", err)
		})
		synctest.Wait()
		_, err := l.Open(t.Context(), "a")
		assert.NilError(t, err)
		group.Wait()
		assert.Check(t, a.opened.Load() == 2 && a.ended.Load() == 1,
			"read %d times, %d ended; want a second, whole reading", a.opened.Load(), a.ended.Load())
		if _, err := l.Open(brief, "a"); !errors.Is(err, context.DeadlineExceeded) || a.opened.Load() != 2 {
			t.Errorf("an ended context began a reading: %v", err)
		}
		runtime.GC() // memory may hold the set until then
		alone, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = l.Open(alone, "a")
		assert.Check(t, is.ErrorIs(err, context.DeadlineExceeded), "got %v, want the end of the context", err)
		synctest.Wait()
		assert.Check(t, a.ended.Load() == 2 && !held(l, "a"),
			"%d readings ended, held %t; want 2 and not", a.ended.Load(), held(l, "a"))
	})
}

// A failure ends one reading; the next caller tries again.
func TestOpenFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fault := errors.New("bad file")
		a := &slow{name: "a", fault: fault}
		l := New(provide("a", a.described()))
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				_, err := l.Open(t.Context(), "a")
				assert.Check(t, is.ErrorIs(err, fault))
			})
		}
		group.Wait()
		assert.Check(t, is.Equal(a.opened.Load(), int32(3)), "read %d times, want three times", a.opened.Load())
		a.fault, a.rows = nil, 1
		_, err := l.Open(t.Context(), "a")
		assert.Check(t, err)
	})
}

// A set drawn for its description stays until it is opened; the description stays for good.
func TestDescribeDrawsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &slow{name: "a", rows: 5}
		l := New(provide("a", a.drawn()))
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				d, err := l.Describe(t.Context(), "a")
				assert.Check(t, err == nil && d.Samples == 5, "%d samples, %v", d.Samples, err)
			})
		}
		group.Wait()
		assert.Check(t, held(l, "a"), "the set is not kept")
		_, err := l.Open(t.Context(), "a")
		assert.NilError(t, err)
		assert.Check(t, !held(l, "a"), "the set is kept after it was opened")
		_, err = l.Describe(t.Context(), "a")
		assert.Check(t, err == nil && !held(l, "a"), "the second description: %v, held %t", err, held(l, "a"))
		assert.Check(t, is.Equal(a.opened.Load(), int32(1)), "drawn %d times, want once", a.opened.Load())
	})
}

// Open describes the set too; a large set read for its description is dropped.
func TestDescribeAfterOpenAndLarge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := &slow{name: "a", rows: 1}, &slow{name: "b", rows: keepBytes/16 + 1}
		l := New(provide("a b", a.drawn(), b.drawn()))
		_, err := l.Open(t.Context(), "a")
		assert.NilError(t, err)
		_, err = l.Describe(t.Context(), "a")
		assert.Check(t, err == nil && a.opened.Load() == 1, "drawn %d times, %v; want once", a.opened.Load(), err)
		_, err = l.Describe(t.Context(), "b")
		assert.Check(t, err == nil && !held(l, "b"), "a large set is kept, or %v", err)
	})
}

// Results have the digest of the description, so different content must not pass for it.
func TestContentChangesAfterDescription(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &slow{name: "a", rows: 1}
		l := New(provide("a", a.described()))
		_, err := l.Describe(t.Context(), "a")
		assert.NilError(t, err)
		a.digest.Store("another")
		const want = "data set a: its files changed while they were in use: start again"
		_, err = l.Open(t.Context(), "a")
		assert.Check(t, is.Error(err, want))
	})
}

// For the race detector: callers that come and leave in any order.
func TestConcurrentUse(t *testing.T) {
	names := []string{"iris", "balance", "liver"}
	l := New(Catalogue(nil, nil))
	var group sync.WaitGroup
	for i := range 30 {
		group.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*time.Millisecond)
			defer cancel()
			name := names[i%len(names)]
			if i%5 == 0 {
				l.Describe(ctx, name)
			}
			if set, err := l.Open(ctx, name); err == nil {
				assert.Check(t, is.Equal(set.Name, name))
			} else if !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
			held(l, name)
		})
	}
	group.Wait()
	for _, name := range names {
		assert.Check(t, !held(l, name), "%s is held by nobody", name)
	}
}

func ExampleLibrary_Open() {
	l := New(Catalogue(nil, nil))
	set, err := l.Open(context.Background(), "iris")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(set.Title, set.Origin, set.Classes)
	// Output:
	// Iris stand-in [Iris-setosa Iris-versicolor Iris-virginica]
}

// A set that was read before is not read again: its file may be gone.
func TestLoaded(t *testing.T) {
	l := New(Files(nil, []FileSet{{Name: "gone", File: "gone.csv", Class: "none"}}))
	set := &dataset.Set{Name: "gone", Samples: mat.NewDense(2, 2, []float64{1, 2, 3, 5})}
	l.Loaded(set)
	d, err := l.Describe(t.Context(), "gone")
	opened, fault := l.Open(t.Context(), "gone")
	if err != nil || fault != nil || d.Samples != 2 || opened != set {
		t.Errorf("%+v and %p of %p, %v, %v", d, opened, set, err, fault)
	}
}
