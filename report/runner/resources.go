package runner

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"sync"

	"gpca/report/dataset"
)

// resources are the processors, the memory and the data sets that units share.
//
// Requests are served in the order of the jobs, and of arrival within a job. Behind one that waits
// for memory only those that need none are served, so that small ones do not delay a large one
// forever. When no unit runs, one is served whatever its memory, since waiting would not end.
//
// Callers of wants, count, hold, serve, settled, stuck, grant, fits, evict and close hold the mutex.
type resources struct {
	mutex      sync.Mutex
	processors int   // free ones
	bounded    bool  // whether memory is bounded
	memory     int64 // free bytes, may be negative
	running    int   // units
	reserved   int   // granted requests for memory alone
	waiting    []*request
	holdings   map[string]*holding
	freed      chan struct{} // has an entry after memory was returned
	// busy counts, for each running job, its running or waiting units and its waiting requests for
	// memory. A job at 0 is about to ask, so no other is admitted.
	busy map[int]int
	// idle, unless nil, is called once no unit runs; nothing is granted any more.
	idle func()
}

// admission is the job number of a request to admit a job, which comes after all units.
const admission = math.MaxInt - 1

type request struct {
	job       int
	processor bool
	bytes     int64
	granted   chan struct{}
}

type holding struct {
	set   *dataset.Set
	bytes int64
	users int // running jobs
	later int // waiting jobs
}

// take waits for memory and, if wanted, a processor, and returns the function that returns them.
// It calls queued once the request is queued, since what queued returns may serve it.
func (r *resources) take(
	ctx context.Context, job int, processor bool, bytes int64, queued func(),
) (free func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	q := &request{job: job, processor: processor, bytes: bytes, granted: make(chan struct{})}
	if !r.bounded {
		q.bytes = 0
	}
	r.mutex.Lock()
	r.wants(q, 1)
	byJob := func(a *request, job int) int { return cmp.Compare(a.job, job) }
	at, _ := slices.BinarySearchFunc(r.waiting, q.job+1, byJob)
	r.waiting = slices.Insert(r.waiting, at, q) // behind others of its job
	r.serve()
	r.mutex.Unlock()
	queued()
	give := sync.OnceFunc(func() {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		if i := slices.Index(r.waiting, q); i >= 0 {
			r.waiting = slices.Delete(r.waiting, i, i+1)
			r.wants(q, -1)
		} else {
			r.count(q, -1)
			if q.processor {
				r.wants(q, -1)
			}
		}
		r.serve()
	})
	select {
	case <-q.granted:
		return give, nil
	case <-ctx.Done():
		give() // it may just have been granted
		return nil, ctx.Err()
	}
}

func (r *resources) wants(q *request, times int) {
	if _, underWay := r.busy[q.job]; underWay {
		r.busy[q.job] += times
	}
}

// count takes what a request was granted, or returns it with times = −1.
func (r *resources) count(q *request, times int) {
	if q.processor {
		r.processors -= times
		r.running += times
	} else {
		r.reserved += times
	}
	r.hold(int64(times) * q.bytes)
}

func (r *resources) hold(bytes int64) {
	r.memory -= bytes
	if bytes < 0 {
		select {
		case r.freed <- struct{}{}:
		default:
		}
	}
}

func (r *resources) stop(idle func()) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.idle = idle
	r.serve()
}

func (r *resources) serve() {
	if r.idle != nil {
		if r.running == 0 {
			r.idle()
		}
		return
	}
	full := false // some request waits for memory
	for i := 0; i < len(r.waiting); {
		q := r.waiting[i]
		fits := q.bytes == 0 || !full && r.fits(q.bytes)
		full = full || !fits
		if fits && (q.job != admission || r.settled()) && (!q.processor || r.processors > 0) {
			r.grant(i)
		} else {
			i++
		}
	}
	if i := slices.IndexFunc(r.waiting, r.stuck); i >= 0 {
		r.grant(i)
	}
}

// settled: a running job without requests is about to make one, or to end and release its data.
func (r *resources) settled() bool { return !slices.Contains(slices.Collect(maps.Values(r.busy)), 0) }

// stuck: no unit runs that could free what a request waits for. A holder of memory alone is about to ask for a
// processor or to return it.
func (r *resources) stuck(q *request) bool {
	return r.running == 0 && r.settled() && (q.processor || r.reserved == 0)
}

// grant grants a waiting request.
func (r *resources) grant(i int) {
	q := r.waiting[i]
	r.waiting = slices.Delete(r.waiting, i, i+1)
	r.count(q, 1)
	if !q.processor {
		r.wants(q, -1)
	}
	close(q.granted)
}

// fits reports whether memory suffices, and releases unused sets for it.
func (r *resources) fits(bytes int64) bool {
	free := r.memory
	for _, h := range r.holdings {
		if h.users == 0 {
			free += h.bytes
		}
	}
	if !r.bounded || bytes > free {
		return !r.bounded
	}
	r.evict(bytes)
	return true
}

func (r *resources) evict(bytes int64) {
	for name, h := range r.holdings {
		if bytes > r.memory && h.users == 0 {
			r.close(name)
		}
	}
}

func (r *resources) close(name string) {
	h := r.holdings[name]
	delete(r.holdings, name)
	h.set = nil
	r.hold(-h.bytes)
}

// pick returns the index of the first waiting job whose data set is open, or fits together with a
// unit; −1 for none. The job becomes a user of the set. A set that never fits is picked when no
// other is in use.
func (r *resources) pick(jobs []*job) (int, *holding) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	// Waiting requests for memory come before another set.
	room := !slices.ContainsFunc(r.waiting, func(q *request) bool { return q.bytes > 0 && !r.fits(q.bytes) })
	idle := true
	for _, h := range r.holdings {
		idle = idle && h.users == 0
	}
	for i, j := range jobs {
		name, bytes := j.Data.Name, 8*int64(j.Data.Samples)*int64(j.Data.Features)
		h := r.holdings[name]
		if h == nil {
			if fits := room && r.fits(bytes+j.Cost.Bytes); !fits && !idle {
				continue
			}
			if r.bounded {
				r.evict(bytes)
			}
			h = &holding{bytes: bytes}
			r.holdings[name] = h
			r.hold(h.bytes)
		}
		h.users++
		h.later = -1
		for _, other := range jobs {
			if other.Data.Name == name {
				h.later++
			}
		}
		r.busy[j.number] = 0
		return i, h
	}
	return -1, nil
}

// leave ends the use of a set by a job. The last job that needs it releases it.
func (r *resources) leave(j *job) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.busy, j.number)
	if j.holding.users--; j.holding.users == 0 && j.holding.later == 0 {
		r.close(j.Data.Name)
	}
	r.serve()
}
