package classify

import (
	"cmp"
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpca/report/words"
	"gpca/solver/classify"
)

// costs are those among which a support vector machine chooses, for samples of a mean
// squared length of 1: from planes that let many samples pass to planes that let hardly
// any.
func costs() []float64 { return []float64{0.1, 1, 10, 100} }

func oneAgainstOne(folds int) classifier {
	return machine(classify.OneAgainstOne, folds, "the class that wins most contests of two")
}

func oneAgainstAll(folds int) classifier {
	return machine(classify.OneAgainstAll, folds, "the class that is told best from all others together")
}

// machine gives a sample the class that linear support vector machines decide for. A number
// is that of the folds by which their cost is chosen on the training samples.
func machine(division classify.Division, folds int, wins string) classifier {
	folds = cmp.Or(folds, 3)
	var candidates []string
	for _, c := range costs() {
		candidates = append(candidates, fmt.Sprint(c))
	}
	return classifier{
		key: string(division), number: folds, phrase: fmt.Sprintf("linear SVM, %s", division),
		rule:    fmt.Sprintf("%s, by linear support vector machines whose cost is chosen among %s by cross-validation on the training samples with %d folds (samples scaled to a mean squared length of 1)", wins, words.List(candidates, "and"), folds),
		seconds: func(_, features float64) float64 { return 5e-9 * features },
		learning: func(training, features float64) float64 {
			return 1e-9 * training * training * (0.05*features + 20*float64(folds))
		},
		train: func(t training) (predictor, error) {
			m, err := classify.NewMachine(t.features, t.labels, division, costs(), folds)
			return func(_ context.Context, _, features *mat.Dense) ([]int, error) { return m.Predict(features) }, err
		},
	}
}
