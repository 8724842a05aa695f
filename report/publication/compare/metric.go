package compare

import (
	"fmt"
	"math"

	"gpca/report/experiment"
	"gpca/report/publication/printed"
)

// metrics are the printed metrics that a study can measure too.
var metrics = map[printed.Metric]struct {
	title   string
	measure string // of the study's experiments and tables
	margin  Margin
}{
	printed.AccuracyPercent:                  {"Accuracy in percent", "accuracy", points},
	printed.MisclassificationPercent:         {"Misclassification in percent", "misclassification", points},
	printed.OneSplitAccuracyPercent:          {"Accuracy in percent on one random split", "accuracy", oneSplit},
	printed.OneSplitMisclassificationPercent: {"Misclassification in percent on one random split", "misclassification", oneSplit},
	printed.ReconstructionError: {"Reconstruction error", "reconstruction-error", Margin{
		Random: 0.05, Arithmetic: 0.005, Relative: true, Reason: "The error is a norm in units of the images, whose crop and reduction " +
			"the thesis does not give; 5% of the printed number allows for another crop of the same photographs.",
	}},
	printed.WinningCount: {"Winning count", "winning-count", Margin{
		Reason: "A count is compared as it is, with the contests in it that the draws leave open.",
	}},
}

// points is the margin of a rate in percent.
var points = Margin{
	Random: 0.5, Arithmetic: 0.05, Reason: "Half a point is about what another choice of 8,000 test samples would change " +
		"(the standard error of a rate is 0.2 points near 95% and 0.5 near 70%), and two honest means over a few draws of heavy noise " +
		"differ by as much; 0.05 points are 4 or 5 test samples, which another eigensolver or single precision may move.",
}

// oneSplit is the margin of a rate on a single split.
var oneSplit = Margin{
	Random: points.Random, Arithmetic: points.Arithmetic, OneDraw: true, Reason: "What is in print is a single draw itself, of a split that is not given. " +
		"The interval is where one more draw falls 95 times in 100, so that of 20 honest numbers one is expected to differ.",
}

// A Margin is the difference up to which two numbers of a metric count as the
// same.
type Margin struct {
	// Random is the margin M of a number with an interval, Arithmetic the margin
	// A of one without; see [Verdict]. They are in the unit of the metric, or a
	// fraction of the printed number where Relative says so.
	Random, Arithmetic float64
	Relative           bool
	// OneDraw tells that a number in print is a single draw. In place of M, it is held
	// against the interval in which one more draw of ours would fall.
	OneDraw bool
	// Reason says why these.
	Reason string
}

// MarginOf returns the margins of a metric.
func MarginOf(m printed.Metric) Margin { return metrics[m].margin }

// fits reports whether a measure is what a metric in print is.
func fits(m printed.Metric, measured experiment.Measure) bool {
	return metrics[m].measure != "" && metrics[m].measure == measured.Name
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

// String words the margin.
func (m Margin) String() string {
	switch {
	case m.OneDraw:
		return "the 95% prediction interval of one more draw"
	case m.Relative:
		return fmt.Sprintf("%g%% of the printed number, %g%% where nothing is random", 100*m.Random, 100*m.Arithmetic)
	case m.Random == 0:
		return "none"
	}
	return fmt.Sprintf("%g, and %g where nothing is random", m.Random, m.Arithmetic)
}

// of returns the margins for a printed number, in its unit.
func (m Margin) of(printed float64) (random, arithmetic float64) {
	if m.Relative {
		return m.Random * math.Abs(printed), m.Arithmetic * math.Abs(printed)
	}
	return m.Random, m.Arithmetic
}
