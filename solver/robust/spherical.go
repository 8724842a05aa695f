package robust

import (
	"slices"

	"gpca/solver"
	"gpca/solver/internal/vector"
)

// spherical finds the eigenvectors of the covariance matrix of the samples projected on the unit sphere around their
// spatial median. Components are in the order of the MADs of the scores on the sphere, not of the eigenvalues, which
// outliers on one side fill. Eigenvalues are squared MADs of the scores of the samples themselves, which need not
// descend. The package rrcov of R has the same order, and the squared MADs on the sphere for eigenvalues.
//
// Equivariance: orthogonal. Breakdown: one half for the centre (Lopuhaä and Rousseeuw 1991). For the components none
// is known; a share ε of outliers in one direction takes the place of component k once ε/(1 − ε) is larger than
// its eigenvalue on the sphere.
var spherical = family{
	name: "spherical", fit: (*problem).spherical, Nanoseconds: passes,
	Source: "N. Locantore, J. S. Marron, D. G. Simpson, N. Tripoli, J. T. Zhang, K. L. Cohen, Robust principal " +
		"component analysis for functional data, Test 8, 1999",
}

func (p *problem) spherical() (*Fit, error) {
	centre, iterations, converged := spatialMedian(p.ctx, p.x)
	if err := p.ctx.Err(); err != nil {
		return nil, err
	}
	units := pullAt(p.x, centre).units
	products := weightedProducts(units, slices.Repeat([]float64{1}, units.Rows), p.workers)
	_, vectors, err := solver.Eigenpairs(products, units.Cols, p.workers)
	if err != nil {
		return nil, err
	}
	count := len(p.leading(p.describe(centre, vectors)).Eigenvalues)
	sphere := &problem{ctx: p.ctx, x: units, components: count, workers: p.workers}
	leading := sphere.leading(sphere.describe(make([]float64, units.Cols), vectors))
	fit := p.describe(centre, vector.Of(leading.Loadings))
	fit.Iterations, fit.Converged = iterations, converged
	return fit, nil
}
