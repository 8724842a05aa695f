package classify

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/classify"
)

// reconstruction gives a sample the class that reconstructs it best (thesis, equation B.1).
func reconstruction(int) classifier {
	return classifier{
		key: "reconstruction", phrase: "reconstruction error", reconstructs: true,
		rule:    "the class of least squared reconstruction error (equation B.1)",
		seconds: func(_, features float64) float64 { return 1e-9 * features },
		train: func(t training) (predictor, error) {
			return func(ctx context.Context, samples, _ *mat.Dense) ([]int, error) {
				predicted, err := classify.ByReconstruction(ctx, t.models, samples)
				if err != nil {
					return nil, err
				}
				classes := make([]int, len(predicted[0]))
				for i, at := range predicted[0] {
					classes[i] = t.present[at]
				}
				return classes, nil
			}, nil
		},
	}
}
