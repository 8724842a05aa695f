package audit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpca/report/claim"
	"gpca/report/publication/printed"
)

// A book is the set of tables under audit. Books share tables that no correction changes.
type book struct {
	tables []printed.Table
	index  map[string]int
	links  Links
	// readings are the rows that derived lines may follow from.
	readings map[derivedLine][]reading
	// leftOut is the row that an average was formed without, where a correction supposes so.
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
	b.findReadings()
	return b, nil
}

func (b *book) has(name string) bool {
	_, ok := b.index[name]
	return ok
}

func (b *book) table(name string) printed.Table {
	if !b.has(name) {
		return printed.Table{}
	}
	return b.tables[b.index[name]]
}

func (b *book) with(c Correction) *book {
	corrected := *b
	corrected.tables = slices.Clone(b.tables)
	corrected.leftOut = maps.Clone(b.leftOut)
	for k, e := range c.Edits {
		value, err := printed.Parse(e.To)
		switch {
		case c.Slip == RowLeftOut:
			if corrected.leftOut == nil {
				corrected.leftOut = map[columnOf]string{}
			}
			corrected.leftOut[columnOf{e.Table, e.Column}] = e.To
		case err == nil:
			corrected.change(e.Place, func(n *printed.Number) {
				n.Estimate = value
				if c.Slip.exchange() { // the mark moves with the digits
					partner := c.Edits[k^1]
					other, _ := b.table(partner.Table).At(partner.Row, partner.Column)
					n.Bold = other.Bold
				}
			})
		}
	}
	for _, e := range c.Marks {
		corrected.change(e.Place, func(n *printed.Number) { n.Bold = e.To == bold })
	}
	return &corrected
}

func (b *book) change(p printed.Place, how func(*printed.Number)) {
	t := b.table(p.Table)
	if n, ok := t.At(p.Row, p.Column); ok {
		how(&n)
		b.tables[b.index[p.Table]] = t.With(n)
	}
}

func (b *book) describe(p printed.Place) string {
	return strings.Join(append([]string{claim.TitleOf(p.Table)}, b.within(p)...), ", ")
}

// within describes a place in its table.
func (b *book) within(p printed.Place) (parts []string) {
	if p.Row != "" {
		parts = append(parts, b.rowTitle(p))
	}
	if p.Column != "" {
		parts = append(parts, p.Column)
	}
	return parts
}

// rowTitle names a row with its axis, "sigma 40", unless the label is clear without it.
func (b *book) rowTitle(p printed.Place) string {
	switch axis := b.table(p.Table).Axis; {
	case b.table(p.Table).IsAverage(p.Row):
		return "average"
	case axis != "dataset" && axis != "":
		return strings.ReplaceAll(axis, "_", " ") + " " + p.Row
	}
	return p.Row
}
