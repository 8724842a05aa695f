package grid

import (
	"errors"
	"sync"

	"gpca/report/study"
)

// A collector gathers what the repetitions of a test find and emits its cells
// when the last one is in.
type collector struct {
	test   test
	chosen []int // the score of each cell, as an index into the job's scores
	emit   func(Result) error

	mutex    sync.Mutex
	values   [][]float64 // cell × repetition
	ends     []Ends
	failures []error
	left     int
}

func (j *job) collect(t test, emit func(Result) error) *collector {
	c := &collector{
		test: t, emit: emit, left: t.repetitions,
		ends: make([]Ends, len(t.cells)), failures: make([]error, len(t.cells)),
	}
	for _, cell := range t.cells {
		c.chosen = append(c.chosen, j.index[cell.Score])
		c.values = append(c.values, make([]float64, t.repetitions))
	}
	return c
}

// fitted takes note of how the fits of a training set ended, one of which the
// repetitions that are added later rest on.
func (c *collector) fitted(fits classFits, classes []string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for i, m := range c.chosen {
		c.ends[i].merge(fits.ends(m))
		if c.failures[i] == nil {
			c.failures[i] = fits.failure(m, classes)
		}
	}
}

// add records the values of one repetition, one for each cell.
func (c *collector) add(repetition int, values []float64) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for i, v := range values {
		c.values[i][repetition] = v
	}
	if c.left--; c.left > 0 {
		return nil
	}
	var errs []error
	for i, cell := range c.test.cells {
		result := Result{Key: cell.Key(), Cell: cell, Ends: c.ends[i]}
		if c.failures[i] != nil {
			result.Failure = c.failures[i].Error()
		} else {
			result.Values = c.values[i]
		}
		errs = append(errs, c.emit(result))
	}
	return errors.Join(errs...)
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
