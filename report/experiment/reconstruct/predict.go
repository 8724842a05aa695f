package reconstruct

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment/trial"
)

// A predictor is a program that trains and predicts, in a start for every set of samples.
type predictor struct {
	job    *job
	part   trial.Part
	cells  int
	train  *mat.Dense
	labels []int
}

func (j *job) predictor(p trial.Part) predictor {
	train, labels := trial.RowsOf(j.Set.Samples, p.Train), trial.LabelsOf(j.Set, p.Train)
	return predictor{job: j, part: p, train: train, labels: labels}
}

// Outcome is none: what fails does so when samples are tested.
func (p predictor) Outcome(int) trial.Outcome { return trial.Outcome{} }

// Tester returns what tests samples for cells, which are one but for their names.
func (p predictor) Tester(cells []int) (trial.Tester, error) {
	p.cells = len(cells)
	return p, nil
}

// Sums counts the samples that are classified right.
func (p predictor) Sums(ctx context.Context, samples *mat.Dense, rows []int) ([][]float64, error) {
	t := p.job.training.Of(p.part.Repetition)
	predicted, err := t.Command.Predictions(ctx, t.Request, p.train, p.labels, samples)
	if err != nil {
		return nil, err
	}
	right := trial.Right(predicted, trial.LabelsOf(p.job.Set, rows))
	sums := make([][]float64, p.cells)
	for i := range sums {
		sums[i] = []float64{float64(right)}
	}
	return sums, nil
}
