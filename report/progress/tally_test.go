package progress

import (
	"math"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/runner"
)

// At a steady speed the time left is exact throughout, for any number of processors.
func TestLeftAtSteadySpeed(t *testing.T) {
	const seconds, processors = 200, 3
	clock := newClock()
	run := &tally{cells: 10, began: clock.Time}
	_, known := run.left(clock.Time)
	assert.Check(t, !known, "the time left is known before anything is done")
	for second := 1; second <= seconds; second++ {
		clock.advance(time.Second)
		done := time.Duration(second*processors) * time.Second
		run.take(runner.Event{Done: done, Left: seconds*processors*time.Second - done})
		left, known := run.left(clock.Time)
		assert.Assert(t, known == (second >= 2), "after %d s: known is %t", second, known)
		if want := float64(seconds - second); known && math.Abs(left.Seconds()-want) > 1e-3 {
			t.Errorf("after %d s: %s left, want %g s", second, left, want)
		}
	}
}

// Silence is no progress.
func TestLeftGrowsInSilence(t *testing.T) {
	clock := newClock()
	run := &tally{cells: 10, began: clock.Time}
	clock.advance(10 * time.Second)
	run.take(work("", 0.5, nil))
	before, _ := run.left(clock.Time)
	clock.advance(10 * time.Second)
	after, _ := run.left(clock.Time)
	assert.Check(t, before == 10*time.Second && after == 20*time.Second,
		"%s left, %s after ten seconds of silence, want 10s and 20s", before, after)
	clock.advance(10000 * time.Hour)
	left, known := run.left(clock.Time)
	assert.Check(t, !known, "%s left after a year of silence, want it unknown", left)
}

// The share may step back because more turns out to be left, and so may the clock.
func TestTallyNeverStepsBack(t *testing.T) {
	clock := newClock()
	run := &tally{cells: 10, began: clock.Time}
	clock.advance(10 * time.Second)
	run.take(work("", 0.5, nil))
	clock.advance(-5 * time.Second)
	run.take(work("", 0.4, nil))
	v := run.view(clock.Time)
	assert.Check(t, v.work == 0.5 && v.left >= 0, "work %g, %s left after a step back", v.work, v.left)
}

func TestTextOfTheBar(t *testing.T) {
	for _, test := range []struct {
		view view
		want string
	}{
		{view{tally: tally{cells: 118}}, "  0/118 cells |   0%  0s"},
		{view{tally: tally{cells: 118, computed: 40, doing: "USPS", work: 0.359}, elapsed: 70 * time.Second}, " 40/118 cells |  35%  1m10s  USPS"},
		{view{tally: tally{cells: 118, computed: 40, failed: 2, doing: "USPS, kernel", work: 0.5}, elapsed: time.Hour, left: 61 * time.Minute, leftKnown: true},
			" 42/118 cells |  50%  1h0m0s, about 61m left  2 failed  USPS, kernel"},
		// A run is complete when all cells are, whatever the estimate.
		{view{tally: tally{cells: 3, computed: 2, work: 1}, left: 400 * time.Millisecond, leftKnown: true}, "2/3 cells |  99%  0s, 0s left"},
		{view{tally: tally{cells: 3, failed: 3}}, "3/3 cells | 100%  0s  3 failed"},
	} {
		assert.Check(t, is.Equal(test.view.counter()+"|"+test.view.clock(), test.want), "%+v shows", test.view)
	}
}

func TestRounded(t *testing.T) {
	for _, test := range []struct {
		left time.Duration
		want string
	}{{0, "0s"}, {119 * time.Second, "119s"}, {2 * time.Minute, "about 2m"}, {100 * time.Minute, "about 100m"}, {150 * time.Minute, "about 2h"}, {48 * time.Hour, "about 48h"}} {
		assert.Check(t, is.Equal(rounded(test.left), test.want), test.left)
	}
}
