package robust

import "slices"

// fms is the fast median subspace: it looks for the subspace with the smallest sum of distances of the samples from
// it, by leading eigenvectors of the covariance matrix weighted by 1/max(d, δ), to convergence. δ is 1e-10 of the
// median length of the samples less the centre, their spatial median; in the paper it is a number.
//
// Equivariance: orthogonal. Breakdown: none known; the paper has recovery under conditions on how samples and outliers
// are spread.
var fms = family{
	name: "fms", fit: (*problem).fms, Nanoseconds: fmsTime,
	Source: "G. Lerman, T. Maunu, Fast, robust and non-convex subspace recovery, Information and Inference 7, 2018",
}

// fmsLeast is δ relative to the median length.
const fmsLeast = 1e-10

func (p *problem) fms() (*Fit, error) {
	return p.reweightedSubspace(func(lengths, _ []float64) weighting {
		least := fmsLeast * Median(lengths)
		if least == 0 { // more than half of the samples are at the centre
			least = fmsLeast * slices.Max(lengths)
		}
		return func(d float64) float64 { return 1 / max(d, least) }
	})
}
