package grid

import (
	"sync"

	"gpca/report/study"
)

// A collector gathers what the tasks of a test find and hands out its cells when
// the last task is over. A task is a draw of noise, a fold of a repetition or a
// contaminated training set; tasks are numbered in the order in which they are
// started.
type collector struct {
	test test
	emit func([]Result) error

	mutex    sync.Mutex
	values   [][]float64 // cell × repetition
	ends     []Ends
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

func (j *job) collect(t test, tasks int) *collector {
	c := &collector{
		test: t, emit: j.put, left: tasks,
		ends: make([]Ends, len(t.cells)), failures: make([]failure, len(t.cells)), picks: make([][]string, len(t.cells)),
	}
	for range t.cells {
		c.values = append(c.values, make([]float64, t.repetitions))
	}
	return c
}

// fitted takes note of how the fits that a task rests on ended, and of what was
// chosen for them.
func (c *collector) fitted(task int, s selection, fits classFits, classes []string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for i, place := range s.places {
		if s.errs[i] != nil {
			c.failures[i].note(task, s.errs[i])
			continue
		}
		m := s.scores[place]
		c.ends[i].merge(fits.ends(m))
		c.failures[i].note(task, fits.failure(m, classes))
		if s.picked[i] != "" {
			at := max(task, 0) // allTasks share the choice of one training set
			if len(c.picks[i]) <= at {
				c.picks[i] = append(c.picks[i], make([]string, at+1-len(c.picks[i]))...)
			}
			c.picks[i][at] = s.picked[i]
		}
	}
}

// set records the values of one repetition, one for each cell.
func (c *collector) set(repetition int, values []float64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for i, v := range values {
		c.values[i][repetition] = v
	}
}

// finish ends a task. An error of the task is the failure of all cells of the
// test and of no other; the error returned is that of emitting.
func (c *collector) finish(task int, err error) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for i := range c.failures {
		c.failures[i].note(task, err)
	}
	if c.left--; c.left > 0 {
		return nil
	}
	var results []Result
	for i, cell := range c.test.cells {
		result := Result{Key: cell.Key(), Cell: cell, Ends: c.ends[i]}
		if err := c.failures[i].err; err != nil {
			result.Failure = err.Error()
		} else {
			result.Values, result.Chosen = c.values[i], c.picks[i]
		}
		results = append(results, result)
	}
	return c.emit(results)
}

// rates turns counts of right answers into the metric, in percent.
func (c *collector) rates(right []int, samples int) []float64 {
	rates := make([]float64, len(right))
	for i, n := range right {
		if c.test.metric == study.Misclassification {
			n = samples - n
		}
		rates[i] = 100 * float64(n) / float64(samples)
	}
	return rates
}
