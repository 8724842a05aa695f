package library

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"gonum.org/v1/gonum/mat"

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

// held is the memory of a set's samples.
func held(l *Library, name string) int64 {
	it := l.items[name]
	it.lock <- struct{}{}
	defer func() { <-it.lock }()
	if it.set == nil {
		return 0
	}
	samples, features := it.set.Samples.Dims()
	return 8 * int64(samples) * int64(features)
}

func TestNames(t *testing.T) {
	first, second := &slow{name: "a", rows: 1}, &slow{name: "a", rows: 2}
	l := New(provide("a b", first.described(), Source{}), provide("c a", Source{}, second.described()))
	if got, want := l.Names(), []string{"a", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if d, err := l.Describe(t.Context(), "a"); err != nil || d.Samples != 1 {
		t.Errorf("got %d samples, %v; want the first provider's set of 1", d.Samples, err)
	}
}

func TestUnknownName(t *testing.T) {
	l := New(Catalogue(nil, nil))
	const want = `unknown data set "ionosfere": did you mean ionosphere?`
	if _, err := l.Describe(t.Context(), "ionosfere"); err == nil || err.Error() != want {
		t.Errorf("Describe: got %v, want %s", err, want)
	}
	if _, _, err := l.Open(t.Context(), "ionosfere"); err == nil || err.Error() != want {
		t.Errorf("Open: got %v, want %s", err, want)
	}
}

// Ten concurrent callers share one reading, two sets are read side by side, and the last release frees
// the memory.
func TestOpenIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := &slow{name: "a", rows: 3}, &slow{name: "b", rows: 4}
		l := New(provide("a b", a.described(), b.described()))
		start := time.Now()
		var group sync.WaitGroup
		for i := range 10 {
			group.Go(func() {
				set, release, err := l.Open(t.Context(), []string{"a", "b"}[i%2])
				if err != nil {
					t.Error(err)
					return
				}
				if want := int64(8 * 2 * set.Samples.RawMatrix().Rows); held(l, set.Name) != want {
					t.Errorf("%s: %d bytes, want %d", set.Name, held(l, set.Name), want)
				}
				time.Sleep(time.Second)
				release()
				release()
			})
		}
		group.Wait()
		if took := time.Since(start); took != time.Minute+time.Second {
			t.Errorf("took %v: the two sets were not read at the same time", took)
		}
		if a.opened.Load() != 1 || b.opened.Load() != 1 {
			t.Errorf("read %d and %d times, want once", a.opened.Load(), b.opened.Load())
		}
		if held(l, "a") != 0 || held(l, "b") != 0 {
			t.Error("a released set is still held")
		}
		runtime.GC() // memory may hold a released set until then
		_, release, err := l.Open(t.Context(), "a")
		if err != nil || a.opened.Load() != 2 {
			t.Errorf("after the release: read %d times, %v; want a second reading", a.opened.Load(), err)
		}
		release()
	})
}

// A second release must not take the set from another caller.
func TestReleaseTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(provide("a", (&slow{name: "a", rows: 1}).described()))
		_, first, _ := l.Open(t.Context(), "a")
		_, second, _ := l.Open(t.Context(), "a")
		first()
		first()
		if held(l, "a") == 0 {
			t.Error("the set was dropped while a caller holds it")
		}
		second()
		if held(l, "a") != 0 {
			t.Error("the set is held after the last release")
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
			if _, _, err := l.Open(brief, "a"); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v, want the end of the context", err)
			}
		})
		synctest.Wait()
		_, release, err := l.Open(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		release()
		group.Wait()
		if a.opened.Load() != 2 || a.ended.Load() != 1 {
			t.Errorf("read %d times, %d ended; want a second, whole reading", a.opened.Load(), a.ended.Load())
		}
		if _, _, err := l.Open(brief, "a"); !errors.Is(err, context.DeadlineExceeded) || a.opened.Load() != 2 {
			t.Errorf("an ended context began a reading: %v", err)
		}
		alone, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, _, err := l.Open(alone, "a"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the end of the context", err)
		}
		synctest.Wait()
		if a.ended.Load() != 2 || held(l, "a") != 0 {
			t.Errorf("%d readings ended, %d bytes held; want 2 and 0", a.ended.Load(), held(l, "a"))
		}
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
				if _, _, err := l.Open(t.Context(), "a"); !errors.Is(err, fault) {
					t.Errorf("got %v, want %v", err, fault)
				}
			})
		}
		group.Wait()
		if a.opened.Load() != 3 {
			t.Errorf("read %d times, want three times", a.opened.Load())
		}
		a.fault, a.rows = nil, 1
		if _, release, err := l.Open(t.Context(), "a"); err != nil {
			t.Error(err)
		} else {
			release()
		}
	})
}

// A set drawn for its description stays until its first callers of Open have released it; the
// description stays for good.
func TestDescribeDrawsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &slow{name: "a", rows: 5}
		l := New(provide("a", a.drawn()))
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				if d, err := l.Describe(t.Context(), "a"); err != nil || d.Samples != 5 {
					t.Errorf("%d samples, %v", d.Samples, err)
				}
			})
		}
		group.Wait()
		if held(l, "a") != 80 {
			t.Errorf("%d bytes kept, want 80", held(l, "a"))
		}
		_, release, err := l.Open(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		release()
		if held(l, "a") != 0 {
			t.Error("the set is held after the last release")
		}
		if _, err := l.Describe(t.Context(), "a"); err != nil || held(l, "a") != 0 {
			t.Errorf("the second description: %v, %d bytes held", err, held(l, "a"))
		}
		if a.opened.Load() != 1 {
			t.Errorf("drawn %d times, want once", a.opened.Load())
		}
	})
}

// Open describes the set too; a large set read for its description is dropped.
func TestDescribeAfterOpenAndLarge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := &slow{name: "a", rows: 1}, &slow{name: "b", rows: keepBytes/16 + 1}
		l := New(provide("a b", a.drawn(), b.drawn()))
		_, release, err := l.Open(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		release()
		if _, err := l.Describe(t.Context(), "a"); err != nil || a.opened.Load() != 1 {
			t.Errorf("drawn %d times, %v; want once", a.opened.Load(), err)
		}
		if _, err := l.Describe(t.Context(), "b"); err != nil || held(l, "b") != 0 {
			t.Errorf("%d bytes of a large set kept, %v", held(l, "b"), err)
		}
	})
}

// Results have the digest of the description, so different content must not pass for it.
func TestContentChangesAfterDescription(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &slow{name: "a", rows: 1}
		l := New(provide("a", a.described()))
		if _, err := l.Describe(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		a.digest.Store("another")
		const want = "data set a: its files changed while they were in use: start again"
		if _, _, err := l.Open(t.Context(), "a"); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	})
}

// For the race detector: callers that come, leave and release in any order.
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
			if set, release, err := l.Open(ctx, name); err == nil {
				if set.Name != name {
					t.Errorf("got %s, want %s", set.Name, name)
				}
				release()
			} else if !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
			held(l, name)
		})
	}
	group.Wait()
	for _, name := range names {
		_, release, err := l.Open(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		release()
		if n := held(l, name); n != 0 {
			t.Errorf("%s: %d bytes held by nobody", name, n)
		}
	}
}

func ExampleLibrary_Open() {
	l := New(Catalogue(nil, nil))
	set, release, err := l.Open(context.Background(), "iris")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer release()
	fmt.Println(set.Title, set.Origin, set.Classes, held(l, "iris"))
	// Output:
	// Iris stand-in [Iris-setosa Iris-versicolor Iris-virginica] 4800
}
