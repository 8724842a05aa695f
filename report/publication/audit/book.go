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
	// leftOut says which row an average was formed without, where a correction
	// supposes so.
	leftOut map[columnOf]string
}

type columnOf struct{ table, column string }

func newBook(tables []printed.Table) (*book, error) {
	b := &book{tables: slices.Clone(tables), index: map[string]int{}}
	for i, t := range tables {
		if _, twice := b.index[t.Name()]; twice {
			return nil, fmt.Errorf("audit: there are two tables %s; give their sources different names", t.Name())
		}
		b.index[t.Name()] = i
	}
	return b, nil
}

func (b *book) table(name string) (printed.Table, bool) {
	i, ok := b.index[name]
	if !ok {
		return printed.Table{}, false
	}
	return b.tables[i], true
}

func (b *book) cell(p printed.Place) (printed.Cell, bool) {
	t, ok := b.table(p.Table)
	if !ok {
		return printed.Cell{}, false
	}
	return t.Cell(p.Row, p.Column)
}

// with returns the book with a correction made.
func (b *book) with(c Correction) *book {
	corrected := &book{tables: slices.Clone(b.tables), index: b.index, leftOut: b.leftOut}
	switch c.Slip {
	case MarkMisplaced, LabelWrong:
		return corrected
	case RowLeftOut:
		corrected.leftOut = maps.Clone(b.leftOut)
		if corrected.leftOut == nil {
			corrected.leftOut = map[columnOf]string{}
		}
		for _, e := range c.Edits {
			corrected.leftOut[columnOf{e.Table, e.Column}] = e.To
		}
		return corrected
	}
	for _, e := range c.Edits {
		value, err := printed.ParseDecimal(e.To)
		if err != nil {
			continue // an edit that is no number changes nothing
		}
		i := b.index[e.Table]
		corrected.tables[i] = corrected.tables[i].With(e.Row, e.Column, value)
	}
	return corrected
}

// describe names a place as a reader finds it.
func (b *book) describe(p printed.Place) string {
	t, ok := b.table(p.Table)
	if !ok {
		return "Table " + p.Table
	}
	parts := []string{tableTitle(t)}
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
	t, ok := b.table(p.Table)
	switch {
	case printed.IsAverage(p.Row):
		return "average"
	case ok && t.Axis != "dataset" && t.Axis != "":
		return strings.ReplaceAll(t.Axis, "_", " ") + " " + p.Row
	default:
		return p.Row
	}
}

// tableTitle is "Table 2.4" or "Table III of the paper".
func tableTitle(t printed.Table) string {
	if t.Name() == t.Number {
		return "Table " + t.Number
	}
	return "Table " + t.Number + " of the " + t.Source
}
