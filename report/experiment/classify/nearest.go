package classify

import (
	"cmp"
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/classify"
)

// nearest gives a sample the class of most of the training samples nearest to it.
func nearest(number int) classifier {
	c := classifier{
		key: "nearest", number: cmp.Or(number, 1), phrase: "nearest neighbour",
		rule:    "the class of the nearest training sample",
		seconds: func(training, features float64) float64 { return 1e-9 * training * (0.05*features + 2) },
	}
	if c.number > 1 {
		c.phrase = fmt.Sprintf("%d nearest neighbours", c.number)
		c.rule = fmt.Sprintf("the class of most of the %d nearest training samples", c.number)
	}
	c.train = func(t training) (predictor, error) {
		n, err := classify.NewNearest(t.features, t.labels, c.number)
		return func(_ context.Context, _, features *mat.Dense) ([]int, error) { return n.Predict(features) }, err
	}
	return c
}
