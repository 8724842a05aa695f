package runner

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// resources are the processors and the memory that units share.
//
// Who waits is served in the order of the jobs, those of one job in the order in which
// they came. One that waits for memory lets pass only those that need none, so that a
// large one is not passed over for ever by small ones. When nothing runs, the first is
// served whatever the memory: the bound is then too small for what several jobs hold,
// and waiting would never end.
type resources struct {
	mutex      sync.Mutex
	processors int   // that are free
	bounded    bool  // whether memory is bounded
	memory     int64 // that is free, may fall below 0
	running    int   // units
	waiting    []*request
	arrivals   int
}

// A request waits for a processor, or for memory alone.
type request struct {
	job, arrival int
	processor    bool
	bytes        int64
	granted      chan struct{}
}

func newResources(processors int, memory int64) *resources {
	return &resources{processors: processors, memory: memory, bounded: memory > 0}
}

// take waits for a processor, if one is wanted, and for memory, and returns the function
// that gives them back. Jobs of a smaller number come first. Queued is called when the
// request is in the queue: what it gives back may serve the request.
func (r *resources) take(ctx context.Context, job int, processor bool, bytes int64, queued func()) (free func(), err error) {
	q := &request{job: job, processor: processor, bytes: bytes, granted: make(chan struct{})}
	if !r.bounded {
		q.bytes = 0
	}
	r.mutex.Lock()
	q.arrival = r.arrivals
	r.arrivals++
	at, _ := slices.BinarySearchFunc(r.waiting, q, func(a, b *request) int {
		if a.job != b.job {
			return a.job - b.job
		}
		return a.arrival - b.arrival
	})
	r.waiting = slices.Insert(r.waiting, at, q)
	r.serve()
	r.mutex.Unlock()
	queued()
	select {
	case <-q.granted:
		return sync.OnceFunc(func() { r.give(q) }), nil
	case <-ctx.Done():
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if i := slices.Index(r.waiting, q); i >= 0 {
		r.waiting = slices.Delete(r.waiting, i, i+1)
	} else {
		r.returned(q) // it was granted in the meantime
	}
	r.serve()
	return nil, ctx.Err()
}

func (r *resources) give(q *request) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.returned(q)
	r.serve()
}

// returned takes back what a request was granted. The mutex is held.
func (r *resources) returned(q *request) {
	r.memory += q.bytes
	if q.processor {
		r.processors++
		r.running--
	}
}

// serve grants what can be granted. The mutex is held.
func (r *resources) serve() {
	full := false // somebody waits for memory
	for i := 0; i < len(r.waiting); {
		q := r.waiting[i]
		fits := q.bytes == 0 || !full && q.bytes <= r.memory
		if !fits && r.running == 0 && i == 0 {
			fits = true
		}
		full = full || !fits
		if !fits || q.processor && r.processors == 0 {
			i++
			continue
		}
		r.waiting = slices.Delete(r.waiting, i, i+1)
		r.memory -= q.bytes
		if q.processor {
			r.processors--
			r.running++
		}
		close(q.granted)
	}
}

// hold takes memory for as long as a data set is in use, at once: a set is admitted when
// there is room for it, or when nothing else can go on.
func (r *resources) hold(bytes int64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.memory -= bytes
}

// drop gives back what hold took.
func (r *resources) drop(bytes int64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.memory += bytes
	r.serve()
}

// room reports whether there is memory for so many bytes.
func (r *resources) room(bytes int64) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return !r.bounded || bytes <= r.memory
}

// tooLarge is the error of what will never fit.
func tooLarge(bytes, bound int64) error {
	const mebibyte = 1 << 20
	return fmt.Errorf("they take %d MiB of memory and may take %d MiB: allow more with --memory", (bytes+mebibyte-1)/mebibyte, max(bound, 0)/mebibyte)
}
