package printed

import (
	"maps"
	"slices"
)

// A Metric is what the numbers of a table measure.
type Metric string

// The metrics.
const (
	AccuracyPercent          Metric = "accuracy_pct"
	Accuracy                 Metric = "accuracy"
	MisclassificationPercent Metric = "misclassification_pct"
	Misclassification        Metric = "misclassification"
	ReconstructionError      Metric = "reconstruction_error"
	WinningCount             Metric = "winning_count"
)

// Better is the direction in which the numbers of a metric get better.
type Better int

// The directions. A winning count has none, since its columns are compared with the row's method, not with each
// other.
const (
	Neither Better = iota
	Larger
	Smaller
)

var metrics = map[Metric]struct {
	better  Better
	whole   float64
	measure string
}{
	AccuracyPercent:          {Larger, 100, "accuracy"},
	Accuracy:                 {Larger, 1, ""},
	MisclassificationPercent: {Smaller, 100, "misclassification"},
	Misclassification:        {Smaller, 1, ""},
	ReconstructionError:      {Smaller, 0, "reconstruction-error"},
	WinningCount:             {Neither, 0, "winning-count"},
}

// Metrics lists the metrics.
func Metrics() []Metric { return slices.Sorted(maps.Keys(metrics)) }

// Better returns the direction in which m gets better.
func (m Metric) Better() Better { return metrics[m].better }

// Whole returns what numbers of the metric are shares of, 100 or 1; 0 where they are no shares.
func (m Metric) Whole() float64 { return metrics[m].whole }

// Measure names the measure of a study that has the same numbers, empty for none.
func (m Metric) Measure() string { return metrics[m].measure }
