package solver

import "math"

type iteration struct {
	settings Settings

	count int
	step  float64 // length of the last step, relative as the tolerance is
	cycle cycleDetector
	// Length of the cycle found, 0 for none; after remaining more steps it is in its state at the limit.
	period, remaining int
	best              float64 // largest objective so far
	bestAt            int     // iteration that reached it
}

func (it *iteration) reset() {
	cycle := cycleDetector{reference: it.cycle.reference[:0], limit: 2}
	*it = iteration{settings: it.settings, cycle: cycle, best: math.Inf(-1)}
}

// A state closes a cycle when its distance to an earlier state is less than both cycleTolerance times the
// tolerance of convergence and cycleStep times the last step. The second condition excludes damped oscillations.
const (
	cycleTolerance = 1e-3
	cycleStep      = 1e-6
)

// next records a step that led to state. The tolerance is relative to length, the length of state. When done, the
// component says how the iteration ended.
func (it *iteration) next(state []float64, step, length float64) (c Component, done bool) {
	it.count++
	it.step = step / length
	switch {
	case step < it.settings.Tolerance*length:
		return it.ended(Converged), true
	case it.period > 0:
		it.remaining--
	case it.count >= it.settings.MaxIterations:
		return it.ended(Stopped), true
	default:
		tolerance := min(cycleTolerance*it.settings.Tolerance*length, cycleStep*step)
		if it.period = it.cycle.period(state, it.count, tolerance); it.period > 0 {
			it.remaining = (it.settings.MaxIterations - it.count) % it.period
		}
	}
	if it.period == 0 || it.remaining > 0 {
		return Component{}, false
	}
	c = it.ended(Cycled)
	c.Period = it.period
	return c, true
}

// stagnates records the objective of the current state. It reports whether to end the iteration as Wandered: the
// objective last grew Patience iterations ago. Functions that are singular at zero need this: a sample nearly
// orthogonal to w outweighs all others and turns the next w towards itself, so the sequence may neither converge
// nor repeat. On a cycle or with short steps the iteration goes on: near a maximum the objective changes only by
// rounding long before the state converges.
func (it *iteration) stagnates(objective float64) bool {
	if objective > it.best {
		it.best, it.bestAt = objective, it.count
	}
	return it.count-it.bestAt >= it.settings.Patience && it.period == 0 && it.step > math.Sqrt(it.settings.Tolerance)
}

func (it *iteration) ended(end End) Component {
	return Component{End: end, Iterations: it.count, Step: it.step}
}

// largest returns the index and value of the largest entry, the first of those equal to within rounding.
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

// cycleDetector finds that a sequence of vectors has come back to an earlier one. It compares each vector with a
// reference that is renewed at every power of two (R. P. Brent, "An improved Monte Carlo factorization
// algorithm", BIT 20, 1980).
type cycleDetector struct {
	reference []float64
	at, limit int
}

// period returns the length, 2 or more, of the cycle that state closes to within tolerance, or 0.
func (d *cycleDetector) period(state []float64, iteration int, tolerance float64) int {
	if len(d.reference) == len(state) {
		if iteration-d.at > 1 && distance(state, d.reference) < tolerance {
			return iteration - d.at
		}
		if iteration < d.limit {
			return 0
		}
	}
	d.reference = append(d.reference[:0], state...)
	d.at, d.limit = iteration, max(2*iteration, 2)
	return 0
}
