package classify

import (
	"cmp"
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment"
	"gpca/report/words"
	"gpca/solver/classify"
)

// costs are those among which a support vector machine chooses, for samples of a mean
// squared length of 1: from planes that let many samples pass to planes that let hardly
// any.
func costs() []float64 { return []float64{0.1, 1, 10, 100} }

// chosenCost gives a sample the class of linear machines, of a cost that so many folds of the
// training samples choose.
func chosenCost(division classify.Division, wins string) func(folds int) classifier {
	return func(folds int) classifier {
		folds = cmp.Or(folds, 3)
		candidates := words.Each(costs(), func(c float64) string { return fmt.Sprint(c) })
		c := machine(division, classify.Costs{Candidates: costs(), Folds: folds})
		c.key, c.number, c.phrase = string(division), folds, fmt.Sprintf("linear SVM, %s", division)
		c.rule = fmt.Sprintf("%s, by linear support vector machines whose cost is chosen among %s by cross-validation "+
			"on the training samples with %d folds (samples scaled to a mean squared length of 1)", wins,
			words.List(candidates, "and"), folds)
		return c
	}
}

// libsvm is what LIBSVM's linear machine does unless it is told otherwise. A number is its
// cost, for samples of the length that they have.
func libsvm(cost int) classifier {
	cost = cmp.Or(cost, 1)
	c := machine(classify.OneAgainstOne, classify.Costs{Candidates: []float64{float64(cost)}, Unscaled: true})
	c.key, c.number, c.phrase = "libsvm", cost, fmt.Sprintf("linear SVM of cost %d", cost)
	c.rule = fmt.Sprintf("the class that wins most contests of two, by linear support vector machines of cost %d on "+
		"samples of the length that they have (for 1, what LIBSVM does unless told otherwise)", cost)
	return c
}

func machine(division classify.Division, costs classify.Costs) classifier {
	return classifier{
		seconds: func(_, features float64) float64 { return 5e-9 * features },
		learning: func(training, features float64) float64 {
			return 1e-9 * training * training * (0.02*features + 10*float64(costs.Folds+1))
		},
		train: func(t training) (predictor, error) {
			m, err := classify.NewMachine(t.features, t.labels, division, costs)
			if err != nil {
				return nil, err
			}
			t.ends.Merge(experiment.Ends{Converged: m.Settled, Stopped: m.Unsettled})
			return func(_ context.Context, _, features *mat.Dense) ([]int, error) { return m.Predict(features) }, nil
		},
	}
}
