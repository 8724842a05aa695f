// Package derive has what follows from a filled table: further columns, marks, notes and ranks. It asks for nothing.
package derive

import (
	"cmp"
	"slices"

	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

type names = strictyaml.List[string]

// A Derivation makes columns of numbers that follow from those of a row.
type Derivation interface {
	// Check checks the names in the file, once rows and other columns are laid out.
	Check(l *layout.Layout, known layout.Names, at strictyaml.Node) error
	// Needs are the numbers of a row that are asked for beside those shown.
	Needs(l *layout.Layout) []layout.Need
	// Columns are made of a filled table.
	Columns(f *fill.Filled) Columns
	// Measure is what a reader finds in the columns, and Read is the number of one; none by default.
	Measure(l *layout.Layout) experiment.Measure
	Read(l *layout.Layout, r layout.Row, column string, of func(key string) fill.Place) (fill.Value, bool)
}

// none has all of a derivation but Needs and Columns.
type none struct{}

func (none) Check(*layout.Layout, layout.Names, strictyaml.Node) error { return nil }
func (none) Measure(*layout.Layout) (m experiment.Measure)             { return m }
func (none) Read(*layout.Layout, layout.Row, string, func(string) fill.Place) (v fill.Value, ok bool) {
	return v, false
}

// Columns are derived, with what they say of their table.
type Columns struct {
	Columns        []Column
	Above          map[int]table.Row // numbers in print, by the row that they stand above
	Notes          []string
	Corner, Metric string // of the table unless empty
}

// A Column has a cell for each row.
type Column struct {
	Heading string
	Cells   []table.Cell
}

// add adds a cell to each of the columns, which are one more than the row has cells.
func (d *Columns) add(cells ...table.Cell) {
	for i, c := range cells {
		d.Columns[i].Cells = append(d.Columns[i].Cells, c)
	}
}

// Join adds other columns.
func (d *Columns) Join(other Columns) {
	d.Columns, d.Notes = append(d.Columns, other.Columns...), append(d.Notes, other.Notes...)
	d.Corner, d.Metric = cmp.Or(d.Corner, other.Corner), cmp.Or(d.Metric, other.Metric)
	if other.Above != nil {
		d.Above = other.Above
	}
}

// AddTo adds the columns to a table, blank in summaries, and the rows in print.
func (d Columns) AddTo(built *table.Table) {
	blank := table.Cell{State: table.Blank}
	for _, c := range d.Columns {
		built.Columns = append(built.Columns, c.Heading)
		for i := range built.Rows {
			cell := blank
			if i < len(c.Cells) {
				cell = c.Cells[i]
			}
			built.Rows[i].Cells = append(built.Rows[i].Cells, cell)
		}
	}
	var rows []table.Row
	for i, r := range built.Rows {
		if printed, ok := d.Above[i]; ok {
			printed.Cells = append(printed.Cells, slices.Repeat([]table.Cell{blank}, len(d.Columns))...)
			rows = append(rows, printed)
		}
		rows = append(rows, r)
	}
	built.Rows = rows
}

func headed(headings ...string) Columns {
	return Columns{Columns: words.Each(headings, func(h string) Column { return Column{Heading: h} })}
}

// byMethod are columns of a number for each of some methods.
func byMethod(f *fill.Filled, methods []string, number func(row int, method string) fill.Value) Columns {
	d := headed(words.Each(methods, f.Label)...)
	for i := range f.Rows {
		d.add(words.Each(methods, func(m string) table.Cell { return number(i, m).Bare() })...)
	}
	return d
}

func further(methods []string) []layout.Need { return words.Each(methods, layout.Further) }
