package trial

import "gpca/report/experiment"

// The names of the measures of classification.
const (
	Accuracy          = "accuracy"
	Misclassification = "misclassification"
)

// Rates are the measures of classification. Rule says which class a sample gets.
func (o *Design) Rates(rule string) []experiment.Measure {
	return []experiment.Measure{
		{Name: Accuracy, Title: "accuracy in percent", Points: "points",
			Range: [2]float64{0, 100}, Decimals: 2,
			Definition: "share, in percent, that get " + rule + " right, of the " + o.Tested()},
		{Name: Misclassification, Title: "misclassification in percent", Points: "points",
			Range: [2]float64{0, 100}, Decimals: 2, LowerIsBetter: true,
			Definition: "share, in percent, that get " + rule + " wrong, of the " + o.Tested()},
	}
}

// RateValues makes the measures of the number of samples that are classified right.
func RateValues(right float64, samples int) map[string]float64 {
	n := float64(samples)
	return map[string]float64{Accuracy: 100 * right / n, Misclassification: 100 * (n - right) / n}
}

// Right counts the predictions that are so.
func Right(predicted, labels []int) int {
	right := 0
	for i, class := range predicted {
		if class == labels[i] {
			right++
		}
	}
	return right
}
