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
	// A cycle of the given period was found; remaining more steps bring the
	// iteration into the state that it would have at the limit.
	period, remaining int
	hope              hope
}

func (it *iteration) reset() {
	it.count, it.step, it.period, it.remaining = 0, 0, 0, 0
	it.cycle.reset()
	it.hope.reset()
}

// A state closes a cycle when it comes closer to an earlier one than cycleTolerance
// times the tolerance of convergence and cycleStep times the last step. An
// oscillation that dies away by a factor r a step passes within 1−r steps of
// where it was two steps ago, and must not be taken for a cycle; the states of a
// true cycle agree to rounding, and its steps are long.
const (
	cycleTolerance = 1e-3
	cycleStep      = 1e-6
)

// next takes note of a step of the given length that led to state, whose length
// is the unit of the tolerance. When the iteration is over, done is true and the
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

// A hope watches the objective of an iteration for a score that is singular at
// zero. There, a sample that w hardly sees outweighs all others, the next w turns
// towards it, and the sequence may wander about for ever without settling or
// repeating itself. When its objective has stopped growing, going on would only
// replace one arbitrary state by another.
type hope struct {
	best float64
	at   int
}

func (h *hope) reset() { h.best, h.at = math.Inf(-1), 0 }

// lost takes note of the objective at the given iteration, and reports whether
// more iterations have gone by without a larger one than patience allows.
func (h *hope) lost(objective float64, iteration, patience int) bool {
	if objective > h.best {
		h.best, h.at = objective, iteration
	}
	return iteration-h.at >= patience
}

// hopeless takes note of the objective in the present state, and reports whether
// the iteration wanders. One that follows a cycle or whose steps have become
// short does not: near its maximum the objective is flat, and long before the
// state has settled all that changes in it is rounding.
func (it *iteration) hopeless(objective float64) bool {
	return it.hope.lost(objective, it.count, it.settings.Patience) && it.period == 0 && it.step > math.Sqrt(it.settings.Tolerance)
}

// wanders reports whether the iteration for a score has to be watched by a
// hope. For f(u) = u^p the objective comes for free, as Σ u f′(u) is p
// times it.
func wanders(s score.Score) bool {
	_, closed := s.Primitive(1)
	return closed && s.Properties().SingularAtZero
}

// wandered is how an iteration ends that has lost hope.
func (it *iteration) wandered() Component {
	return Component{End: Wandered, Iterations: it.count, Step: it.step}
}

// vanished is how an iteration ends whose gradient became zero.
func (it *iteration) vanished() Component {
	return Component{End: Vanished, Iterations: it.count, Step: it.step}
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
