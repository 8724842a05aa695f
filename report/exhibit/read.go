package exhibit

import (
	"fmt"

	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/table"
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

// Absent is a value that is missing for a reason.
func Absent(format string, arguments ...any) Value {
	return unfilled(table.Missing, format, arguments...)
}

func unfilled(state table.State, format string, arguments ...any) Value {
	return Value{Estimate: statistics.Estimate{State: state, Reason: fmt.Sprintf(format, arguments...)}}
}

// Whole reads an experiment as if a table showed all of it.
func Whole(e *experiment.Named, scope Scope) (Reader, error) {
	g, err := part{}.of(e, scope, strictyaml.Node{})
	if err != nil {
		return nil, err
	}
	return g.reader(), nil
}
