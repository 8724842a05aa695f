package progress

import (
	"log/slog"
	"time"

	"gpca/report/runner"
)

type tally struct {
	cells            int
	computed, failed int
	doing            string
	began            time.Time

	// Processor time spent so far, and the estimate of the rest.
	done, rest time.Duration
	work       float64 // share of the work done, which never falls
}

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

// left estimates the remaining time at the mean speed so far, false while it cannot. Time since the
// last event counts as idle, so that a run that hangs does not look nearly done.
func (t *tally) left(now time.Time) (time.Duration, bool) {
	elapsed := now.Sub(t.began)
	if t.done <= 0 || elapsed < 2*time.Second { // too early for an estimate
		return 0, false
	}
	left := t.rest.Seconds() * elapsed.Seconds() / t.done.Seconds()
	const longest = 1000 * time.Hour
	if left > longest.Seconds() {
		return 0, false
	}
	return time.Duration(left * float64(time.Second)), true
}

// A view is a snapshot of a tally.
type view struct {
	tally
	elapsed, left time.Duration
	leftKnown     bool
}

func (t *tally) view(now time.Time) view {
	left, known := t.left(now)
	return view{*t, now.Sub(t.began).Round(time.Second), left.Round(time.Second), known}
}

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

// percent is rounded down: only a complete run has 100.
func (v view) percent() int {
	if v.computed+v.failed >= v.cells {
		return 100
	}
	return min(int(100*v.work), 99)
}
