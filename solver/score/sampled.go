package score

import (
	"fmt"
	"math"
)

// The grid on which an expression is checked: so many points a decade, from
// 10^firstDecade to 10^lastDecade.
const (
	pointsPerDecade = 400
	firstDecade     = -9
	lastDecade      = 4
)

// sampleProperties evaluates f′ on a logarithmic grid and reads its properties
// off the values. It returns an error where f′ is not finite, or zero throughout.
func sampleProperties(p program) (Properties, error) {
	grid := make([]float64, (lastDecade-firstDecade)*pointsPerDecade+1)
	for i := range grid {
		grid[i] = math.Pow(10, firstDecade+float64(i)/pointsPerDecade)
	}
	values := make([]float64, len(grid))
	for start := 0; start < len(grid); start += blockSize {
		end := min(start+blockSize, len(grid))
		p.evaluate(values[start:end], grid[start:end])
	}
	zero := true
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Properties{}, fmt.Errorf("f′ is %v at u = %.4g; it must be finite for 0 < u ≤ 1e%d (write a quotient of growing functions as one that saturates, such as tanh(u) for sinh(u)/cosh(u))", v, grid[i], lastDecade)
		}
		zero = zero && v == 0
	}
	if zero {
		return Properties{}, fmt.Errorf("f′ is 0 for all 0 < u ≤ 1e%d, so there is nothing to maximize", lastDecade)
	}

	properties := Properties{
		RisesUpTo:      risesUpTo(grid, values),
		SingularAtZero: isSingular(p),
		Domain:         fmt.Sprintf("u > 0, checked from 1e%d to 1e%d", firstDecade, lastDecade),
		Sampled:        true,
	}
	properties.NonDecreasing = math.IsInf(properties.RisesUpTo, 1)
	properties.Bounded = !properties.SingularAtZero && levelsOff(values)
	return properties, nil
}

// risesUpTo returns the last grid point before f′ first falls below what it has
// reached, or below 0: +Inf if it never does, 0 if it does at once. Falls within
// rounding error do not count.
func risesUpTo(grid, values []float64) float64 {
	scale := math.Abs(values[-firstDecade*pointsPerDecade]) // at u = 1
	reached, last := 0.0, 0
	for i, v := range values {
		if v < reached-1e-12*max(scale, reached) {
			if last == 0 {
				return 0
			}
			return grid[last]
		}
		if v >= reached {
			reached, last = v, i
		}
	}
	return math.Inf(1)
}

// isSingular reports whether |f′| grows without end towards 0: it is infinite
// there, or grows by half from u = 1e-9 to 1e-15, as even ln u does. The second
// catches what is NaN at 0 itself.
func isSingular(p program) bool {
	u := []float64{0, 1e-15, 1e-9}
	var values [3]float64
	p.evaluate(values[:], u)
	return math.IsInf(values[0], 0) || math.Abs(values[1]) > 1.5*math.Abs(values[2]) && math.Abs(values[1]) > 1
}

// levelsOff reports whether the largest |f′| grows by less than one per cent
// over the grid's last decade.
func levelsOff(values []float64) bool {
	largest := 0.0
	for _, v := range values[:len(values)-pointsPerDecade] {
		largest = max(largest, math.Abs(v))
	}
	for _, v := range values[len(values)-pointsPerDecade:] {
		if math.Abs(v) > 1.01*largest {
			return false
		}
	}
	return true
}
