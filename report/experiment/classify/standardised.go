package classify

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// standardised gives a sample the class of the training samples nearest to it once every
// feature is divided by its standard deviation over the training samples: of coordinates
// on principal components, which do not correlate, the Mahalanobis distance. Features
// that do not vary, up to rounding, are left out.
func standardised(number int) classifier {
	c := nearest(number)
	train := c.train
	c.key, c.phrase, c.rule = "standardised-nearest", "standardised "+c.phrase,
		c.rule+" after each feature is divided by its standard deviation over these"
	c.train = func(t training) (predictor, error) {
		factors := inverseDeviations(t.features)
		scale := func(m *mat.Dense) *mat.Dense {
			scaled := &mat.Dense{}
			scaled.Apply(func(_, j int, v float64) float64 { return v * factors[j] }, m)
			return scaled
		}
		t.features = scale(t.features)
		p, err := train(t)
		return func(ctx context.Context, samples, features *mat.Dense) ([]int, error) {
			return p(ctx, samples, scale(features))
		}, err
	}
	return c
}

// inverseDeviations give features the variance 1; 0 for one that does not vary but by rounding.
func inverseDeviations(features *mat.Dense) []float64 {
	rows, columns := features.Dims()
	variances, column, largest := make([]float64, columns), make([]float64, rows), 0.0
	for j := range variances {
		variances[j] = stat.Variance(mat.Col(column, j, features), nil)
		largest = max(largest, variances[j])
	}
	for j, v := range variances {
		if variances[j] = 0; v > 1e-12*largest {
			variances[j] = 1 / math.Sqrt(v)
		}
	}
	return variances
}
