package progress

import (
	"log/slog"
	"time"

	"gpca/report/runner"
)

// A tally knows how far a run is and how fast it goes.
type tally struct {
	cells            int
	computed, failed int
	doing            string
	began            time.Time

	// Of processors: the time that units took so far, and what the rest is expected to take.
	done, rest time.Duration
	work       float64 // the share that is done, which never falls
}

// take adds an event.
func (t *tally) take(e runner.Event) {
	if e.Cell != nil {
		if e.Cell.Failure != "" {
			t.failed++
		} else {
			t.computed++
		}
	}
	t.doing, t.done, t.rest = e.Doing, e.Done, e.Left
	if all := e.Done + e.Left; all > 0 {
		t.work = max(t.work, min(float64(e.Done)/float64(all), 1))
	}
}

func (t *tally) complete() bool { return t.computed+t.failed >= t.cells }

// left is the time that the rest of the work will take on as many processors as were busy so
// far, false while that cannot be said. Time since the last event counts as without work, so
// that a run that hangs does not look nearly done.
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

// percent is rounded down: 100 is for a run that is through.
func (v view) percent() int {
	if v.complete() {
		return 100
	}
	return min(int(100*v.work), 99)
}
