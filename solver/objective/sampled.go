package objective

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// The grid on which an expression is checked, from 10^firstDecade to 10^lastDecade. Faults up to 10^farDecade are
// worth a warning, as projections may be larger.
const (
	pointsPerDecade = 400
	firstDecade     = -9
	lastDecade      = 4

	farDecade = 9
	farPoints = 40 // a decade
)

// A DomainError is the error of an expression that is not finite somewhere, or zero throughout.
type DomainError struct{ reason string }

func (e *DomainError) Error() string { return e.reason }

// sampleProperties measures properties on values of f′ at 0 and on a logarithmic grid.
func sampleProperties(p node) (Properties, error) {
	if atZero := p.at(0); !finite(atZero) {
		return Properties{}, &DomainError{fmt.Sprintf("f′ is %v at u = 0; it must be finite for 0 ≤ u ≤ 1e%d "+
			"(say what it is at 0, as in u > 0 ? 1/sqrt(u) : 0)", atZero, lastDecade)}
	}
	grid, values := sampled(p, firstDecade, lastDecade, pointsPerDecade)
	properties := Properties{
		RisesUpTo:      risesUpTo(grid, values),
		SingularAtZero: isSingular(p),
		Domain:         fmt.Sprintf("u ≥ 0, checked at 0 and from 1e%d to 1e%d", firstDecade, lastDecade),
		Sampled:        true,
	}
	zero := true
	for i, v := range values {
		if !finite(v) {
			return Properties{}, &DomainError{fmt.Sprintf("f′ is %v at u = %.4g; it must be finite for 0 ≤ u ≤ "+
				"1e%d (write a quotient of growing functions as one that saturates, such as tanh(u) for "+
				"sinh(u)/cosh(u))", v, grid[i], lastDecade)}
		}
		if v < 0 && properties.NegativeAt == 0 {
			properties.NegativeAt = grid[i]
		}
		zero = zero && v == 0
	}
	if zero {
		return Properties{}, &DomainError{fmt.Sprintf("f′ is 0 for all 0 < u ≤ 1e%d, so there is nothing to "+
			"maximize", lastDecade)}
	}
	far, beyond := sampled(p, lastDecade, farDecade, farPoints)
	if i := slices.IndexFunc(beyond, func(v float64) bool { return !finite(v) }); i >= 0 {
		properties.OverflowsAt = far[i]
	}
	properties.NonDecreasing = math.IsInf(properties.RisesUpTo, 1)
	properties.Bounded = !properties.SingularAtZero && levelsOff(values)
	return properties, nil
}

// sampled evaluates f′ on a logarithmic grid from one power of 10 to another.
func sampled(p node, first, last, perDecade int) (grid, values []float64) {
	grid = make([]float64, (last-first)*perDecade+1)
	for i := range grid {
		grid[i] = math.Pow(10, float64(first)+float64(i)/float64(perDecade))
	}
	values = make([]float64, len(grid))
	for i, u := range grid {
		values[i] = p.at(u)
	}
	return grid, values
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// risesUpTo returns the last grid point before f′ first falls below its largest value so far, or below 0: +Inf if
// it never does, 0 if it does at once. Falls within rounding error do not count, unless they begin at 0 without a
// rise and continue as slowly.
func risesUpTo(grid, values []float64) float64 {
	scale := math.Abs(values[-firstDecade*pointsPerDecade]) // at u = 1
	reached, last := 0.0, 0
	for i, v := range values {
		if v < reached-1e-12*max(scale, reached) {
			if last == 0 || reached-values[0] <= 1e-12*max(scale, reached) && reached-v < 1e-9*reached {
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

// isSingular reports whether |f′| is unbounded near 0: it grows by half from u = 1e-9 to 1e-15, as even ln u
// does.
func isSingular(p node) bool {
	nearer, near := math.Abs(p.at(1e-15)), math.Abs(p.at(1e-9))
	return nearer > 1.5*near && nearer > 1
}

// levelsOff reports whether the largest |f′| grows by less than one per cent over the last decade of the grid.
func levelsOff(values []float64) bool {
	last := len(values) - pointsPerDecade
	return floats.Norm(values[last:], math.Inf(1)) <= 1.01*floats.Norm(values[:last], math.Inf(1))
}
