package progress

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"gpca/report/experiment"
	"gpca/report/runner"
)

// A clock stands still until it is moved.
type clock struct{ time.Time }

func newClock() *clock {
	return &clock{time.Date(2019, time.December, 1, 12, 0, 0, 0, time.UTC)}
}

func (c *clock) now() time.Time          { return c.Time }
func (c *clock) advance(d time.Duration) { c.Time = c.Add(d) }

func cell(values ...float64) *experiment.Result {
	return &experiment.Result{Cell: tanh, Values: map[string][]float64{"accuracy": values}}
}

func failedCell(cause string) *experiment.Result {
	return &experiment.Result{Cell: tanh, Failure: cause}
}

func work(doing string, share float64, c *experiment.Result) runner.Event {
	done := time.Duration(share * float64(10*time.Second))
	return runner.Event{Doing: doing, Done: done, Left: 10*time.Second - done, Cell: c}
}

var tanh = experiment.Cell{Data: "iris", Name: "iris tanh"}

// A run with a line of each kind.
func Example() {
	clock := newClock()
	d := New(os.Stdout, Options{Now: clock.now})
	d.Log().Info("computing", slog.Int("cells", 3))
	d.Start(3)
	clock.advance(8 * time.Second)
	d.Event(work("Iris", 0.1, cell(96)))
	clock.advance(2 * time.Second) // ten seconds without a line
	d.Event(work("Iris", 0.2, nil))
	clock.advance(2 * time.Second)
	d.Event(work("Iris", 0.3, failedCell("class setosa: too few samples")))
	clock.advance(8 * time.Second)
	d.Event(work("USPS, kernel", 1, cell(95)))
	d.End()
	d.Say("report: 2 done, 1 failed, 0 missing; exit 5")
	// Output:
	// computing cells=3
	// progress doing=Iris done=1 failed=0 cells=3 percent=20 elapsed=10s left=40s
	// warning: cell failed cell="iris tanh" cause="class setosa: too few samples"
	// progress doing="USPS, kernel" done=2 failed=1 cells=3 percent=100 elapsed=20s left=0s
	// report: 2 done, 1 failed, 0 missing; exit 5
}

func TestLevels(t *testing.T) {
	for _, test := range []struct {
		name  string
		level slog.Level
		want  string
	}{
		{"quiet", slog.LevelError, "report: gone wrong\nthe end\n"},
		{"normal", slog.LevelInfo, `warning: cell failed cell="iris tanh" cause=no
report: gone wrong
the end
`},
		{"verbose", slog.LevelDebug, `cell computed cell="iris tanh" values="map[accuracy:[95 97]]" unsettled=0
warning: cell failed cell="iris tanh" cause=no
report: gone wrong
the end
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			d := New(&b, Options{Level: test.level, Now: newClock().now})
			d.Start(2)
			d.Event(work("Iris", 0, cell(95, 97)))
			d.Event(work("Iris", 0, failedCell("no")))
			d.End()
			d.Log().Error("gone wrong")
			d.End()
			d.Say("the end", slog.Int("exit", 1))
			assert.Equal(t, b.String(), test.want, "got\n%swant\n%s", b.String(), test.want)
		})
	}
}

// An early end is not a finish.
func TestEndOfAPart(t *testing.T) {
	var b bytes.Buffer
	d := New(&b, Options{Now: newClock().now})
	d.End() // without Start
	d.Start(2)
	d.Event(work("Iris", 0, cell(95)))
	d.End()
	d.End()
	d.Event(work("Iris", 1, nil)) // too late
	assert.Check(t, b.Len() <= 0, "got %q, want nothing", b.String())
}

// The line omits the stack of a panic.
func TestCauseIsOneLine(t *testing.T) {
	var b bytes.Buffer
	d := New(&b, Options{Now: newClock().now})
	d.Start(2)
	d.Event(work("Iris", 0, failedCell("panic: index out of range\ngoroutine 7 [running]:")))
	assert.Equal(t, b.String(), "warning: cell failed cell=\"iris tanh\" cause=\"panic: index out of range\"\n")
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	clock := newClock()
	d := New(&b, Options{JSON: true, Level: slog.LevelError, Now: clock.now})
	d.Start(1)
	d.Event(work("Iris", 0, cell(95)))
	d.End()
	d.Say("the end", slog.Duration("elapsed", 1500*time.Millisecond), slog.Int("exit", 0))
	var last struct {
		Time    time.Time
		Message string  `json:"msg"`
		Elapsed float64 // in seconds
		Exit    int
	}
	assert.NilError(t, json.Unmarshal(b.Bytes(), &last), "%q", b.String())
	assert.Check(t, last.Time.Equal(clock.Time) && last.Message == "the end" && last.Elapsed == 1.5 && last.Exit == 0,
		"got %+v from %s", last, b.String())
}

func TestAttributesOfTheLogger(t *testing.T) {
	var b bytes.Buffer
	d := New(&b, Options{Now: newClock().now})
	log := d.Log().With(slog.String("file", "a b")).WithGroup("at")
	log.Info("read", slog.Int("line", 7))
	d.Log().Debug("not wanted")
	assert.Equal(t, b.String(), "read file=\"a b\" at.line=7\n")
}

// Log lines appear above the bar, in order, and none is lost when the bar is removed.
func TestBar(t *testing.T) {
	var b bytes.Buffer
	d := New(&b, Options{Bar: true})
	d.Log().Info("before")
	d.Start(2)
	d.Event(work("Iris", 0.5, failedCell("no")))
	d.Log().Info("during")
	d.Event(work("Iris", 1, cell(95)))
	d.End()
	d.Say("after")
	last := -1
	for _, line := range []string{"before\n", "cause=no\n", "during\n", "after\n"} {
		at := strings.Index(b.String(), line)
		assert.Check(t, at > last, "%q is missing or out of order in %q", line, b.String())
		last = at
	}
	assert.Check(t, strings.HasSuffix(b.String(), "after\n"), "the bar outlives the run: %q", b.String())
}

func TestIsTerminal(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "file")
	assert.NilError(t, err)
	defer f.Close()
	for _, w := range []io.Writer{f, &bytes.Buffer{}, io.Discard} {
		assert.Check(t, !IsTerminal(w), "%T is taken for a terminal", w)
	}
}

// A display must not fail when its output is closed.
func TestBrokenOutput(t *testing.T) {
	for _, options := range []Options{{}, {JSON: true}, {Bar: true}} {
		d := New(broken{}, options)
		d.Start(1)
		d.Log().Warn("unread")
		d.Event(work("Iris", 0, cell(95)))
		d.End()
		d.Say("unread")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }
