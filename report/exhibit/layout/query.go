package layout

import (
	"gpca/report/experiment"
	"gpca/report/method"
)

// A Query asks for a measure of the cell at a point of an experiment.
type Query struct {
	Experiment *experiment.Named
	Point      experiment.Point // complete
	Method     method.Method    // zero for an experiment without methods
	Measure    string           // empty for the first
	// Optional marks a result that is computed only if another exhibit needs it.
	Optional bool
	// Drawn marks a query for artifacts of the result, not only its numbers.
	Drawn bool
}
