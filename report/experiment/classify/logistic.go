package classify

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/classify"
)

// logistic gives a sample the class that logistic regression finds most probable, with
// the penalty that is usual in scikit-learn.
func logistic(int) classifier {
	const c = 1
	return classifier{
		key: "logistic", phrase: "logistic regression",
		rule:    "the most probable class by logistic regression (L2 penalty, C = 1)",
		seconds: func(_, features float64) float64 { return 5e-9 * features },
		train: func(t training) (predictor, error) {
			l, err := classify.NewLogistic(t.features, t.labels, c)
			return func(_ context.Context, _, features *mat.Dense) ([]int, error) { return l.Predict(features) }, err
		},
	}
}
