// Package progress shows how far a run is: by a bar at a terminal, with messages above it, by an
// occasional line in a log file, or by the same lines as JSON. All records go through log/slog, so that
// warnings from elsewhere have the same form and do not break the bar.
package progress

import (
	"context"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"gpca/report/runner"
)

const interval = 10 * time.Second

// Options choose the form of a Display. The zero value writes plain lines.
type Options struct {
	// Bar draws a bar; for terminals only, see [IsTerminal].
	Bar bool
	// JSON writes every record as a JSON object on its own line, without a bar.
	JSON bool
	// Level is the lowest level that is written: the zero value is Info, Debug adds a line for
	// every cell, Error omits failed cells and progress.
	Level slog.Level
	// Now is the clock, time.Now if nil.
	Now func() time.Time
}

// A Display shows one run. It is safe for concurrent use.
type Display struct {
	output  io.Writer
	console *console // nil for JSON
	log     *slog.Logger
	options Options

	mutex sync.Mutex
	run   *tally
	bar   *bar
	last  time.Time // time of the last line of progress
}

// New returns a display that writes to w.
func New(w io.Writer, options Options) *Display {
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.JSON || options.Level > slog.LevelInfo {
		options.Bar = false
	}
	d := &Display{output: w, options: options}
	if options.JSON {
		d.log = slog.New(newJSON(w, options.Level))
	} else {
		d.console = newConsole(w, options.Level)
		d.log = slog.New(d.console)
	}
	return d
}

func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Log is a logger whose records appear in the form of the display, above a bar.
func (d *Display) Log() *slog.Logger { return d.log }

// Start begins a run of so many cells.
func (d *Display) Start(cells int) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	now := d.options.Now()
	run := &tally{cells: cells, began: now}
	d.run, d.last = run, now
	if d.options.Bar && cells > 0 {
		d.bar = newBar(d.output, func() view {
			d.mutex.Lock()
			defer d.mutex.Unlock()
			return run.view(d.options.Now())
		})
		d.console.turn(d.bar, func() {})
	}
}

// Event shows what the run reports: a failed cell at once, and a line of progress when the last one
// is ten seconds old.
func (d *Display) Event(e runner.Event) {
	now := d.options.Now()
	d.mutex.Lock()
	running, due := d.run != nil, false
	var progress []slog.Attr
	if running {
		d.run.take(e)
		if due = !d.options.Bar && now.Sub(d.last) >= interval; due {
			d.last, progress = now, d.run.view(now).attributes()
		}
	}
	d.mutex.Unlock() // the bar reads the tally while it writes records
	if !running {
		return
	}
	ctx := context.Background()
	if c := e.Cell; c != nil && c.Failure != "" {
		cause, _, _ := strings.Cut(c.Failure, "\n") // a record is one line
		d.log.LogAttrs(ctx, slog.LevelWarn, "cell failed", slog.String("cell", c.Cell.String()),
			slog.String("cause", cause))
	} else if c != nil {
		d.log.LogAttrs(ctx, slog.LevelDebug, "cell computed", slog.String("cell", c.Cell.String()),
			slog.Any("values", c.Values), slog.Int("unsettled", c.Ends.Unsettled()))
	}
	if due {
		d.log.LogAttrs(ctx, slog.LevelInfo, "progress", progress...)
	}
}

// End removes the bar. It may be called twice, and without Start.
func (d *Display) End() {
	d.mutex.Lock()
	bar := d.bar
	d.bar, d.run = nil, nil
	d.mutex.Unlock()
	if bar != nil {
		d.console.turn(d.output, bar.remove)
	}
}

// Say writes a line at any level, in JSON with the attributes.
func (d *Display) Say(line string, attributes ...slog.Attr) {
	if !d.options.JSON {
		attributes = nil
	}
	r := slog.NewRecord(d.options.Now(), slog.LevelInfo, line, 0)
	r.AddAttrs(attributes...)
	// As in log/slog, there is nowhere to report an error of reporting.
	_ = d.log.Handler().Handle(context.Background(), r)
}

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
