package robust

// r1 finds the subspace of R1-PCA, with the smallest Σ ρ(d) over the distances d of the samples from it, for Huber's
// ρ with the median of the distances from the classical components as its threshold c. Each step takes the leading
// eigenvectors of the covariance matrix weighted by min(1, c/d), to convergence, where the paper takes one step of
// subspace iteration; the limits are the same. The centre is the spatial median.
//
// Equivariance: orthogonal. Breakdown: none known; like that of all methods with convex loss it is small for outliers
// far away in one direction.
var r1 = family{
	name: "r1", fit: (*problem).r1, Nanoseconds: r1Time,
	Source: "C. Ding, D. Zhou, X. He, H. Zha, R1-PCA: rotational invariant L1-norm principal component analysis for " +
		"robust subspace factorization, ICML 2006",
}

func (p *problem) r1() (*Fit, error) {
	return p.reweightedSubspace(func(_, distances []float64) weighting {
		threshold := Median(distances)
		return func(d float64) float64 {
			if d <= threshold {
				return 1
			}
			return threshold / d
		}
	})
}
