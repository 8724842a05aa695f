package classify

import (
	"cmp"
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/classify"
)

// nearest gives a sample the class of most of the training samples nearest to it.
type nearest struct{ k int }

func (nearest) key() string        { return "nearest" }
func (n nearest) text() string     { return fmt.Sprintf("nearest(%d)", n.k) }
func (nearest) check(string) error { return nil }

func (n nearest) with(parameter int) (classifier, error) {
	if parameter < 0 {
		return nil, fmt.Errorf("%d nearest neighbours: at least 1 is needed, as in {nearest: 1}", parameter)
	}
	return nearest{cmp.Or(parameter, 1)}, nil
}

func (n nearest) phrase() string {
	if n.k == 1 {
		return "nearest neighbour"
	}
	return fmt.Sprintf("%d nearest neighbours", n.k)
}

func (n nearest) rule() string {
	if n.k == 1 {
		return "the class of the nearest training sample"
	}
	return fmt.Sprintf("the class of most of the %d nearest training samples", n.k)
}

func (nearest) seconds(training, features float64) float64 {
	return 1e-9 * training * (0.05*features + 2)
}

func (n nearest) train(t training) (predictor, error) {
	c, err := classify.NewNearest(t.features, t.labels, n.k)
	return neighbours{c}, err
}

type neighbours struct{ *classify.Nearest }

func (n neighbours) predict(_ context.Context, _, features *mat.Dense) ([]int, error) {
	return n.Predict(features)
}
