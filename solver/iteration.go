package solver

import "math"

// An iteration follows one fixed-point iteration and says when and how it ends.
type iteration struct {
	count int
	cycle cycleDetector
	// A cycle of the given period was found; remaining more steps bring the
	// iteration into the state that it would have at the limit.
	period, remaining int
}

func (it *iteration) reset() {
	it.count, it.period, it.remaining = 0, 0, 0
	it.cycle.reset()
}

// cycleTolerance, times the tolerance of convergence, is how close a state must
// come to an earlier one to close a cycle. An oscillation that dies away by a
// factor r a step passes within 1−r steps of where it was two steps ago, so the
// bound must be far tighter than that of convergence; the states of a true
// cycle agree to rounding.
const cycleTolerance = 1e-3

// next takes note of a step of the given length that led to state, whose length
// is the unit of the tolerance. When the iteration is over, done is true and the
// component says how it ended.
func (it *iteration) next(state []float64, step, length float64, settings Settings) (c Component, done bool) {
	it.count++
	c = Component{Iterations: it.count, Period: it.period, Step: step / length}
	switch {
	case step < settings.Tolerance*length:
		c.End, c.Period = Converged, 0
		return c, true
	case it.period > 0:
		if it.remaining--; it.remaining > 0 {
			return c, false
		}
		c.End = Cycled
		return c, true
	case it.count >= settings.MaxIterations:
		c.End = Stopped
		return c, true
	}
	period := it.cycle.period(state, it.count, settings.Tolerance*cycleTolerance*length)
	if period == 0 {
		return c, false
	}
	c.Period, it.period = period, period
	if it.remaining = (settings.MaxIterations - it.count) % period; it.remaining == 0 {
		c.End = Cycled
		return c, true
	}
	return c, false
}

// largest returns the index and value of the largest entry. Entries that agree
// with it to within rounding count as equal and the first of them is taken, so
// that symmetric data does not leave the choice to the order of a summation.
func largest(values []float64) (at int, value float64) {
	value = math.Inf(-1)
	for _, v := range values {
		value = max(value, v)
	}
	for i, v := range values {
		if v >= value-1e-12*math.Abs(value) {
			return i, value
		}
	}
	return 0, value
}
