package solver

import (
	"math"

	"gpca/solver/score"
)

// An iteration follows one fixed-point iteration and says when and how it ends.
type iteration struct {
	settings Settings

	count int
	step  float64 // the last one, in the unit of the tolerance
	cycle cycleDetector
	// period is the length of the cycle that was found, 0 for none. After remaining
	// more steps the iteration is in the state that it would have at the limit.
	period, remaining int
	best              float64 // the largest objective so far
	bestAt            int     // the iteration that reached it
}

func (it *iteration) reset() {
	*it = iteration{settings: it.settings, cycle: it.cycle, best: math.Inf(-1)}
	it.cycle.reset()
}

// A state closes a cycle when its distance to an earlier state is less than both
// cycleTolerance times the tolerance of convergence and cycleStep times the last step.
// The second condition excludes damped oscillations: one that shrinks by a factor r a
// step comes back to within 1−r steps of where it was two steps ago. The states of a
// true cycle agree to rounding, while its steps are long.
const (
	cycleTolerance = 1e-3
	cycleStep      = 1e-6
)

// next records a step of length step that led to state. The tolerance is relative to
// length, the length of state. When the iteration is over, done is true and the
// component says how it ended.
func (it *iteration) next(state []float64, step, length float64) (c Component, done bool) {
	it.count++
	it.step = step / length
	c = Component{Iterations: it.count, Period: it.period, Step: it.step}
	switch {
	case step < it.settings.Tolerance*length:
		c.End, c.Period = Converged, 0
		return c, true
	case it.period > 0:
		if it.remaining--; it.remaining > 0 {
			return c, false
		}
		c.End = Cycled
		return c, true
	case it.count >= it.settings.MaxIterations:
		c.End = Stopped
		return c, true
	}
	period := it.cycle.period(state, it.count, min(cycleTolerance*it.settings.Tolerance*length, cycleStep*step))
	if period == 0 {
		return c, false
	}
	c.Period, it.period = period, period
	if it.remaining = (it.settings.MaxIterations - it.count) % period; it.remaining == 0 {
		c.End = Cycled
		return c, true
	}
	return c, false
}

// stagnates records the objective of the current state, and reports whether to end the
// iteration as Wandered, as the objective last grew Patience iterations ago. It is needed for
// scores that are singular at zero: a sample nearly orthogonal to w outweighs all others, the
// next w turns towards it, and the sequence may neither converge nor repeat itself. Further
// steps would only replace one arbitrary state by another. An iteration on a cycle, or with
// short steps, is not ended: near a maximum the objective is flat, and changes only by rounding
// long before the state converges.
func (it *iteration) stagnates(objective float64) bool {
	if objective > it.best {
		it.best, it.bestAt = objective, it.count
	}
	return it.count-it.bestAt >= it.settings.Patience && it.period == 0 && it.step > math.Sqrt(it.settings.Tolerance)
}

// wanders reports whether the iteration for a score may wander, so that its objective
// has to be watched. For f(u) = u^p the objective costs nothing: Σ u f′(u) is p times
// the objective.
func wanders(s score.Score) bool {
	_, closed := s.Primitive(1)
	return closed && s.Properties().SingularAtZero
}

// ended describes an iteration that ended without a further step.
func (it *iteration) ended(end End) Component {
	return Component{End: end, Iterations: it.count, Step: it.step}
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
