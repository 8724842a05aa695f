package progress

import (
	"log/slog"
	"math"
	"time"

	"gpca/report/grid"
)

// memory is how far back the speed of a run is remembered: work done that long
// ago counts 1/e of what is done now.
const memory = time.Minute

// A tally knows how far a run is and how fast it goes.
type tally struct {
	cells, computed, failed int
	doing                   string
	work                    float64 // share that is done

	began, last time.Time
	// Work and seconds of the past, both forgotten at the same rate. Their
	// ratio is the speed: the plain average at first, that of about the last
	// minute later. Work is only an estimate of a cost, off by a factor from one
	// data set to the next, so an average over all of the past would be wrong
	// for long after each change.
	recentWork, recentSeconds float64
}

func newTally(cells int, now time.Time) *tally {
	return &tally{cells: cells, began: now, last: now}
}

// take adds an event.
func (t *tally) take(e grid.Event, now time.Time) {
	if e.Cell != nil {
		if e.Cell.Failure != "" {
			t.failed++
		} else {
			t.computed++
		}
	}
	t.doing = e.Doing
	elapsed := max(now.Sub(t.last).Seconds(), 0)
	kept := math.Exp(-elapsed / memory.Seconds())
	t.recentWork = t.recentWork*kept + max(e.Work-t.work, 0)
	t.recentSeconds = t.recentSeconds*kept + elapsed
	t.work, t.last = max(t.work, e.Work), now
}

func (t *tally) complete() bool { return t.computed+t.failed >= t.cells }

// left is the time that the rest of the work will take at the present speed,
// false while that cannot be said. Silence since the last event counts as time
// without work, so a run that hangs does not look nearly done.
func (t *tally) left(now time.Time) (time.Duration, bool) {
	seconds := t.recentSeconds + max(now.Sub(t.last).Seconds(), 0)
	// Before that it is guesswork.
	if t.recentWork <= 0 || now.Sub(t.began) < 2*time.Second {
		return 0, false
	}
	left := (1 - t.work) * seconds / t.recentWork
	const longest = 1000 * time.Hour
	if left > longest.Seconds() {
		return 0, false
	}
	return time.Duration(left * float64(time.Second)), true
}

// A view is what there is to show of a tally at a moment.
type view struct {
	cells, computed, failed int
	doing                   string
	work                    float64
	elapsed, left           time.Duration
	leftKnown               bool
}

func (t *tally) view(now time.Time) view {
	v := view{
		cells: t.cells, computed: t.computed, failed: t.failed,
		doing: t.doing, work: t.work, elapsed: now.Sub(t.began).Round(time.Second),
	}
	left, known := t.left(now)
	v.left, v.leftKnown = left.Round(time.Second), known
	return v
}

// record is the view as a line of a log.
func (v view) record(now time.Time, message string) slog.Record {
	r := slog.NewRecord(now, slog.LevelInfo, message, 0)
	r.AddAttrs(slog.String("doing", v.doing), slog.Int("done", v.computed), slog.Int("failed", v.failed),
		slog.Int("cells", v.cells), slog.Int("percent", v.percent()), slog.Duration("elapsed", v.elapsed))
	if v.leftKnown {
		r.AddAttrs(slog.Duration("left", v.left))
	}
	return r
}

// percent is rounded down: 100 is for a run that is through, which one whose
// cells fail at the start may be without any work.
func (v view) percent() int {
	if v.computed+v.failed >= v.cells {
		return 100
	}
	return min(int(100*v.work), 99)
}
