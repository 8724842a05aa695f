package solver

import (
	"math"

	"gpca/solver/internal/vector"
)

// principalStarts computes the principal components for ascents that start from them,
// and does nothing for other starts.
func principalStarts(x vector.Matrix, ascents []*ascent, settings Settings) error {
	if settings.Start != PrincipalComponent || len(ascents) == 0 {
		return nil
	}
	// The score has no effect on the components, only on their objectives, which are
	// not used here.
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

// orient sets the direction to the start of a component. Largest is the index of the
// deflated sample of largest norm.
func (a *ascent) orient(largest int) {
	found := len(a.components)
	switch start := a.iteration.settings.Start; start {
	case LargestSample:
	case PrincipalComponent:
		if found < a.principal.Rows {
			copy(a.direction, a.principal.Row(found))
			if a.deflateDirection() {
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
		if a.deflateDirection() {
			return
		}
	}
	copy(a.direction, a.samples.Row(largest))
	orthogonalise(a.direction, a.loadings)
	normalise(a.direction)
}

// deflateDirection deflates the direction and normalises it. It reports whether
// deflation has left more than rounding error.
func (a *ascent) deflateDirection() bool {
	before := vector.Dot(a.direction, a.direction)
	orthogonalise(a.direction, a.loadings)
	if !(vector.Dot(a.direction, a.direction) > negligible*before) {
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
			if square := vector.Dot(directions.Row(i), directions.Row(i)); square > negligible*a.largest {
				scale(1/math.Sqrt(square), projections.Row(i))
				objectives[first+i] = objective(a.score, projections.Row(i))
			}
		}
	}
	return firstBest(objectives)
}
