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
// Who waits is served in the order of the jobs, and of arrival in a job. One that waits for
// memory lets pass only those that need none, so that small ones do not pass over a large one
// for ever. When no unit runs, one is served whatever the memory, as waiting would not end.
type resources struct {
	mutex      sync.Mutex
	processors int   // that are free
	bounded    bool  // whether memory is bounded
	memory     int64 // that is free, may fall below 0
	running    int   // units
	reserved   int   // requests for memory alone that were granted
	waiting    []*request
	holdings   map[string]*holding
	freed      chan struct{} // has an entry after memory was given back
	// busy counts, for each job under way, its units that run or wait and its requests for
	// memory that wait. While one without any is about to ask, no other job is admitted.
	busy map[int]int
	// idle, unless nil, is called as soon as no unit runs, and none is granted any more.
	idle func()
}

// admission is the job of a request to admit a job: it comes after all units.
const admission = math.MaxInt - 1

// A request waits for a processor, or for memory alone.
type request struct {
	job       int
	processor bool
	bytes     int64
	granted   chan struct{}
}

// A holding is a data set that is open or about to be.
type holding struct {
	set     *dataset.Set
	release func()
	bytes   int64
	users   int // jobs that are under way
	later   int // jobs to come
}

func newResources(processors int, memory int64) *resources {
	return &resources{
		processors: processors, memory: memory, bounded: memory > 0,
		holdings: map[string]*holding{}, freed: make(chan struct{}, 1), busy: map[int]int{},
	}
}

// take waits for a processor, if one is wanted, and for memory, and returns the function that
// gives them back. Queued is called when the request is in the queue: what it gives back may
// serve it.
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
	r.waiting = slices.Insert(r.waiting, at, q) // behind those of its job
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
		give() // it may have been granted in the meantime
		return nil, ctx.Err()
	}
}

// wants counts what keeps a job busy. The mutex is held.
func (r *resources) wants(q *request, times int) {
	if _, underWay := r.busy[q.job]; underWay {
		r.busy[q.job] += times
	}
}

// count takes what a request was granted, or gives it back, −1 times. The mutex is held.
func (r *resources) count(q *request, times int) {
	if q.processor {
		r.processors -= times
		r.running += times
	} else {
		r.reserved += times
	}
	r.hold(int64(times) * q.bytes)
}

// hold takes memory at once, or gives it back. The mutex is held.
func (r *resources) hold(bytes int64) {
	r.memory -= bytes
	if bytes < 0 {
		select {
		case r.freed <- struct{}{}:
		default:
		}
	}
}

// stop grants nothing any more, and calls idle as soon as no unit runs.
func (r *resources) stop(idle func()) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.idle = idle
	r.serve()
}

// serve grants what can be granted. The mutex is held.
func (r *resources) serve() {
	if r.idle != nil {
		if r.running == 0 {
			r.idle()
		}
		return
	}
	grant := func(i int) {
		q := r.waiting[i]
		r.waiting = slices.Delete(r.waiting, i, i+1)
		r.count(q, 1)
		if !q.processor {
			r.wants(q, -1)
		}
		close(q.granted)
	}
	// A job under way that neither runs nor waits is about to ask for something, or to end
	// and give back its data.
	settled := func() bool { return !slices.Contains(slices.Collect(maps.Values(r.busy)), 0) }
	may := func(q *request) bool { return q.job != admission || settled() }
	full := false // somebody waits for memory
	for i := 0; i < len(r.waiting); {
		q := r.waiting[i]
		fits := q.bytes == 0 || !full && r.fits(q.bytes)
		full = full || !fits
		if fits && may(q) && (!q.processor || r.processors > 0) {
			grant(i)
		} else {
			i++
		}
	}
	// Who holds memory alone is about to ask for a processor or to give it back.
	stuck := func(q *request) bool { return r.running == 0 && settled() && (q.processor || r.reserved == 0) }
	if i := slices.IndexFunc(r.waiting, stuck); i >= 0 {
		grant(i)
	}
}

// fits reports whether memory is free, or releases sets that no job uses. The mutex is held.
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

// evict releases sets without users until so much memory is free. The mutex is held.
func (r *resources) evict(bytes int64) {
	for name, h := range r.holdings {
		if bytes > r.memory && h.users == 0 {
			r.close(name)
		}
	}
}

// close releases a set. The mutex is held.
func (r *resources) close(name string) {
	h := r.holdings[name]
	delete(r.holdings, name)
	if h.release != nil {
		h.release()
	}
	h.set = nil
	r.hold(-h.bytes)
}

// pick returns the place of the first of the jobs to come whose data set is open, or has room
// and leaves some for a unit; −1 for none. It counts the job as a user of the set. A set that
// will never have room is picked when no other is in use.
func (r *resources) pick(jobs []*job) (int, *holding) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	// Whoever waits for memory comes before another set.
	room := !slices.ContainsFunc(r.waiting, func(q *request) bool { return q.bytes > 0 && !r.fits(q.bytes) })
	idle := true
	for _, h := range r.holdings {
		idle = idle && h.users == 0
	}
	for i, j := range jobs {
		name, bytes := j.Data.Name, bytesOf(j.Data)
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

// leave ends the use of a set by a job. With the last one it is released.
func (r *resources) leave(j *job) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.busy, j.number)
	if j.holding.users--; j.holding.users == 0 && j.holding.later == 0 {
		r.close(j.Data.Name)
	}
	r.serve()
}

// bytesOf is the size of the samples of a set.
func bytesOf(d dataset.Description) int64 { return 8 * int64(d.Samples) * int64(d.Features) }
