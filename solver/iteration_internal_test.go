package solver

import (
	"fmt"
	"math"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// follow runs an iteration over a sequence of states, and returns how and in which state it ended.
func follow(settings Settings, state func(t int) float64) (Component, float64) {
	settings, err := settings.prepare()
	if err != nil {
		panic(err)
	}
	it := iteration{settings: settings}
	it.reset()
	for t := 1; ; t++ {
		if c, done := it.next([]float64{state(t)}, math.Abs(state(t)-state(t-1)), 1); done {
			return c, state(t)
		}
	}
}

// A sequence in a cycle is followed for a few steps only, and left in its state at the limit.
func TestCycleIsLeftInStateOfTheLimit(t *testing.T) {
	for tail := range 12 {
		for period := 2; period < 12; period++ {
			for limit := 80; limit < 80+period; limit++ {
				state := func(t int) float64 {
					if t < tail {
						return float64(-1 - t)
					}
					return float64((t - tail) % period)
				}
				c, last := follow(Settings{Components: 1, MaxIterations: limit}, state)
				if c.End != Cycled || c.Period != period || last != state(limit) || c.Iterations > 64 || c.Step < 1 {
					t.Fatalf("tail %d, period %d, limit %d: %+v in state %g, want %g", tail, period, limit, c, last, state(limit))
				}
			}
		}
	}
}

func TestLimitComesBeforeTheCycleIsSeen(t *testing.T) {
	for limit := 1; limit <= 3; limit++ {
		c, last := follow(Settings{Components: 1, MaxIterations: limit}, func(t int) float64 { return float64(t % 2) })
		assert.Check(t, c.End == Stopped && c.Iterations == limit && c.Period == 0 && last == float64(limit%2),
			"limit %d: %+v in state %g", limit, c, last)
	}
}

// A damped oscillation comes back to nearly the same state again and again, but converges.
func TestDampedOscillationIsNoCycle(t *testing.T) {
	// The last factor makes the amplitude 2e-10, hardly more than the tolerance, where cycleDetector renews its
	// reference.
	for _, factor := range []float64{0.5, 0.9, 0.99, 0.999, 0.9999, math.Pow(2e-10, 1.0/(1<<17))} {
		for _, tolerance := range []float64{1e-4, 1e-10} {
			t.Run(fmt.Sprintf("%g/%g", factor, tolerance), func(t *testing.T) {
				c, _ := follow(Settings{Components: 1, Tolerance: tolerance, MaxIterations: 1e7},
					func(t int) float64 { return math.Pow(-factor, float64(t)) })
				want := math.Log(tolerance/2) / math.Log(factor)
				assert.Equal(t, c.End, Converged)
				assert.Check(t, math.Abs(float64(c.Iterations)-want) <= 0.01*want+2,
					"%+v, want %.0f iterations", c, want)
			})
		}
	}
}

func TestResetForgetsEverything(t *testing.T) {
	settings, err := Settings{Components: 1, MaxIterations: 50}.prepare()
	assert.NilError(t, err)
	run := func(it *iteration, state func(t int) float64) (c Component) {
		it.reset()
		for t, done := 1, false; !done; t++ {
			c, done = it.next([]float64{state(t)}, math.Abs(state(t)-state(t-1)), 1)
		}
		return c
	}
	sequences := []func(t int) float64{
		func(t int) float64 { return float64(t % 7) },
		func(t int) float64 { return math.Pow(0.5, float64(t)) },
		func(t int) float64 { return float64(t % 2) },
		func(t int) float64 { return float64(t) },
	}
	used := iteration{settings: settings}
	for range 2 {
		for i, state := range sequences {
			assert.Check(t, is.Equal(run(&used, state), run(&iteration{settings: settings}, state)), "sequence %d", i)
		}
	}
}

// A slow drift is neither convergence nor a cycle.
func TestDriftIsStopped(t *testing.T) {
	c, _ := follow(Settings{Components: 1, MaxIterations: 500}, func(t int) float64 { return 1e-9 * float64(t) })
	assert.Check(t, c.End == Stopped && c.Iterations == 500 && math.Abs(c.Step-1e-9) <= 1e-15, "%+v", c)
}

func TestLargestTakesFirstOfEqual(t *testing.T) {
	for _, test := range []struct {
		values []float64
		at     int
		value  float64
	}{
		{[]float64{1, 3, 2, 3}, 1, 3},
		{[]float64{1, 3 - 1e-15, 3}, 1, 3},
		{[]float64{1, 3 - 1e-9, 3}, 2, 3},
		{[]float64{0, 0}, 0, 0},
		{[]float64{-2, -1}, 1, -1},
		{[]float64{math.NaN(), 1}, 0, math.NaN()},
	} {
		at, value := largest(test.values)
		assert.Check(t, at == test.at && (value == test.value || math.IsNaN(value)),
			"largest of %v is %g at %d, want %g at %d", test.values, value, at, test.value, test.at)
	}
}
