package classify

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/classify"
)

// reconstruction gives a sample the class from whose subspace it is reconstructed best
// (thesis, equation B.1).
type reconstruction struct{}

func (reconstruction) key() string    { return "reconstruction" }
func (r reconstruction) text() string { return r.key() }
func (reconstruction) phrase() string { return "reconstruction error" }
func (reconstruction) rule() string {
	return "the class of least squared reconstruction error (equation B.1)"
}

func (r reconstruction) with(parameter int) (classifier, error) {
	if parameter != 0 {
		return nil, fmt.Errorf("classifier %s takes no number", r.key())
	}
	return r, nil
}

func (r reconstruction) check(features string) error {
	if features != perClass {
		return fmt.Errorf("classifier %s needs features that are %s, not %s: a sample is reconstructed by every class", r.key(), perClass, features)
	}
	return nil
}

func (reconstruction) seconds(_, features float64) float64 { return 1e-9 * features }

func (reconstruction) train(t training) (predictor, error) {
	return reconstructor{t.models, t.present}, nil
}

type reconstructor struct {
	models  []classify.Model
	present []int
}

func (r reconstructor) predict(ctx context.Context, samples, _ *mat.Dense) ([]int, error) {
	predicted, err := classify.ByReconstruction(ctx, r.models, samples)
	if err != nil {
		return nil, err
	}
	classes := make([]int, len(predicted[0]))
	for i, at := range predicted[0] {
		classes[i] = r.present[at]
	}
	return classes, nil
}
