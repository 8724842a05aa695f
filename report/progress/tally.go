package progress

import (
	"log/slog"
	"time"

	"gpca/report/runner"
)

// A tally knows how far a run is and how fast it goes.
type tally struct {
	cells, workers   int
	computed, failed int
	doing            string
	began, last      time.Time

	// Of processors: the time that units took so far, and what the rest is expected to
	// take by what they took. The share of the work that is done never falls, whatever
	// the expectation does.
	done, rest time.Duration
	work       float64

	units   int
	longest time.Duration
}

func newTally(cells, workers int, now time.Time) *tally {
	return &tally{cells: cells, workers: max(workers, 1), began: now, last: now}
}

// take adds an event.
func (t *tally) take(e runner.Event, now time.Time) {
	if e.Cell != nil {
		if e.Cell.Failure != "" {
			t.failed++
		} else {
			t.computed++
		}
	}
	if e.Unit != nil {
		t.units++
		t.longest = max(t.longest, e.Unit.Took)
	}
	t.doing, t.done, t.rest, t.last = e.Doing, e.Done, e.Left, now
	if all := e.Done + e.Left; all > 0 {
		t.work = max(t.work, min(float64(e.Done)/float64(all), 1))
	}
}

func (t *tally) complete() bool { return t.computed+t.failed >= t.cells }

// left is the time that the rest of the work will take on as many processors as were
// busy so far, false while that cannot be said. Silence since the last event counts as
// time without work, so a run that hangs does not look nearly done.
func (t *tally) left(now time.Time) (time.Duration, bool) {
	elapsed := now.Sub(t.began)
	if t.done <= 0 || elapsed < 2*time.Second { // before that it is guesswork
		return 0, false
	}
	left := t.rest.Seconds() * elapsed.Seconds() / t.done.Seconds()
	const longest = 1000 * time.Hour
	if left > longest.Seconds() {
		return 0, false
	}
	return time.Duration(left * float64(time.Second)), true
}

// A view is what there is to show of a tally at a moment.
type view struct {
	tally
	elapsed, left time.Duration
	leftKnown     bool
}

func (t *tally) view(now time.Time) view {
	left, known := t.left(now)
	return view{*t, now.Sub(t.began).Round(time.Second), left.Round(time.Second), known}
}

// summary is what a run that is through leaves: how many units there were, how long they
// took, and the share of the processors' time in which one ran.
func (t *tally) summary(now time.Time) []slog.Attr {
	busy := t.done.Seconds() / (max(t.last.Sub(t.began), 1).Seconds() * float64(t.workers))
	return []slog.Attr{
		slog.Int("done", t.computed), slog.Int("failed", t.failed),
		slog.Duration("elapsed", now.Sub(t.began).Round(time.Second)),
		slog.Int("units", t.units), slog.Duration("mean", (t.done / time.Duration(t.units)).Round(time.Millisecond)),
		slog.Duration("longest", t.longest.Round(time.Millisecond)), slog.Int("busy_percent", int(100*busy+0.5)),
	}
}

// attributes are the view as a line of a log.
func (v view) attributes() []slog.Attr {
	attributes := []slog.Attr{
		slog.String("doing", v.doing), slog.Int("done", v.computed), slog.Int("failed", v.failed),
		slog.Int("cells", v.cells), slog.Int("percent", v.percent()), slog.Duration("elapsed", v.elapsed),
	}
	if v.leftKnown {
		attributes = append(attributes, slog.Duration("left", v.left))
	}
	return attributes
}

// percent is rounded down: 100 is for a run that is through, which one whose
// cells fail at the start may be without any work.
func (v view) percent() int {
	if v.complete() {
		return 100
	}
	return min(int(100*v.work), 99)
}
