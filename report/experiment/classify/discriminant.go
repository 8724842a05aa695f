package classify

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/classify"
)

// discriminant gives a sample the class of largest density, where classes are normal with
// one pooled covariance and equally frequent.
func discriminant(int) classifier {
	return classifier{
		key: "discriminant", phrase: "linear discriminant",
		rule: "the class of largest normal density, of one covariance pooled over equally frequent classes " +
			"(linear discriminant)",
		seconds: func(_, features float64) float64 { return 1e-9 * features * (0.1*features + 10) },
		learning: func(training, features float64) float64 {
			return 1e-9 * features * features * (0.1*training + 0.5*features)
		},
		train: func(t training) (predictor, error) {
			d, err := classify.NewDiscriminant(t.features, t.labels)
			return func(_ context.Context, _, features *mat.Dense) ([]int, error) { return d.Predict(features) }, err
		},
	}
}
