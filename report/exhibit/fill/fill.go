// Package fill fills a layout with results: it asks a source once for each number that is shown, and for the further
// numbers that derived columns need. A plan of what to compute is what is asked for on a source without results.
package fill

import (
	"slices"

	"gpca/report/dataset"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/table"
	"gpca/report/words"
)

// A Filled is a table with its numbers.
type Filled struct {
	*layout.Layout
	// Rows are those of the layout that are shown. In Columns the best method of another table has its name, once it
	// is known.
	Rows    []layout.Row
	Columns []Column
	Printed Printed
	Title   func(data string) string // of a data set
	Origin  string                   // of the data

	Needed  map[string][]Place       // the numbers of a need in each row, by its key
	AllReal func(data []string) bool // whether no data is generated
}

type Column struct {
	layout.Column
	// Winner is the best method of a column that has one. It is empty as long as it is not known; State says why.
	Winner string
	State  table.State
	Places []Place // of each row; nil as long as the method is not known
}

// A Place is a number with those that it averages.
type Place struct {
	Value
	Behind []Value
}

// Fill asks a source for all numbers of a table. The order is that in which the results are listed: needs first, row by
// row for each derivation, then what is shown.
func Fill(l *layout.Layout, src Source) *Filled {
	f := &Filled{Layout: l, Printed: src.Printed(), Title: src.Title, Origin: OriginOf(src, l.Data),
		Needed: map[string][]Place{}}
	f.AllReal = func(data []string) bool {
		return !slices.ContainsFunc(data, func(d string) bool { return src.Origin(d) != dataset.Real })
	}
	f.Rows = slices.DeleteFunc(slices.Clone(l.Rows), func(r layout.Row) bool {
		data := l.Data
		if r.Grid != nil {
			data = r.Grid.Data()
		}
		return r.RealOnly && !f.AllReal(data)
	})
	for _, group := range l.Needs {
		for i, r := range f.Rows {
			for _, n := range group {
				if len(f.Needed[n.Key]) == i { // else another derivation has asked for it
					f.Needed[n.Key] = append(f.Needed[n.Key], Further(l, src, r, n))
				}
			}
		}
	}
	places := make([][]Place, len(l.Columns))
	if l.RowByRow {
		for _, r := range f.Rows {
			for j, c := range l.Columns {
				if !c.ShowsWinner() && !c.Sigma {
					places[j] = append(places[j], PlaceOf(l, src, r, c))
				}
			}
		}
	}
	for j, c := range l.Columns {
		f.Columns = append(f.Columns, f.column(src, c, places[j]))
	}
	return f
}

// column fills a column that has no places yet. If it shows the best method of another table, that is found first.
func (f *Filled) column(src Source, c layout.Column, places []Place) Column {
	filled := Column{Column: c, Places: places}
	if c.Sigma {
		return filled
	}
	if c.Best != nil {
		from := src
		if !c.ShowsWinner() {
			from = Incidental{src} // only a note names our best
		}
		candidates, of := c.Best.Candidates(), c.Best.Of.Grid
		method, best := Best(candidates, func(m string) Value { return Average(Along(from, of, m)) }, of.Measured)
		filled.Winner, filled.State = method, best.State
		switch {
		case !c.ShowsWinner():
		case best.State == table.Filled:
			filled.Column = c.Of(method)
		default:
			for _, m := range candidates { // each of them may be shown
				Along(src, f.Grid, m)
			}
			return filled
		}
	}
	if filled.Places == nil {
		filled.Places = words.Each(f.Rows, func(r layout.Row) Place { return PlaceOf(f.Layout, src, r, filled.Column) })
	}
	return filled
}

func PlaceOf(l *layout.Layout, src Source, r layout.Row, c layout.Column) Place {
	queries, err := l.Queries(r, c)
	if err != nil {
		return absent("%v", err)
	}
	behind := words.Each(queries, func(q layout.Query) Value { return Get(src, q) })
	return Place{Average(behind), behind}
}

func Further(l *layout.Layout, src Source, r layout.Row, n layout.Need) Place {
	if n.Optional {
		src = Incidental{src}
	}
	return PlaceOf(l, src, r, n.Of(r))
}

// Along asks for a method at all spots of a grid.
func Along(src Source, g *layout.Grid, method string) []Value {
	return words.Each(g.Spots, func(s layout.Spot) Value {
		q, err := g.Query(g.Experiment.Complete(g.Point(s).With(experiment.Method, method)), g.Measured)
		if err != nil {
			return Absent("%v", err)
		}
		return Get(src, q)
	})
}

func (f *Filled) Label(method string) string { return f.Grid.Study.Label(method) }

// RowTitle is the heading of a row, in TeX too if it has such a form.
func (f *Filled) RowTitle(r layout.Row) (text, tex string) {
	if r.Pair != (layout.Pair{}) {
		return r.Key + ": " + f.Label(r.Pair.First) + " and " + f.Label(r.Pair.Second), ""
	}
	return r.Title.Text(f.Title, f.Label)
}

func (f *Filled) ColumnTitle(c layout.Column) string {
	text, _ := c.Title.Text(f.Title, f.Label)
	return text
}

// Place is the number in a row. It is missing from a column that has none.
func (c Column) Place(row int) Place {
	if c.Places == nil {
		return absent("not known yet")
	}
	return c.Places[row]
}

func absent(format string, arguments ...any) Place {
	v := Absent(format, arguments...)
	return Place{v, []Value{v}}
}

func (c Column) Values() []Value { return words.Each(c.Places, func(p Place) Value { return p.Value }) }
