package exhibit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
)

// A Reader is an exhibit that can be read by the labels that a publication gives to its
// rows and columns: "0.05" and "tanh", "iris" and "p=1".
type Reader interface {
	// Measure says what the numbers are.
	Measure() experiment.Measure
	// Corner heads the rows.
	Corner() string
	// Rows are the labels of the rows, without averages.
	Rows() []string
	// RowTitle and ColumnTitle are the labels as the exhibit prints them.
	RowTitle(row string) string
	ColumnTitle(column string) string
	// Read is the value in a row and a column. What the exhibit does not have is missing.
	Read(src Source, row, column string) Value
}

// Absent is the value that is missing for a reason.
func Absent(format string, arguments ...any) Value {
	return Value{State: table.Missing, Reason: fmt.Sprintf(format, arguments...)}
}

// Average is the average of values, repetition by repetition.
func Average(values []Value) Value { return average(values) }

// Whole reads an experiment as if a table showed all of it.
func Whole(e *experiment.Named, scope Scope) (Reader, error) {
	g, err := part{}.of(e, scope, strictyaml.Node{})
	if err != nil {
		return nil, err
	}
	return gridReader{g, ""}, nil
}

// A gridReader reads a grid.
type gridReader struct {
	*grid
	corner string // empty for the title of the axis
}

func (g gridReader) Measure() experiment.Measure { return g.grid.Measure }

func (g gridReader) Corner() string {
	if g.corner != "" {
		return g.corner
	}
	return g.axis().Title
}

func (g gridReader) Rows() []string {
	var rows []string
	for _, r := range g.rows {
		if g.byLevel {
			rows = append(rows, r.level.Text)
		} else {
			rows = append(rows, r.data)
		}
	}
	return rows
}

// find is the row of a label. A row that the table leaves out counts where the
// experiment has it.
func (g gridReader) find(label string) (row, bool) {
	if !g.byLevel {
		axis := g.axis()
		i := slices.IndexFunc(axis.Values, func(v experiment.Value) bool { return strings.EqualFold(v.Text, label) })
		if i < 0 {
			return row{}, false
		}
		return row{data: axis.Values[i].Text}, true
	}
	if _, err := strconv.ParseFloat(label, 64); err != nil {
		return row{}, false
	}
	v, err := g.axis().Find(label)
	return row{g.rows[0].data, v}, err == nil
}

func (g gridReader) RowTitle(label string) string {
	if r, ok := g.find(label); ok && g.byLevel {
		return r.level.Label
	}
	return label
}

func (g gridReader) ColumnTitle(column string) string { return g.scope.Label(column) }

func (g gridReader) Read(src Source, label, column string) Value {
	r, ok := g.find(label)
	if !ok {
		what := "data set"
		if g.byLevel {
			what = "level"
		}
		return Absent("the study has no %s %q here", what, label)
	}
	if _, err := g.scope.Method(column); err != nil {
		return Absent("%v", err)
	}
	return g.at(src, r, column)
}
