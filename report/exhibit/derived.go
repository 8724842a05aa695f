package exhibit

import (
	"cmp"
	"slices"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// A derivationKind is written by its name, or as a mapping with that key. Without a name it is implied by other
// keys of the table.
type derivationKind struct {
	name    string
	make    func() derivation
	implied func(*projection) bool
}

// A derivation makes columns of numbers that follow from those of a row. Embedding underived gives it all
// but columns.
type derivation interface {
	// of says which table the columns are of, and where they are written.
	of(t *projection, at strictyaml.Node)
	// check checks the names in the file, once the rows and the other columns are known.
	check() error
	columns(src Source, rows []line) derived
	// measure is what a reader finds in the columns, and read is the number of one; none by default.
	measure() experiment.Measure
	read(src Source, r line, column string) (Value, bool)
}

// A ranging derivation knows over what range settings of the optimiser move a number, by the key of its cell.
type ranging interface {
	derivation
	widths(Source) func(key string) (width float64, ok bool)
}

type underived struct {
	t  *projection
	at strictyaml.Node
}

func (u *underived) of(t *projection, at strictyaml.Node)      { u.t, u.at = t, at }
func (underived) check() error                                 { return nil }
func (underived) measure() experiment.Measure                  { return experiment.Measure{} }
func (underived) read(Source, line, string) (v Value, ok bool) { return v, false }

// byMethod are columns of a number for each of some methods.
func (u underived) byMethod(rows []line, methods []string, number func(r line, method string) Value) derived {
	d := headed(words.Each(methods, u.t.scope.Label)...)
	for _, r := range rows {
		d.add(words.Each(methods, func(m string) table.Cell { return number(r, m).Bare() })...)
	}
	return d
}

// derived are columns with what they say of their table.
type derived struct {
	columns        []derivedColumn
	above          map[int]table.Row // numbers in print, by the row that they stand above
	notes          []string
	corner, metric string // of the table unless empty
}

type derivedColumn struct {
	heading string
	cells   []table.Cell // of each row
}

// add adds a cell to each of the columns, which are one more than the row has cells.
func (d *derived) add(cells ...table.Cell) {
	for i, c := range cells {
		d.columns[i].cells = append(d.columns[i].cells, c)
	}
}

func (d *derived) join(other derived) {
	d.columns, d.notes = append(d.columns, other.columns...), append(d.notes, other.notes...)
	d.corner, d.metric = cmp.Or(d.corner, other.corner), cmp.Or(d.metric, other.metric)
	if other.above != nil {
		d.above = other.above
	}
}

// addTo adds the columns to a table, blank in summaries, and the rows in print.
func (d derived) addTo(built *table.Table) {
	blank := table.Cell{State: table.Blank}
	for _, c := range d.columns {
		built.Columns = append(built.Columns, c.heading)
		for i := range built.Rows {
			cell := blank
			if i < len(c.cells) {
				cell = c.cells[i]
			}
			built.Rows[i].Cells = append(built.Rows[i].Cells, cell)
		}
	}
	var rows []table.Row
	for i, r := range built.Rows {
		if printed, ok := d.above[i]; ok {
			printed.Cells = append(printed.Cells, slices.Repeat([]table.Cell{blank}, len(d.columns))...)
			rows = append(rows, printed)
		}
		rows = append(rows, r)
	}
	built.Rows = rows
}

func headed(headings ...string) derived {
	return derived{columns: words.Each(headings, func(h string) derivedColumn { return derivedColumn{heading: h} })}
}

// derivedOf is the derivation of a type in a table, nil if it has none.
func derivedOf[D derivation](of Table) (none D) {
	if t, ok := of.(*projection); ok {
		for _, d := range t.derived {
			if found, ok := d.(D); ok {
				return found
			}
		}
	}
	return none
}
