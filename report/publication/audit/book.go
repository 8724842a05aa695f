package audit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpca/report/publication/printed"
)

// A book is the set of tables under audit. Books are values: a correction makes
// another book that shares what it does not change.
type book struct {
	tables []printed.Table
	index  map[string]int
	links  Links
	// leftOut says which row an average was formed without, where a correction
	// supposes so.
	leftOut map[columnOf]string
}

type columnOf struct{ table, column string }

func newBook(tables []printed.Table, links Links) (*book, error) {
	b := &book{tables: slices.Clone(tables), index: map[string]int{}, links: links}
	for i, t := range tables {
		if b.has(t.Name()) {
			return nil, fmt.Errorf("audit: there are two tables %s; give their sources different names", t.Name())
		}
		b.index[t.Name()] = i
	}
	return b, nil
}

func (b *book) has(name string) bool {
	_, ok := b.index[name]
	return ok
}

// table returns the table of a name; one without any cell where there is none.
func (b *book) table(name string) printed.Table {
	if !b.has(name) {
		return printed.Table{}
	}
	return b.tables[b.index[name]]
}

// with returns the book with a correction made.
func (b *book) with(c Correction) *book {
	corrected := *b
	if c.Slip == RowLeftOut {
		corrected.leftOut = map[columnOf]string{}
		maps.Copy(corrected.leftOut, b.leftOut)
		for _, e := range c.Edits {
			corrected.leftOut[columnOf{e.Table, e.Column}] = e.To
		}
		return &corrected
	}
	corrected.tables = slices.Clone(b.tables)
	for _, e := range c.Edits {
		value, err := printed.ParseDecimal(e.To)
		if err != nil {
			continue // an edit that is no number changes nothing
		}
		i := b.index[e.Table]
		cell, _ := corrected.tables[i].At(e.Row, e.Column)
		cell.Value = value
		corrected.tables[i] = corrected.tables[i].With(cell)
	}
	return &corrected
}

// describe names a place as a reader finds it.
func (b *book) describe(p printed.Place) string {
	parts := []string{tableTitle(b.table(p.Table))}
	if p.Row != "" {
		parts = append(parts, b.rowTitle(p))
	}
	if p.Column != "" {
		parts = append(parts, p.Column)
	}
	return strings.Join(parts, ", ")
}

// rowTitle names a row with its axis, "sigma 40", unless the label speaks for
// itself.
func (b *book) rowTitle(p printed.Place) string {
	switch axis := b.table(p.Table).Axis; {
	case printed.IsAverage(p.Row):
		return "average"
	case axis != "dataset" && axis != "":
		return strings.ReplaceAll(axis, "_", " ") + " " + p.Row
	}
	return p.Row
}

// tableTitles names tables, without those that are not there.
func (b *book) tableTitles(names []string) []string {
	var titles []string
	for _, name := range names {
		if b.has(name) {
			titles = append(titles, tableTitle(b.table(name)))
		}
	}
	return titles
}

// tableTitle is "Table 2.4" or "Table III of the paper".
func tableTitle(t printed.Table) string {
	if t.Name() == t.Number {
		return "Table " + t.Number
	}
	return "Table " + t.Number + " of the " + t.Source
}
