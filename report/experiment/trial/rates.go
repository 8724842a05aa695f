package trial

import (
	"fmt"

	"gpca/report/experiment"
)

// Measures of classification.
const (
	Accuracy          = "accuracy"
	Misclassification = "misclassification"
)

// Rates returns the measures of classification. Rule says which class a sample gets.
func (o *Design) Rates(rule string) []experiment.Measure {
	rate := func(name, how string) experiment.Measure {
		return experiment.Measure{Name: name, Title: name + " in percent", Points: "points",
			Range: [2]float64{0, 100}, Decimals: 2, LowerIsBetter: name == Misclassification,
			Definition: fmt.Sprintf("share, in percent, that get %s %s, of the %s", rule, how, o.tested())}
	}
	return []experiment.Measure{rate(Accuracy, "right"), rate(Misclassification, "wrong")}
}

// RateValues turns the number of samples classified right into measures.
func RateValues(right float64, samples int) map[string]float64 {
	n := float64(samples)
	return map[string]float64{Accuracy: 100 * right / n, Misclassification: 100 * (n - right) / n}
}

// Right counts correct predictions.
func Right(predicted, labels []int) int {
	right := 0
	for i, class := range predicted {
		if class == labels[i] {
			right++
		}
	}
	return right
}
