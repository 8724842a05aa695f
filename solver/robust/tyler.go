package robust

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver"
	"gpca/solver/internal/vector"
)

// tyler finds the leading eigenvectors of Tyler's M-estimate of scatter of the samples x less their spatial median,
// the Σ of trace p with Σ = (p/n) Σ_i x_i x_iᵀ / (x_iᵀ Σ⁻¹ x_i). With p features and no more than p samples
// there is none; then it is that of Chen, Wiesel and Hero, a mixture of the right side and the identity matrix, whose
// share ρ is their estimate. Eigenvalues are squared MADs of the scores, by which components are ordered.
//
// Equivariance: orthogonal; of Tyler's estimate about a given centre affine. Breakdown: between 1/(p+1) and 1/p for
// Tyler's estimate (L. Dümbgen, D. E. Tyler, Scandinavian J. of Statistics 32, 2005), none known for the other.
var tyler = family{
	name: "tyler", fit: (*problem).tyler, Nanoseconds: tylerTime,
	Source: "D. E. Tyler, A distribution-free M-estimator of multivariate scatter, Annals of Statistics 15, 1987; " +
		"with no more samples than features Y. Chen, A. Wiesel, A. O. Hero, Robust shrinkage estimation of " +
		"high-dimensional covariance matrices, IEEE Trans. Signal Processing 59, 2011",
}

const (
	tylerSteps     = 1000
	tylerTolerance = 1e-10
)

func (p *problem) tyler() (*Fit, error) {
	centre, _, _ := spatialMedian(p.ctx, p.x)
	scatter, steps, converged, err := p.tylerScatter(pullAt(p.x, centre))
	if err != nil {
		return nil, err
	}
	values, vectors, err := solver.Eigenpairs(scatter, p.most(), p.workers)
	if err != nil {
		return nil, err
	}
	vectors.Rows = p.count(values, mat.Trace(scatter.Dense()))
	fit := p.describe(centre, vectors)
	fit.sort()
	fit.Iterations, fit.Converged = steps, converged
	return fit, nil
}

// tylerScatter iterates the estimate, for unit vectors to the samples: their lengths do not matter. If it becomes
// singular, as when too many samples lie in a subspace, the last one is the result, without convergence.
func (p *problem) tylerScatter(pull pull) (scatter vector.Matrix, steps int, converged bool, err error) {
	n, rank, features := float64(p.x.Rows)-pull.equal, p.x.Cols, float64(p.x.Cols)
	shrinkage := 0.0
	if p.x.Rows <= p.features {
		features = float64(p.features)
		equal := slices.Repeat([]float64{features / n}, p.x.Rows)
		shrinkage = chenShrinkage(weightedProducts(pull.units, equal, p.workers), n, features)
	}
	weights := make([]float64, p.x.Rows)
	scatter = vector.NewMatrix(rank, rank)
	for j := range rank {
		scatter.Row(j)[j] = 1
	}
	mean := make([]float64, rank)
	for steps < tylerSteps && !converged {
		if err := p.ctx.Err(); err != nil {
			return scatter, steps, false, err
		}
		e := estimateOf(mean, scatter)
		if e.singular() {
			return scatter, steps, false, nil
		}
		for i, d := range p.squaredDistances(e, pull.units) {
			weights[i] = 0
			if d > 0 {
				weights[i] = 1 / d * features / n
			}
		}
		next := weightedProducts(pull.units, weights, p.workers) // (p/n) Σ u uᵀ/d
		// Features in no sample have only the identity's share.
		trace := shrinkage * (features - float64(rank))
		for j := range rank {
			row := next.Row(j)
			floats.Scale(1-shrinkage, row)
			row[j] += shrinkage
			trace += row[j]
		}
		change, size := 0.0, 0.0
		for j := range rank {
			for l, v := range next.Row(j) {
				v *= features / trace
				change += square(v - scatter.Row(j)[l])
				size += v * v
				scatter.Row(j)[l] = v
			}
		}
		steps++
		converged = change <= square(tylerTolerance)*size
	}
	return scatter, steps, converged, nil
}

// chenShrinkage is the estimate of ρ from the covariance matrix of the samples on the sphere, of trace p (Chen, Wiesel
// and Hero 2011, equations 13 and 14).
func chenShrinkage(scatter vector.Matrix, n, p float64) float64 {
	squares := 0.0 // the trace of the square
	for j := range scatter.Rows {
		squares += vector.Dot(scatter.Row(j), scatter.Row(j))
	}
	above := p*p + (1-2/p)*squares
	below := (p*p - n*p - 2*n) + (n+1+2*(n-1)/p)*squares
	return min(max(above/below, 0), 1)
}
