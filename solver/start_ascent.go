package solver

import (
	"math"

	"gpca/solver/internal/vector"
)

// principalStarts are the principal components that ascents start from, none
// where they start from something else.
func principalStarts(x vector.Matrix, ascents []*ascent, settings Settings) error {
	if settings.Start != PrincipalComponent || len(ascents) == 0 {
		return nil
	}
	// Any score will do: it only counts in the objectives, which nobody reads.
	_, loadings, err := principalComponents(x, ascents[0].score, settings)
	if err != nil {
		return err
	}
	var principal vector.Matrix
	if !loadings.IsEmpty() {
		principal = dense(loadings)
	}
	for _, a := range ascents {
		a.principal = principal
	}
	return nil
}

// orient puts the direction on the start of a component. Largest is the deflated
// sample of largest norm.
func (a *ascent) orient(largest int) {
	found := len(a.components)
	switch start := a.iteration.settings.Start; start {
	case LargestSample:
	case PrincipalComponent:
		if found < a.principal.Rows {
			copy(a.direction, a.principal.Row(found))
			if a.settle() {
				return
			}
		}
	case BestSample:
		if at, ok := a.best(); ok {
			largest = at
		}
	case SmallestSample:
		if at, ok := smallest(a.norms, a.largest); ok {
			largest = at
		}
	default:
		seed, _ := start.seed()
		normals(a.direction, seed, found)
		if a.settle() {
			return
		}
	}
	copy(a.direction, a.samples.Row(largest))
	orthogonalise(a.direction, a.loadings)
	normalise(a.direction)
}

// settle deflates the direction and normalises what is left. It reports whether
// anything is.
func (a *ascent) settle() bool {
	before := vector.Dot(a.direction, a.direction)
	orthogonalise(a.direction, a.loadings)
	if !(vector.Dot(a.direction, a.direction) > nothing*before) {
		return false
	}
	normalise(a.direction)
	return true
}

// best returns the deflated sample in whose direction the objective is largest.
func (a *ascent) best() (at int, found bool) {
	objectives := make([]float64, a.samples.Rows)
	directions := vector.NewMatrix(startBlock, a.samples.Cols)
	projections := vector.NewMatrix(startBlock, a.samples.Rows)
	for first := 0; first < a.samples.Rows; first += startBlock {
		count := min(startBlock, a.samples.Rows-first)
		directions.Rows, projections.Rows = count, count
		for i := range count {
			copy(directions.Row(i), a.samples.Row(first+i))
			orthogonalise(directions.Row(i), a.loadings)
		}
		vector.MulTransposed(projections, directions, a.samples)
		for i := range count {
			objectives[first+i] = math.Inf(-1)
			if square := vector.Dot(directions.Row(i), directions.Row(i)); square > nothing*a.largest {
				scale(1/math.Sqrt(square), projections.Row(i))
				objectives[first+i] = objective(a.score, projections.Row(i))
			}
		}
	}
	return firstBest(objectives)
}
