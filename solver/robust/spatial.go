package robust

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// SpatialMedian returns the point with the smallest sum of distances to the samples, one a row, to about 1e-12 of the
// distances of the nearer samples. Its breakdown point is one half (H. P. Lopuhaä, P. J. Rousseeuw, Annals of
// Statistics 19, 1991). For samples on a line it is the median. The error is the end of the context.
func SpatialMedian(ctx context.Context, samples *mat.Dense) ([]float64, error) {
	x, basis := reduce(samples, 1)
	centre, _, _ := spatialMedian(ctx, x)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return basis.point(centre), nil
}

const (
	spatialSteps     = 500
	spatialTolerance = 1e-12
)

// spatialMedian takes Newton's steps and, where one does not make the gradient shorter, one of E. Weiszfeld (Tôhoku
// Mathematical Journal 43, 1937), which always makes the sum smaller. A step from a sample is that of Y. Vardi, C.-H.
// Zhang, "The multivariate L1-median and associated data depth", PNAS 97, 2000, as is the test whether a sample is the
// median.
func spatialMedian(ctx context.Context, x vector.Matrix) (centre []float64, iterations int, converged bool) {
	if x.Cols == 0 {
		return nil, 0, true
	}
	if centre = medians(x.Dense()); x.Cols == 1 {
		return centre, 0, true
	}
	tested := -1
	pull := pullAt(x, centre)
	for iterations < spatialSteps && ctx.Err() == nil {
		if near := nearest(x, centre); near != tested {
			tested = near
			if at := pullAt(x, x.Row(near)); norm(at.force) <= at.equal {
				copy(centre, x.Row(near))
				return centre, iterations, true
			}
		}
		iterations++
		next := make([]float64, x.Cols)
		if pull.equal > 0 {
			copy(next, centre)
			vector.Axpy((1-pull.equal/norm(pull.force))/pull.weight, pull.force, next)
			centre, pull = next, pullAt(x, next)
			continue
		}
		step := pull.newton()
		copy(next, centre)
		vector.Axpy(1, step, next)
		after := pullAt(x, next)
		if norm(step) <= spatialTolerance*float64(x.Rows)/pull.weight {
			return next, iterations, true
		}
		if !(norm(after.force)+after.equal < norm(pull.force)) {
			copy(next, centre)
			vector.Axpy(1/pull.weight, pull.force, next)
			after = pullAt(x, next)
		}
		centre, pull = next, after
	}
	return centre, iterations, false
}

// A pull is what the samples do to a point: the sum of the unit vectors to them.
type pull struct {
	units   vector.Matrix // to the samples, 0 to those at the point
	inverse []float64     // distances, 0 for those at the point
	force   []float64     // sum of the units
	weight  float64       // sum of the inverse distances
	equal   float64       // number of samples at the point
}

func pullAt(x vector.Matrix, point []float64) pull {
	p := pull{units: vector.NewMatrix(x.Rows, x.Cols), inverse: make([]float64, x.Rows),
		force: make([]float64, x.Cols)}
	for i := range x.Rows {
		unit := p.units.Row(i)
		floats.SubTo(unit, x.Row(i), point)
		length := norm(unit)
		if length == 0 {
			p.equal++
			continue
		}
		for j := range unit {
			unit[j] /= length
			p.force[j] += unit[j]
		}
		p.inverse[i] = 1 / length
		p.weight += 1 / length
	}
	return p
}

// newton solves H s = force for the Hessian H = Σ (I − u uᵀ)/d by conjugate gradients.
func (p pull) newton() []float64 {
	n, size := p.units.Rows, p.units.Cols
	step, image, products := make([]float64, size), make([]float64, size), make([]float64, n)
	rest, direction := slices.Clone(p.force), slices.Clone(p.force)
	before := vector.Dot(rest, rest)
	first := before
	for range 2 * size {
		if before <= 1e-24*first {
			break
		}
		vector.MulTransposed(vector.OneRow(products), vector.OneRow(direction), p.units)
		for i, d := range p.inverse {
			products[i] *= d
		}
		vector.Mul(vector.OneRow(image), vector.OneRow(products), p.units)
		for j, v := range direction {
			image[j] = float64(p.weight*v) - image[j]
		}
		curvature := vector.Dot(direction, image)
		if !(curvature > 0) {
			break
		}
		vector.Axpy(before/curvature, direction, step)
		vector.Axpy(-before/curvature, image, rest)
		after := vector.Dot(rest, rest)
		for j := range direction {
			direction[j] = rest[j] + float64(after/before*direction[j])
		}
		before = after
	}
	if math.IsNaN(norm(step)) {
		return make([]float64, size)
	}
	return step
}
