package compare

import (
	"gpca/report/experiment"
	"gpca/report/publication/printed"
)

// metrics are the measures of a study that metrics in print are.
var metrics = map[printed.Metric]string{
	printed.AccuracyPercent:          "accuracy",
	printed.MisclassificationPercent: "misclassification",
	printed.ReconstructionError:      "reconstruction-error",
	printed.WinningCount:             "winning-count",
}

// fits reports whether a measure is what a metric in print is.
func fits(m printed.Metric, measured experiment.Measure) bool {
	return metrics[m] != "" && metrics[m] == measured.Name
}

// metricOf is the metric in print that a measure fits, empty for none.
func metricOf(measured experiment.Measure) printed.Metric {
	for _, m := range printed.Metrics() {
		if fits(m, measured) {
			return m
		}
	}
	return ""
}
