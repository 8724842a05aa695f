// Package derive makes what follows from a filled table: further columns, marks, notes and ranks. It asks for no
// results.
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
	Check(l *layout.Layout, at strictyaml.Node) error
	// Needs are the numbers of a row that are asked for beside those shown.
	Needs() []layout.Need
	// Columns are made of a filled table.
	Columns(f *fill.Filled) Columns
	// Measure is that of the numbers that Read returns; without a name if it returns none.
	Measure(l *layout.Layout) experiment.Measure
	// Read is the number of a row in a column. Of asks for the number of a need.
	Read(l *layout.Layout, column string, of func(layout.Need) fill.Place) (fill.Value, bool)
}

// unread is embedded in derivations that check nothing, or that nobody reads by row and column.
type unread struct{}

func (unread) Check(*layout.Layout, strictyaml.Node) error   { return nil }
func (unread) Needs() []layout.Need                          { return nil }
func (unread) Measure(*layout.Layout) (m experiment.Measure) { return m }
func (unread) Read(*layout.Layout, string, func(layout.Need) fill.Place) (v fill.Value, ok bool) {
	return v, false
}

// Columns are the derived columns, with what they add to the rest of the table.
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

// add adds a row: a cell to each of the columns.
func (d *Columns) add(cells ...table.Cell) {
	for i, c := range cells {
		d.Columns[i].Cells = append(d.Columns[i].Cells, c)
	}
}

func (d *Columns) join(other Columns) {
	d.Columns, d.Notes = append(d.Columns, other.Columns...), append(d.Notes, other.Notes...)
	d.Corner, d.Metric = cmp.Or(d.Corner, other.Corner), cmp.Or(d.Metric, other.Metric)
	if other.Above != nil {
		d.Above = other.Above
	}
}

// addTo adds the columns to a table, blank in summaries, and the rows in print.
func (d Columns) addTo(built *table.Table) {
	blank := table.Cell{State: table.Blank}
	for _, c := range d.Columns {
		built.Columns = append(built.Columns, c.Heading)
		blanks := slices.Repeat([]table.Cell{blank}, len(built.Rows)-len(c.Cells))
		for i, cell := range slices.Concat(c.Cells, blanks) {
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

func byMethod(f *fill.Filled, methods []string, number func(row int, method string) fill.Value) Columns {
	d := headed(words.Each(methods, f.Label)...)
	for i := range f.Rows {
		d.add(words.Each(methods, func(m string) table.Cell { return number(i, m).Bare() })...)
	}
	return d
}
