package printed

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

// Metrics lists the metrics.
func Metrics() []Metric {
	return []Metric{
		AccuracyPercent, Accuracy, MisclassificationPercent, Misclassification,
		ReconstructionError, WinningCount,
	}
}

// Better is the direction in which the numbers of a metric get better.
type Better int

// The directions. A winning count has none, since its columns are compared with the row's method, not with each
// other.
const (
	Neither Better = iota
	Larger
	Smaller
)

// Better returns the direction in which m gets better.
func (m Metric) Better() Better {
	switch m {
	case AccuracyPercent, Accuracy:
		return Larger
	case MisclassificationPercent, Misclassification, ReconstructionError:
		return Smaller
	}
	return Neither
}

// Whole returns what numbers of the metric are shares of, 100 or 1; 0 where they are no shares.
func (m Metric) Whole() float64 {
	switch m {
	case AccuracyPercent, MisclassificationPercent:
		return 100
	case Accuracy, Misclassification:
		return 1
	}
	return 0
}
