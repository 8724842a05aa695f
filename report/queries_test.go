package report

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/render"
)

// counted counts how often exhibits ask for results.
type counted struct {
	plan.Results
	asked *atomic.Int64
}

func (c counted) Get(key string) (experiment.Result, bool) {
	callers := make([]uintptr, 2) // the drawing, which keeps what was read out, and who asks it
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for more := true; more; {
		var f runtime.Frame
		if f, more = frames.Next(); strings.HasSuffix(f.Function, "plan.source.Result") { // others count cells
			c.asked.Add(1)
		}
	}
	return c.Results.Get(key)
}

// Drawing fills each table once. Filling tables anew for each number of a comparison asked for six times as much.
func TestTablesAreFilledOnce(t *testing.T) {
	const most = 9_200
	r := referenceOf(t, "")
	c := counted{r.results, new(atomic.Int64)}
	_, err := render.Draw(t.Context(), r.plan, c, render.DefaultCreated(), "", "report.md")
	assert.NilError(t, err)
	if n := c.asked.Load(); n > most || n < most/2 {
		t.Errorf("drawing the default report asks for %d results, want at most %d", n, most)
	}
}
