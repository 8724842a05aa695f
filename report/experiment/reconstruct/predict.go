package reconstruct

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment/trial"
)

// A predictor is a program that trains and predicts; it starts once for every set of test samples.
type predictor struct {
	*job
	part trial.Part
}

// Outcome is empty: a program fails in a test.
func (predictor) Outcome(int) trial.Outcome { return trial.Outcome{} }

// Tester counts correctly classified samples. All cells have the same result.
func (p predictor) Tester(cells []int) trial.Tester {
	train, labels := trial.RowsOf(p.Set.Samples, p.part.Train), trial.LabelsOf(p.Set, p.part.Train)
	t := p.training.Of(p.part.Repetition)
	return func(ctx context.Context, samples *mat.Dense, rows []int) ([][]float64, error) {
		predicted, err := t.Command.Predictions(ctx, t.Request, train, labels, samples)
		if err != nil {
			return nil, err
		}
		sums := make([][]float64, len(cells))
		for i := range sums {
			sums[i] = []float64{float64(trial.Right(predicted, trial.LabelsOf(p.Set, rows)))}
		}
		return sums, nil
	}
}
