package fill

import (
	"sync"

	"gpca/report/exhibit/layout"
)

// A Book fills each table once, for a drawing of results that do not change meanwhile.
type Book struct {
	mutex  sync.Mutex
	filled map[*layout.Layout]*Filled
	read   map[entry]Place
}

// An entry is a number in print that a table does not show.
type entry struct {
	of          *layout.Layout
	row, column string
}

func NewBook() *Book {
	return &Book{filled: map[*layout.Layout]*Filled{}, read: map[entry]Place{}}
}

type Booked struct {
	Source
	Book *Book
}

func bookOf(src Source) *Book {
	if b, ok := src.(interface{ book() *Book }); ok {
		return b.book()
	}
	return nil
}

func (b Booked) book() *Book     { return b.Book }
func (s Incidental) book() *Book { return bookOf(s.Source) }

// Once is Fill, or the table that the book of the source has. The source's numbers in print are always its own: they
// have verdicts only after a comparison, which fills tables too.
func Once(l *layout.Layout, src Source) *Filled {
	b := bookOf(src)
	if b == nil {
		return Fill(l, src)
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	f := b.filled[l]
	if f == nil {
		f = Fill(l, src)
		b.filled[l] = f
	}
	of := *f
	of.Printed = src.Printed()
	return &of
}

// Read is the number in a row and a column that the table need not show.
func Read(l *layout.Layout, src Source, r layout.Row, c layout.Column) Place {
	b := bookOf(src)
	if b == nil {
		return PlaceOf(l, src, r, c)
	}
	if r.Grid == nil {
		f := Once(l, src)
		for i, row := range f.Rows {
			for _, column := range f.Columns {
				if row.Key == r.Key && column.Key == c.Key && column.Places != nil && !column.ShowsWinner() {
					return column.Places[i]
				}
			}
		}
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	at := entry{l, r.Key, c.Key}
	p, known := b.read[at]
	if !known {
		p = PlaceOf(l, src, r, c)
		b.read[at] = p
	}
	return p
}
