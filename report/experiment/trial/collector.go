package trial

import (
	"sync"

	"gpca/report/experiment"
)

// An Outcome says how the fits ended that a cell rests on.
type Outcome struct {
	Ends experiment.Ends
	// Chosen is what the cell's choice came to, empty for a cell without one.
	Chosen string
	// Failure is why there is no fit, nil where there is one.
	Failure error
}

// A collector gathers what the tasks of a test find and hands out its cells when
// the last task is over. A task is a draw of noise or a part; tasks are numbered.
type collector struct {
	test   test
	shared bool // whether other tests rest on the same training set
	emit   func([]experiment.Result) error

	mutex    sync.Mutex
	values   []map[string][]float64 // of each cell, by measure
	ends     []experiment.Ends
	failures []failure
	picks    [][]string // cell × training set, nil for a cell without a choice
	left     int        // tasks that are not over
}

// A failure is the reason why a cell has no values. Of several the one of the
// first task counts, not the one that came first: a reason must not depend on
// which worker was faster.
type failure struct {
	task int
	err  error
}

func (f *failure) note(task int, err error) {
	if err != nil && (f.err == nil || task < f.task) {
		f.task, f.err = task, err
	}
}

// allTasks stands for the number of a task where a failure is none of a single
// one's.
const allTasks = -1

func newCollector(t test, tasks int, emit func([]experiment.Result) error) *collector {
	n := len(t.cells)
	c := &collector{
		test: t, emit: emit, left: tasks,
		values: make([]map[string][]float64, n), ends: make([]experiment.Ends, n), failures: make([]failure, n), picks: make([][]string, n),
	}
	for i := range c.values {
		c.values[i] = map[string][]float64{}
	}
	return c
}

// fitted takes note of how the fits ended that a task rests on.
func (c *collector) fitted(task int, outcome func(cell int) Outcome) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for i, cell := range c.test.cells {
		o := outcome(cell)
		c.ends[i].Merge(o.Ends)
		c.failures[i].note(task, o.Failure)
		if o.Chosen != "" {
			at := max(task, 0) // allTasks share the choice of one training set
			if len(c.picks[i]) <= at {
				c.picks[i] = append(c.picks[i], make([]string, at+1-len(c.picks[i]))...)
			}
			c.picks[i][at] = o.Chosen
		}
	}
}

// set records the values of one repetition for cell i of the test.
func (c *collector) set(i, repetition int, values map[string]float64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for measure, v := range values {
		list := c.values[i][measure]
		if list == nil {
			list = make([]float64, c.test.repetitions)
			c.values[i][measure] = list
		}
		list[repetition] = v
	}
}

// finish ends a task. An error of the task is the failure of all cells of the
// test and of no other; the error returned is that of emitting.
func (c *collector) finish(task int, err error, cells []experiment.Cell) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for i := range c.failures {
		c.failures[i].note(task, err)
	}
	if c.left--; c.left > 0 {
		return nil
	}
	var results []experiment.Result
	for i, at := range c.test.cells {
		result := experiment.Result{Key: cells[at].Key(), Cell: cells[at], Ends: c.ends[i], Shared: c.shared}
		if err := c.failures[i].err; err != nil {
			result.Failure = err.Error()
		} else {
			result.Values, result.Chosen = c.values[i], c.picks[i]
		}
		results = append(results, result)
	}
	return c.emit(results)
}
