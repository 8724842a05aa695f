package exhibit

import (
	"gpca/report/experiment"
)

// A Reader is an exhibit that can be read by the labels that a publication gives to its rows and columns:
// "0.05" and "tanh", "iris" and "p=1".
type Reader interface {
	Measure() experiment.Measure
	// Corner is the heading of the rows.
	Corner() string
	// Rows are the labels of the rows, without averages.
	Rows() []string
	// RowTitle is a label as the exhibit prints it.
	RowTitle(row string) string
	// Read is the value in a row and a column, missing where the exhibit has none.
	Read(src Source, row, column string) Value
}

// A Sensitive exhibit knows how far other settings of the optimiser move a number, 0 if unknown.
type Sensitive interface {
	Reader
	Reach(src Source, row, column string) float64
}

// A Varied exhibit shows several variants of an experiment, each readable by itself.
type Varied interface {
	Variant(label string) (r Reader, ok bool)
}
